"""When an absence counts: by day, out of the channel, alive, without the floor, and never in a pause."""

from mafiabot.engine.replacing import replace
from mafiabot.engine.state import Away, GameState, RaiseVote, Seat, Settling, Talk, Vote


def recounted(state: GameState, at_ms: int) -> GameState:
    """Starts and stops the counts of absence as phase, floor and pause now ask for."""
    if all(seat.away is None for seat in state.seats):
        return state
    seats = tuple(_recounted(state, number, at_ms) for number in range(1, len(state.seats) + 1))
    return state if seats == state.seats else replace(state, seats=seats)


def _recounted(state: GameState, number: int, at_ms: int) -> Seat:
    seat = state.seat(number)
    if seat.away is None:
        return seat
    counts = _counts(state, number)
    if counts and seat.away.since_ms is None and not seat.away.asked:
        return replace(seat, away=replace(seat.away, since_ms=at_ms))
    if not counts and seat.away.since_ms is not None:
        counted = seat.away.counted_ms + max(0, at_ms - seat.away.since_ms)
        return replace(seat, away=Away(counted_ms=counted, since_ms=None))
    return seat


def _counts(state: GameState, number: int) -> bool:
    if state.paused is not None or not state.seat(number).alive:
        return False
    if isinstance(state.phase, Talk):
        return state.phase.floor.turn.seat != number
    return isinstance(state.phase, Settling | Vote | RaiseVote)
