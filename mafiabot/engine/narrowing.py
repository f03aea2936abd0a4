"""Access to the state where the caller knows more than its type says; a wrong belief is a bug."""

from typing import TypeVar

from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.replacing import replace
from mafiabot.engine.state import (
    DayRecord,
    GameState,
    Night,
    NightRecord,
    Paused,
    Phase,
    Role,
    Seat,
    Talk,
    TalkStage,
)

P = TypeVar("P")


def phase_as(state: GameState, kind: type[P]) -> P:
    """The phase, which must be of this kind. Raises `InvariantBroken`."""
    if not isinstance(state.phase, kind):
        raise InvariantBroken(f"the phase is {kind.__name__}")
    return state.phase


def today_of(state: GameState) -> DayRecord:
    """The running day. Raises `InvariantBroken` at night."""
    if state.today is None:
        raise InvariantBroken("it is day")
    return state.today


def tonight_of(state: GameState) -> NightRecord:
    """The running combat night. Raises `InvariantBroken` by day and in night 0."""
    if state.tonight is None:
        raise InvariantBroken("it is a combat night")
    return state.tonight


def pause_of(state: GameState) -> Paused:
    """The pause. Raises `InvariantBroken` where there is none."""
    if state.paused is None:
        raise InvariantBroken("the game is paused")
    return state.paused


def role_of(state: GameState, seat: int) -> Role:
    """The role of a seat. Raises `InvariantBroken` before the deal."""
    role = state.seat(seat).role
    if role is None:
        raise InvariantBroken("roles are dealt")
    return role


def night_of(state: GameState) -> int | None:
    """Which night it is, its best move included; None by day."""
    phase = state.phase
    if isinstance(phase, Night):
        return phase.number
    at_night = isinstance(phase, Talk) and phase.stage is TalkStage.BEST_MOVE
    return state.nights[-1].number if at_night else None


def with_seat(state: GameState, number: int, seat: Seat) -> GameState:
    seats = state.seats
    return replace(state, seats=(*seats[: number - 1], seat, *seats[number:]))


def entered(state: GameState, phase: Phase, at_ms: int) -> GameState:
    """A new phase, or a new step of one, since `at_ms`."""
    return replace(state, phase=phase, phase_since_ms=at_ms)
