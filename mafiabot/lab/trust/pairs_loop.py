"""Virtual time in which what is due at one moment happens in the order in which it was asked for.

asyncio leaves that to its heap: two answers that arrive at the same microsecond would come now in one order,
now in the other, depending on timers that have nothing to do with them. In real time there is no same
microsecond.
"""

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from contextvars import Context
from itertools import count
from typing import Any, TypeVar, TypeVarTuple, Unpack

from mafiabot.adapters.virtual_time import VirtualLoop

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")
_US = 1_000_000


class _Timer(asyncio.TimerHandle):
    """`place`: how many were asked for before it."""

    def __init__(self, place: int, *made: Any) -> None:
        super().__init__(*made)
        self.place = place

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, _Timer):
            return NotImplemented
        return (self.when(), self.place) < (other.when(), other.place)


class OrderedLoop(VirtualLoop):
    """Moments are whole microseconds, so that equal ones are equal whichever sums led to them."""

    def __init__(self) -> None:
        super().__init__()
        self._places = count()

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[_Ts]], object],
        *args: *_Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = _Timer(next(self._places), round(when * _US) / _US, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined] # as `BaseEventLoop.call_at`
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer


def run(main: Coroutine[Any, Any, _T]) -> _T:
    """Runs `main` on a loop of its own."""
    with asyncio.Runner(loop_factory=OrderedLoop) as runner:
        return runner.run(main)
