"""One game from table to verdict: bot, local Discord and people on one virtual loop."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from mafiabot.adapters import virtual_time
from mafiabot.adapters.identities import SeededIdentities
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.bot.among import Standing
from mafiabot.bot.app import App
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.errors import errors_logged
from mafiabot.lab.evidence import gather
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.report import Report, report
from mafiabot.lab.stage import Stage, set_stage
from mafiabot.lab.stores import OpenStore, archive_in, stores_for
from mafiabot.playground.model import Application
from mafiabot.playground.oracles import Evidence, Violation, Wrong, judge
from mafiabot.playground.oracles_world import all_oracles
from mafiabot.playground.people import Result
from mafiabot.playground.server import LocalDiscord
from mafiabot.runtime.archive_port import GamesArchive
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.ports import Clock, Store
from mafiabot.runtime.settings_port import SettingsStore

AFTER_END_S = 30
LOOK_MS = 1_000

Audience = Callable[[Stage], Coroutine[Any, Any, None]]
"""Something that watches the stage until it is cancelled: the live view, the plain lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Where the bot's files lie and how its games are numbered; a second bot on the same is a restart.

    `debts`: their second copy, in memory: a thread of the archive's would make two playings differ.
    `standing`: among which other bots one starts that has opened the store.
    """

    folder: Path
    identities: SeededIdentities
    open_store: OpenStore
    archive: GamesArchive
    debts: DebtStore = field(default_factory=MemoryStore)
    standing: Callable[[], Standing] = Standing


class Hosting(Protocol):
    """What a bot needs to know of where it will judge; it `attends` to what the bot does."""

    @property
    def judge(self) -> Application: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def local(self) -> LocalDiscord: ...

    def attend(self, app: App) -> None: ...


def run_game(options: DemoOptions, *audience: Audience) -> Report:
    """Play one game and measure it. Raises what the bot raises when it breaks."""
    return virtual_time.run(play(options, *audience), pace=options.pace)


async def play(options: DemoOptions, *audience: Audience, planted: Planted = NOTHING_PLANTED) -> Report:
    """`run_game` inside a running virtual loop, with a deliberate bug if one is given."""
    async with set_stage(options) as stage:
        async with bench_for(stage) as bench:
            with errors_logged(stage.local.core.clock.now_ms) as errors:
                async with judging(stage, bench, planted):
                    came_to = await evening(stage, *audience)
            kept = await bench.archive.game(stage.guild.id)
        return replace(measure(stage, *came_to, errors), archived=kept)


@contextlib.asynccontextmanager
async def bench_for(stage: Stage) -> AsyncIterator[Bench]:
    """Nothing of it is left afterwards."""
    with tempfile.TemporaryDirectory(prefix="mafiabot-") as name:
        folder, options = Path(name), stage.options
        async with (
            stores_for(options, folder, stage.clock) as open_store,
            archive_in(folder, stage.clock) as archive,
        ):
            yield Bench(
                folder=folder,
                identities=SeededIdentities(options.seed),
                open_store=open_store,
                archive=archive,
            )


@contextlib.asynccontextmanager
async def judging(stage: Stage, bench: Bench, planted: Planted = NOTHING_PLANTED) -> AsyncIterator[App]:
    """A bot on the bench's files judges the stage until the block ends."""
    store, settings = bench.open_store(), MemorySettings()
    app = put_together(stage, bench, store, settings, planted)
    try:
        await app.start()
        yield app
    finally:
        await app.close()
        await settings.close()
        await store.close()


def put_together(
    stage: Hosting, bench: Bench, store: Store, settings: SettingsStore, planted: Planted = NOTHING_PLANTED
) -> App:
    """A bot that has not started yet; the stage writes down what it does."""
    app = App(
        token=stage.judge.token,
        clock=stage.clock,
        store=store,
        settings=settings,
        archive=bench.archive,
        debts=bench.debts,
        identities=bench.identities,
        discord_url=f"http://127.0.0.1:{stage.local.port}",
        standing=bench.standing(),
        planted=planted,
    )
    stage.attend(app)
    return app


async def evening(stage: Stage, *audience: Audience) -> tuple[Result, dict[int, float]]:
    """People play until the verdict and stay a while; since when each has been in voice, in loop ms."""
    watching = [asyncio.ensure_future(watch(stage)) for watch in audience]
    try:
        result = await stage.company.play(stage.options.give_up_s)
        seen_ms = await _linger(stage)
        await stage.company.stop()
    finally:
        for task in watching:
            task.cancel()
        done = await asyncio.gather(*watching, return_exceptions=True)
    for outcome in done:
        if isinstance(outcome, Exception):
            raise outcome
    return result, seen_ms


async def _linger(stage: Stage) -> dict[int, float]:
    """Look round once a second for who is in voice since when."""
    since_ms: dict[int, float] = {}
    for _ in range(AFTER_END_S):
        now_ms = stage.local.core.clock.now_ms()
        present = set(stage.guild.voice)
        since_ms = {user: since_ms.get(user, now_ms) for user in present}
        await stage.clock.sleep_until_ms(stage.clock.now_ms() + LOOK_MS)
    return since_ms


def measure(
    stage: Stage, result: Result, in_voice_since_ms: dict[int, float], errors: Sequence[Wrong] = ()
) -> Report:
    """Ask the oracles and write the report; `errors` are what the bot itself logged as one."""
    core = stage.local.core
    evidence = gather(
        language=stage.options.language,
        core=core,
        guild=stage.guild,
        channel=stage.channel,
        chat=stage.chat,
        book=stage.book,
        judge_id=stage.company.host.person.id,
        found_muted=stage.found_muted,
        in_voice_since_ms=in_voice_since_ms,
        round_trip_ms=stage.options.round_trip_ms,
    )
    return report(
        stage.options,
        evidence=evidence,
        book=stage.book,
        core=core,
        refusals=stage.refusals,
        violations=(*judge(evidence, all_oracles()).violations, *_broken(evidence, result, errors)),
        start_ms=stage.start_ms,
    )


def _broken(evidence: Evidence, result: Result, errors: Sequence[Wrong]) -> Iterator[Violation]:
    """Errors of the bot; and bugs of the people at the table, which spoil the game as a test, too."""
    for error in errors:
        yield evidence.violation(error.at_ms, f"error logged: {error.what}")
    for crash in result.crashes:
        yield evidence.violation(evidence.ended_ms, f"people: {crash!r}")
