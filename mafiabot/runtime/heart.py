"""A sign of life every 250 ms, so that whoever takes a table over knows how long nobody served it."""

import structlog

from mafiabot.runtime.ports import Clock, Store, StoreUnavailable

log = structlog.get_logger(__name__)

BEAT_MS = 250


class Heart:
    """`process`: a name of this process, unique among those that share the store."""

    def __init__(self, store: Store, clock: Clock, process: str) -> None:
        self._store = store
        self._clock = clock
        self._process = process

    async def run(self) -> None:
        """Beats until cancelled."""
        while True:
            try:
                await self._store.beat(self._process, self._clock.now_ms())
            except StoreUnavailable:
                log.warning("store unavailable, no sign of life kept")
            await self._clock.sleep_until_ms(self._clock.now_ms() + BEAT_MS)
