"""One store's copy of a guild's debts, and what we know of it.

Whatever memory says of a member is brought into the copy, whoever asks for it and however often; writes for
one member are in order. A first writing or a clearing whose answer is lost may have happened: then nothing is
known of his row until it has been cleared for certain.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

from mafiabot.runtime.ports import Debt, StoreUnavailable

T = TypeVar("T")

SHORTEST_WAIT_MS, LONGEST_WAIT_MS = 500, 10_000

_WHAT = attrgetter(*(field.name for field in fields(Debt) if field.name != "ours_muted"))
"""What somebody is owed: all but which flag was sent last."""


class DebtStore(Protocol):
    """The part of the `Store` port debts need; the archive has another one of these."""

    async def put_debt(self, debt: Debt) -> None: ...

    async def clear_debt(self, guild_id: int, user_id: int) -> None: ...

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """`found`: what is stored, by user id. `vanished`: whose row we had written and is not there any more."""

    found: dict[int, Debt]
    vanished: frozenset[int]


class DebtCopy:
    """`owed`: what memory says of a member now. Not `exact`: which flag was sent last does not matter here.

    `bring` and `read` raise `StoreUnavailable`; after that `next_try_ms` says when to ask again.
    """

    def __init__(
        self,
        store: DebtStore,
        guild_id: int,
        owed: Callable[[int], Debt | None],
        now_ms: Callable[[], int],
        *,
        exact: bool,
    ) -> None:
        self._store = store
        self._guild_id = guild_id
        self._owed = owed
        self._now_ms = now_ms
        self._exact = exact
        self._kept: dict[int, Debt] = {}
        self._unsure: set[int] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._touched: set[int] = set()
        self._reading = asyncio.Lock()
        self._wait_ms = SHORTEST_WAIT_MS
        self.next_try_ms = 0

    def holds(self, user_id: int) -> bool:
        """A debt of his is known to be stored here: it can be paid whatever happens to this process."""
        return user_id in self._kept

    def right(self, user_id: int) -> bool:
        """The copy says what memory says, as far as it matters."""
        owed, kept = self._owed(user_id), self._kept.get(user_id)
        if user_id in self._unsure:
            return False
        if self._exact or owed is None or kept is None:
            return owed is kept or owed == kept
        return _WHAT(owed) == _WHAT(kept)

    def tells(self, user_id: int) -> bool:
        """The row says what he is owed, whichever flag it says was sent last."""
        owed, kept = self._owed(user_id), self._kept.get(user_id)
        if owed is None or kept is None or user_id in self._unsure:
            return False
        return _WHAT(owed) == _WHAT(kept)

    def behind(self, owing: Iterable[int]) -> frozenset[int]:
        """Whose row is not right and not being written; `owing`: whom memory knows."""
        known = {*owing, *self._kept, *self._unsure}
        return frozenset(user for user in known if not self.right(user) and not self._busy(user))

    async def bring(self, user_id: int) -> None:
        """Makes the row say what memory says at that moment."""
        if self._reading.locked():
            self._touched.add(user_id)
        async with self._locks.setdefault(user_id, asyncio.Lock()):
            if not self.right(user_id):
                await self._asked(self._brought(user_id))

    async def _brought(self, user_id: int) -> None:
        owed = self._owed(user_id)
        if owed is None or user_id in self._unsure:
            self._kept.pop(user_id, None)
            self._unsure.add(user_id)
            await self._store.clear_debt(self._guild_id, user_id)
            self._unsure.discard(user_id)
        if owed is not None:
            if user_id not in self._kept:
                self._unsure.add(user_id)
            await self._store.put_debt(owed)
            self._kept[user_id] = owed
            self._unsure.discard(user_id)

    async def read(self) -> Rows:
        """All but the rows we are writing, or which are not right yet."""
        async with self._reading:
            touched = self._touched = {user for user in self._locks if self._busy(user)}
            rows = {debt.user_id: debt for debt in await self._asked(self._store.debts(self._guild_id))}
        ours = touched | {user for user in {*self._kept, *self._unsure} if not self.right(user)}
        found = {user: debt for user, debt in rows.items() if user not in ours}
        vanished = frozenset(self._kept.keys() - rows.keys() - ours)
        for user_id in vanished:
            del self._kept[user_id]
        self._kept.update(found)
        return Rows(found=found, vanished=vanished)

    def _busy(self, user_id: int) -> bool:
        lock = self._locks.get(user_id)
        return lock is not None and lock.locked()

    async def _asked(self, question: Awaitable[T]) -> T:
        try:
            answer = await question
        except StoreUnavailable:
            self.next_try_ms = self._now_ms() + self._wait_ms
            self._wait_ms = min(2 * self._wait_ms, LONGEST_WAIT_MS)
            raise
        self._wait_ms, self.next_try_ms = SHORTEST_WAIT_MS, 0
        return answer
