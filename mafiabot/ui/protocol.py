"""The protocol as people read it: who sat where, days and nights in order, points and protests.

`protocol_text` is plain text (a file, a terminal), `protocol_markdown` a message on Discord, cut to its room.
"""

from collections.abc import Iterator

from mafiabot.engine.aftermath import Protest
from mafiabot.engine.protocol_types import NoShots, Protocol, ProtocolSeat
from mafiabot.engine.published import SeatPoints
from mafiabot.engine.ruleset import CiFormula
from mafiabot.engine.state import Status
from mafiabot.ui import words
from mafiabot.ui.deal_words import words_lines
from mafiabot.ui.names import safe_name, safe_text
from mafiabot.ui.protocol_days import days_and_nights
from mafiabot.ui.protocol_paper import (
    Paper,
    Pen,
    Section,
    hundredths,
    night_name,
    plain_pen,
    seat_name,
)
from mafiabot.ui.texts import Texts


def protocol_text(texts: Texts, locale: str, paper: Paper) -> str:
    """Plain text, whole; moments in UTC."""
    pen = plain_pen(texts, locale, paper)
    head, *rest = sections(pen, paper)
    lines = [head.title, *head.lines]
    for section in rest:
        lines += ["", section.title, *(f"  {line}" for line in section.lines)]
    return "\n".join(lines) + "\n"


def protocol_markdown(texts: Texts, locale: str, paper: Paper, room: int) -> str:
    """At most `room` characters; what does not fit is said to be in the file."""
    say = texts.say(locale)

    def user(user_id: int) -> str:
        """Who had himself forgotten has no id to be mentioned by."""
        return words.mention(user_id) if user_id > 0 else safe_name(paper.people.get(user_id, words.NOBODY))

    pen = Pen(say=say, name=safe_name, text=safe_text, user=user, moment=lambda ms: f"<t:{ms // 1000}:f>")
    head, *rest = sections(pen, paper)
    lines = [f"## {head.title}", *head.lines]
    for section in rest:
        lines += [f"**{section.title}**", *section.lines]
    return _cut(lines, room, pen.say("protocol-more"))


def _cut(lines: list[str], room: int, more: str) -> str:
    text = "\n".join(lines)
    if len(text) <= room:
        return text
    while lines and len("\n".join([*lines, more])) > room:
        lines.pop()
    return "\n".join([*lines, more])


# --- sections ------------------------------------------------------------------------------------


def sections(pen: Pen, paper: Paper) -> Iterator[Section]:
    """All there is to tell; the first is the head."""
    protocol = paper.protocol
    number = words.NOBODY if protocol.number is None else str(protocol.number)
    yield Section(title=pen.say("protocol-title", number=number), lines=tuple(_head(pen, protocol)))
    yield Section(title=pen.say("protocol-table"), lines=tuple(_table(pen, protocol)))
    yield from days_and_nights(pen, protocol)
    yield from _after(pen, paper)


def _head(pen: Pen, protocol: Protocol) -> Iterator[str]:
    if protocol.outcome is not None:
        yield pen.say(f"outcome-{protocol.outcome.value}")
    yield pen.say("protocol-rules", preset=pen.say(f"preset-{protocol.preset.value}"))
    if protocol.dealt_ms is not None and protocol.ended_ms is not None:
        yield pen.say(
            "protocol-when",
            opened=pen.moment(protocol.opened_ms),
            dealt=pen.moment(protocol.dealt_ms),
            ended=pen.moment(protocol.ended_ms),
        )
    judges = ", ".join(pen.user(user_id) for user_id in protocol.judge_ids)
    yield pen.say("protocol-judge", names=judges) if judges else pen.say("protocol-no-judge")
    if protocol.commitment is not None and protocol.seed is not None:
        yield pen.say("protocol-commitment", commitment=protocol.commitment)
        yield pen.say("protocol-seed", seed=protocol.seed)
        yield from words_lines(pen.say, protocol.words, pen.text)


