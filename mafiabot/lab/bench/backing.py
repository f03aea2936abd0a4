"""Where a bot process of the benchmark keeps its games: a prefix of its own on Redis, or its data folder."""

import secrets
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.debts import ArchiveDebts
from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_clients import clients_of
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import BadRedisUrl, RedisUrl, parse_redis_url
from mafiabot.adapters.sqlite_schema import LIVE_FILE
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.engine.events import Event
from mafiabot.lab.bench.tables import Seeded, seed
from mafiabot.lab.stores import erase
from mafiabot.runtime.ports import Store, StoreUnavailable

_MIB = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Backing:
    """`redis` None: SQLite in `folder`."""

    folder: Path
    redis: RedisUrl | None
    address: str | None

    async def _store(self, clock: SystemClock) -> Store:
        if self.redis is not None:
            return await RedisStore.open(self.redis, clock)
        (self.folder / "data").mkdir(exist_ok=True)
        return SqliteStore(self.folder / "data")

    async def seed(self, tables: Sequence[Seeded], now_ms: int, *, died: bool = True) -> None:
        """Leaves these tables running; see `tables.seed`."""
        clock = SystemClock()
        store = await self._store(clock)
        archive = await open_archive(None, self.folder / "data", clock)
        try:
            await seed(store, ArchiveDebts(archive), tables, now_ms, died=died)
        finally:
            await archive.close()
            await store.close()

    async def logs(self, tables: Sequence[Seeded]) -> list[tuple[Event, ...]]:
        """What has happened at each since it was seeded; while no bot has the store."""
        store = await self._store(SystemClock())
        try:
            return [await store.log(table.state.game_id, table.state.seq) for table in tables]
        finally:
            await store.close()

    async def mib(self) -> float:
        """Size of the live data, in MiB."""
        if self.redis is None:
            files = (self.folder / "data").glob(f"{LIVE_FILE}*")
            return sum(file.stat().st_size for file in files) / _MIB
        clients = clients_of(self.redis)
        try:
            used = 0
            async for key in clients.commands.scan_iter(match=f"{self.redis.prefix}:*", count=1000):
                used += await clients.commands.memory_usage(key, samples=0) or 0
            return used / _MIB
        finally:
            await clients.aclose()


@asynccontextmanager
async def backing(address: str | None) -> AsyncIterator[Backing]:
    """Nothing of it is left afterwards. `address`: of a Redis, None for SQLite. Raises `BadRedisUrl`."""
    with tempfile.TemporaryDirectory(prefix="mafiabot-bench-") as folder:
        if address is None:
            yield Backing(folder=Path(folder), redis=None, address=None)
            return
        prefix = f"bench-{secrets.token_hex(6)}"
        url = replace(parse_redis_url(address), prefix=prefix)
        try:
            joint = "&" if "?" in address else "?"
            yield Backing(folder=Path(folder), redis=url, address=f"{address}{joint}prefix={prefix}")
        finally:
            await erase(url, SystemClock())


async def redis_version(address: str) -> str | None:
    """Of the server there; None where none answers that can be written to."""
    try:
        url = replace(parse_redis_url(address), prefix=f"bench-{secrets.token_hex(6)}")
        await (await RedisStore.open(url, SystemClock())).close()
    except (BadRedisUrl, StoreUnavailable):
        return None
    clients = clients_of(url)
    try:
        told = await clients.commands.info("server")
        return str(told.get("valkey_version") or told.get("redis_version"))
    finally:
        await clients.aclose()
