"""What many ask for at once is read in one go: when a process starts, all its guilds ask together."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from mafiabot.runtime.ports import StoreUnavailable

V = TypeVar("V")

MOST_AT_ONCE = 500
"""Keys in one question; a database takes many more, and answers shorter ones sooner."""


@dataclass(slots=True, eq=False)
class _Question(Generic[V]):
    key: int
    answer: list[V] = field(default_factory=list)
    failure: StoreUnavailable | None = None

    @property
    def open(self) -> bool:
        return not self.answer and self.failure is None


class Together(Generic[V]):
    """`read` answers for every key it is given. An answer is never older than its question."""

    def __init__(self, read: Callable[[Sequence[int]], Awaitable[Mapping[int, V]]]) -> None:
        self._read = read
        self._waiting: list[_Question[V]] = []
        self._turn = asyncio.Lock()

    async def ask(self, key: int) -> V:
        """Raises `StoreUnavailable`."""
        mine: _Question[V] = _Question(key)
        self._waiting.append(mine)
        try:
            async with self._turn:
                while mine.open:
                    await self._answer_some()
        finally:
            if mine in self._waiting:
                self._waiting.remove(mine)
        if mine.failure is not None:
            raise StoreUnavailable(str(mine.failure)) from mine.failure
        return mine.answer[0]

    async def _answer_some(self) -> None:
        """The oldest questions; they wait on if this is given up in the middle."""
        some = self._waiting[:MOST_AT_ONCE]
        try:
            found = await self._read(sorted({one.key for one in some}))
        except StoreUnavailable as unavailable:
            for one in some:
                one.failure = unavailable
        else:
            for one in some:
                one.answer.append(found[one.key])
        self._waiting = [one for one in self._waiting if one.open]
