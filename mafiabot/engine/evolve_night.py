"""How events of the night change a state; the batch of the night kills last."""

from typing import assert_never

from mafiabot.engine import events as ev
from mafiabot.engine.narrowing import entered, phase_as, role_of, tonight_of, with_seat
from mafiabot.engine.replacing import replace
from mafiabot.engine.ruleset import DrawResetsOn
from mafiabot.engine.state import CheckRecord, GameState, Night, NightRecord, Role, Status
from mafiabot.engine.timing import steps_of


def applied(state: GameState, event: ev.NightEvent) -> GameState:
    match event:
        case ev.NightFell():
            return _fell(state, event)
        case ev.NightStepBegan():
            return _step_began(state, event)
        case ev.PlanWritten():
            return _picked(replace(state, plan=event.seats), event.by, event.seats)
        case ev.SignWritten():
            return _signed(state, event)
        case ev.ShotFired():
            return _shot(state, event)
        case ev.SeatChecked():
            return _checked(state, event)
        case ev.IdlePicked():
            return _picked(state, event.seat, event.targets, event.pressed_ms)
        case ev.NightEnded():
            return _ended(state, event)
        case _:
            assert_never(event)


def _fell(state: GameState, event: ev.NightFell) -> GameState:
    first = steps_of(state.ruleset, event.number)[0]
    night = Night(number=event.number, step=first, until_ms=event.at_ms)
    tonight = NightRecord(number=event.number) if event.number else None
    state = replace(state, days=state.all_days, today=None, tonight=tonight, closing=None)
    return entered(state, night, event.at_ms)


def _step_began(state: GameState, event: ev.NightStepBegan) -> GameState:
    """A step that begins anew (after a pause) keeps what was pressed in it."""
    night = phase_as(state, Night)
    if night.step is not event.step:
        night = replace(night, picks=(), pressed=())
    step = replace(night, step=event.step, until_ms=event.until_ms)
    return entered(state, step, event.at_ms)


def _picked(
    state: GameState, seat: int, targets: tuple[int, ...], pressed_ms: int | None = None
) -> GameState:
    night = phase_as(state, Night)
    others = tuple(pick for pick in night.picks if pick[0] != seat)
    picks = (*others, (seat, targets)) if targets else others
    pressed = night.pressed
    if pressed_ms is not None:
        pressed = (*(one for one in pressed if one[0] != seat), (seat, pressed_ms))
    return replace(state, phase=replace(night, picks=picks, pressed=pressed))


def _signed(state: GameState, event: ev.SignWritten) -> GameState:
    signs = dict(state.signs)
    signs.pop(event.by, None)
    if event.text:
        signs[event.by] = event.text
    return replace(state, signs=tuple(sorted(signs.items())))


def _shot(state: GameState, event: ev.ShotFired) -> GameState:
    tonight = tonight_of(state)
    shots = tuple(shot for shot in tonight.shots if shot[0] != event.seat)
    if event.target is not None:
        shots = (*shots, (event.seat, event.target))
    state = replace(state, tonight=replace(tonight, shots=shots))
    targets = () if event.target is None else (event.target,)
    return _picked(state, event.seat, targets, event.pressed_ms)


def _checked(state: GameState, event: ev.SeatChecked) -> GameState:
    record = CheckRecord(seat=event.seat, hit=event.hit)
    tonight = tonight_of(state)
    if role_of(state, event.by) is Role.DON:
        tonight = replace(tonight, don_check=record)
    else:
        tonight = replace(tonight, sheriff_check=record)
    return _picked(replace(state, tonight=tonight), event.by, (event.seat,))


def _ended(state: GameState, event: ev.NightEnded) -> GameState:
    tonight = replace(tonight_of(state), victim=event.victim, no_shot=_unfired(state))
    quiet = state.quiet_nights + 1
    if event.victim is not None:
        quiet = 0
        seat = state.seat(event.victim)
        if seat.alive:
            state = with_seat(state, event.victim, replace(seat, status=Status.KILLED))
    elif _left_tonight(state):
        quiet = 0
    owed = tuple(seat for seat in state.owed_cancels if seat != event.excused)
    return replace(
        state, nights=(*state.nights, tonight), tonight=None, quiet_nights=quiet, owed_cancels=owed
    )


def _unfired(state: GameState) -> tuple[int, ...]:
    shooters = {seat for seat, _ in tonight_of(state).shots}
    return tuple(n for n in state.living if role_of(state, n).black and n not in shooters)


def _left_tonight(state: GameState) -> bool:
    """Whether a departure of this night keeps it from counting as quiet."""
    number = phase_as(state, Night).number
    counts = state.ruleset.draw_resets_on is DrawResetsOn.ANY_DEPARTURE
    return counts and any(left.night == number for left in state.gone)
