"""A clock that had gone back: while games are open, a new process goes on from the last sign of life.

Deadlines are moments on the clock of whoever set them. On a host whose wall clock was set back meanwhile they
would be further away than anybody meant.
"""

import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.runtime.ports import Store

log = structlog.get_logger(__name__)

TOLERATED_MS = 1_000
"""Processes that share a store may differ by less without harm."""


async def go_on(store: Store, clock: SystemClock) -> None:
    """Sets a clock that nobody has read yet. Raises `StoreUnavailable`."""
    last_ms = await store.last_beat_ms()
    if last_ms is None or last_ms - clock.now_ms() <= TOLERATED_MS or not await store.open_games():
        return
    behind_ms = last_ms - clock.now_ms()
    log.warning("this host's clock was set back, time goes on as it was", behind_ms=behind_ms)
    clock.set_by(behind_ms * 1_000)