def _table(pen: Pen, protocol: Protocol) -> Iterator[str]:
    for seat in protocol.seats:
        yield _seat(pen, seat)
    for one in protocol.substitutions:
        former, name = pen.name(one.former_name), seat_name(pen, protocol, one.seat)
        yield pen.say("protocol-substitution", seat=one.seat, former=former, name=name)
    if protocol.pauses:
        length = sum((pause.until_ms or pause.from_ms) - pause.from_ms for pause in protocol.pauses)
        yield pen.say("protocol-pauses", count=len(protocol.pauses), length=_minutes(length))


def _seat(pen: Pen, seat: ProtocolSeat) -> str:
    if seat.role is None or seat.status is Status.ABSENT:
        return pen.say("protocol-seat-empty", seat=seat.number)
    line = pen.say(
        "protocol-seat",
        seat=seat.number,
        name=pen.name(seat.name),
        role=pen.say(f"role-{seat.role.value}"),
        status=pen.say(f"status-{seat.status.value}"),
    )
    if seat.disqualified and seat.status is not Status.REMOVED:
        line += f", {pen.say('protocol-seat-disqualified')}"
    return f"{line}, {pen.say('protocol-seat-fouls', count=seat.fouls)}" if seat.fouls else line


def _minutes(length_ms: int) -> str:
    minutes, seconds = divmod(length_ms // 1000, 60)
    return f"{minutes}:{seconds:02d}"


# --- after the end -------------------------------------------------------------------------------


def _after(pen: Pen, paper: Paper) -> Iterator[Section]:
    game = paper.game
    if game.points is not None:
        yield Section(title=pen.say("protocol-points"), lines=tuple(_points(pen, paper, game.points)))
    if game.protests:
        lines = tuple(_protest(pen, one) for one in game.protests)
        yield Section(title=pen.say("protocol-protests"), lines=lines)
    sealed = paper.protocol.sealed
    if sealed is not None and sealed.no_shots:
        noted = tuple(_no_shot(pen, paper.protocol, one) for one in sealed.no_shots)
        yield Section(title=pen.say("protocol-sealed"), lines=noted)


def _points(pen: Pen, paper: Paper, points: tuple[SeatPoints, ...]) -> Iterator[str]:
    for one in points:
        name = seat_name(pen, paper.protocol, one.seat)
        total = hundredths(pen, one.total)
        line = pen.say("protocol-points-line", seat=one.seat, name=name, total=total)
        parts = ", ".join(_parts(pen, one))
        yield f"{line} ({parts})" if parts else line
    for penalty in paper.game.penalties:
        if text := pen.text(penalty.text):
            yield pen.say("protocol-error", seat=penalty.seat, text=text)
        else:
            yield pen.say("protocol-error-bare", seat=penalty.seat)
    if paper.protocol.ruleset.ci_formula is not CiFormula.OFF:
        yield pen.say("protocol-ci-later")


def _parts(pen: Pen, one: SeatPoints) -> Iterator[str]:
    parts = {
        "win": one.win,
        "best_move": one.best_move,
        "bonus": one.bonus,
        "errors": one.errors,
        "removal": one.removal,
        "ci": one.ci,
    }
    for name, value in parts.items():
        if value:
            yield pen.say(f"protocol-part-{name}", points=hundredths(pen, value, signed=True))


def _protest(pen: Pen, protest: Protest) -> str:
    state = pen.say(f"protocol-protest-{protest.state.value}")
    line = pen.say(
        "protocol-protest", id=protest.id, seat=protest.seat, text=pen.text(protest.text), state=state
    )
    verdict = pen.quoted(protest.verdict)
    return f"{line}: {verdict}" if verdict else line


def _no_shot(pen: Pen, protocol: Protocol, noted: NoShots) -> str:
    night = night_name(pen, protocol, noted.night)
    return pen.say("protocol-no-shot", night=night, seats=words.numbers(noted.seats))
