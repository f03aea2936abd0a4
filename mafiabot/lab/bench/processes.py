"""The processes a measurement needs: the local Discord, the real bot, and the bare things beside it."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from mafiabot.adapters.clock import SystemClock
from mafiabot.lab.bench.tables import Place
from mafiabot.lab.redis_servers import free_port

LONGEST_LINE = 1 << 28
POLL_MS = 10
READY_WITHIN_MS = 120_000

Json = dict[str, Any]


class ChildFailed(RuntimeError):
    """A process of the benchmark ended, or did not do what it should; the text has its last words."""


class Child:
    """`python -m MODULE ARGUMENTS`, asked and answering in lines of JSON."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def ask(self, do: str, **asked: Any) -> Any:
        """What it answers. Raises `ChildFailed`."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, **asked}).encode() + b"\n")
        await self._process.stdin.drain()
        return await self.told()

    async def told(self) -> Any:
        """Its next line. Raises `ChildFailed`."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise ChildFailed(f"a process of the benchmark ended with {await self._process.wait()}")
        return json.loads(line)

    @property
    def pid(self) -> int:
        return self._process.pid

    async def end(self) -> None:
        """It has nothing to finish."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


@asynccontextmanager
async def child(module: str, *arguments: str) -> AsyncIterator[Child]:
    """One that does not outlive the block; what it complains of goes where our complaints go."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, stdin=PIPE, stdout=PIPE, env=clean(), limit=LONGEST_LINE
    )
    started = Child(process)
    try:
        yield started
    finally:
        await started.end()


def clean() -> dict[str, str]:
    """Our environment without the bot's settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAFIABOT_")}


class LocalWorld:
    """The local Discord as the benchmark sees it."""

    def __init__(self, process: Child, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.places: list[Place] = []
        self._process = process

    async def build(self, guilds: int, seats: int = 10) -> list[Place]:
        """So many more guilds, each with a voice channel full of people; all there are."""
        built = await self.ask("build", guilds=guilds, seats=seats)
        self.places += [
            Place(
                guild_id=one["guild"],
                channel_id=one["channel"],
                host_id=one["host"],
                users=tuple(one["users"]),
            )
            for one in built
        ]
        return self.places

    async def ask(self, do: str, **asked: Any) -> Any:
        """See `world`."""
        return await self._process.ask(do, **asked)

    async def check(self) -> None:
        """Raises `ChildFailed` if the bot did what Discord would have refused, or left somebody waiting."""
        troubles = await self.ask("troubles")
        if troubles:
            raise ChildFailed(f"{len(troubles)} troubles at the local Discord, the first: {troubles[0]}")


@asynccontextmanager
async def local_world() -> AsyncIterator[LocalWorld]:
    """Empty at first."""
    async with child("mafiabot.lab.bench.world") as process:
        hello = await process.told()
        yield LocalWorld(process, hello["url"], hello["token"])


class BotProcess:
    """`mafiabot run`, as an operator would start it: its log goes to a file in `folder`."""

    def __init__(self, world: LocalWorld, folder: Path, redis_url: str | None) -> None:
        self.data_dir = folder / "data"
        self._log = folder / "bot.log"
        self._port = free_port()
        self._environment = clean() | {
            "MAFIABOT_DISCORD_URL": world.url,
            "MAFIABOT_TOKEN": world.token,
            "MAFIABOT_DATA_DIR": str(self.data_dir),
            "MAFIABOT_HTTP": f"127.0.0.1:{self._port}",
            "MAFIABOT_LOG_FORMAT": "json",
        }
        if redis_url is not None:
            self._environment["MAFIABOT_REDIS_URL"] = redis_url
        self._clock = SystemClock()
        self._process: Process | None = None

    async def start(self) -> float:
        """Returns once it takes commands: how many seconds after the start. Raises `ChildFailed`."""
        began_us = self._clock.now_us()
        with self._log.open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "mafiabot", "run", env=self._environment, stdout=log, stderr=log
            )
        async with aiohttp.ClientSession() as session:
            while not await self._ready(session):
                if self._process.returncode is not None or self._late(began_us):
                    raise ChildFailed(f"the bot did not get ready: {self._last_words()}")
                await self._clock.sleep_until_ms(self._clock.now_ms() + POLL_MS)
        return (self._clock.now_us() - began_us) / 1e6

    def _late(self, began_us: int) -> bool:
        return self._clock.now_us() - began_us > READY_WITHIN_MS * 1000

    async def _ready(self, session: aiohttp.ClientSession) -> bool:
        try:
            async with session.get(f"http://127.0.0.1:{self._port}/readyz") as answer:
                return answer.status == 200
        except aiohttp.ClientError:
            return False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def errors(self) -> list[str]:
        """Lines of its log from `error` on."""
        lines = self._log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if '"level": "error"' in line or '"level": "critical"' in line]

    def _last_words(self) -> str:
        return self._log.read_text(encoding="utf-8")[-2000:]

    async def kill(self) -> None:
        """With -9; harmless for one that is dead or was never started."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
            await self._process.wait()


@asynccontextmanager
async def bot_process(world: LocalWorld, folder: Path, redis_url: str | None) -> AsyncIterator[BotProcess]:
    """Not started; it does not outlive the block."""
    bot = BotProcess(world, folder, redis_url)
    try:
        yield bot
    finally:
        await bot.kill()
