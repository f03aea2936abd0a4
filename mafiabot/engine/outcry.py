"""A paid outcry: for a foul a muted player is heard for `outcry_s` beside whoever has the floor.

Only while a speech runs, never during a last word, a best move or within a vote; with the floor on which it
may not go on, or with its player, it ends.
"""

from mafiabot.engine.replacing import replace
from mafiabot.engine.state import GameState, Outcry, SpeechKind, Talk, TalkStage

_SILENT_STAGES = (TalkStage.BEST_MOVE, TalkStage.DEFENCE)
_SILENT_FLOORS = (SpeechKind.LAST_WORD, SpeechKind.BEST_MOVE)


def may_be_cried_into(state: GameState) -> bool:
    """Whether the rules have it and the floor is one during which somebody may cry out, paused or not."""
    phase = state.phase
    if not state.ruleset.outcry_s or not isinstance(phase, Talk):
        return False
    return phase.stage not in _SILENT_STAGES and phase.floor.turn.kind not in _SILENT_FLOORS


def begun(state: GameState, seat: int, at_ms: int) -> Outcry:
    """His seconds run from when he can be heard, which may be now."""
    until_ms = at_ms + state.ruleset.outcry_s * 1000
    return Outcry(seat=seat, until_ms=until_ms, heard=state.seat(seat).mic_open)


def seen_open(state: GameState, seat: int, at_ms: int) -> GameState:
    """He is observed open: his seconds begin, once."""
    outcry = state.outcry
    if outcry is None or outcry.seat != seat or outcry.heard or state.paused is not None:
        return state
    until_ms = max(outcry.until_ms, at_ms + state.ruleset.outcry_s * 1000)
    return replace(state, outcry=replace(outcry, until_ms=until_ms, heard=True))


def moved(state: GameState, by_ms: int) -> GameState:
    """Time in which nobody was served, or that was a pause, is not his."""
    if state.outcry is None:
        return state
    return replace(state, outcry=replace(state.outcry, until_ms=state.outcry.until_ms + by_ms))


def settled(state: GameState) -> GameState:
    """`state` without an outcry that may not go on in it."""
    outcry = state.outcry
    if outcry is None or (may_be_cried_into(state) and _is_muted_player(state, outcry.seat)):
        return state
    return replace(state, outcry=None)


def _is_muted_player(state: GameState, seat: int) -> bool:
    has_floor = isinstance(state.phase, Talk) and state.phase.floor.turn.seat == seat
    return state.seat(seat).alive and not has_floor
