"""What an undo needs from outside the rules: the state that stood before an act, read from the log."""

import asyncio
from collections.abc import Sequence

from mafiabot.engine.commands import Undo
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import Act, GameState
from mafiabot.runtime.ports import Store

EVENTS_AT_ONCE = 100
"""A whole game's log takes a fifth of a second to read; other tables are not kept waiting so long."""


def act_back(state: GameState, steps: int) -> Act | None:
    """The act that undoing `steps` acts begins with, 1 being the newest; None where there are not so many."""
    return state.acts[-steps] if 1 <= steps <= len(state.acts) else None


def act_of(state: GameState, at_ms: int) -> Act | None:
    """The newest act of that moment (epoch ms); None if it can be undone no more."""
    return next((act for act in reversed(state.acts) if act.at_ms == at_ms), None)


async def undo_of(store: Store, game_id: str, act: Act, *, by: int, reason: str) -> Undo:
    """The command that leads a game back to before `act`. Raises `StoreUnavailable`."""
    log = await store.log(game_id)
    return Undo(by=by, reason=reason, former=await _led_to(log[: act.seq]))


async def _led_to(log: Sequence[Event]) -> GameState:
    state = evolve(None, log[0])
    for read, event in enumerate(log[1:], 1):
        state = evolve(state, event)
        if read % EVENTS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return state
