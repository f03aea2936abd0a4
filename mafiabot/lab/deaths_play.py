"""One evening at which the bot dies again and again, and what was wrong with it afterwards.

The game has to come to its verdict as if nobody had noticed; a while after every restart microphones and
panel are what the state says.
"""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random  # noqa: TID251 - how long nobody is there is drawn from the seed
from typing import Any

from mafiabot.adapters import virtual_time
from mafiabot.adapters.identities import SeededIdentities
from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.crash import watch_tasks
from mafiabot.lab.deaths_bot import DyingBot
from mafiabot.lab.deaths_credits import Credit, credits_of
from mafiabot.lab.deaths_fates import Cell, Fate
from mafiabot.lab.deaths_looks import Looks
from mafiabot.lab.drill.criticals import criticals_logged
from mafiabot.lab.drill.evening import go_home, play_all
from mafiabot.lab.drill.expect import missed
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.members import Presence, stop
from mafiabot.lab.drill.report import Commands, Counted, Measuring
from mafiabot.lab.drill.stage import DrillStage, set_drill_stage
from mafiabot.lab.drill.stores import drill_store
from mafiabot.lab.drill.virtual import virtual_clock_at
from mafiabot.lab.drill.wire import Shown
from mafiabot.lab.game import Bench
from mafiabot.runtime.ports import Clock

DOWN_MS = (500, 6_000)
LINGER_MS = 20_000
SETTLES_MS = 30_000
CREDIT_ERROR_MS = 500
"""Speech credit is right to within so much."""

BOUNDS: dict[str, Any] = {
    "totals.left_muted": 0,
    "totals.debts_open": 0,
    "totals.lost": 0,
    "totals.doubled": 0,
    "totals.announcements_lost": 0,
    "totals.announcements_doubled": 0,
    "totals.unknown_routes": 0,
    "totals.unanswered": 0,
    "totals.schema_errors": 0,
    "totals.names_left": 0,
    "totals.short_ms_max": {"max": 1},
    "violations": 0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Survived:
    """One evening: its deaths, what was wrong, the report's totals, and every speech credit."""

    name: str
    deaths: tuple[Cell, ...]
    verdicts: int
    problems: tuple[str, ...]
    totals: dict[str, Any]
    credits: tuple[Credit, ...]


def survive(
    drill: Drill, fate: Fate, spec_path: str | None = None, planted: Planted = NOTHING_PLANTED
) -> Survived:
    """Play one evening in virtual time. Raises what a start of the bot broke with."""
    return virtual_time.run(_evening(drill, fate, spec_path, planted))


async def _evening(drill: Drill, fate: Fate, spec_path: str | None, planted: Planted) -> Survived:
    loop = running_virtual_loop()
    watch_tasks(loop)
    clock = virtual_clock_at(loop)
    async with (
        set_drill_stage(drill, clock, spec_path) as stage,
        _bench(drill, clock) as bench,
    ):
        rng = Random(f"deaths {drill.seed}")
        looks = Looks(stage)
        bot = DyingBot(
            stage, bench, MemorySettings(), fate, lambda: rng.randint(*DOWN_MS), looks.served, planted
        )
        shown, presence = Shown(stage), Presence(stage)
        with criticals_logged() as criticals:
            try:
                await _until_done(_play(stage, bot, presence), bot.live())
            finally:
                await looks.stop()
                await bot.close()
            counted = Counted(
                commands=_counted(bot),
                restarts=len(bot.deaths),
                critical=criticals.violations(stage.now_ms()),
            )
        body = Measuring(stage, shown, presence, counted).report([]).body
        given = tuple(credits_of(stage, bot.deaths))
        problems = (
            *bot.problems,
            *looks.problems,
            *_missed(drill, body),
            *_miscredited(given),
            *[line async for line in _left_in_store(stage, bench)],
        )
    return Survived(
        name=drill.name,
        deaths=tuple(death.cell for death in bot.deaths),
        verdicts=body["totals"]["verdicts"],
        problems=problems,
        totals=body["totals"],
        credits=given,
    )


async def _until_done(playing: Any, living: Any) -> None:
    """People play while the bot lives; a life that broke ends the evening."""
    tasks = [asyncio.ensure_future(one) for one in (playing, living)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _play(stage: DrillStage, bot: DyingBot, presence: Presence) -> None:
    watching = asyncio.ensure_future(presence.watch())
    await bot.serving.wait()
    await play_all(stage, bot.settings)
    await stage.sleep_ms(LINGER_MS)
    bot.immortal = True
    await bot.serving.wait()
    await go_home(stage)
    await _all_seen(stage)
    await stage.sleep_ms(SETTLES_MS)
    await stop(watching)


async def _all_seen(stage: DrillStage) -> None:
    """Who had gone home comes once more: only in a voice channel can he be given what he is owed."""
    for table in stage.tables.values():
        for one in table.company.everybody:
            if one.person.id in table.guild.members and one.person.id not in table.guild.voice:
                await one.person.join(table.elsewhere)


@contextlib.asynccontextmanager
async def _bench(drill: Drill, clock: Clock) -> AsyncIterator[Bench]:
    with tempfile.TemporaryDirectory(prefix="mafiabot-deaths-") as name:
        async with drill_store(drill.store, Path(name), clock) as store:
            yield Bench(
                folder=Path(name),
                identities=SeededIdentities(drill.seed),
                open_store=store.open,
                archive=MemoryGames(),
            )


def _counted(bot: DyingBot) -> Commands:
    kept = bot.commands.kept
    return Commands(
        accepted=len(bot.commands.accepted),
        lost=sum(not kept[key] for key in bot.commands.accepted),
        doubled=sum(max(0, times - 1) for times in kept.values()),
    )


def _missed(drill: Drill, body: Any) -> Iterator[str]:
    bounds = BOUNDS | {"totals.verdicts": len(drill.table)}
    for one in missed(body, bounds):
        shown = body["violations"][:3] if one.key == "violations" else one.got
        yield f"{one.key}: wanted {one.wanted}, got {shown}"


def _miscredited(given: tuple[Credit, ...]) -> Iterator[str]:
    for one in given:
        if one.error_ms > CREDIT_ERROR_MS:
            yield f"credited {one.credit_ms} for {one.down_ms:.0f} ms after {one.cell}"


async def _left_in_store(stage: DrillStage, bench: Bench) -> AsyncIterator[str]:
    """Nothing is owed, due, unsaid or unarchived once all is over."""
    store = bench.open_store()
    try:
        for what, left in (
            ("debts", await store.debts()),
            ("debts in the second copy", await bench.debts.debts()),
            ("names", await store.names()),
            ("untold games", await store.untold()),
            ("unarchived games", await store.unarchived()),
            ("open games", await store.open_games()),
            ("due times", await store.due(stage.clock.now_ms() + 86_400_000)),
        ):
            if left:
                yield f"{what} left in the store: {len(left)}"
        for table in stage.tables.values():
            state = table.book.state
            heads = await bench.archive.heads(table.guild.id)
            if state is not None and sum(head.number == state.game_number for head in heads) != 1:
                yield f"table {table.spec.id} is not in the archive"
    finally:
        await store.close()
