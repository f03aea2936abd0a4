"""`mafiabot run`: one process on the real clock and the embedded store, until it is told to stop."""

import asyncio
import signal
from collections.abc import Callable

import discord
import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.data_lock import StoreLocked
from mafiabot.adapters.identities import SystemIdentities
from mafiabot.adapters.settings_store import SqliteSettings
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.bot.app import App
from mafiabot.bot.settings import Settings, SettingsError

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
    store, kept = _open_stores(settings)
    log.info("live store: SQLite, one process", folder=str(settings.data_dir))
    app = App(
        token=token,
        clock=SystemClock(),
        store=store,
        settings=kept,
        identities=SystemIdentities(),
        discord_url=settings.discord_url,
    )
    try:
        await _serve(app)
    finally:
        await app.close()
        await kept.close()
        await store.close()


def _open_stores(settings: Settings) -> tuple[SqliteStore, SqliteSettings]:
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        return SqliteStore(settings.data_dir), SqliteSettings(settings.data_dir)
    except StoreLocked as locked:
        raise SettingsError(str(locked)) from locked
    except OSError as error:
        raise SettingsError(f"MAFIABOT_DATA_DIR cannot be used: {error.strerror}") from error


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
