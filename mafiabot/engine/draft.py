"""What a command leads to, as it is worked out: events decided so far and the state they make.

Every event goes through `add`, so what is decided next always sees what has been decided before.
"""

from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import GameState


class Draft:
    """`now`: the moment of the decision, host's clock; every event is stamped with it."""

    __slots__ = ("events", "now", "state")

    def __init__(self, state: GameState, now: int) -> None:
        self.state = state
        self.now = now
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)


def seat_of(state: GameState, user_id: int) -> int | Refusal:
    """The seat of who asks, dead or alive."""
    return state.seat_of(user_id) or refuse(Reason.NOT_SEATED)


def waits(state: GameState, user_id: int) -> bool:
    """Whether he waits for a seat."""
    return any(person.user_id == user_id for person in state.waiting)


def plays(state: GameState, user_id: int) -> bool:
    """Whether he sits or waits for a seat, which may be given him at any moment: then he does not judge."""
    return state.seat_of(user_id) is not None or waits(state, user_id)


def living_seat_of(state: GameState, user_id: int) -> int | Refusal:
    """The seat of who asks, if he is still in the game."""
    seat = seat_of(state, user_id)
    if isinstance(seat, int) and not state.seat(seat).alive:
        return refuse(Reason.NOT_ALIVE)
    return seat


def not_a_seat(state: GameState, seat: int) -> Refusal | None:
    if not 1 <= seat <= len(state.seats):
        return refuse(Reason.NOT_A_SEAT, seat=seat)
    return None


def not_living(state: GameState, seat: int) -> Refusal | None:
    """Why `seat` cannot be named where only the living can; None if it can."""
    if missing := not_a_seat(state, seat):
        return missing
    return None if state.seat(seat).alive else refuse(Reason.SEAT_NOT_ALIVE, seat=seat)
