"""The live stores a drill can be played on, each able to come back as it was before its last commit."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mafiabot.adapters.redis_url import DEFAULT_PREFIX
from mafiabot.adapters.sqlite_schema import LIVE_FILE
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.lab.drill.format import StoreName
from mafiabot.lab.drill.trouble import Emptying, Rewinder
from mafiabot.lab.options import BadOptions
from mafiabot.lab.stores import OpenStore, fake_redis
from mafiabot.runtime.ports import Clock

if TYPE_CHECKING:
    from mafiabot.adapters.redis_clients import RedisClients
    from mafiabot.lab.redis_servers import RedisServer


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillStore:
    """`open` opens the same store again and again; `emptying`: None where nobody can empty it."""

    open: OpenStore
    rewinder: Rewinder
    emptying: Emptying | None = None


class SqliteRewinder:
    """The file's pages, kept in memory."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LIVE_FILE
        self._kept: sqlite3.Connection | None = None

    async def remember(self) -> None:
        """Keep the file as it is."""
        self.close()
        self._kept = sqlite3.connect(":memory:")
        with contextlib.closing(sqlite3.connect(self._path)) as file:
            file.backup(self._kept)

    async def bring_back(self) -> None:
        """The file is again as it was kept; harmless if it never was."""
        if self._kept is not None:
            with contextlib.closing(sqlite3.connect(self._path)) as file:
                self._kept.backup(file)

    def close(self) -> None:
        """Let go of what is kept."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


class RedisRewinder:
    """Every key of ours as the server itself would dump it."""

    def __init__(self, clients: "RedisClients", clock: Clock) -> None:
        self._client: Any = clients.commands
        self._clock = clock
        self._kept: dict[bytes, tuple[bytes, int]] | None = None

    async def remember(self) -> None:
        """Keep the server's keys as they are."""
        with self._clock.hold():
            kept = {}
            async for key in self._client.scan_iter(match=f"{DEFAULT_PREFIX}:*"):
                dumped = await self._client.dump(key)
                if dumped is not None:
                    kept[key] = dumped, max(0, await self._client.pttl(key))
            self._kept = kept

    async def bring_back(self) -> None:
        """The server has the keys that were kept, and no others of ours."""
        if self._kept is None:
            return
        with self._clock.hold():
            async for key in self._client.scan_iter(match=f"{DEFAULT_PREFIX}:*"):
                if key not in self._kept:
                    await self._client.delete(key)
            for key, (dumped, ttl_ms) in self._kept.items():
                await self._client.restore(key, ttl_ms, dumped, replace=True)

    async def delete_all(self) -> None:
        """As somebody's `FLUSHALL`."""
        with self._clock.hold():
            await self._client.flushall()


@contextlib.asynccontextmanager
async def drill_store(name: StoreName, folder: Path, clock: Clock) -> AsyncIterator[DrillStore]:
    """A store of that kind, empty; servers are started for it. Raises `BadOptions` where none can be."""
    if name == "sqlite":
        pages = SqliteRewinder(folder)
        with contextlib.closing(pages):
            yield DrillStore(open=lambda: SqliteStore(folder), rewinder=pages)
        return
    from mafiabot.adapters.redis_clients import clients_of
    from mafiabot.adapters.redis_store import RedisStore
    from mafiabot.adapters.redis_url import parse_redis_url

    with served(name) as there:
        clients = fake_redis() if there is None else partial(clients_of, parse_redis_url(there.url))
        own = clients()
        try:
            keys = RedisRewinder(own, clock)
            yield DrillStore(
                open=lambda: RedisStore(clients(), clock), rewinder=keys, emptying=keys.delete_all
            )
        finally:
            await own.aclose()


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """Redis at an address; `server`: the one there is, if it is only one."""

    url: str
    server: "RedisServer | None" = None


@contextlib.contextmanager
def served(name: StoreName) -> Iterator[Served | None]:
    """Servers of that kind until the block ends; None where none are needed. Raises `BadOptions`."""
    from mafiabot.lab.redis_servers import NoRedisServer, redis_cluster, redis_sentinel, redis_server

    try:
        with contextlib.ExitStack() as stack:
            if name == "redis-cluster":
                yield Served(url=stack.enter_context(redis_cluster()))
            elif name == "redis-sentinel":
                yield Served(url=stack.enter_context(redis_sentinel()))
            elif name == "redis":
                server = stack.enter_context(redis_server())
                yield Served(url=server.url, server=server)
            else:
                yield None
    except NoRedisServer as missing:
        raise BadOptions(f"store = {name!r}: {missing}, or say sqlite or fake") from missing
