"""A process whose host's clock was set back goes on from the last sign of life, if it has open games."""

import pytest

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.bot.going_on import go_on
from tests.support.stores import commit

NOW_MS = 1_700_000_000_000
HOUR_MS = 3_600_000


def clock() -> SystemClock:
    return SystemClock(wall_ns=lambda: NOW_MS * 1_000_000, monotonic_ns=lambda: 0)


async def store(last_beat_ms: int, *, game: bool = True) -> MemoryStore:
    kept = MemoryStore()
    if game:
        await kept.commit(commit())
    await kept.beat("another", last_beat_ms)
    return kept


async def test_time_goes_on_from_the_last_sign_of_life() -> None:
    host = clock()
    await go_on(await store(NOW_MS + HOUR_MS), host)
    assert host.now_ms() == NOW_MS + HOUR_MS


@pytest.mark.parametrize("last_beat_ms", [NOW_MS - HOUR_MS, NOW_MS, NOW_MS + 900])
async def test_a_clock_that_went_on_is_believed(last_beat_ms: int) -> None:
    host = clock()
    await go_on(await store(last_beat_ms), host)
    assert host.now_ms() == NOW_MS


async def test_without_an_open_game_the_host_is_believed() -> None:
    host = clock()
    await go_on(await store(NOW_MS + HOUR_MS, game=False), host)
    assert host.now_ms() == NOW_MS


async def test_a_new_store_says_nothing_about_time() -> None:
    host = clock()
    await go_on(MemoryStore(), host)
    assert host.now_ms() == NOW_MS
