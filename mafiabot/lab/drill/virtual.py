"""A drill in virtual time: bot, local Discord and people in one loop; rehearsed where moments are foreseen.

The same file gives the same game to the microsecond, so a rehearsal without the faults that come *before* a
moment tells when that moment will be; the earliest of them is then fixed, and the next one rehearsed.
"""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from mafiabot.adapters import virtual_time
from mafiabot.adapters.clock import SystemClock, VirtualClock
from mafiabot.adapters.identities import SeededIdentities
from mafiabot.adapters.virtual_time import VirtualLoop, running_virtual_loop
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.crash import watch_tasks
from mafiabot.lab.drill.acts import Acts
from mafiabot.lab.drill.bots import VirtualBot
from mafiabot.lab.drill.criticals import Criticals, criticals_logged
from mafiabot.lab.drill.evening import go_home, play_all
from mafiabot.lab.drill.expect import Missed
from mafiabot.lab.drill.faults import AnyFault, StoreTrouble
from mafiabot.lab.drill.fleet import VirtualFleet
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.members import Presence, given_back, stop
from mafiabot.lab.drill.report import Commands, Counted, DrillReport, Measuring
from mafiabot.lab.drill.schedule import Foreseen, Schedule
from mafiabot.lab.drill.stage import DrillStage, set_drill_stage
from mafiabot.lab.drill.stores import drill_store
from mafiabot.lab.drill.trouble import Trouble
from mafiabot.lab.drill.wire import Shown
from mafiabot.lab.game import Bench
from mafiabot.lab.stores import archive_in
from mafiabot.playground.clock import DEFAULT_EPOCH_MS
from mafiabot.runtime.ports import Clock

LINGER_MS = 30_000


def run_virtual(drill: Drill, spec_path: str | None, planted: Planted = NOTHING_PLANTED) -> DrillReport:
    """Rehearse as often as needed, then play and measure. `planted`: deliberate bugs."""
    foreseen = _foreseen(drill, planted)
    run = Run(drill, spec_path=spec_path, foreseen=foreseen, planted=planted)
    report: DrillReport = virtual_time.run(run.measured(), pace=drill.speed)
    return report


def _foreseen(drill: Drill, planted: Planted) -> dict[int, float]:
    """The zeros of faults that come before their moment, the earliest fault first."""
    foreseen: dict[int, float] = {}
    ahead = [number for number, fault in enumerate(drill.fault) if fault.moment.offset_ms < 0]
    while len(foreseen) < len(ahead):
        run = Run(drill, spec_path=None, foreseen=foreseen, planted=planted)
        zeros: dict[int, float] = virtual_time.run(run.rehearsed(ahead))
        if not zeros:
            break
        first = min(zeros, key=lambda number: zeros[number] + drill.fault[number].moment.offset_ms)
        foreseen[first] = zeros[first]
    return foreseen


@dataclass(slots=True)
class _Running:
    stage: DrillStage
    bot: VirtualBot | VirtualFleet
    schedule: Schedule
    shown: Shown
    presence: Presence


