"""Tables on Redis, read beside the bots that serve them; `drop` is one script."""

from collections.abc import Mapping, Sequence

from mafiabot.adapters import redis_scripts as scripts
from mafiabot.adapters.redis_clients import RedisClients, clients_of
from mafiabot.adapters.redis_keys import BucketKeys, Keys
from mafiabot.adapters.redis_link import RedisLink
from mafiabot.adapters.redis_url import RedisUrl
from mafiabot.adapters.stored_tables import Owners, StoredTable
from mafiabot.runtime.ports import Clock

AT_ONCE = 50


class RedisTables:
    """`stored_tables.StoredTables`."""

    def __init__(self, clients: RedisClients, clock: Clock, prefix: str) -> None:
        self._clients = clients
        self._clock = clock
        self._keys = Keys(prefix)
        self._link = RedisLink(clients.commands, clock)

    @classmethod
    def at(cls, url: RedisUrl, clock: Clock) -> "RedisTables":
        """Connects when it is first asked."""
        return cls(clients_of(url), clock, url.prefix)

    async def open(self) -> tuple[StoredTable, ...]:
        found = []
        for bucket in self._keys.every():
            ids = sorted(game.decode() for game in await self._link.ask("HKEYS", bucket.open()))
            for start in range(0, len(ids), AT_ONCE):
                found += await self._read(bucket, ids[start : start + AT_ONCE])
        return tuple(sorted(found, key=lambda table: table.game_id))

    async def one(self, game_id: str) -> StoredTable | None:
        for bucket in self._keys.of_game(game_id):
            for table in await self._read(bucket, [game_id]):
                return table
        return None

    async def _read(self, bucket: BucketKeys, ids: Sequence[str]) -> list[StoredTable]:
        games = await self._link.ask_all([("HGETALL", bucket.game(game_id)) for game_id in ids])
        due = [fields[b"due"] for fields in games if b"due" in fields]
        moments = await self._link.ask_all([("ZSCORE", bucket.due(), line) for line in due]) if due else []
        at_ms = {
            line: int(float(moment)) for line, moment in zip(due, moments, strict=True) if moment is not None
        }
        read = zip(ids, games, strict=True)
        return [_table(game_id, fields, at_ms) for game_id, fields in read if b"state" in fields]

    async def log(self, game_id: str) -> tuple[bytes, ...]:
        for bucket in self._keys.of_game(game_id):
            entries = await self._link.ask("XRANGE", bucket.log(game_id), "-", "+")
            if entries:
                return tuple(fields[b"event"] for _, fields in entries)
        return ()

    async def owners(self) -> Owners:
        entries = await self._link.ask("HGETALL", self._keys.leases())
        held = ((lease.decode(), *entry.decode().split(" ")) for lease, entry in sorted(entries.items()))
        now_ms = self._clock.now_ms()
        return Owners(
            of_lease=tuple((lease, layout) for lease, _, until, layout in held if int(until) > now_ms)
        )

    async def drop(self, table: StoredTable) -> bool:
        bucket, game_id = self._keys.of_guild(table.guild_id), table.game_id
        keys = (
            *(bucket.game(game_id), bucket.log(game_id), bucket.commands(game_id), bucket.beside(game_id)),
            *(bucket.claims(game_id), bucket.channel(table.channel_id or 0), bucket.seats(table.guild_id)),
            *(bucket.open(), bucket.due(), bucket.untold(), bucket.unarchived()),
        )
        return bool(await self._link.run(scripts.DROP, keys, game_id, table.seq))

    async def close(self) -> None:
        self._link.close()
        await self._clients.aclose()


def _table(game_id: str, fields: Mapping[bytes, bytes], due_ms: Mapping[bytes, int]) -> StoredTable:
    return StoredTable(
        game_id=game_id,
        guild_id=int(fields[b"guild"]),
        channel_id=int(fields[b"channel"]),
        seq=int(fields[b"seq"]),
        due_ms=due_ms.get(fields.get(b"due", b"")),
        state=fields[b"state"],
    )
