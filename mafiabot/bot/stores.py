"""Which stores the settings choose: servers where there is an address, else files in the data folder."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.data_lock import StoreLocked
from mafiabot.adapters.one_process import OneProcess
from mafiabot.adapters.process_place import ProcessPlace
from mafiabot.adapters.redis_url import BadRedisUrl, RedisUrl, parse_redis_url
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.bot.among import Standing
from mafiabot.bot.redis_advice import advice
from mafiabot.bot.settings import Settings, SettingsError
from mafiabot.runtime.background import Background
from mafiabot.runtime.cluster_port import Cluster
from mafiabot.runtime.meters import NO_METERS, Meters
from mafiabot.runtime.ports import Clock, Store, StoreUnavailable

if TYPE_CHECKING:
    from mafiabot.adapters.archive.archive import Archive

log = structlog.get_logger(__name__)


@asynccontextmanager
async def live_store(
    settings: Settings, clock: SystemClock, meters: Meters = NO_METERS
) -> AsyncIterator[Store]:
    """The store until the block ends; on Redis, `clock` is led by the server's meanwhile.

    Raises `SettingsError` (one line) within five seconds when the store cannot be used.
    """
    if settings.redis_url is not None:
        async with _on_redis(settings.redis_url.get_secret_value(), clock, meters) as store:
            yield store
        return
    embedded = _embedded(settings)
    try:
        yield embedded
    finally:
        await embedded.close()


def standing_of(settings: Settings, store: Store) -> Standing:
    """Among which processes this one starts. Raises `SettingsError`."""
    ordinal, total = settings.ordinal_of_total()
    return Standing(
        cluster=_cluster_of(settings, store), ordinal=ordinal, total=total, shards=settings.shards
    )


def _cluster_of(settings: Settings, store: Store) -> Cluster:
    if settings.redis_url is None:
        return OneProcess(settings.data_dir)
    from mafiabot.adapters.redis_store import RedisStore

    assert isinstance(store, RedisStore)
    return store.cluster(ProcessPlace())


@asynccontextmanager
async def archive_of(settings: Settings, clock: Clock) -> "AsyncIterator[Archive]":
    """The archive, brought up to date, until the block ends. Raises `SettingsError` (one line)."""
    from mafiabot.adapters.archive.archive import ArchiveUnusable, open_archive

    address = settings.archive_url.get_secret_value() if settings.archive_url is not None else None
    try:
        archive = await open_archive(address, settings.data_dir, clock)
    except ArchiveUnusable as unusable:
        raise SettingsError(str(unusable)) from unusable
    try:
        yield archive
    finally:
        await archive.close()


def _embedded(settings: Settings) -> SqliteStore:
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        store = SqliteStore(settings.data_dir)
    except StoreLocked as locked:
        raise SettingsError(str(locked)) from locked
    except (StoreUnavailable, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise SettingsError(
            f"MAFIABOT_DATA_DIR cannot be used ({settings.data_dir}: {reason}): "
            "put that right, or name another folder"
        ) from error
    log.info("live store: SQLite, one process", folder=str(settings.data_dir))
    return store


@asynccontextmanager
async def _on_redis(address: str, clock: SystemClock, meters: Meters) -> AsyncIterator[Store]:
    from mafiabot.adapters.redis_clock import ClockDiscipline
    from mafiabot.adapters.redis_store import RedisStore

    url = _url(address)
    async with AsyncExitStack() as opened:
        try:
            store = await RedisStore.open(url, clock)
            opened.push_async_callback(store.close)
            discipline = ClockDiscipline(store.time_us, clock, meters=meters)
            await discipline.begin()
        except StoreUnavailable as unavailable:
            raise SettingsError(
                f"MAFIABOT_REDIS_URL: {url.shown} cannot be used ({unavailable}): "
                f"{advice(str(unavailable))}; unset it to keep games in a file"
            ) from unavailable
        log.info("live store: Redis", address=url.shown, prefix=url.prefix)
        loops = Background()
        opened.push_async_callback(loops.stop)
        loops.start(discipline.run(), "clock discipline")
        yield store


def _url(address: str) -> RedisUrl:
    try:
        return parse_redis_url(address)
    except BadRedisUrl as bad:
        raise SettingsError(f"MAFIABOT_REDIS_URL: {bad}") from None
