"""A drill with real processes: `mafiabot run` in real time, killed and stopped by real signals.

Bounds are counts here: what the machine does meanwhile shows in every millisecond.
"""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.settings import ArchiveSettings
from mafiabot.adapters.paced_time import Anchor, PacedClock, PacedLoop
from mafiabot.adapters.redis_clients import clients_of
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.lab.drill.acts import Acts
from mafiabot.lab.drill.evening import go_home, play_all
from mafiabot.lab.drill.expect import Missed
from mafiabot.lab.drill.follower import Follower, SqliteReading, StoreReading
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.members import Presence, stop
from mafiabot.lab.drill.receipts import commands_told
from mafiabot.lab.drill.report import Counted, DrillReport, Measuring
from mafiabot.lab.drill.schedule import Schedule
from mafiabot.lab.drill.stage import DrillStage, set_drill_stage
from mafiabot.lab.drill.stores import Served, served
from mafiabot.lab.drill.wire import Shown
from mafiabot.lab.redis_servers import RedisServer
from mafiabot.runtime.settings_port import GuildSettings, SettingsStore

LINGER_MS = 30_000
REMEMBERED_MS = 6_000
LOOK_MS = 100
SERVES_WITHIN_MS = 120_000
"""Of real time: a busy machine takes its time to start a program, at any pace."""

SETTLES_MS = 2_000
AGAIN_MS = 1_000


def run_process(drill: Drill, spec_path: str | None) -> DrillReport:
    """Play in real time at the drill's pace, and measure. Raises `BadOptions` where there is no store."""
    anchor = Anchor.now(drill.speed)
    with asyncio.Runner(loop_factory=lambda: PacedLoop(anchor)) as runner:
        return runner.run(_run(drill, spec_path, anchor))


async def _run(drill: Drill, spec_path: str | None, anchor: Anchor) -> DrillReport:
    clock = PacedClock(anchor)
    with tempfile.TemporaryDirectory(prefix="mafiabot-drill-") as name, served(drill.store) as server:
        async with set_drill_stage(drill, clock, spec_path) as stage:
            folder = Path(name)
            bot = ProcessBot(stage, folder, anchor, server)
            async with _follower(stage, folder, server) as follower, _settings(folder, clock) as settings:
                try:
                    return await _played(stage, bot, follower, settings)
                finally:
                    await bot.close()


async def _played(
    stage: DrillStage, bot: "ProcessBot", follower: Follower, settings: SettingsStore
) -> DrillReport:
    schedule, shown, presence = Schedule(stage, Acts(stage, bot), {}), Shown(stage), Presence(stage)
    until_ms = stage.now_ms() + stage.drill.give_up_s * 1000
    watching = [asyncio.ensure_future(one) for one in (presence.watch(), follower.follow(), bot.look_after())]
    await bot.start()
    schedule.start()
    await play_all(stage, settings)
    await schedule.come_to_an_end(until_ms)
    await stage.sleep_ms(LINGER_MS)
    await go_home(stage)
    for task in watching:
        await stop(task)
    await follower.look()
    never = [
        Missed(key=f"fault at {fault.at}", wanted="to come", got="never came")
        for fault in schedule.never_came()
    ]
    commands = commands_told(stage, await follower.kept())
    counted = Counted(commands=commands, restarts=bot.restarts)
    return Measuring(stage, shown, presence, counted).report(never)


