"""Gateway sessions: resumed where Discord still knows them, else begun anew, one after the other."""

import itertools

import pytest
from structlog.testing import capture_logs

from mafiabot.runtime.identify_book import SLOT_MS
from tests.support.club import Club, club

pytestmark = pytest.mark.virtual


async def dropped(house: Club, *, resumable: bool, for_s: float) -> None:
    house.local.gateway.drop(house.bot, resumable=resumable, for_s=for_s)
    await house.seconds(for_s + 90)
    assert house.app is not None
    assert house.app.client.connected


@pytest.mark.parametrize("for_s", [0.0, 12.0])
async def test_a_session_that_was_interrupted_costs_nothing(for_s: float) -> None:
    async with club() as house:
        with capture_logs():
            await dropped(house, resumable=True, for_s=for_s)
        assert len(house.local.records.identifies) == 1
        assert len(house.local.records.resumes) == 1
        house.clean()


async def test_a_session_that_discord_has_forgotten_is_begun_anew() -> None:
    async with club() as house:
        with capture_logs():
            await dropped(house, resumable=False, for_s=12.0)
        assert [one.accepted for one in house.local.records.identifies] == [True, True]
        await house.deal()
        house.clean()


async def test_shards_of_one_process_begin_one_after_the_other() -> None:
    async with club(start=False) as house:
        house.local.core.limits.recommended_shards = 3
        await house.start_bot()
        moments = [one.at_ms for one in house.local.records.identifies]
        assert [one.shard for one in house.local.records.identifies] == [(0, 3), (1, 3), (2, 3)]
        assert all(later - former >= SLOT_MS - 200 for former, later in itertools.pairwise(moments))
        await house.deal()
        house.clean()


async def test_where_discord_allows_several_at_once_they_do_not_wait() -> None:
    async with club(start=False) as house:
        house.local.core.limits.recommended_shards = 3
        house.local.core.limits.max_concurrency = 3
        began_ms = house.clock.now_ms()
        await house.start_bot()
        assert house.clock.now_ms() - began_ms < SLOT_MS
        house.clean()
