"""How events of judging change a state: judges, fouls, clocks, seats, and the game led back."""

from typing import assert_never

from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.evolve_table import left_game
from mafiabot.engine.narrowing import night_of, phase_as, with_seat
from mafiabot.engine.replacing import replace
from mafiabot.engine.state import Away, Dealing, Foul, GameState, Night, Seat, Talk

SPEECH_LOST_AT = 3


def applied(state: GameState, event: ev.JudgeEvent) -> GameState:
    match event:
        case ev.JudgeNamed():
            return _judge_named(state, event)
        case ev.FoulGiven():
            return _fouled(state, event)
        case ev.FoulTakenBack():
            return _taken_back(state, event)
        case ev.TeamLost():
            return left_game(state, event.seat, GoneCause.TEAM_LOSS, removed=True, text=event.text)
        case ev.TimeChanged():
            return _time_changed(state, event.change_ms)
        case ev.PhaseCut():
            return _cut(state)
        case ev.FloorCalled():
            return state
        case ev.AbsenceAsked() | ev.AbsenceForgiven():
            return _absence(state, event)
        case ev.Substituted():
            return _substituted(state, event)
        case ev.Undone():
            return event.restored
        case _:
            assert_never(event)


def _judge_named(state: GameState, event: ev.JudgeNamed) -> GameState:
    """Who judged until now has been shown the roles, where judges are."""
    dealt = any(seat.role is not None for seat in state.seats)
    former = (state.judge_id, state.co_judge_id) if dealt and state.judge_sees_roles else ()
    known = dict.fromkeys((*state.informed, *((user, None) for user in former if user is not None)))
    return replace(state, judge_id=event.judge, co_judge_id=event.co_judge, informed=tuple(known))


def _fouled(state: GameState, event: ev.FoulGiven) -> GameState:
    foul = Foul(
        seat=event.seat,
        number=event.number,
        reason=event.reason,
        text=event.text,
        day=state.day,
        night=night_of(state),
    )
    seat = state.seat(event.seat)
    owes = seat.owes_speech or event.number == SPEECH_LOST_AT
    fouled = replace(seat, fouls=event.number, owes_speech=owes)
    return replace(with_seat(state, event.seat, fouled), fouls=(*state.fouls, foul))


def _taken_back(state: GameState, event: ev.FoulTakenBack) -> GameState:
    seat = state.seat(event.seat)
    owes = seat.owes_speech and event.number != SPEECH_LOST_AT
    state = with_seat(state, event.seat, replace(seat, fouls=event.number - 1, owes_speech=owes))
    newest = max(at for at, foul in enumerate(state.fouls) if foul.seat == event.seat)
    bought = state.outcry is not None and state.outcry.seat == event.seat
    if bought and state.fouls[newest].reason is FoulReason.OUTCRY:
        state = replace(state, outcry=None)
    return replace(state, fouls=(*state.fouls[:newest], *state.fouls[newest + 1 :]))


def _time_changed(state: GameState, change_ms: int) -> GameState:
    phase = state.phase
    if isinstance(phase, Talk):
        floor = replace(phase.floor, granted_ms=phase.floor.granted_ms + change_ms)
        return replace(state, phase=replace(phase, floor=floor))
    night = phase_as(state, Night)
    return replace(state, phase=replace(night, until_ms=night.until_ms + change_ms))


def _cut(state: GameState) -> GameState:
    if isinstance(state.phase, Talk):
        return replace(state, phase=replace(state.phase, queue=()))
    return state


def _absence(state: GameState, event: ev.AbsenceAsked | ev.AbsenceForgiven) -> GameState:
    away = Away(since_ms=None, asked=isinstance(event, ev.AbsenceAsked))
    return with_seat(state, event.seat, replace(state.seat(event.seat), away=away))


def _substituted(state: GameState, event: ev.Substituted) -> GameState:
    """His presence is not known yet, as at the beginning of a game; in the deal he has opened no hand."""
    waiting = tuple(person for person in state.waiting if person != event.person)
    former = state.seat(event.seat)
    informed = (*state.informed, (former.person.user_id, event.seat))
    state = replace(state, waiting=waiting, informed=informed)
    if isinstance(state.phase, Dealing):
        opened = tuple(seat for seat in state.phase.opened if seat != event.seat)
        state = replace(state, phase=replace(state.phase, opened=opened))
    return with_seat(state, event.seat, Seat(person=event.person, role=former.role))
