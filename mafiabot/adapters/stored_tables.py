"""Open tables as they lie in the store, for whoever looks at them from outside a running bot.

Nothing is decoded here, so that a table written by another version is seen like any other.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTable:
    """`channel_id` None: it stands nowhere now. `due_ms` None: it waits for nothing. `state`: encoded."""

    game_id: str
    guild_id: int
    channel_id: int | None
    seq: int
    due_ms: int | None
    state: bytes


class StoredTables(Protocol):
    """Every method raises `StoreUnavailable`."""

    async def open(self) -> tuple[StoredTable, ...]:
        """Those that are not over, by id."""
        ...

    async def one(self, game_id: str) -> StoredTable | None:
        """Also one that is over, as long as it is kept."""
        ...

    async def log(self, game_id: str) -> tuple[bytes, ...]:
        """The events, encoded, in order."""
        ...

    async def owners(self) -> "Owners":
        """Who serves whose tables now."""
        ...

    async def drop(self, table: StoredTable) -> bool:
        """Everything of a table is gone, its channel and members are free; what members are owed stays.

        False: it has gone on meanwhile, and stays as it is.
        """
        ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """`everybody`: one process serves all guilds; else by lease (`<shard>/<shards>`). None: nobody does."""

    everybody: str | None = None
    of_lease: tuple[tuple[str, str], ...] = ()

    @property
    def somebody(self) -> bool:
        """Whether any process runs."""
        return self.everybody is not None or bool(self.of_lease)

    def of(self, guild_id: int) -> str | None:
        """The process that serves a guild, as `0/3`; None: nobody."""
        for lease, owner in self.of_lease:
            shard_id, _, shards = lease.partition("/")
            if (guild_id >> 22) % int(shards) == int(shard_id):
                return owner
        return self.everybody
