"""What the judge did and who left by other ways than vote and shot, each where it happened.

After an undo both are shown: what counts in its place, and what counts no more under the undo.
"""

from collections.abc import Iterable

from mafiabot.engine.protocol_types import (
    Departure,
    Fact,
    FactKind,
    Moment,
    Protocol,
    ProtocolFoul,
    TeamLoss,
    UndoEntry,
)
from mafiabot.engine.state import ActKind
from mafiabot.ui import words
from mafiabot.ui.protocol_paper import Pen, ballots, where

Told = tuple[Moment, list[str]]


def acts_in(protocol: Protocol) -> set[int]:
    """Numbers of the days and nights in which the judge undid something."""
    return {undo.moment.day if undo.moment.night is None else undo.moment.night for undo in protocol.undos}


def acts_of_day(pen: Pen, protocol: Protocol, number: int) -> tuple[str, ...]:
    """By the clock."""
    return _in_order(at for at in _told(pen, protocol) if at[0].night is None and at[0].day == number)


def acts_of_night(pen: Pen, protocol: Protocol, number: int) -> tuple[str, ...]:
    """By the clock."""
    return _in_order(at for at in _told(pen, protocol) if at[0].night == number)


def _in_order(told: Iterable[Told]) -> tuple[str, ...]:
    by_the_clock = sorted(told, key=lambda at: at[0].at_ms)
    return tuple(line for _, lines in by_the_clock for line in lines)


def _told(pen: Pen, protocol: Protocol) -> list[Told]:
    told = [(foul.moment, [_foul(pen, foul)]) for foul in protocol.fouls]
    told += [(left.moment, [_departure(pen, left)]) for left in protocol.departures]
    told += [(fact.moment, [_intervention(pen, fact)]) for fact in protocol.interventions]
    told += [(undo.moment, _undo(pen, undo)) for undo in protocol.undos]
    if protocol.team_loss is not None:
        told.append((protocol.team_loss.moment, [_team_loss(pen, protocol.team_loss)]))
    return told


def _foul(pen: Pen, foul: ProtocolFoul) -> str:
    reason = pen.say(f"foul-reason-{foul.reason.value}")
    line = pen.say(
        "protocol-foul", n=foul.number, seat=foul.seat, reason=reason, where=where(pen, foul.moment)
    )
    taken_back = pen.say("protocol-foul-taken-back") if foul.taken_back else ""
    return _joined(line, pen.quoted(foul.text), taken_back)


def _departure(pen: Pen, left: Departure) -> str:
    key = "protocol-removed" if left.removed else "protocol-gone"
    cause = pen.say(f"cause-{left.cause.value}")
    line = pen.say(key, seat=left.seat, cause=cause, where=where(pen, left.moment))
    return _joined(line, pen.quoted(left.text))


def _team_loss(pen: Pen, lost: TeamLoss) -> str:
    line = pen.say("protocol-team-loss", seat=lost.seat, where=where(pen, lost.moment))
    return _joined(line, pen.quoted(lost.text))


def _intervention(pen: Pen, fact: Fact) -> str:
    return pen.say("protocol-judge-did", what=fact_words(pen, fact), where=where(pen, fact.moment))


def _undo(pen: Pen, undo: UndoEntry) -> list[str]:
    line = pen.say(
        "protocol-undo",
        act=act_words(pen, undo.act, undo.seat),
        where=where(pen, undo.moment),
        reason=pen.quoted(undo.reason) or words.NOBODY,
    )
    facts = "; ".join(fact_words(pen, fact) for fact in undo.undone)
    return [line, pen.say("protocol-undone", facts=facts)] if facts else [line]


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def act_words(pen: Pen, act: ActKind, seat: int | None) -> str:
    return pen.say(f"act-{act.value}", seat=seat or words.NOBODY)


# --- facts ---------------------------------------------------------------------------------------


def fact_words(pen: Pen, fact: Fact) -> str:
    """One fact in a few words."""
    key = _fact_key(fact)
    match fact.kind:
        case FactKind.FOUL | FactKind.FOUL_TAKEN_BACK:
            return pen.say(key, n=fact.number or 0, seat=fact.seat or 0)
        case FactKind.DEPARTURE:
            return pen.say(key, seat=fact.seat or 0, cause=pen.say(f"cause-{fact.code}"))
        case FactKind.NOMINATION | FactKind.SHOT | FactKind.CHECK:
            return pen.say(key, seat=fact.seat or 0, by=fact.by or 0)
        case FactKind.BEST_MOVE:
            return pen.say(key, by=fact.by or 0, seats=words.numbers(fact.seats))
        case FactKind.WINDOW | FactKind.VOTED_OUT:
            return pen.say(key, seat=fact.seat or 0, seats=words.numbers(fact.seats))
        case FactKind.ROUND | FactKind.RAISE:
            return _of_the_vote(pen, key, fact)
        case _:
            return pen.say(key, seat=fact.seat or 0, seconds=_seconds(fact))


def _fact_key(fact: Fact) -> str:
    """Some kinds are said in two ways."""
    if fact.kind is FactKind.NIGHT_ENDED:
        return "protocol-fact-nobody-killed" if fact.seat is None else "protocol-fact-killed"
    if fact.kind is FactKind.SPEECH_ENDED and fact.code == "skipped":
        return "protocol-fact-skipped"
    if fact.kind is FactKind.TIME_CHANGED and fact.seat is None:
        return "protocol-fact-free-seating"
    return f"protocol-fact-{fact.kind.value}"


def _of_the_vote(pen: Pen, key: str, fact: Fact) -> str:
    if fact.raise_vote is not None:
        yes, no = words.numbers(fact.raise_vote.yes), words.numbers(fact.raise_vote.no)
        return pen.say(key, seats=words.numbers(fact.seats), yes=yes, no=no)
    return pen.say(key, votes=ballots(pen, fact.round) if fact.round is not None else words.NOBODY)


def _seconds(fact: Fact) -> str:
    """Whole seconds; a change of time carries its sign."""
    seconds = round((fact.change_ms or 0) / 1000)
    if fact.kind is not FactKind.TIME_CHANGED:
        return str(seconds)
    return f"+{seconds}" if seconds >= 0 else f"−{-seconds}"
