"""Who may be heard: nobody but the owner of the floor while a game runs; else the table has no say."""

from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import Ended, GameState, Lobby, ReadyCheck, Talk


def mics(state: GameState) -> dict[int, MicWish]:
    """The wish for every seated person, by user id; who has left the game stays muted."""
    if isinstance(state.phase, Lobby | ReadyCheck | Ended):
        return {seat.person.user_id: MicWish.AS_FOUND for seat in state.seats}
    owner = _owner(state)
    return {
        seat.person.user_id: MicWish.OPEN if number == owner else MicWish.MUTED
        for number, seat in enumerate(state.seats, 1)
    }


def _owner(state: GameState) -> int | None:
    if state.paused is None and isinstance(state.phase, Talk):
        return state.phase.floor.turn.seat
    return None
