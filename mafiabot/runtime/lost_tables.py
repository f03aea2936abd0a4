"""Tables of which nothing is left: neither the store nor a process knows them, only the debts' second copy.

The microphones are given back by the keeper. Here the channel is told, once, by the process that finds the
store empty: a store younger than what is owed for a game has lost that game.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable

import structlog

from mafiabot.runtime.archive_port import GamesArchive
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.ports import Clock, Debt, DiscordUnavailable, Store, StoreUnavailable, TableAddress
from mafiabot.runtime.store_life import born_ms

log = structlog.get_logger(__name__)

STRAGGLERS = 2
"""So few may still be owed something of a game that ended as it should."""
NEW_MS = 60_000
"""A store that is younger when a process begins was found empty by it, or by another one just now."""

LocaleOf = Callable[[int], Awaitable[str]]
Apologize = Callable[[TableAddress], Awaitable[None]]


class LostTables:
    """`locale_of(guild_id)` may raise `StoreUnavailable`, `apologize(table)` `DiscordUnavailable`."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        archive: GamesArchive,
        second: DebtStore | None,
        locale_of: LocaleOf,
        apologize: Apologize,
        serves: Callable[[int], bool],
    ) -> None:
        self._store = store
        self._clock = clock
        self._archive = archive
        self._second = second
        self._locale_of = locale_of
        self._apologize = apologize
        self._serves = serves

    async def look(self) -> None:
        """Once, when a process has begun."""
        if self._second is None:
            return
        try:
            for owed in (await self._owed_before_birth(self._second)).values():
                if len(owed) > STRAGGLERS and await self._lost(owed[0]):
                    await self._tell(owed[0])
        except StoreUnavailable:
            log.warning("store unavailable, nobody looks for tables that were lost")

    async def _owed_before_birth(self, second: DebtStore) -> dict[str, list[Debt]]:
        """What is owed in guilds whose part of the store has only just begun, by game."""
        now = self._clock.now_ms()
        look = await self._store.look((), now)
        found: defaultdict[str, list[Debt]] = defaultdict(list)
        if not any(now - born_ms(epoch) <= NEW_MS for epoch in look.epochs):
            return found
        for debt in await second.debts():
            born = born_ms(look.epoch_of(debt.guild_id))
            if self._serves(debt.guild_id) and now - born <= NEW_MS and debt.since_ms < born:
                found[debt.game_id].append(debt)
        return found

    async def _lost(self, debt: Debt) -> bool:
        try:
            if await self._store.load(debt.game_id) is not None:
                return False
        except ValueError:
            return False  # it is there, as another version has written it
        last = await self._archive.game(debt.guild_id)
        return last is None or last.game_id != debt.game_id

    async def _tell(self, debt: Debt) -> None:
        log.critical("table lost with the store", table=debt.game_id, guild=debt.guild_id)
        table = TableAddress(
            game_id=debt.game_id,
            guild_id=debt.guild_id,
            channel_id=debt.channel_id,
            locale=await self._locale_of(debt.guild_id),
        )
        try:
            await self._apologize(table)
        except DiscordUnavailable as refused:
            log.warning("nobody could be told of a lost table", table=debt.game_id, code=refused.code)
