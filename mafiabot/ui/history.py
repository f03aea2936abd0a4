"""The game day by day, as every spectator saw it: nominations, every hand, fouls, who left."""

from collections.abc import Iterable

from mafiabot.engine.state import DayRecord, Foul, RaiseRecord, RoundRecord
from mafiabot.engine.views import PhaseName, PublicView
from mafiabot.ui import discipline, words
from mafiabot.ui.texts import Say, Texts

ROOM = 4000


def history_text(texts: Texts, locale: str, view: PublicView) -> str:
    """At most 4000 characters; the earliest days give way."""
    say = texts.say(locale)
    days = _all_days(view)
    lines = [line for day in days for line in _day_lines(say, view, day)] + _after(say, view, days)
    head = say("history-title")
    if not lines:
        return f"{head}\n{say('history-empty')}"
    return head + "\n" + words.fitted(lines, ROOM - len(head) - 1, say("history-cut"))


def short_lines(say: Say, view: PublicView) -> list[str]:
    """One line a day: the night before it, and who left."""
    days = _all_days(view)
    return [" · ".join(_short(say, view, day)) for day in days] + _after(say, view, days)


def _all_days(view: PublicView) -> tuple[DayRecord, ...]:
    days = view.days
    if view.today is not None and all(day.number != view.today.number for day in days):
        days = (*days, view.today)
    if view.phase is PhaseName.ENDED and days and not _lived_through(view, days[-1]):
        return days[:-1]  # the night before it had decided the game
    return days


def _lived_through(view: PublicView, day: DayRecord) -> bool:
    """Whether anything happened on a day besides its beginning and a last word."""
    acts = (day.speakers, day.lost, day.nominations, day.rounds, day.raise_vote, day.left, day.cancelled)
    left_or_fouled = [(gone.day, gone.night) for gone in view.gone]
    left_or_fouled += [(foul.day, foul.night) for foul in view.fouls]
    return any(acts) or (day.number, None) in left_or_fouled


def _short(say: Say, view: PublicView, day: DayRecord) -> list[str]:
    parts = [*_night_lines(say, view, day.number), f"**{words.day(say, view, day.number)}**"]
    if day.rounds:
        parts.append(say("history-short-list", seats=words.numbers(day.rounds[0].candidates)))
    parts += _outcome(say, day)
    return parts + _gone_lines(say, view, day.number)


def _day_lines(say: Say, view: PublicView, day: DayRecord) -> list[str]:
    lines = [*_night_lines(say, view, day.number)]
    lines.append(f"**{words.day(say, view, day.number)}** · {say('history-opener', seat=str(day.opener))}")
    if day.lost:
        lines.append(say("history-lost", seats=words.numbers(day.lost)))
    if day.nominations:
        pairs = ", ".join(say("history-nomination", seat=n.seat, by=n.by) for n in day.nominations)
        lines.append(say("history-nominations", pairs=pairs))
    for number, record in enumerate(day.rounds):
        lines += _round_lines(say, number, record)
    if day.raise_vote is not None:
        lines.append(_raise_line(say, day.raise_vote))
    if day.number != view.day or day.left or view.phase in (PhaseName.NIGHT, PhaseName.ENDED):
        lines += _outcome(say, day)
    fouls = [_foul_line(say, foul) for foul in view.fouls if foul.day == day.number and foul.night is None]
    return lines + fouls + _gone_lines(say, view, day.number)


def _round_lines(say: Say, number: int, record: RoundRecord) -> Iterable[str]:
    yield say("history-vote") if number == 0 else say("history-revote", n=number)
    for candidate in record.candidates:
        hands = [b.voter for b in record.ballots if b.candidate == candidate and b.cast]
        fallen = [b.voter for b in record.ballots if b.candidate == candidate and not b.cast]
        count = len(hands) + len(fallen)
        if not count:
            yield say("history-for-nobody", seat=candidate)
            continue
        line = say("history-for", seat=candidate, hands=words.numbers(hands), count=count)
        yield line + (say("history-fallen", seats=words.numbers(fallen)) if fallen else "")


def _raise_line(say: Say, record: RaiseRecord) -> str:
    return say(
        "history-raise-passed" if record.passed else "history-raise-failed",
        tied=words.numbers(record.tied),
        yes=words.numbers(record.yes),
        no=words.numbers(record.no),
    )


def _outcome(say: Say, day: DayRecord) -> list[str]:
    """What the day's vote came to."""
    cancelled = [say("history-cancelled")] if day.cancelled else []
    if day.left:
        return [*cancelled, say("history-left", seats=words.numbers(day.left))]
    return cancelled or [say("history-nobody-left")]


def _night_lines(say: Say, view: PublicView, number: int) -> list[str]:
    """Fouls and departures of night `number`, how it ended, and the best move of whom it killed."""
    fouls = [_foul_line(say, foul) for foul in view.fouls if foul.night == number]
    gone = [discipline.gone_line(say, gone) for gone in view.gone if gone.night == number]
    ended = [_night_line(say, view, night, seat) for night, seat in view.victims if night == number]
    return fouls + gone + ended + _best_move(say, view, number)


def _best_move(say: Say, view: PublicView, number: int) -> list[str]:
    named = view.best_move
    if named is None or (number, named.by) not in view.victims:
        return []
    return [say("history-best-move", by=named.by, seats=words.numbers(named.seats))]


def _after(say: Say, view: PublicView, days: tuple[DayRecord, ...]) -> list[str]:
    """The nights that no day followed yet: the present one, or the one that ended the game."""
    followed = {day.number for day in days}
    of_people = {gone.night for gone in view.gone} | {foul.night for foul in view.fouls}
    nights = {night for night, _ in view.victims} | {night for night in of_people if night is not None}
    return [line for night in sorted(nights - followed) for line in _night_lines(say, view, night)]


def _night_line(say: Say, view: PublicView, number: int, seat: int | None) -> str:
    night = words.night(say, view, number)
    if seat is None:
        return say("history-night-quiet", night=night)
    return say("history-night-killed", night=night, seat=seat)


def _gone_lines(say: Say, view: PublicView, number: int) -> list[str]:
    """Who left the game on day `number`, before the night."""
    gone = (gone for gone in view.gone if gone.day == number and gone.night is None)
    return [discipline.gone_line(say, one) for one in gone]


def _foul_line(say: Say, foul: Foul) -> str:
    line = say("history-foul", seat=foul.seat, number=str(foul.number))
    reason = discipline.foul_reason(say, foul.reason, foul.text)
    return f"{line}: {reason}" if reason else line
