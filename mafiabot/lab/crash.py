"""A bot that can be killed inside the loop it shares with everything else, as kill -9 would in a process.

Every task that the bot's own tasks start is known by the context it inherits. A kill closes files and
sockets (as the system does), cancels them all and says goodbye to nobody.
"""

import asyncio
import contextvars
from typing import Any
from weakref import WeakSet

import aiohttp

from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.adapters.virtual_time import VirtualLoop
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.freezing import Freezer
from mafiabot.lab.game import Bench, Hosting, put_together
from mafiabot.lab.stage import Stage
from mafiabot.runtime.ownership import Usurped
from mafiabot.runtime.settings_port import SettingsStore

POLL_MS = 250
AGAIN_S = 0.01
"""The library's `wait_for` swallows a cancellation that comes with what it waits for: it is then repeated."""

_OWNER: contextvars.ContextVar["MortalBot | None"] = contextvars.ContextVar("owner", default=None)


def watch_tasks(loop: VirtualLoop) -> None:
    """From now on tasks know whose they are."""

    def make(loop: asyncio.AbstractEventLoop, coro: Any, **more: Any) -> asyncio.Task[Any]:
        context = more.get("context") or contextvars.copy_context()
        owner = context.get(_OWNER)
        if owner is not None and owner.freezer is not None:
            coro = owner.freezer.wrapped(coro)
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, **more)
        if owner is not None:
            owner.tasks.add(task)
        return task

    loop.set_task_factory(make)


class MortalBot:
    """A bot on the bench's files; `watch_tasks` must have been called before.

    `settings`: what guilds have chosen outlives it; by default nothing is chosen. `freezer`: it can be
    stopped, too.
    """

    def __init__(
        self,
        stage: Hosting,
        bench: Bench,
        settings: SettingsStore | None = None,
        planted: Planted = NOTHING_PLANTED,
        freezer: Freezer | None = None,
    ) -> None:
        self.freezer = freezer
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.store, self._settings = bench.open_store(), settings or MemorySettings()
        self._app = put_together(stage, bench, self.store, self._settings, planted)

    async def start(self) -> None:
        """Log in and take up whatever is stored."""
        context = contextvars.copy_context()
        context.run(_OWNER.set, self)
        await asyncio.get_running_loop().create_task(self._app.start(), context=context)

    async def kill(self) -> None:
        """Dead at once: nothing it has not yet done is done; its files and sockets are closed."""
        connector = self._app.client.http.connector
        if isinstance(connector, aiohttp.BaseConnector):
            await connector.close()
        await self._release_files()
        dying = left = set(self.tasks)
        while left:
            for task in left:
                task.cancel()
            _, left = await asyncio.wait(left, timeout=AGAIN_S)
        await asyncio.gather(*dying, return_exceptions=True)

    async def bury(self) -> None:
        """Let go of what would die with a process: the client's own state and its heartbeat thread."""
        client = self._app.client
        await (client.close() if client.shards else client.http.close())

    async def served(self) -> None:
        """Returns when another process has taken its shards; raises what ended it otherwise."""
        try:
            await self._app.wait_closed()
        except Usurped:
            return

    async def close(self) -> None:
        """An orderly end."""
        await self._app.close()
        await self._release_files()

    async def _release_files(self) -> None:
        await self._settings.close()
        await self.store.close()


async def moment(stage: Stage, name: str, plus_ms: int = 0) -> None:
    """Wait for a named moment (`day 0 speech 3`), then so long again."""
    while (at_ms := next((at for at, mark in stage.book.marks if mark == name), None)) is None:
        await stage.clock.sleep_until_ms(stage.clock.now_ms() + POLL_MS)
    await stage.clock.sleep_until_ms(stage.book.epoch_ms + round(at_ms) + plus_ms)
