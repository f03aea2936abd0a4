"""The live store: a file, or Redis in any of its forms; whether what is answered would survive."""

import os
from collections.abc import AsyncIterator, Mapping
from statistics import median
from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_url import BadRedisUrl, RedisUrl, parse_redis_url
from mafiabot.adapters.sqlite_schema import LIVE_FILE, LIVE_MIGRATIONS
from mafiabot.adapters.sqlite_tables import SqliteTables
from mafiabot.bot.findings import Finding, fail, ok, warn
from mafiabot.bot.redis_advice import advice
from mafiabot.bot.settings import Settings
from mafiabot.runtime.ports import StoreUnavailable

if TYPE_CHECKING:
    from mafiabot.adapters.redis_store import RedisStore

WHAT = "live store"
OLDEST = (6, 2)
QUESTIONS = 20
SLOW_US, TOO_SLOW_US = 5_000, 100_000
APART_US = 250_000
NEARLY_FULL = 0.9
YOURS = "give this user the right to read and write it, and all files in its folder"


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    if settings.redis_url is None:
        yield embedded(settings)
        return
    try:
        url = parse_redis_url(settings.redis_url.get_secret_value())
    except BadRedisUrl as bad:
        yield fail(WHAT, f"MAFIABOT_REDIS_URL: {bad}", "correct the address")
        return
    async for finding in _on_redis(url):
        yield finding


def embedded(settings: Settings) -> Finding:
    """`live.sqlite3`, as far as it can be read."""
    path = settings.data_dir / LIVE_FILE
    if not path.is_file():
        return ok(WHAT, f"{path} will be made at the first start")
    try:
        tables = SqliteTables(settings.data_dir)
        version, damage, in_use = tables.version(), tables.damage(), tables.in_use()
    except StoreUnavailable as error:
        return fail(WHAT, str(error), YOURS)
    if not os.access(path, os.W_OK):
        return fail(WHAT, f"{path} cannot be written to", YOURS)
    if damage:
        return fail(WHAT, f"{path} is damaged ({damage})", "stop the bot and restore it: docs/operating.md")
    if version > len(LIVE_MIGRATIONS):
        return fail(WHAT, f"{path} was written by a newer mafiabot", "update this one")
    older = "" if version == len(LIVE_MIGRATIONS) else ", to be brought up to date at the start"
    return ok(WHAT, f"SQLite, {path}{older}{', a bot works on it' if in_use else ''}")


async def _on_redis(url: RedisUrl) -> AsyncIterator[Finding]:
    from mafiabot.adapters.redis_store import RedisStore

    clock = SystemClock()
    try:
        store = await RedisStore.open(url, clock)
    except StoreUnavailable as error:
        yield fail(WHAT, f"{url.shown} cannot be used ({error})", _todo(error))
        return
    try:
        yield await _speed(store, clock, url)
        yield await _time(store, clock)
    except StoreUnavailable as error:
        yield fail(WHAT, f"{url.shown} does not do what is asked of it ({error})", _todo(error))
        return
    finally:
        await store.close()
    async for finding in _servers(url):
        yield finding


def _todo(error: StoreUnavailable) -> str:
    return f"{advice(str(error))} (MAFIABOT_REDIS_URL)"


async def _speed(store: "RedisStore", clock: SystemClock, url: RedisUrl) -> Finding:
    took_us = []
    for _ in range(QUESTIONS):
        began_us = clock.now_us()
        await store.time_us()
        took_us.append(clock.now_us() - began_us)
    middle_us = median(took_us)
    said = f"Redis, {url.shown}, prefix {url.prefix}, answers in {middle_us / 1000:.1f} ms"
    todo = "bring bot and Redis nearer together: every press waits for it"
    if middle_us > TOO_SLOW_US:
        return fail(WHAT, said, todo)
    return warn(WHAT, said, todo) if middle_us > SLOW_US else ok(WHAT, said)


async def _time(store: "RedisStore", clock: SystemClock) -> Finding:
    asked_us = clock.now_us()
    server_us = await store.time_us()
    apart_us = server_us - (asked_us + clock.now_us()) // 2
    what, said = "clock", f"the store's is {apart_us / 1000:+.0f} ms from this host's"
    if abs(apart_us) > APART_US:
        return warn(what, said, "let both hosts keep time by NTP (chrony, systemd-timesyncd)")
    return ok(what, said)


async def _servers(url: RedisUrl) -> AsyncIterator[Finding]:
    from mafiabot.adapters.redis_clients import clients_of

    clients = clients_of(url)
    try:
        for name, told in (await _told(clients.commands)).items():
            yield server(name, told)
    except RedisError as error:
        yield warn(
            "Redis",
            f"INFO is not allowed ({error})",
            "see by hand: appendonly yes, maxmemory-policy noeviction",
        )
    finally:
        await clients.aclose()


async def _told(client: Any) -> dict[str, Mapping[str, Any]]:
    """What each server that holds data says of itself."""
    from redis.asyncio import RedisCluster

    if not isinstance(client, RedisCluster):
        return {"Redis": await client.info()}
    await client.initialize()
    nodes = client.get_primaries()
    return {f"Redis {node.name}": await client.info(target_nodes=node) for node in nodes}


def server(name: str, told: Mapping[str, Any]) -> Finding:
    """What one server says of itself (`INFO`)."""
    version = str(told.get("redis_version", "0.0"))
    said = f"version {version}"
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        return fail(name, f"{said} is too old", "Redis 6.2 or newer, or Valkey")
    most, used = int(told.get("maxmemory", 0)), int(told.get("used_memory", 0))
    policy = str(told.get("maxmemory_policy", "noeviction"))
    if policy != "noeviction":
        todo = "set maxmemory-policy noeviction: games must not be thrown out"
        judged = fail if most else warn
        return judged(name, f"{said}, evicts by {policy}", todo)
    if most and used > NEARLY_FULL * most:
        return warn(name, f"{said}, {used * 100 // most} % of maxmemory is used", "raise maxmemory")
    if not int(told.get("aof_enabled", 0)):
        return warn(
            name, f"{said}, without append-only file", "set appendonly yes: its death loses games in play"
        )
    if str(told.get("aof_last_write_status", "ok")) != "ok":
        return fail(name, f"{said}, cannot write its append-only file", "make room on its disk")
    return ok(name, f"{said}, append-only file, evicts nothing")
