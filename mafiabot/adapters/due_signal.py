"""Wakes whoever sleeps to a due time when an earlier one is set, also when it was set between two waits.

What was set while nobody waited is remembered as one number, so the next wait returns at once; it may then
return for nothing, which its caller has to bear anyway. It must not look into the index instead: a due time
that stays there (a stuck table) would make every wait return at once.
"""

import asyncio


class DueSignal:
    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], int | None] = {}
        self._unheard_ms: int | None = None

    def tell(self, due_ms: int | None) -> None:
        """A game now waits for `due_ms` (None: for nothing, which wakes nobody)."""
        if due_ms is None:
            return
        if self._unheard_ms is None or due_ms < self._unheard_ms:
            self._unheard_ms = due_ms
        for waiter, than_ms in self._waiting.items():
            if _earlier(due_ms, than_ms) and not waiter.done():
                waiter.set_result(None)

    async def wait(self, than_ms: int | None) -> None:
        """Returns when a due time before `than_ms` (None: any) was set since the last wait began."""
        unheard, self._unheard_ms = self._unheard_ms, None
        if unheard is not None and _earlier(unheard, than_ms):
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[waiter] = than_ms
        try:
            await waiter
        finally:
            del self._waiting[waiter]


def _earlier(due_ms: int, than_ms: int | None) -> bool:
    return than_ms is None or due_ms < than_ms
