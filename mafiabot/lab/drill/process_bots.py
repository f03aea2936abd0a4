"""A bot in processes of its own: `mafiabot run`, one or several, and the real signals that befall them."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from mafiabot.adapters.paced_time import Anchor
from mafiabot.lab.drill.stage import DrillStage
from mafiabot.lab.drill.stores import Served
from mafiabot.lab.redis_servers import RedisServer

LOOK_MS = 100
SERVES_WITHIN_MS = 120_000
"""Of real time: a busy machine takes its time to start a program, at any pace."""

SETTLES_MS = 2_000
AGAIN_MS = 1_000
ENDS_WITHIN_S = 60
FAILED = 1


class ProcessBot:
    """A process at a time; whoever looks after it starts it again if it ends by itself.

    `ordinal`: which of several it is.
    """

    def __init__(
        self,
        stage: DrillStage,
        folder: Path,
        anchor: Anchor,
        server: Served | None,
        ordinal: int | None = None,
    ) -> None:
        self.restarts = 0
        self.ends_s: list[float] = []
        self._ordinal = ordinal
        self._born_of = (stage, folder, anchor, server)
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
        self._total = stage.drill.processes or 1
        if ordinal is not None:
            self._environment["MAFIABOT_CLUSTER"] = f"{ordinal}/{self._total}"
            self._environment["MAFIABOT_SHARDS"] = str(stage.drill.shards or self._total)

    def another(self) -> "ProcessBot":
        """One in its place, which nobody has started."""
        return ProcessBot(*self._born_of, self._ordinal)

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
        """Gateway sessions of its shards, by anybody."""
        return sum(
            one.accepted and one.shard[0] % self._total == (self._ordinal or 0)
            for one in self._stage.local.records.identifies
        )

    async def look_after(self) -> None:
        """Until cancelled: a process that gave up, since its store was away, is started again."""
        while True:
            await self._stage.sleep_ms(AGAIN_MS)
            await self.look()

    async def look(self) -> None:
        """Once."""
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
        self.stand_still()
        await self._stage.sleep_ms(for_s * 1000)
        self.go_on()

    def stand_still(self) -> None:
        """Until it is to `go_on`."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)

    async def ends_by_itself(self) -> bool:
        """Whether a process whose shards another one serves does so, with the exit code for it."""
        self._meant_to_run = False
        assert self._process is not None
        ending = asyncio.ensure_future(self._process.wait())
        await asyncio.wait((ending,), timeout=ENDS_WITHIN_S * self._stage.drill.speed)
        ending.cancel()
        return self._process.returncode == FAILED

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

    async def empty_store(self, for_s: float) -> None:
        """While it runs, or, where it is gone for a while, before it is started again."""
        server = self._redis
        if not for_s:
            await asyncio.to_thread(server.flush)
            return
        server.kill()
        server.wipe()
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

    async def end(self) -> float:
        """In good order; how many real seconds that took."""
        self._meant_to_run = False
        began_ms = self._stage.now_ms()
        await self._end(signal.SIGTERM)
        return (self._stage.now_ms() - began_ms) / 1000 / (self._stage.drill.speed or 1)

    async def close(self) -> None:
        """The last process ends in good order."""
        self._meant_to_run = False
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGCONT)
        await self._end(signal.SIGTERM)


class ProcessFleet:
    """Several at once; what befalls them does so in turn.

    `ends_s`: how many real seconds each took that was told to end while games ran. `stubborn`: how many
    went on though they had been replaced.
    """

    def __init__(self, stage: DrillStage, members: list[ProcessBot]) -> None:
        self.ends_s: list[float] = []
        self.stubborn = 0
        self._stage = stage
        self._members = members
        self._former: list[ProcessBot] = []
        self._in_turn = asyncio.Lock()

    @property
    def restarts(self) -> int:
        return sum(one.restarts for one in (*self._members, *self._former)) + len(self._former)

    async def start(self) -> None:
        """All; returns when they serve their tables."""
        await asyncio.gather(*(one.start() for one in self._members))

    async def look_after(self) -> None:
        """Until cancelled: whoever serves now, not who was replaced."""
        while True:
            await self._stage.sleep_ms(AGAIN_MS)
            for one in self._members:
                await one.look()

    async def kill(self, restart_after_s: float, process: int = 0) -> None:
        async with self._in_turn:
            await self._members[process].kill(restart_after_s)

    async def stop(self, for_s: float, process: int = 0) -> None:
        async with self._in_turn:
            await self._members[process].stop(for_s)

    async def replace_stopped(self, for_s: float, process: int) -> None:
        """At least so long: whoever replaces it serves its tables by then, and it finds that out."""
        async with self._in_turn:
            await self._replace(for_s, process)

    async def _replace(self, for_s: float, process: int) -> None:
        stopped = self._members[process]
        until_ms = self._stage.now_ms() + for_s * 1000
        stopped.stand_still()
        self._members[process] = fresh = stopped.another()
        self._former.append(stopped)
        await fresh.start()
        await self._stage.sleep_ms(max(0.0, until_ms - self._stage.now_ms()))
        stopped.go_on()
        self.stubborn += not await stopped.ends_by_itself()

    async def roll(self) -> None:
        async with self._in_turn:
            for member in self._members:
                self.ends_s.append(await member.end())
                member.restarts += 1
                await member.start()

    async def cut_off(self, for_s: float, process: int, *, replaced: bool) -> None:
        raise NotImplementedError("the format does not cut a real process off")

    async def twin(self, for_s: float, process: int) -> None:
        raise NotImplementedError("the format does not double a real process")

    async def crash_loop(self, n: int, every_s: float, process: int) -> None:
        raise NotImplementedError("the format does not let a real process crash so often")

    async def freeze_store(self, for_s: float) -> None:
        await self._members[0].freeze_store(for_s)

    async def lose_store(self, for_s: float) -> None:
        await self._members[0].lose_store(for_s)

    async def forget_last_commit(self, for_s: float) -> None:
        await self._members[0].forget_last_commit(for_s)

    async def empty_store(self, for_s: float) -> None:
        await self._members[0].empty_store(for_s)

    def step_clock(self, ms: int) -> None:
        self._members[0].step_clock(ms)

    async def close(self) -> None:
        """All end in good order."""
        await asyncio.gather(*(one.close() for one in (*self._members, *self._former)))