class ProcessBot:
    """A process at a time; whoever looks after it starts it again if it ends by itself."""

    def __init__(self, stage: DrillStage, folder: Path, anchor: Anchor, server: Served | None) -> None:
        self.restarts = 0
        self._stage = stage
        self._folder = folder
        self._server = server
        self._process: asyncio.subprocess.Process | None = None
        self._meant_to_run = False
        self._arguments = (
            ("-m", "mafiabot", "run")
            if anchor.pace == 1
            else (
                "-m",
                "mafiabot.lab.drill.child",
                f"{anchor.pace}",
                f"{anchor.mono_ns}",
                f"{anchor.epoch_ns}",
            )
        )
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MAFIABOT_")}
        self._environment = kept | {
            "MAFIABOT_DISCORD_URL": f"http://127.0.0.1:{stage.local.port}",
            "MAFIABOT_TOKEN": stage.judge.token,
            "MAFIABOT_DATA_DIR": str(folder),
            "MAFIABOT_HTTP": "",
        }
        if server is not None:
            self._environment["MAFIABOT_REDIS_URL"] = server.url

    async def start(self) -> None:
        """A process; returns when it serves the tables."""
        known = self._accepted()
        await self._launch()
        self._meant_to_run = True
        patience_ms = self._stage.now_ms() + SERVES_WITHIN_MS * self._stage.drill.speed
        while self._accepted() == known and self._stage.now_ms() < patience_ms:
            await self._stage.sleep_ms(LOOK_MS)
        await self._stage.sleep_ms(SETTLES_MS)

    async def _launch(self) -> None:
        with (self._folder / "bot.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._arguments, env=self._environment, stdout=log, stderr=log
            )

    def _accepted(self) -> int:
        return sum(one.accepted for one in self._stage.local.records.identifies)

    async def look_after(self) -> None:
        """Until cancelled: a process that gave up, since its store was away, is started again."""
        while True:
            await self._stage.sleep_ms(AGAIN_MS)
            process = self._process
            if self._meant_to_run and process is not None and process.returncode is not None:
                self.restarts += 1
                await self._launch()

    async def kill(self, restart_after_s: float, process: int = 0) -> None:
        self._meant_to_run = False
        await self._end(signal.SIGKILL)
        await self._stage.sleep_ms(restart_after_s * 1000)
        self.restarts += 1
        await self.start()

    async def stop(self, for_s: float, process: int = 0) -> None:
        stopped = self._process
        if stopped is None or stopped.returncode is not None:
            return
        stopped.send_signal(signal.SIGSTOP)
        await self._stage.sleep_ms(for_s * 1000)
        if stopped.returncode is None:
            stopped.send_signal(signal.SIGCONT)

    async def freeze_store(self, for_s: float) -> None:
        server = self._redis
        server.freeze()
        await self._stage.sleep_ms(for_s * 1000)
        server.thaw()

    async def lose_store(self, for_s: float) -> None:
        server = self._redis
        server.kill()
        await self._stage.sleep_ms(for_s * 1000)
        await asyncio.to_thread(server.start)

    @property
    def _redis(self) -> RedisServer:
        """The format lets only a single server be hurt."""
        assert self._server is not None
        assert self._server.server is not None
        return self._server.server

    async def forget_last_commit(self, for_s: float) -> None:
        raise NotImplementedError("the format does not let a process's store forget")

    def step_clock(self, ms: int) -> None:
        raise NotImplementedError("the format does not step a process's clock")

    async def _end(self, number: signal.Signals) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            process.send_signal(number)
            await process.wait()

    async def close(self) -> None:
        """The last process ends in good order."""
        self._meant_to_run = False
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGCONT)
        await self._end(signal.SIGTERM)


@contextlib.asynccontextmanager
async def _follower(stage: DrillStage, folder: Path, server: Served | None) -> AsyncIterator[Follower]:
    if server is None:
        yield Follower(stage, SqliteReading(folder))
        return
    url = parse_redis_url(server.url)
    reading = StoreReading(lambda: RedisStore(clients_of(url), stage.clock, url.prefix))
    try:
        yield Follower(stage, reading)
    finally:
        await reading.close()


@dataclass(slots=True)
class _Noticed:
    """Settings that return when every process has forgotten what it remembered of them."""

    behind: SettingsStore
    clock: PacedClock

    async def get(self, guild_id: int) -> GuildSettings:
        return await self.behind.get(guild_id)

    async def change(self, guild_id: int, edit: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        changed = await self.behind.change(guild_id, edit)
        await self.clock.sleep_until_ms(self.clock.now_ms() + REMEMBERED_MS)
        return changed

    async def close(self) -> None:
        await self.behind.close()


@contextlib.asynccontextmanager
async def _settings(folder: Path, clock: PacedClock) -> AsyncIterator[SettingsStore]:
    archive = await open_archive(None, folder, clock)
    try:
        yield _Noticed(ArchiveSettings(archive), clock)
    finally:
        await archive.close()
