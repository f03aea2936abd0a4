"""`mafiabot run`: one process on the real clock, until it is told to stop."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack

import aiohttp
import discord

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.identities import SystemIdentities
from mafiabot.adapters.settings_store import CachedSettings
from mafiabot.bot.app import App
from mafiabot.bot.http import HttpServer
from mafiabot.bot.settings import Settings, SettingsError
from mafiabot.bot.stores import live_store
from mafiabot.runtime.ports import Clock
from mafiabot.runtime.settings_port import SettingsStore


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
    clock = SystemClock()
    async with AsyncExitStack() as opened:
        store = await opened.enter_async_context(live_store(settings, clock))
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
    except aiohttp.ClientConnectionError as error:
        raise SettingsError(f"Discord cannot be reached ({error}): check this machine's network") from error
    stopping, closed = asyncio.ensure_future(stop.wait()), asyncio.ensure_future(app.wait_closed())
    await asyncio.wait((stopping, closed), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if closed.done():
        closed.result()
    closed.cancel()
