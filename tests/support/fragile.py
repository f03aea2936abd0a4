"""A live store in memory that can be away, come back as it was earlier, or empty; and a bot's way to it."""

import copy
from typing import Any, cast

import pytest

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine.state import GameState
from mafiabot.runtime.kept_store import KeptStore
from mafiabot.runtime.ports import Clock, Store, StoreChanged, StoreUnavailable

START_MS = 1_800_000_000_000


class FragileStore:
    """`calls`: names of what was asked of it, in order, with those that were refused."""

    def __init__(self) -> None:
        self.inner = MemoryStore()
        self.away = False
        self.full = False
        self.calls: list[str] = []
        self._changes = 0
        self._kept: MemoryStore | None = None

    def remember(self) -> None:
        """So will it be after `rewind`."""
        self._kept = _copied(self.inner)

    def rewind(self) -> None:
        """It has lost what was written since it was to be remembered."""
        assert self._kept is not None
        self.inner = _copied(self._kept)

    def wipe(self) -> None:
        """It has lost everything."""
        self.inner = MemoryStore()

    def another_life(self, times: int = 1) -> None:
        """The next so many calls find that another life of the store answers."""
        self._changes = times

    def __getattr__(self, name: str) -> Any:
        async def asked(*args: Any, **named: Any) -> Any:
            self.calls.append(name)
            if self._changes and name != "look":
                self._changes -= 1
                raise StoreChanged("another server answers")
            if self.away or (self.full and name in ("commit", "look")):
                raise StoreUnavailable("away")
            return await getattr(self.inner, name)(*args, **named)

        return asked


def kept(fragile: FragileStore, clock: Clock) -> KeptStore:
    return KeptStore(cast("Store", fragile), clock)


class House:
    """A store, this process's way to it, and what it is told."""

    def __init__(self) -> None:
        loop = running_virtual_loop()
        self.clock = VirtualClock(loop, START_MS - loop.time_us() // 1_000)
        self.fragile = FragileStore()
        self.process()

    def process(self) -> KeptStore:
        """A new process on the same store."""
        self.told: list[str] = []
        self.gone: list[GameState] = []
        self.kept = kept(self.fragile, self.clock)
        self.store = self.kept.as_store()
        self.kept.failed = lambda since_ms: self.told.append(f"away since {since_ms - START_MS}")
        self.kept.answered = lambda: self.told.append("back")
        self.kept.gone = self.gone.append
        return self.kept

    async def seconds(self, seconds: float) -> None:
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))

    async def outage(self, seconds: float = 1.0) -> None:
        """Nobody answers for so long; then it is noticed that somebody does."""
        self.fragile.away = True
        with pytest.raises(StoreUnavailable):
            await self.store.beat("main", 1)
        await self.seconds(seconds)
        self.fragile.away = False
        await self.store.beat("main", 1)


def _copied(store: MemoryStore) -> MemoryStore:
    """The same data; whoever sleeps on due times sleeps on."""
    return copy.deepcopy(store, {id(store._signal): store._signal})
