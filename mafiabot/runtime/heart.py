"""A sign of life every 250 ms, so that whoever takes a table over knows how long nobody served it.

This process, too, if it stood still: its pulse is felt with every beat.
"""

import structlog

from mafiabot.runtime.meters import NO_METERS, Meters
from mafiabot.runtime.ports import Clock, Store, StoreUnavailable
from mafiabot.runtime.pulse import Pulse

log = structlog.get_logger(__name__)

BEAT_MS = 250


class Heart:
    """`process`: a name of this process, unique among those that share the store."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        process: str,
        *,
        pulse: Pulse | None = None,
        meters: Meters = NO_METERS,
    ) -> None:
        self._store = store
        self._clock = clock
        self._process = process
        self._pulse = pulse or Pulse()
        self._meters = meters
        self._turned_ms: int | None = None

    def silent_ms(self) -> int | None:
        """How long ago it last came round, whether the store took its sign or not; None: not begun yet."""
        return self._clock.now_ms() - self._turned_ms if self._turned_ms is not None else None

    async def run(self) -> None:
        """Beats until cancelled. An outage is one line."""
        said = False
        while True:
            try:
                await self._store.beat(self._process, self._clock.now_ms())
                said = False
            except StoreUnavailable:
                if not said:
                    log.warning("store unavailable, no sign of life kept")
                said = True
            self._turned_ms = self._clock.now_ms()
            self._pulse.ran(self._turned_ms)
            await self._clock.sleep_until_ms(self._turned_ms + BEAT_MS)
            self._pulse.woke(self._clock.now_ms(), self._turned_ms + BEAT_MS)
            self._meters.loop_turned(self._clock.now_ms() - self._turned_ms - BEAT_MS)
