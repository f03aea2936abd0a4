"""That a store is away, or was emptied without ever being away, is noticed; once, and by whoever asks."""

import asyncio

import pytest
from structlog.testing import capture_logs

from mafiabot.runtime.heart import Heart
from mafiabot.runtime.ports import CommitStatus, StoreUnavailable
from mafiabot.runtime.tail import LOSS_MS
from tests.support.fragile import House, kept
from tests.support.stores import (
    CHANNEL,
    GUILD,
    applied,
    commit,
    debt,
    events,
    state,
    status,
)

pytestmark = pytest.mark.virtual


@pytest.fixture
async def house() -> House:
    return House()


# --- emptied, though it never failed to answer ---------------------------------------------------


async def emptied(house: House) -> None:
    """A game with all that lies beside it; then somebody deletes whatever the store has."""
    await applied(house.store, commit(count=3, command_id="a", claims=(1,)))
    await house.store.set_cursor(GUILD, "g", "announcer", 3)
    await house.store.put_debt(debt())
    await house.seconds(2 * LOSS_MS / 1000)
    house.fragile.wipe()


async def assert_all_back(house: House, seq: int = 3) -> None:
    stored = house.fragile.inner
    assert await stored.log("g") == events(1, seq)
    assert await stored.cursor(GUILD, "g", "announcer") == 3
    assert await stored.debts(GUILD) == (debt(),)
    assert await stored.seen_command("g", "a")
    assert house.gone == []


async def test_that_it_was_emptied_is_noticed_by_asking_and_everything_is_there_again(house: House) -> None:
    await emptied(house)
    assert await house.kept.emptied()
    await assert_all_back(house)
    assert not await house.kept.emptied()


async def test_a_commit_that_finds_it_emptied_brings_back_what_lies_beside_the_games_too(
    house: House,
) -> None:
    await emptied(house)
    assert await status(house.store, commit(after=3)) is CommitStatus.CONFLICT
    assert await house.store.load("g") == state(seq=3)
    await assert_all_back(house)
    await applied(house.store, commit(after=3))


async def test_the_place_of_a_game_that_was_lost_is_not_given_away(house: House) -> None:
    await emptied(house)
    assert await status(house.store, commit("h")) is CommitStatus.CHANNEL_TAKEN
    await assert_all_back(house)


async def test_a_game_that_was_lost_is_found_by_its_channel_and_its_members(house: House) -> None:
    await emptied(house)
    assert await house.store.game_in_channel(CHANNEL, GUILD) == "g"
    house.fragile.wipe()
    assert await house.store.game_of_member(GUILD, 1) == "g"
    await assert_all_back(house)


async def test_two_processes_bring_back_each_its_own(house: House) -> None:
    other = kept(house.fragile, house.clock)
    await applied(house.store, commit("g", count=2))
    await applied(other.as_store(), commit("h", count=3, guild_id=GUILD + 1, channel_id=7))
    await other.as_store().set_cursor(GUILD + 1, "h", "announcer", 2)
    house.kept.serves = lambda guild_id: guild_id == GUILD
    other.serves = lambda guild_id: guild_id != GUILD
    house.fragile.wipe()
    assert await house.kept.emptied()
    assert await house.fragile.inner.open_games() == ("g",)
    assert await other.emptied()
    assert await house.fragile.inner.open_games() == ("g", "h")
    assert await house.fragile.inner.cursor(GUILD + 1, "h", "announcer") == 2
    assert not await house.kept.emptied()


# --- while it is away --------------------------------------------------------------------------


async def test_an_outage_is_told_once_with_the_moment_of_the_last_answer_and_its_end_once(
    house: House,
) -> None:
    await house.store.beat("main", 1)
    await house.seconds(3)
    await house.store.beat("main", 1)
    await house.seconds(0.2)
    await house.outage(5)
    await house.store.beat("main", 1)
    assert house.told == ["away since 3000", "back"]


async def test_while_it_is_away_one_question_at_a_time_asks_for_it(house: House) -> None:
    await house.store.beat("main", 1)
    house.fragile.away = True
    house.fragile.calls.clear()
    for _ in range(10):
        results = await asyncio.gather(*(house.store.load("g") for _ in range(20)), return_exceptions=True)
        assert {type(one) for one in results} == {StoreUnavailable}
        await house.seconds(0.1)
    asked = list(house.fragile.calls)
    assert asked.count("load") == 1
    assert 3 <= asked.count("look") <= 5


async def test_a_store_that_answers_but_takes_nothing_is_away(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.full = True
    with pytest.raises(StoreUnavailable):
        await house.store.commit(commit(after=1))
    with pytest.raises(StoreUnavailable):
        await house.store.load("g")
    assert house.told == ["away since 0"]


async def test_whoever_gives_up_waiting_harms_nobody(house: House) -> None:
    asked = asyncio.ensure_future(house.store.load("g"))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert await house.store.load("g") is None


async def test_a_heart_that_beats_in_vain_says_so_once_an_outage(house: House) -> None:
    heart = asyncio.ensure_future(Heart(house.store, house.clock, "main").run())
    with capture_logs() as logs:
        for _ in range(2):
            house.fragile.away = True
            await house.seconds(10)
            house.fragile.away = False
            await house.seconds(1)
    heart.cancel()
    assert [line["event"] for line in logs] == ["store unavailable, no sign of life kept"] * 2
