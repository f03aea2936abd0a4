"""When a game is over: tested on the whole batch of a departure; no black left, then parity, then draw."""

from mafiabot.engine.commands import StopGame, VoidGame
from mafiabot.engine.draft import Draft
from mafiabot.engine.events import GameDecided, GameEnded
from mafiabot.engine.narrowing import role_of
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.ruleset import DrawRule
from mafiabot.engine.state import GameState, Lobby, Outcome, ReadyCheck

QUIET_NIGHTS_OF_A_DRAW = 3


def verdict(state: GameState) -> Outcome | None:
    """How the game stands decided by who is alive, or None if it goes on."""
    black = sum(role_of(state, seat).black for seat in state.living)
    if black == 0:
        return Outcome.RED
    if 2 * black >= len(state.living):
        return Outcome.BLACK
    drawn = state.ruleset.draw_rule is DrawRule.THREE_COMBAT_NIGHTS
    if drawn and state.quiet_nights >= QUIET_NIGHTS_OF_A_DRAW:
        return Outcome.DRAW
    return None


def decided(draft: Draft) -> bool:
    """Ends the game if it is decided by now, and says whether it is; what was decided before stands."""
    outcome = None if draft.state.decided else verdict(draft.state)
    if outcome is not None:
        draft.add(GameEnded(at_ms=draft.now, outcome=outcome, by=None))
    return outcome is not None


def decided_but_for_words(draft: Draft) -> None:
    """Keeps the verdict, if there is one, for after the words that precede it."""
    outcome = verdict(draft.state)
    if outcome is not None:
        draft.add(GameDecided(at_ms=draft.now, outcome=outcome))


def pronounced(draft: Draft) -> None:
    """Nothing that happened during those words has changed the verdict."""
    draft.add(GameEnded(at_ms=draft.now, outcome=draft.state.decided, by=None))


def stop(draft: Draft, command: StopGame) -> Refusal | None:
    dissolved = isinstance(draft.state.phase, Lobby | ReadyCheck)
    outcome = None if dissolved else Outcome.STOPPED
    draft.add(GameEnded(at_ms=draft.now, outcome=outcome, by=command.by))
    return None


def void(draft: Draft, command: VoidGame) -> Refusal | None:
    draft.add(GameEnded(at_ms=draft.now, outcome=Outcome.VOID, by=command.by))
    return None
