"""One effect in flight and one waiting per key: pokes in between melt into the one that waits."""

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock

K = TypeVar("K")


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
                self._again[key] = False
                await self._work(key)
                if not self._again[key]:
                    return
        finally:
            del self._again[key]
