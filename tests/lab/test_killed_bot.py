"""A bot killed in the middle of a game: another one on the same store goes on, the speaker loses nothing."""

import asyncio
import contextlib

import pytest

from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine import events as ev
from mafiabot.lab.crash import MortalBot, moment, watch_tasks
from mafiabot.lab.game import Bench, bench_for, evening, measure
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.report import Report
from mafiabot.lab.stage import Stage, set_stage

pytestmark = pytest.mark.virtual

DOWN_MS = 8_000
UNTIL_NIGHT_S = 560


async def game_with_a_kill(options: DemoOptions, at: str, plus_ms: int) -> Report:
    """Play a game in which the bot dies at a moment and another one starts `DOWN_MS` later."""
    watch_tasks(running_virtual_loop())
    async with set_stage(options) as stage, bench_for(stage) as bench:
        first = MortalBot(stage, bench)
        await first.start()
        restarting = asyncio.ensure_future(kill_and_restart(stage, bench, first, at, plus_ms))
        result, seen_ms = await evening(stage)
        second = await restarting
        await second.close()
        await first.bury()
        return measure(stage, result, seen_ms)


async def kill_and_restart(stage: Stage, bench: Bench, bot: MortalBot, at: str, plus_ms: int) -> MortalBot:
    await moment(stage, at, plus_ms)
    await bot.kill()
    await stage.clock.sleep_until_ms(stage.clock.now_ms() + DOWN_MS)
    another = MortalBot(stage, bench)
    await another.start()
    return another


@pytest.mark.parametrize(
    ("at", "plus_ms"),
    [
        pytest.param("day 0 speech 3", 15_000, marks=pytest.mark.drills, id="in a speech"),
        pytest.param("night 0 mafia_minute", 20_000, marks=pytest.mark.drills, id="at night"),
        pytest.param("day 0 speech 2", 40, id="while microphones change"),
    ],
)
async def test_the_game_goes_on_after_a_kill(at: str, plus_ms: int) -> None:
    report = await game_with_a_kill(DemoOptions(seats=6, seed=3, people="obedient"), at, plus_ms)
    assert report.winner is not None
    assert wrong(report) == []
    assert report.left_muted == 0


async def test_what_does_not_die_at_once_dies_all_the_same() -> None:
    """The library's waiting swallows a cancellation that comes together with what it waits for."""

    async def stubborn() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    watch_tasks(running_virtual_loop())
    async with set_stage(DemoOptions(seats=6, seed=3)) as stage, bench_for(stage) as bench:
        bot = MortalBot(stage, bench)
        await bot.start()
        task = asyncio.ensure_future(stubborn())
        bot.tasks.add(task)
        await stage.clock.sleep_until_ms(stage.clock.now_ms() + 100)
        await asyncio.wait_for(bot.kill(), timeout=1)
        assert task.cancelled()
        await bot.bury()


def wrong(report: Report) -> list[str]:
    """What the oracles object to, but for clicks that nobody was there to answer."""
    said = [violation.what for violation in report.violations]
    return [what for what in said if not what.startswith("unanswered")]


async def test_the_interrupted_speaker_gets_his_time_back() -> None:
    await credited_after_a_kill(DemoOptions(seats=6, seed=3, people="silent", give_up_s=UNTIL_NIGHT_S))


async def test_so_he_does_on_redis(redis_url: str) -> None:
    await credited_after_a_kill(
        DemoOptions(
            seats=6,
            seed=3,
            people="silent",
            give_up_s=UNTIL_NIGHT_S,
            store="redis",
            redis_url=redis_url,
        )
    )


async def credited_after_a_kill(options: DemoOptions) -> None:
    report = await game_with_a_kill(options, "day 0 speech 3", 15_000)
    credited = [event.credit_ms for event in report.log if isinstance(event, ev.SpeechCredited)]
    assert len(credited) == 1
    assert DOWN_MS <= credited[0] <= DOWN_MS + 1_000
    third = report.speeches[2]
    assert third.granted_ms == 60_000 + credited[0]
    assert third.heard_ms >= third.granted_ms - 1
    assert wrong(report) == []
