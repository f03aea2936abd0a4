"""`mafiabot bench`: all measurements one after another, each line told as soon as it is there."""

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Awaitable, Iterable
from dataclasses import dataclass
from pathlib import Path

from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.bot.logs import set_up_logs
from mafiabot.bot.run import loop_factory
from mafiabot.lab.bench.backing import backing, redis_version
from mafiabot.lab.bench.capture import Captured, capture
from mafiabot.lab.bench.clicks import click_figures
from mafiabot.lab.bench.commits import redis_figures, sqlite_figures
from mafiabot.lab.bench.engine import engine_figures
from mafiabot.lab.bench.figures import BenchReport, Figure, head, row
from mafiabot.lab.bench.host import described
from mafiabot.lab.bench.loads import load_figures
from mafiabot.lab.bench.processes import ChildFailed
from mafiabot.lab.bench.running import Level
from mafiabot.lab.bench.simulation import simulation_figures
from mafiabot.lab.bench.starting import start_figures
from mafiabot.lab.json_file import json_target
from mafiabot.runtime.ports import StoreUnavailable

FINE, FAILED = 0, 1
FAILURES = (ChildFailed, StoreUnavailable)
NO_REDIS = "SQLite only: no Redis answers where tests look for one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How much of everything. `budget_s`: seconds for a measurement inside this process.

    `levels`: running tables, ascending. `restarts`: how often the last level is killed and taken up.
    """

    games: int
    seats: int
    budget_s: float
    levels: tuple[Level, ...]
    restarts: int
    guilds: tuple[int, ...]
    voting: int
    alone: int


FULL = Scale(
    games=3,
    seats=10,
    budget_s=8.0,
    levels=(
        Level(tables=1, settle_s=3, measure_s=24, speech_ms=3_000),
        Level(tables=10, settle_s=3, measure_s=24, speech_ms=3_000),
        Level(tables=100, settle_s=15, measure_s=60),
        Level(tables=500, settle_s=20, measure_s=60),
        Level(tables=1_000, settle_s=25, measure_s=60),
    ),
    restarts=3,
    guilds=(1, 100, 300, 1_000),
    voting=300,
    alone=300,
)
QUICK = Scale(
    games=1,
    seats=6,
    budget_s=0.3,
    levels=(
        Level(tables=1, settle_s=0.5, measure_s=4, speech_ms=1_500),
        Level(tables=8, settle_s=0.5, measure_s=4, speech_ms=1_500),
    ),
    restarts=1,
    guilds=(1,),
    voting=4,
    alone=4,
)


def bench(*, json_file: Path | None, quick: bool, redis_url: str) -> int:
    """The exit code: 1 where something could not be measured, or a whole run misses an aim.

    A quick one is too short to miss any. `redis_url`: used if a server answers there.
    Raises `BadOptions` for a file that cannot be written.
    """
    book = _Book()
    with json_target(json_file) as target:
        set_up_logs("ERROR", "text", io.StringIO())
        report = measured(QUICK if quick else FULL, redis_url, book)
        if target is not None:
            target.write(report.as_json() + "\n")
    for failure in book.failures:
        print(f"mafiabot bench: {failure}", file=sys.stderr)
    return FAILED if book.failures or (report.unmet and not quick) else FINE


class _Book:
    """What has been measured so far, told as it comes; a part that fails does not spoil the others."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []
        self.failures: list[str] = []

    def note(self, *figures: Figure) -> None:
        for figure in figures:
            print(row(figure), flush=True)
            self.figures.append(figure)

    async def take(self, what: str, part: Awaitable[Iterable[Figure]]) -> None:
        """A part that comes as a whole."""
        try:
            self.note(*await part)
        except FAILURES as failure:
            self.failures.append(f"{what}: {failure}")

    async def follow(self, what: str, part: AsyncIterator[Figure]) -> None:
        """A part that comes bit by bit."""
        try:
            async for figure in part:
                self.note(figure)
        except FAILURES as failure:
            self.failures.append(f"{what}: {failure}")


def measured(scale: Scale, redis_url: str, book: _Book) -> BenchReport:
    """Everything, on the loop the bot runs on."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        version = runner.run(redis_version(redis_url))
    host = described()
    store = f"Redis {version}" if version is not None else NO_REDIS
    print(f"{host}\n{store}\n\n{head()}", flush=True)
    captured = [capture(seed, seats=scale.seats) for seed in range(1, scale.games + 1)]
    book.note(*engine_figures(captured, scale.budget_s), *simulation_figures(captured))
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_outside(captured[0], scale, redis_url if version is not None else None, book))
    return BenchReport(host=host, store=store, figures=tuple(book.figures))


async def _outside(captured: Captured, scale: Scale, address: str | None, book: _Book) -> None:
    """What needs stores and other processes."""
    await book.take("commits to SQLite", sqlite_figures(captured, scale.budget_s))
    if address is not None:
        async with backing(address) as place:
            url = place.redis or parse_redis_url(address)
            await book.take("commits to Redis", redis_figures(captured, url, scale.budget_s))
    async with backing(address) as place:
        await book.take("clicks", click_figures(captured, place, scale.voting, scale.alone))
    await book.take("starts", start_figures(address, scale.guilds))
    await book.follow("tables", load_figures(captured, address, scale.levels, scale.restarts))
