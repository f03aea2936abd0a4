"""Days and nights of a protocol, in the order in which they were played."""

from collections.abc import Iterator

from mafiabot.engine.protocol_types import Protocol, ProtocolDay, ProtocolNight
from mafiabot.engine.state import CheckRecord, RaiseRecord
from mafiabot.ui import words
from mafiabot.ui.protocol_acts import acts_in, acts_of_day, acts_of_night
from mafiabot.ui.protocol_paper import Pen, Section, ballots, day_name, night_name


def days_and_nights(pen: Pen, protocol: Protocol) -> Iterator[Section]:
    """Night 0, day 0, night 1 and so on; what was not played is not there, unless an act of it was undone."""
    nights = {night.number: night for night in protocol.nights}
    days = {day.number: day for day in protocol.days}
    for number in range(max((0, *nights, *days, *acts_in(protocol))) + 1):
        night = _night_0(pen, protocol) if number == 0 else _night(pen, protocol, nights.get(number))
        lines = (*night, *acts_of_night(pen, protocol, number))
        if lines:
            yield Section(title=night_name(pen, protocol, number), lines=lines)
        section = _day_section(pen, protocol, number, days.get(number))
        if section.lines:
            yield section


def _night_0(pen: Pen, protocol: Protocol) -> tuple[str, ...]:
    if protocol.plan:
        plan = pen.say("protocol-plan", seats=words.numbers(protocol.plan))
    else:
        plan = pen.say("protocol-no-plan")
    signs = (pen.say("protocol-sign", seat=sign.seat, text=pen.text(sign.text)) for sign in protocol.signs)
    return (plan, *signs)


# --- nights --------------------------------------------------------------------------------------


def _night(pen: Pen, protocol: Protocol, night: ProtocolNight | None) -> tuple[str, ...]:
    if night is None:
        return ()
    shots = ", ".join(f"{shot.by} → {shot.target}" for shot in night.shots)
    lines = [pen.say("protocol-shots", shots=shots) if shots else pen.say("protocol-no-shots")]
    lines += _check(pen, "don", night.don_check) + _check(pen, "sheriff", night.sheriff_check)
    if not night.ended:
        return (*lines, pen.say("protocol-night-broken"))
    if night.victim is None:
        return (*lines, pen.say("protocol-nobody-killed"))
    return (*lines, pen.say("protocol-killed", seat=night.victim), *_best_move(pen, protocol, night))


def _check(pen: Pen, who: str, check: CheckRecord | None) -> list[str]:
    if check is None:
        return []
    return [pen.say(f"protocol-check-{who}-{'hit' if check.hit else 'miss'}", seat=check.seat)]


def _best_move(pen: Pen, protocol: Protocol, night: ProtocolNight) -> tuple[str, ...]:
    named = protocol.best_move
    if named is None or named.by != night.victim:
        return ()
    roles = {one.number: one.role for one in protocol.seats}
    count = sum((role := roles.get(seat)) is not None and role.black for seat in named.seats)
    return (pen.say("protocol-best-move", seat=named.by, seats=words.numbers(named.seats), count=count),)


# --- days ----------------------------------------------------------------------------------------


def _day_section(pen: Pen, protocol: Protocol, number: int, day: ProtocolDay | None) -> Section:
    title, lines = day_name(pen, protocol, number), []
    if day is not None:
        title = f"{title} · {pen.say('history-opener', seat=str(day.opener))}"
        lines = _day(pen, day)
    return Section(title=title, lines=(*lines, *acts_of_day(pen, protocol, number)))


def _day(pen: Pen, day: ProtocolDay) -> list[str]:
    lines = []
    if day.speakers:
        lines.append(pen.say("protocol-speakers", seats=words.numbers(day.speakers)))
    if day.lost:
        lines.append(pen.say("protocol-lost", seats=words.numbers(day.lost)))
    if day.nominations:
        pairs = (pen.say("history-nomination", seat=made.seat, by=made.by) for made in day.nominations)
        lines.append(pen.say("history-nominations", pairs=", ".join(pairs)))
    return lines + _vote(pen, day) + _result(pen, day)


def _vote(pen: Pen, day: ProtocolDay) -> list[str]:
    lines = []
    for number, record in enumerate(day.rounds):
        votes = ballots(pen, record)
        again = pen.say("protocol-revote", n=number, votes=votes)
        lines.append(again if number else pen.say("protocol-vote", votes=votes))
        if len(record.leaders) > 1:
            lines.append(pen.say("protocol-tie", seats=words.numbers(record.leaders)))
    if day.unfinished is not None:
        lines.append(pen.say("protocol-unfinished", votes=ballots(pen, day.unfinished)))
    if day.raise_vote is not None:
        lines += _raise(pen, day, day.raise_vote)
    return lines


def _raise(pen: Pen, day: ProtocolDay, record: RaiseRecord) -> list[str]:
    line = pen.say(
        "history-raise-passed" if record.passed else "history-raise-failed",
        tied=words.numbers(record.tied),
        yes=words.numbers(record.yes),
        no=words.numbers(record.no),
    )
    silent = silent_in(day, record)
    return [line, pen.say("protocol-raise-silent", seats=words.numbers(silent))] if silent else [line]


def silent_in(day: ProtocolDay, record: RaiseRecord) -> tuple[int, ...]:
    """Who voted in the round before the raise vote and did not answer in it."""
    voters = sorted(ballot.voter for ballot in day.rounds[-1].ballots) if day.rounds else ()
    return tuple(seat for seat in voters if seat not in (*record.yes, *record.no))


def _result(pen: Pen, day: ProtocolDay) -> list[str]:
    lines = []
    if day.skipped is not None:
        lines.append(pen.say(f"protocol-skipped-{day.skipped}"))
    if day.stayed:
        lines.append(pen.say("protocol-stayed", seats=words.numbers(day.stayed)))
    elif day.left:
        lines.append(pen.say("protocol-left", seats=words.numbers(day.left)))
    elif day.rounds and day.skipped is None:
        lines.append(pen.say("protocol-nobody-left"))
    return lines
