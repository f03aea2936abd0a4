"""`mafiabot run`: one process on the real clock, until it is told to stop."""

import asyncio
import os
import secrets
import signal
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from importlib.metadata import version
from typing import Any

import aiohttp
import discord
import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.identities import SystemIdentities
from mafiabot.adapters.settings_store import CachedSettings
from mafiabot.bot.app import App
from mafiabot.bot.going_on import go_on
from mafiabot.bot.http import HttpServer
from mafiabot.bot.logs import located_logs
from mafiabot.bot.metrics import PrometheusMeters, counting_logs
from mafiabot.bot.reaching import Unreachable
from mafiabot.bot.rubbish import seldom_collected, settled
from mafiabot.bot.settings import Settings, SettingsError
from mafiabot.bot.stores import archive_of, live_store, standing_of
from mafiabot.runtime.ownership import ShardsInUse, Usurped
from mafiabot.runtime.ports import StoreUnavailable

log = structlog.get_logger(__name__)

_NO_GATEWAY = (
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    aiohttp.ClientConnectionError,
    ConnectionError,
)


def serve(settings: Settings) -> bool:
    """Runs until told to stop, on uvloop where it is installed. Whether it ended because it was told to."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        try:
            runner.run(run_from_settings(settings))
        except Usurped as usurped:
            log.error("ended", reason=str(usurped))  # noqa: TRY400
            return False
    return True


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it is installed, else None: asyncio's own."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def run_from_settings(settings: Settings, clock: SystemClock | None = None) -> None:
    """Runs until SIGTERM or SIGINT. `clock`: another one than the host's, for drills at a pace.

    Raises `SettingsError` (one line) for what the operator must change, `Usurped` where another process has
    taken this one's shards meanwhile.
    """
    from mafiabot.adapters.archive.debts import ArchiveDebts
    from mafiabot.adapters.archive.games import ArchiveGames
    from mafiabot.adapters.archive.settings import ArchiveSettings

    token = settings.bot_token()
    settings.ordinal_of_total()
    clock = clock or SystemClock()
    meters = PrometheusMeters(version("mafiabot"))
    async with AsyncExitStack() as opened:
        opened.enter_context(seldom_collected())
        opened.enter_context(counting_logs(meters))
        store = await opened.enter_async_context(live_store(settings, clock, meters))
        archive = await opened.enter_async_context(archive_of(settings, clock))
        app = App(
            token=token,
            clock=clock,
            store=store,
            settings=CachedSettings(ArchiveSettings(archive), clock),
            archive=ArchiveGames(archive),
            debts=ArchiveDebts(archive),
            voice_tokens=settings.further_tokens(),
            identities=SystemIdentities(),
            process=f"{os.getpid()}-{secrets.token_hex(4)}",
            standing=standing_of(settings, store),
            discord_url=settings.discord_url,
            meters=meters,
        )
        opened.enter_context(located_logs(settings.cluster or "0/1", app))
        if settings.http:
            http = HttpServer(app, meters)
            await http.start(settings.http)
            opened.push_async_callback(http.close)
        opened.push_async_callback(app.close)
        await _serve(app, partial(go_on, store, clock))


async def _serve(app: App, prepare: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Until told to stop, which also ends a start that waits for Discord."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    stopping = asyncio.ensure_future(stop.wait())
    try:
        for work in (prepare, app.start):
            if not await _until(stopping, work()):
                return
        settled()
        await _until(stopping, app.wait_closed())
    except discord.LoginFailure as error:
        raise SettingsError("Discord refuses the token: copy it again from the developer portal") from error
    except _NO_GATEWAY as error:
        raise SettingsError(f"Discord ended the connection ({_one_line(error)}): start again") from error
    except (Unreachable, ShardsInUse) as error:
        raise SettingsError(str(error)) from error
    except StoreUnavailable as error:
        raise SettingsError(f"the live store failed at the start ({_one_line(error)}): repair it") from error
    finally:
        stopping.cancel()


async def _until(stopping: "asyncio.Future[Any]", work: Coroutine[Any, Any, None]) -> bool:
    """Whether `work` ended by itself; it is cut off when told to stop."""
    task = asyncio.ensure_future(work)
    await asyncio.wait((stopping, task), return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
        return True
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return False


def _one_line(error: BaseException) -> str:
    return str(error).replace("\n", " ") or type(error).__name__
