"""Who may be heard: while a game runs the owner of the floor and who cries out; else the table has no say."""

from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import Ended, GameState, Lobby, ReadyCheck, SpeechKind, Status, Talk


def mics(state: GameState) -> dict[int, MicWish]:
    """The wish for every seated person, by user id; who has left the game stays muted."""
    seated = [seat for seat in state.seats if seat.status is not Status.ABSENT]
    if isinstance(state.phase, Lobby | ReadyCheck | Ended):
        return {seat.person.user_id: MicWish.AS_FOUND for seat in seated}
    heard = [state.seat(number) for number in _heard(state)]
    return {seat.person.user_id: MicWish.OPEN if seat in heard else MicWish.MUTED for seat in seated}


def _heard(state: GameState) -> tuple[int, ...]:
    """A lost speech has its turn, but no microphone."""
    if state.paused is not None or not isinstance(state.phase, Talk):
        return ()
    turn = state.phase.floor.turn
    crying = () if state.outcry is None else (state.outcry.seat,)
    return crying if turn.kind is SpeechKind.LOST else (turn.seat, *crying)