class Run:
    """One playing of a drill."""

    def __init__(self, drill: Drill, *, spec_path: str | None, foreseen: Foreseen, planted: Planted) -> None:
        self._drill = drill
        self._spec_path = spec_path
        self._foreseen = foreseen
        self._planted = planted

    async def measured(self) -> DrillReport:
        """To the end, and looked at."""
        with criticals_logged() as criticals:
            async with self._going() as running:
                await self._play(running)
                return _measured(running, criticals)

    async def rehearsed(self, ahead: list[int]) -> dict[int, float]:
        """The zeros of those faults of `ahead` whose moments come and are not foreseen yet."""
        unknown = [number for number in ahead if number not in self._foreseen]
        async with self._going() as running:
            playing = asyncio.ensure_future(self._play(running))
            zeros: dict[int, float] = {}
            while not playing.done() and not self._settled(running, zeros, unknown):
                await asyncio.wait((playing,), timeout=1.0)
                zeros = {n: at for n in unknown if (at := _zero(running.stage, self._drill.fault[n]))}
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await go_home(running.stage)
            return zeros

    def _settled(self, running: _Running, zeros: dict[int, float], unknown: list[int]) -> bool:
        """Whether the earliest fault is known: whatever is still to come would be fired later than now."""
        if not zeros:
            return False
        offsets = {number: self._drill.fault[number].moment.offset_ms for number in unknown}
        open_ones = [offset for number, offset in offsets.items() if number not in zeros]
        if not open_ones:
            return True
        earliest_ms = min(at + offsets[number] for number, at in zeros.items())
        return running.stage.now_ms() + min(open_ones) > earliest_ms

    @contextlib.asynccontextmanager
    async def _going(self) -> AsyncIterator[_Running]:
        """Discord, bot and people, none of whom has begun; nothing of it is left afterwards."""
        loop = running_virtual_loop()
        watch_tasks(loop)
        clock = virtual_clock_at(loop)
        async with (
            set_drill_stage(self._drill, clock, self._spec_path) as stage,
            _bench(self._drill, clock) as (bench, trouble),
        ):
            bot = self._bot(stage, bench, trouble)
            schedule = Schedule(stage, Acts(stage, bot), self._foreseen)
            running = _Running(stage, bot, schedule, Shown(stage), Presence(stage))
            try:
                yield running
            finally:
                await bot.close()

    def _bot(self, stage: DrillStage, bench: Bench, trouble: Trouble) -> VirtualBot | VirtualFleet:
        if self._drill.processes is None:
            return VirtualBot(stage, bench, trouble, _clock_ahead, self._planted)
        return VirtualFleet(stage, bench, trouble, _clock_ahead, self._planted)

    async def _play(self, running: _Running) -> None:
        stage = running.stage
        until_ms = stage.now_ms() + self._drill.give_up_s * 1000
        watching = asyncio.ensure_future(running.presence.watch())
        await running.bot.start()
        running.schedule.start()
        await play_all(stage, running.bot.settings)
        await running.schedule.come_to_an_end(until_ms)
        await stage.sleep_ms(LINGER_MS)
        await given_back(stage, allowed_ms(self._drill) - LINGER_MS)
        await go_home(stage)
        await stop(watching)


def allowed_ms(drill: Drill) -> float:
    """Twice what Discord's limits take to let everybody's microphone be given back, in one server."""
    people = sum(table.seats + table.spectators for table in drill.table)
    budgets = (drill.discord.edit_budget, drill.discord.hidden_edit_budget)
    return max((2_000 * seconds * -(-people // calls) for calls, seconds in budgets if calls), default=0.0)


def _zero(stage: DrillStage, fault: AnyFault) -> float | None:
    return stage.tables[stage.drill.table_of(fault).id].book.zeros_ms.get(fault.moment.name)


class _HostClock(SystemClock):
    """The host's clock as a process knows it: born with the wall clock, then on its own."""

    def __init__(self, loop: VirtualLoop, ahead_ms: int) -> None:
        self._loop = loop
        super().__init__(
            wall_ns=lambda: (virtual_clock_at(loop).now_ms() + ahead_ms) * 1_000_000,
            monotonic_ns=lambda: loop.time_us() * 1_000,
        )

    def hold(self) -> AbstractContextManager[None]:
        """While held, virtual time does not jump."""
        return self._loop.hold()


def virtual_clock_at(loop: VirtualLoop) -> VirtualClock:
    """Every drill begins at the same moment of the same year."""
    return VirtualClock(loop, DEFAULT_EPOCH_MS - round(virtual_time.START_S * 1000))


def _clock_ahead(ahead_ms: int) -> _HostClock:
    return _HostClock(running_virtual_loop(), ahead_ms)


@contextlib.asynccontextmanager
async def _bench(drill: Drill, clock: Clock) -> AsyncIterator[tuple[Bench, Trouble]]:
    forgets = any(isinstance(one, StoreTrouble) and one.mode == "lost_last" for one in drill.fault)
    with tempfile.TemporaryDirectory(prefix="mafiabot-drill-") as name:
        folder = Path(name)
        async with drill_store(drill.store, folder, clock) as store, archive_in(folder, clock) as archive:
            bench = Bench(
                folder=folder,
                identities=SeededIdentities(drill.seed),
                open_store=store.open,
                archive=archive,
            )
            yield bench, Trouble(store.rewinder if forgets else None, store.emptying)


def _measured(running: _Running, criticals: Criticals) -> DrillReport:
    stage, bot = running.stage, running.bot
    kept = bot.commands.kept
    counted = Counted(
        commands=Commands(
            accepted=len(bot.commands.accepted),
            lost=sum(not kept[key] for key in bot.commands.accepted),
            doubled=sum(max(0, times - 1) for times in kept.values()),
        ),
        restarts=bot.restarts,
        critical=criticals.violations(stage.now_ms()),
    )
    never = [
        Missed(key=f"fault at {fault.at}", wanted="to come", got="never came")
        for fault in running.schedule.never_came()
    ]
    return Measuring(stage, running.shown, running.presence, counted).report(never)
