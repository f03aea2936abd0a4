"""Ports of a process among several: nothing is committed and nothing sent for a guild another one serves.

A process that was stopped, or cut off, wakes with wishes that are old; whoever took over has newer ones.
Only a cluster needs this, so a process alone is given the ports as they are.
"""

from typing import Any, Protocol, cast

from mafiabot.engine.views import HandView, PublicView
from mafiabot.runtime.announcements import Announcement
from mafiabot.runtime.ports import (
    Commit,
    CommitResult,
    Debt,
    DiscordUnavailable,
    HandRef,
    Messenger,
    NotServed,
    Posted,
    Store,
    StoreUnavailable,
    TableAddress,
)

NOT_SERVED = -1
"""The code of `DiscordUnavailable` for what was not sent."""


class Owner(Protocol):
    """Who knows which guilds this process serves."""

    async def sure(self, guild_id: int) -> bool:
        """Raises `StoreUnavailable`."""
        ...


def served_store(store: Store, owner: Owner) -> Store:
    """Commits and the reading that goes before an edit raise `NotServed` for another process's guild."""
    return cast("Store", _ServedStore(store, owner))


class _ServedStore:
    """Everything else is the store's own."""

    def __init__(self, store: Store, owner: Owner) -> None:
        self._store = store
        self._owner = owner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def commit(self, commit: Commit) -> CommitResult:
        await self._must_serve(commit.state.guild_id)
        return await self._store.commit(commit)

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        if guild_id is not None:
            await self._must_serve(guild_id)
        return await self._store.debts(guild_id)

    async def _must_serve(self, guild_id: int) -> None:
        if not await self._owner.sure(guild_id):
            raise NotServed(f"guild {guild_id} is another process's")


class ServedMessenger:
    """While the leases cannot be looked at, what was decided before is still said."""

    def __init__(self, messenger: Messenger, owner: Owner) -> None:
        self._messenger = messenger
        self._owner = owner

    async def post_panel(self, table: TableAddress, view: PublicView, key: str) -> Posted:
        await self._must_serve(table)
        return await self._messenger.post_panel(table, view, key)

    async def edit_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        await self._must_serve(table)
        await self._messenger.edit_panel(table, message_id, view)

    async def retire_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        await self._must_serve(table)
        await self._messenger.retire_panel(table, message_id, view)

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        await self._must_serve(table)
        return await self._messenger.announce(table, announcement, view)

    async def retire_window(
        self, table: TableAddress, message_id: int, announcement: Announcement, view: PublicView
    ) -> None:
        await self._must_serve(table)
        await self._messenger.retire_window(table, message_id, announcement, view)

    async def announced_steps(self, table: TableAddress) -> frozenset[int]:
        return await self._messenger.announced_steps(table)

    async def refresh_hand(self, hand: HandRef, view: HandView) -> None:
        await self._messenger.refresh_hand(hand, view)

    async def _must_serve(self, table: TableAddress) -> None:
        try:
            served = await self._owner.sure(table.guild_id)
        except StoreUnavailable:
            return
        if not served:
            raise DiscordUnavailable(NOT_SERVED, "another process serves this table")
