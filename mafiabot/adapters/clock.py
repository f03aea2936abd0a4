"""The one place that tells the time and sleeps: the `Clock` port in real and in virtual time.

Moments are epoch milliseconds. A clock never goes back and ignores what is done to the host's wall clock.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from mafiabot.adapters.virtual_time import VirtualLoop

_US_PER_MS = 1_000
_US_PER_S = 1_000_000

STEER_SHARE = 20
"""A clock that is steered runs faster or slower by one part in so many."""


class _MicrosecondClock(ABC):
    """What both clocks share; a subclass knows the moment in epoch microseconds."""

    @abstractmethod
    def _now_us(self) -> int: ...

    def now_ms(self) -> int:
        return self._now_us() // _US_PER_MS

    def now_us(self) -> int:
        """The moment in epoch microseconds."""
        return self._now_us()

    async def sleep_until_ms(self, at_ms: int) -> None:
        """Return once `now_ms() >= at_ms`; a moment that is past still lets others run once."""
        at_us = at_ms * _US_PER_MS
        await asyncio.sleep(max(0, at_us - self._now_us()) / _US_PER_S)
        while (left_us := at_us - self._now_us()) > 0:  # noqa: ASYNC110 - uvloop wakes up to 1 ms early
            await asyncio.sleep(left_us / _US_PER_S)


class SystemClock(_MicrosecondClock):
    """The host's monotonic clock, set once by the wall clock when the object is made.

    Where processes share a store it is led towards one reference: a little faster or slower, never back.
    """

    def __init__(
        self,
        *,
        wall_ns: Callable[[], int] = time.time_ns,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._monotonic_ns = monotonic_ns
        self._epoch_ns = wall_ns() - monotonic_ns()
        self._steered_ns, self._steered_from_ns, self._to_steer_ns = 0, 0, 0

    def _now_us(self) -> int:
        now_ns = self._monotonic_ns()
        return (self._epoch_ns + now_ns + self._shift_ns(now_ns)) // 1_000

    def _shift_ns(self, now_ns: int) -> int:
        """What steering has added by now."""
        at_most = (now_ns - self._steered_from_ns) // STEER_SHARE
        return self._steered_ns + max(-at_most, min(at_most, self._to_steer_ns))

    def set_by(self, offset_us: int) -> None:
        """Jumps: for the time before anybody has read this clock."""
        self._epoch_ns += offset_us * 1_000

    def steer(self, offset_us: int) -> None:
        """Adds so much (negative: takes away) bit by bit; what was left of a former steering is given up."""
        now_ns = self._monotonic_ns()
        self._steered_ns = self._shift_ns(now_ns)
        self._steered_from_ns, self._to_steer_ns = now_ns, offset_us * 1_000

    def monotonic_ms(self) -> int:
        """Milliseconds for differences only; their zero means nothing."""
        return self._monotonic_ns() // 1_000_000

    def hold(self) -> AbstractContextManager[None]:
        """Real time flows anyway."""
        return nullcontext()


class VirtualClock(_MicrosecondClock):
    """The clock of a virtual loop: `epoch_ms` is the moment at which `loop.time()` is 0."""

    def __init__(self, loop: VirtualLoop, epoch_ms: int) -> None:
        self._loop = loop
        self._epoch_us = epoch_ms * _US_PER_MS

    def _now_us(self) -> int:
        return self._epoch_us + self._loop.time_us()

    def monotonic_ms(self) -> int:
        """Milliseconds for differences only; their zero means nothing."""
        return self._loop.time_us() // _US_PER_MS

    def hold(self) -> AbstractContextManager[None]:
        """While held, virtual time does not jump."""
        return self._loop.hold()
