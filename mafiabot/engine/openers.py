"""Who opens a day, by the ruleset's rotation, and in which order the living follow him."""

from mafiabot.engine.ruleset import OpenerRotation
from mafiabot.engine.state import GameState, Status


def from_seat(seats: tuple[int, ...], start: int) -> tuple[int, ...]:
    """`seats` (ascending) in the round's order: the first at or after `start`, and round to the lowest."""
    return tuple(n for n in seats if n >= start) + tuple(n for n in seats if n < start)


def speaking_order(state: GameState, day: int) -> tuple[int, ...]:
    """The living in the order in which they speak on `day`; the first of them opens it."""
    return from_seat(state.living, _start(state, day))


def _start(state: GameState, day: int) -> int:
    rotation = state.ruleset.opener_rotation
    if rotation is OpenerRotation.ABSOLUTE_DAY_INDEX:
        return 1 + day % len(state.seats)
    if rotation is OpenerRotation.POINTER:
        return _pointer(state, day)
    return 1 + state.days[day - 1].opener if day else 1


def _pointer(state: GameState, day: int) -> int:
    """Moves every evening, before the shot, to the next seat that is then still at the table."""
    pointer = from_seat(_seated(state), 1)[0]
    for evening in range(day):
        pointer = from_seat(_at_table(state, evening), pointer + 1)[0]
    return pointer


def _at_table(state: GameState, evening: int) -> tuple[int, ...]:
    """Who had not left when night fell after day `evening`."""
    left = {seat for record in state.days[: evening + 1] for seat in record.left}
    left |= {night.victim for night in state.nights[:evening] if night.victim is not None}
    left |= {gone.seat for gone in state.gone if (gone.day, gone.night or 0) <= (evening, evening)}
    return tuple(n for n in _seated(state) if n not in left)


def _seated(state: GameState) -> tuple[int, ...]:
    return tuple(n for n, seat in enumerate(state.seats, 1) if seat.status is not Status.ABSENT)
