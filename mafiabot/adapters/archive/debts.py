"""The second copy of the debts, in the archive: it is there when the live store has lost its own.

What many ask for at once goes into one transaction: ten players are muted in the same moment.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from mafiabot.adapters.archive.archive import Archive
from mafiabot.adapters.archive.tables import DEBTS as TABLE
from mafiabot.adapters.archive.together import Together
from mafiabot.adapters.codec import DEBTS, Undecodable
from mafiabot.runtime.ports import Debt, StoreUnavailable

log = structlog.get_logger(__name__)

_ALL = sa.select(TABLE.c.guild_id, TABLE.c.debt).order_by(TABLE.c.guild_id, TABLE.c.user_id)


@dataclass(slots=True, eq=False)
class _Change:
    """`debt` None: the member is owed nothing any more."""

    guild_id: int
    user_id: int
    debt: Debt | None
    done: bool = False
    failure: StoreUnavailable | None = None


class ArchiveDebts:
    """`runtime.ledger.DebtStore` on an archive that somebody else closes."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._waiting: list[_Change] = []
        self._turn = asyncio.Lock()
        self._guilds = Together(self._of)

    async def put_debt(self, debt: Debt) -> None:
        """The last one put stands; what he was found as is for the caller to carry over."""
        await self._change(_Change(debt.guild_id, debt.user_id, debt))

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        await self._change(_Change(guild_id, user_id, None))

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        if guild_id is not None:
            return await self._guilds.ask(guild_id)
        return tuple(debt for _, debt in await self._rows(_ALL))

    async def _of(self, guilds: Sequence[int]) -> dict[int, tuple[Debt, ...]]:
        found: dict[int, list[Debt]] = {guild_id: [] for guild_id in guilds}
        for guild_id, debt in await self._rows(_ALL.where(TABLE.c.guild_id.in_(guilds))):
            found[guild_id].append(debt)
        return {guild_id: tuple(debts) for guild_id, debts in found.items()}

    async def _rows(self, asked: sa.Select[int, str]) -> list[tuple[int, Debt]]:
        async with self._archive.reading() as connection:
            rows = (await connection.execute(asked)).all()
        return [(guild_id, debt) for guild_id, row in rows if (debt := _read(row)) is not None]

    async def _change(self, change: _Change) -> None:
        self._waiting.append(change)
        async with self._turn:
            if not change.done:
                await self._write()
        if change.failure is not None:
            raise StoreUnavailable(str(change.failure)) from change.failure

    async def _write(self) -> None:
        """Everything that waits, in the order in which it came."""
        together, self._waiting = self._waiting, []
        failure: StoreUnavailable | None = StoreUnavailable("archive: given up in the middle")
        try:
            async with self._archive.writing() as connection:
                await _apply(connection, together)
            failure = None
        except StoreUnavailable as unavailable:
            failure = unavailable
        finally:
            for change in together:
                change.done, change.failure = True, failure


async def _apply(connection: AsyncConnection, changes: Iterable[_Change]) -> None:
    insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(TABLE)
    for change in changes:
        if change.debt is None:
            mine = (TABLE.c.guild_id == change.guild_id) & (TABLE.c.user_id == change.user_id)
            await connection.execute(sa.delete(TABLE).where(mine))
            continue
        document = DEBTS.encode(change.debt).decode()
        put = insert.values(guild_id=change.guild_id, user_id=change.user_id, debt=document)
        keys = [TABLE.c.guild_id, TABLE.c.user_id]
        await connection.execute(put.on_conflict_do_update(index_elements=keys, set_={"debt": document}))


def _read(document: str) -> Debt | None:
    """A debt that another version wrote in its own way is left to that version."""
    try:
        return DEBTS.decode(document.encode())
    except Undecodable as error:
        log.warning("debt in the archive cannot be read", error=str(error))
        return None
