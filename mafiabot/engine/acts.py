"""What can be undone: the public acts of a game, each with the place in the log it begins at.

An act is the first event of what a command decided, never one in its midst, so that going back to before
it leads to a state that stood between two commands.
"""

from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.replacing import replace
from mafiabot.engine.state import Act, ActKind, GameState

ACTS_KEPT = 25
"""As many as Discord offers choices."""

_ENDS_BY_ITSELF = ("time", "finished", "forfeit", "skipped")
_FOLLOWS_A_FOUL = (GoneCause.FOURTH_FOUL, GoneCause.TEAM_LOSS)


def remembered(before: GameState | None, after: GameState, event: ev.Event) -> GameState:
    """`after` with the act that `event` is, if it is one."""
    act = _act(event)
    if before is None or act is None:
        return after
    kind, seat = act
    made = Act(seq=before.seq, kind=kind, seat=seat, at_ms=event.at_ms)
    return replace(after, acts=(*after.acts, made)[-ACTS_KEPT:])


def _act(event: ev.Event) -> tuple[ActKind, int | None] | None:
    return _of_the_judge(event) or _of_the_game(event)


def _of_the_judge(event: ev.Event) -> tuple[ActKind, int | None] | None:
    match event:
        case ev.FoulGiven(seat=seat):
            return ActKind.FOUL, seat
        case ev.FoulTakenBack(seat=seat):
            return ActKind.FOUL_TAKEN_BACK, seat
        case ev.TimeChanged():
            return ActKind.TIME_CHANGED, None
        case ev.FloorCalled(seat=seat):
            return ActKind.FLOOR_GIVEN, seat
        case ev.PhaseCut():
            return ActKind.PHASE_ENDED, None
        case ev.Substituted(seat=seat):
            return ActKind.SUBSTITUTION, seat
        case _:
            return None


def _of_the_game(event: ev.Event) -> tuple[ActKind, int | None] | None:
    match event:
        case ev.PlayerGone(seat=seat, cause=cause, removed=removed) if cause not in _FOLLOWS_A_FOUL:
            return (ActKind.REMOVAL if removed else ActKind.GONE), seat
        case ev.Nominated(seat=seat):
            return ActKind.NOMINATION, seat
        case ev.BestMoveNamed(by=seat):
            return ActKind.BEST_MOVE, seat
        case ev.SpeechEnded(seat=seat, cause=cause) if cause in _ENDS_BY_ITSELF:
            return ActKind.SPEECH_ENDED, seat
        case ev.WindowClosed(candidate=seat):
            return ActKind.WINDOW_CLOSED, seat
        case ev.RaiseDecided():
            return ActKind.RAISE_DECIDED, None
        case _:
            return None
