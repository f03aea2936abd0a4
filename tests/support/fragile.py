"""A live store in memory that can be away, come back as it was earlier, or empty; and a bot's way to it."""

import copy
from typing import Any, cast

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.runtime.kept_store import KeptStore
from mafiabot.runtime.ports import Clock, Store, StoreChanged, StoreUnavailable


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


def _copied(store: MemoryStore) -> MemoryStore:
    """The same data; whoever sleeps on due times sleeps on."""
    return copy.deepcopy(store, {id(store._signal): store._signal})
