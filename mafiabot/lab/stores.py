"""The stores a game can be played on; whatever it leaves on a shared server is erased afterwards."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mafiabot.adapters.redis_url import BadRedisUrl, RedisUrl, parse_redis_url
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.lab.options import BadOptions, DemoOptions
from mafiabot.runtime.archive_port import GamesArchive
from mafiabot.runtime.ports import Clock, Store, StoreUnavailable

if TYPE_CHECKING:
    from mafiabot.adapters.redis_clients import RedisClients

OpenStore = Callable[[], Store]
"""Opens the same store again and again: what one bot has written, the next one finds."""


@asynccontextmanager
async def stores_for(options: DemoOptions, folder: Path, clock: Clock) -> AsyncIterator[OpenStore]:
    """`folder`: where files lie. Raises `BadOptions` for a server that cannot be used."""
    if options.store == "redis":
        async with _on_server(options.redis_url, clock) as open_store:
            yield open_store
    elif options.store == "fake":
        from mafiabot.adapters.redis_store import RedisStore

        clients = fake_redis()
        yield lambda: RedisStore(clients(), clock)
    else:
        yield lambda: SqliteStore(folder)


@asynccontextmanager
async def archive_in(folder: Path, clock: Clock) -> AsyncIterator[GamesArchive]:
    """An archive of finished games in a file of its own."""
    from mafiabot.adapters.archive.archive import open_archive
    from mafiabot.adapters.archive.games import ArchiveGames

    archive = await open_archive(None, folder, clock)
    try:
        yield ArchiveGames(archive)
    finally:
        await archive.close()


def fake_redis() -> "Callable[[], RedisClients]":
    """Clients of one Redis server that lives in this process."""
    from mafiabot.adapters.redis_clients import RedisClients

    try:
        from fakeredis import FakeAsyncRedis, FakeServer
    except ImportError:
        raise BadOptions("--store fake: needs the development packages; say --store sqlite") from None
    server = FakeServer()

    async def listener() -> FakeAsyncRedis:
        return FakeAsyncRedis(server=server, protocol=2, socket_timeout=None)

    return lambda: RedisClients(commands=FakeAsyncRedis(server=server, protocol=2), listener=listener)


@asynccontextmanager
async def _on_server(address: str, clock: Clock) -> AsyncIterator[OpenStore]:
    from mafiabot.adapters.redis_clients import clients_of
    from mafiabot.adapters.redis_store import RedisStore

    try:
        shared = parse_redis_url(address)
        url = replace(shared, prefix=f"{shared.prefix}-game-{secrets.token_hex(6)}")
        await (await RedisStore.open(url, clock)).close()
    except (BadRedisUrl, StoreUnavailable) as error:
        raise BadOptions(f"--store redis: {error}; start a Redis or set MAFIABOT_REDIS_URL") from error
    try:
        yield lambda: RedisStore(clients_of(url), clock, url.prefix)
    finally:
        await erase(url, clock)


async def erase(url: RedisUrl, clock: Clock) -> None:
    """Removes every key with the prefix of `url`."""
    from mafiabot.adapters.redis_clients import clients_of

    clients = clients_of(url)
    with clock.hold():
        try:
            async for key in clients.commands.scan_iter(match=f"{url.prefix}:*"):
                await clients.commands.delete(key)
        finally:
            await clients.aclose()
