"""The one moment a state waits for: the earliest end of its phase, an outcry, an absence, a long pause."""

from mafiabot.engine.reading import Deadline
from mafiabot.engine.state import GameState
from mafiabot.engine.timing import absences, phase_end_ms


def deadline(state: GameState) -> Deadline | None:
    """None: nothing happens unless somebody does something.

    The generation is the moment itself: whatever moves the deadline makes a fired one stale, and one
    fired twice is stale the second time.
    """
    moment = _pause_end_ms(state) if state.paused else _earliest_ms(state)
    return None if moment is None else Deadline(at_ms=moment, generation=moment)


def _pause_end_ms(state: GameState) -> int | None:
    if state.paused is None or state.paused.overdue:
        return None
    return state.paused.at_ms + state.ruleset.pause_max_s * 1000


def _earliest_ms(state: GameState) -> int | None:
    end, outcry = phase_end_ms(state), state.outcry
    moments = [moment for moment, _ in absences(state)]
    moments += [] if outcry is None else [outcry.until_ms]
    return min(moments if end is None else [end, *moments], default=None)
