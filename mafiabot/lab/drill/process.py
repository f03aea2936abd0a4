"""A drill with real processes: `mafiabot run` in real time, killed and stopped by real signals.

Bounds are counts here: what the machine does meanwhile shows in every millisecond.
"""

import asyncio
import contextlib
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
from mafiabot.lab.drill.members import Presence, given_back, stop
from mafiabot.lab.drill.process_bots import ProcessBot, ProcessFleet
from mafiabot.lab.drill.receipts import commands_told
from mafiabot.lab.drill.report import Counted, DrillReport, Measuring
from mafiabot.lab.drill.schedule import Schedule
from mafiabot.lab.drill.stage import DrillStage, set_drill_stage
from mafiabot.lab.drill.stores import Served, served
from mafiabot.lab.drill.wire import Shown
from mafiabot.runtime.settings_port import GuildSettings, SettingsStore

LINGER_MS = 30_000
GIVES_BACK_WITHIN_MS = 20_000
"""Of real time, after that: thirty game seconds are three at pace 10, and a busy machine needs its time."""

REMEMBERED_MS = 6_000


def run_process(drill: Drill, spec_path: str | None, ends_s: list[float] | None = None) -> DrillReport:
    """Play in real time at the drill's pace, and measure. Raises `BadOptions` where there is no store.

    `ends_s` is told how many real seconds each process took that was told to end while games ran.
    """
    anchor = Anchor.now(drill.speed)
    with asyncio.Runner(loop_factory=lambda: PacedLoop(anchor)) as runner:
        return runner.run(_run(drill, spec_path, anchor, [] if ends_s is None else ends_s))


async def _run(drill: Drill, spec_path: str | None, anchor: Anchor, ends_s: list[float]) -> DrillReport:
    clock = PacedClock(anchor)
    with tempfile.TemporaryDirectory(prefix="mafiabot-drill-") as name, served(drill.store) as server:
        async with set_drill_stage(drill, clock, spec_path) as stage:
            folder = Path(name)
            bot = _bot(stage, folder, anchor, server)
            async with _follower(stage, folder, server) as follower, _settings(folder, clock) as settings:
                try:
                    return await _played(stage, bot, follower, settings)
                finally:
                    await bot.close()
                    ends_s += bot.ends_s


def _bot(stage: DrillStage, folder: Path, anchor: Anchor, server: Served | None) -> ProcessBot | ProcessFleet:
    total = stage.drill.processes
    if total is None:
        return ProcessBot(stage, folder, anchor, server)
    return ProcessFleet(
        stage, [ProcessBot(stage, folder, anchor, server, ordinal) for ordinal in range(total)]
    )


async def _played(
    stage: DrillStage, bot: ProcessBot | ProcessFleet, follower: Follower, settings: SettingsStore
) -> DrillReport:
    schedule, shown, presence = Schedule(stage, Acts(stage, bot), {}), Shown(stage), Presence(stage)
    until_ms = stage.now_ms() + stage.drill.give_up_s * 1000
    watching = [asyncio.ensure_future(one) for one in (presence.watch(), follower.follow(), bot.look_after())]
    await bot.start()
    schedule.start()
    await play_all(stage, settings)
    await schedule.come_to_an_end(until_ms)
    await stage.sleep_ms(LINGER_MS)
    await given_back(stage, GIVES_BACK_WITHIN_MS * stage.drill.speed)
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
    if isinstance(bot, ProcessFleet) and bot.stubborn:
        never.append(Missed(key="replaced processes that went on", wanted=0, got=bot.stubborn))
    return Measuring(stage, shown, presence, counted).report([*never, *await follower.torn()])


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
