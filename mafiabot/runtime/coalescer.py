"""One effect in flight and one waiting per key: pokes in between melt into the one that waits.

While the store is unavailable nothing can be compared, so the effect is tried again until it is back. Effects
of many keys begin in one turn of the loop each: deadlines do not wait for all of them.
"""

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import structlog

from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock, StoreUnavailable
from mafiabot.runtime.turnstile import Turnstile

log = structlog.get_logger(__name__)

K = TypeVar("K")

RETRY_MS = 1_000


class Coalescer(Generic[K]):
    """Calls `work(key)` `delay_ms` after the first poke; a poke during the call earns one more call."""

    def __init__(
        self,
        background: Background,
        clock: Clock,
        work: Callable[[K], Awaitable[None]],
        *,
        name: str,
        delay_ms: int = 0,
    ) -> None:
        self._background = background
        self._clock = clock
        self._work = work
        self._name = name
        self._delay_ms = delay_ms
        self._again: dict[K, bool] = {}
        self._turnstile = Turnstile()

    def poke(self, key: K) -> None:
        if key in self._again:
            self._again[key] = True
            return
        self._again[key] = False
        self._background.start(self._run(key), self._name, key=str(key))

    async def _run(self, key: K) -> None:
        try:
            while True:
                if self._delay_ms:
                    await self._clock.sleep_until_ms(self._clock.now_ms() + self._delay_ms)
                await self._turnstile.through()
                self._again[key] = False
                if not await self._done(key):
                    await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)
                elif not self._again[key]:
                    return
        finally:
            del self._again[key]

    async def _done(self, key: K) -> bool:
        try:
            await self._work(key)
        except StoreUnavailable:
            log.warning("store unavailable, tried again", work=self._name, key=str(key))
            return False
        return True
