"""Real time at a pace: processes that live `pace` game seconds in every real one, all by the same clock.

Unlike a virtual loop nothing waits for anything: what a stopped process misses is missed.
"""

import asyncio
import selectors
import time
from dataclasses import dataclass
from typing import Self

from mafiabot.adapters.clock import SystemClock

_NS = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """At the monotonic clock's `mono_ns` game time was `epoch_ns`; the machine's processes share both."""

    pace: float
    mono_ns: int
    epoch_ns: int

    @classmethod
    def now(cls, pace: float) -> Self:
        """Game time begins as real time."""
        return cls(pace=pace, mono_ns=time.monotonic_ns(), epoch_ns=time.time_ns())

    def passed_ns(self) -> int:
        """Game time since the anchor."""
        return round((time.monotonic_ns() - self.mono_ns) * self.pace)


class PacedClock(SystemClock):
    """The host's clock at a pace; no server's time leads it, since no server keeps it."""

    def __init__(self, anchor: Anchor) -> None:
        super().__init__(wall_ns=lambda: anchor.epoch_ns + anchor.passed_ns(), monotonic_ns=anchor.passed_ns)

    def set_by(self, offset_us: int) -> None:
        """It is right as it is."""

    def steer(self, offset_us: int) -> None:
        """It is right as it is."""


class _PacedSelector(selectors.DefaultSelector):
    """Waits so much shorter as game time is faster."""

    def __init__(self, pace: float) -> None:
        super().__init__()
        self._pace = pace

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout if timeout is None or timeout <= 0 else timeout / self._pace)


class PacedLoop(asyncio.SelectorEventLoop):
    """An asyncio loop in game time."""

    def __init__(self, anchor: Anchor) -> None:
        self._paced_by = anchor
        super().__init__(_PacedSelector(anchor.pace))

    def time(self) -> float:
        """Game seconds since the anchor, and a thousand: zero is taken for "never"."""
        return 1_000.0 + self._paced_by.passed_ns() / _NS
