"""`mafiabot run`: one process on the real clock and the embedded store, until it is told to stop."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack

import discord
import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.identities import SystemIdentities
from mafiabot.adapters.settings_store import CachedSettings
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.bot.app import App
from mafiabot.bot.http import HttpServer
from mafiabot.bot.settings import Settings, SettingsError
from mafiabot.runtime.ports import Clock, StoreUnavailable
from mafiabot.runtime.settings_port import SettingsStore

log = structlog.get_logger(__name__)


def serve(settings: Settings) -> None:
    """Runs until told to stop, on uvloop where it is installed."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(run_from_settings(settings))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def run_from_settings(settings: Settings) -> None:
    """Runs until SIGTERM or SIGINT. Raises `SettingsError` (one line) for what the operator must change."""
    token = settings.bot_token()
    if settings.redis_url is not None:
        raise SettingsError("MAFIABOT_REDIS_URL: this version keeps its state in SQLite only; unset it")
    clock = SystemClock()
    async with AsyncExitStack() as opened:
        store = _open_store(settings)
        opened.push_async_callback(store.close)
        log.info("live store: SQLite, one process", folder=str(settings.data_dir))
        kept = await open_settings(settings, clock)
        opened.push_async_callback(kept.close)
        app = App(
            token=token,
            clock=clock,
            store=store,
            settings=kept,
            identities=SystemIdentities(),
            discord_url=settings.discord_url,
        )
        if settings.http:
            http = HttpServer(app)
            await http.start(settings.http)
            opened.push_async_callback(http.close)
        opened.push_async_callback(app.close)
        await _serve(app)


def _open_store(settings: Settings) -> SqliteStore:
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        return SqliteStore(settings.data_dir)
    except StoreUnavailable as unavailable:
        raise SettingsError(str(unavailable)) from unavailable
    except OSError as error:
        raise SettingsError(f"MAFIABOT_DATA_DIR cannot be used: {error.strerror}") from error


async def open_settings(settings: Settings, clock: Clock) -> SettingsStore:
    """Guild settings in the archive, brought up to date. Raises `SettingsError` when it cannot be used."""
    from mafiabot.adapters.archive.archive import ArchiveUnusable, open_archive
    from mafiabot.adapters.archive.settings import ArchiveSettings

    address = settings.archive_url.get_secret_value() if settings.archive_url is not None else None
    try:
        archive = await open_archive(address, settings.data_dir, clock)
    except ArchiveUnusable as unusable:
        raise SettingsError(str(unusable)) from unusable
    return CachedSettings(ArchiveSettings(archive), clock)


async def _serve(app: App) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        await app.start()
    except discord.LoginFailure as error:
        raise SettingsError("Discord refuses the token: copy it again from the developer portal") from error
    stopping, closed = asyncio.ensure_future(stop.wait()), asyncio.ensure_future(app.wait_closed())
    await asyncio.wait((stopping, closed), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if closed.done():
        closed.result()
    closed.cancel()
