"""Who may be heard: nobody but the owner of the floor while a game runs; else the table has no say."""

from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import Ended, GameState, Lobby, ReadyCheck, Seat, SpeechKind, Status, Talk


def mics(state: GameState) -> dict[int, MicWish]:
    """The wish for every seated person, by user id; who has left the game stays muted."""
    seated = [seat for seat in state.seats if seat.status is not Status.ABSENT]
    if isinstance(state.phase, Lobby | ReadyCheck | Ended):
        return {seat.person.user_id: MicWish.AS_FOUND for seat in seated}
    owner = _owner(state)
    return {seat.person.user_id: MicWish.OPEN if seat is owner else MicWish.MUTED for seat in seated}


def _owner(state: GameState) -> Seat | None:
    """A lost speech has its turn, but no microphone."""
    if state.paused is not None or not isinstance(state.phase, Talk):
        return None
    turn = state.phase.floor.turn
    return None if turn.kind is SpeechKind.LOST else state.seat(turn.seat)
