"""Processes that share a store keep one time: each leads its clock towards the store's.

The offset is the median of several measurements, each against the middle of question and answer.
"""

from collections.abc import Awaitable, Callable
from statistics import median_low

import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.runtime.meters import NO_METERS, Meters, Reference
from mafiabot.runtime.ports import StoreUnavailable

log = structlog.get_logger(__name__)

MEASUREMENTS = 9
EVERY_MS = 60_000
ALARM_MS = 250


class ClockDiscipline:
    """`server_us()`: the reference in epoch microseconds; raises `StoreUnavailable`."""

    def __init__(
        self,
        server_us: Callable[[], Awaitable[int]],
        clock: SystemClock,
        *,
        meters: Meters = NO_METERS,
    ) -> None:
        self._server_us = server_us
        self._clock = clock
        self._meters = meters

    async def begin(self) -> None:
        """Sets the clock, which nobody has read yet. Raises `StoreUnavailable`."""
        self._clock.set_by(await self._offset_us())

    async def run(self) -> None:
        """Steers the clock every minute until cancelled."""
        while True:
            await self._clock.sleep_until_ms(self._clock.now_ms() + EVERY_MS)
            try:
                self._clock.steer(await self._offset_us())
            except StoreUnavailable:
                log.warning("store unavailable, clock not compared")

    async def _offset_us(self) -> int:
        offset_us = median_low([await self._measured() for _ in range(MEASUREMENTS)])
        self._meters.clock_compared(Reference.STORE, offset_us)
        if abs(offset_us) > ALARM_MS * 1_000:
            log.error("this host's clock and the store's differ", offset_ms=offset_us // 1_000)
        return offset_us

    async def _measured(self) -> int:
        asked_us = self._clock.now_us()
        server_us = await self._server_us()
        return server_us - (asked_us + self._clock.now_us()) // 2
