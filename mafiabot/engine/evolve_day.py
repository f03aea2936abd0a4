"""How events of the day change a state: the day itself, floors and their clocks, what is said in them."""

from typing import assert_never

from mafiabot.engine import events as ev
from mafiabot.engine import outcry
from mafiabot.engine.narrowing import entered, phase_as, today_of, with_seat
from mafiabot.engine.replacing import replace
from mafiabot.engine.ruleset import ThirdFoul
from mafiabot.engine.state import (
    BestMove,
    Closing,
    DayRecord,
    Floor,
    GameState,
    Nomination,
    Settling,
    SpeechKind,
    Talk,
)
from mafiabot.engine.timing import charge_ms, ran_ms


def applied(state: GameState, event: ev.DayEvent) -> GameState:
    match event:
        case ev.DayBroke():
            today = DayRecord(number=event.number, opener=event.opener)
            return replace(state, day=event.number, today=today)
        case ev.FloorGiven():
            return _floor_given(state, event)
        case ev.ClockStarted() | ev.ClockStopped() | ev.SpeechCredited():
            return _clock(state, event)
        case ev.SpeechEnded():
            return _speech_ended(state, event)
        case ev.FoulServed():
            return _foul_served(state, event)
        case ev.Nominated():
            today = today_of(state)
            made = (*today.nominations, Nomination(by=event.by, seat=event.seat))
            return replace(state, today=replace(today, nominations=made))
        case ev.BestMoveNamed():
            return replace(state, best_move=BestMove(by=event.by, seats=event.seats))
        case ev.SettlingBegan():
            return entered(state, Settling(until_ms=event.until_ms), event.at_ms)
        case ev.OutcryBegan():
            return replace(state, outcry=outcry.begun(state, event.seat, event.at_ms))
        case ev.OutcryEnded():
            return replace(state, outcry=None)
        case _:
            assert_never(event)


def _floor_given(state: GameState, event: ev.FloorGiven) -> GameState:
    floor = Floor(
        turn=event.turn,
        ordinal=state.floors + 1,
        given_at_ms=event.at_ms,
        granted_ms=event.turn.length_ms,
        waiting_since_ms=None if state.paused else event.at_ms,
    )
    if event.turn.kind is SpeechKind.SPEECH and not event.turn.rest:
        state = _speaks(state, event.turn.seat)
    talk = Talk(stage=event.stage, floor=floor, queue=event.queue)
    return entered(replace(state, floors=floor.ordinal), talk, event.at_ms)


def _speaks(state: GameState, seat: int) -> GameState:
    today = _opened(today_of(state), seat)
    return replace(state, today=replace(today, speakers=(*today.speakers, seat)))


def _opened(today: DayRecord, seat: int) -> DayRecord:
    """Whose turn comes first has really opened the day, whoever was to; a lost speech opens it too."""
    return today if today.speakers or today.lost else replace(today, opener=seat)


def _foul_served(state: GameState, event: ev.FoulServed) -> GameState:
    state = with_seat(state, event.seat, replace(state.seat(event.seat), owes_speech=False))
    if event.how is not ThirdFoul.LOSE_SPEECH:
        return state
    today = _opened(today_of(state), event.seat)
    return replace(state, today=replace(today, lost=(*today.lost, event.seat)))


def _clock(state: GameState, event: ev.ClockStarted | ev.ClockStopped | ev.SpeechCredited) -> GameState:
    talk = phase_as(state, Talk)
    floor = talk.floor
    match event:
        case ev.ClockStarted():
            state = _charged(state, floor, event.from_ms)
            floor = replace(
                floor,
                started=True,
                running_since_ms=event.from_ms,
                waiting_since_ms=None,
                waited_ms=0,
                interrupted=False,
            )
        case ev.ClockStopped():
            floor = replace(
                floor,
                spent_ms=ran_ms(floor, event.from_ms),
                running_since_ms=None,
                waiting_since_ms=event.from_ms,
                interrupted=True,
            )
        case ev.SpeechCredited():
            floor = _credited(floor, event)
            state = outcry.moved(state, event.credit_ms)
        case _:
            assert_never(event)
    return replace(state, phase=replace(talk, floor=floor))


def _credited(floor: Floor, event: ev.SpeechCredited) -> Floor:
    """A running clock is given the time back; a wait just lasts longer."""
    floor = replace(floor, credited_ms=floor.credited_ms + event.credit_ms)
    if floor.waiting_since_ms is None:
        return replace(floor, granted_ms=floor.granted_ms + event.credit_ms)
    since = min(event.at_ms, floor.waiting_since_ms + event.credit_ms)
    return replace(floor, waiting_since_ms=since)


def _charged(state: GameState, floor: Floor, at_ms: int) -> GameState:
    seat = state.seat(floor.turn.seat)
    used = seat.reconnect_used_ms + charge_ms(state, floor, at_ms)
    return with_seat(state, floor.turn.seat, replace(seat, reconnect_used_ms=used))


def _speech_ended(state: GameState, event: ev.SpeechEnded) -> GameState:
    floor = phase_as(state, Talk).floor
    state = _charged(state, floor, event.ended_ms)
    if event.cause == "gone":
        return state
    closing = Closing(
        seat=event.seat, ordinal=floor.ordinal, kind=floor.turn.kind, ended_at_ms=event.ended_ms
    )
    return replace(state, closing=closing)
