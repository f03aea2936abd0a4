"""What members are owed: written before their first edit is sent, cleared when they are seen as found.

The copy in memory decides, the store follows it; writes for one member are in order. Where a debt is
already stored, a store that is down does not keep us from paying it.
"""

import asyncio
from dataclasses import replace
from typing import Protocol

import structlog

from mafiabot.runtime.ports import Debt, StoreUnavailable

log = structlog.get_logger(__name__)


class DebtStore(Protocol):
    """The part of the `Store` port the ledger needs; a second copy is another one of these."""

    async def put_debt(self, debt: Debt) -> None: ...

    async def clear_debt(self, guild_id: int, user_id: int) -> None: ...

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]: ...


class Ledger:
    """One guild's debts."""

    def __init__(self, store: DebtStore, guild_id: int) -> None:
        self._store = store
        self._guild_id = guild_id
        self._debts: dict[int, Debt] = {}
        self._stored: dict[int, Debt] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._written: set[int] = set()

    def get(self, user_id: int) -> Debt | None:
        return self._debts.get(user_id)

    @property
    def open(self) -> tuple[Debt, ...]:
        return tuple(self._debts.values())

    async def load(self) -> tuple[int, ...]:
        """Takes the stored debts over, except where we wrote meanwhile; returns the user ids that are new."""
        busy = self._written = {user for user, lock in self._locks.items() if lock.locked()}
        rows = {debt.user_id: debt for debt in await self._store.debts(self._guild_id)}
        new = tuple(user for user in rows if user not in self._debts and user not in busy)
        for user_id in (self._debts.keys() | rows.keys()) - busy:
            self._take(user_id, rows.get(user_id))
        return new

    async def promise(self, debt: Debt) -> None:
        """Keeps `debt` before an edit to `debt.ours_muted`; what he was found as is kept from the first one.

        Raises `StoreUnavailable` when nothing is stored for him yet: the edit must not be sent.
        """
        known = self._debts.get(debt.user_id)
        if known is not None:
            debt = replace(debt, found_muted=known.found_muted, since_ms=known.since_ms)
        if debt == known and self._stored.get(debt.user_id) == known:
            return
        self._debts[debt.user_id] = debt
        try:
            await self._write(debt.user_id)
        except StoreUnavailable:
            if debt.user_id not in self._stored:
                self._debts.pop(debt.user_id, None)
                raise
            log.warning("debt not updated, the stored one stands", guild=self._guild_id, user=debt.user_id)

    async def clear(self, user_id: int) -> None:
        """He was seen as found. When the store is down the debt stays and is cleared another time."""
        debt = self._debts.pop(user_id, None)
        try:
            await self._write(user_id)
        except StoreUnavailable:
            if debt is not None:
                self._debts.setdefault(user_id, debt)
            log.warning("debt paid but not cleared yet", guild=self._guild_id, user=user_id)

    async def _write(self, user_id: int) -> None:
        """Brings the store to what memory says now, whoever asked for it."""
        self._written.add(user_id)
        lock = self._locks.setdefault(user_id, asyncio.Lock())
        async with lock:
            debt = self._debts.get(user_id)
            if debt is None:
                # a clearing whose answer is lost may have happened: nothing counts as stored any more
                self._stored.pop(user_id, None)
                await self._store.clear_debt(self._guild_id, user_id)
            elif debt != self._stored.get(user_id):
                await self._store.put_debt(debt)
                self._stored[user_id] = debt

    def _take(self, user_id: int, debt: Debt | None) -> None:
        for held in (self._debts, self._stored):
            if debt is None:
                held.pop(user_id, None)
            else:
                held[user_id] = debt
