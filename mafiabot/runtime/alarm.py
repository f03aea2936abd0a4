"""One pending wake-up, the earliest asked for; ringing early or twice must be harmless to the owner."""

import asyncio
from collections.abc import Callable

from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock


class Alarm:
    """Calls `ring()` at the earliest moment asked for since it last rang. Its sleep may be stopped."""

    def __init__(
        self, clock: Clock, sleepers: Background, ring: Callable[[], None], **context: object
    ) -> None:
        self._clock = clock
        self._sleepers = sleepers
        self._ring = ring
        self._context = context
        self._at_ms: int | None = None
        self._task: asyncio.Task[None] | None = None

    def set(self, at_ms: int) -> None:
        if self._at_ms is not None and self._at_ms <= at_ms:
            return
        if self._task is not None:
            self._task.cancel()
        self._at_ms = at_ms
        self._task = self._sleepers.start(self._sleep(at_ms), "alarm", **self._context)

    async def _sleep(self, at_ms: int) -> None:
        await self._clock.sleep_until_ms(at_ms)
        self._at_ms = self._task = None
        self._ring()
