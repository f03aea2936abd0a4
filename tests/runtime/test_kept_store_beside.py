"""What lies beside games, and was lost with them, is there again: panels, hands, cursors, debts, names."""

import pytest

from mafiabot.runtime.kept_store import TIDY_MS
from mafiabot.runtime.ports import PanelRef, StoreUnavailable
from mafiabot.runtime.tail import LOSS_MS
from tests.support.fragile import House
from tests.support.stores import (
    CHANNEL,
    GUILD,
    applied,
    commit,
    debt,
    given_name,
    hand,
)

pytestmark = pytest.mark.virtual


@pytest.fixture
async def house() -> House:
    return House()


PANEL = PanelRef(channel_id=CHANNEL, message_id=1, chapter="lobby")


async def everything_beside(house: House) -> None:
    await house.store.save_panel(GUILD, "g", PANEL)
    await house.store.save_hand(GUILD, hand())
    await house.store.set_cursor(GUILD, "g", "announcer", 1)
    await house.store.put_debt(debt())
    await house.store.put_name(given_name())


async def assert_everything_there(house: House) -> None:
    stored = house.fragile.inner
    assert await stored.panel(GUILD, "g") == PANEL
    assert await stored.hands(GUILD, "g") == (hand(),)
    assert await stored.cursor(GUILD, "g", "announcer") == 1
    assert await stored.debts() == (debt(),)
    assert await stored.names() == (given_name(),)


async def test_what_lies_beside_games_is_there_again(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await everything_beside(house)
    house.fragile.rewind()
    await house.outage()
    await assert_everything_there(house)


async def test_also_when_all_was_lost_long_after_it_was_written(house: House) -> None:
    await applied(house.store, commit())
    await everything_beside(house)
    await house.seconds(2 * LOSS_MS / 1000)
    house.fragile.wipe()
    await house.outage()
    await assert_everything_there(house)


async def test_debts_and_names_that_a_former_process_wrote_are_there_again(house: House) -> None:
    await house.store.put_debt(debt())
    await house.store.put_name(given_name())
    house.process()
    await house.store.debts(GUILD)
    await house.store.names()
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.debts() == (debt(),)
    assert await house.fragile.inner.names() == (given_name(),)


async def test_what_was_erased_in_the_lost_moment_is_erased_again(house: House) -> None:
    await applied(house.store, commit())
    await everything_beside(house)
    house.fragile.remember()
    await house.store.drop_hand(GUILD, "g", 1)
    await house.store.clear_debt(GUILD, 1)
    await house.store.clear_name(GUILD, 1)
    house.fragile.rewind()
    await house.outage()
    stored = house.fragile.inner
    assert (await stored.hands(GUILD, "g"), await stored.debts(), await stored.names()) == ((), (), ())


async def test_a_cursor_that_could_not_be_written_is_written_when_the_store_is_back(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.away = True
    with pytest.raises(StoreUnavailable):
        await house.store.set_cursor(GUILD, "g", "announcer", 1)
    house.fragile.away = False
    await house.seconds(1)
    await house.store.beat("main", 1)
    assert await house.fragile.inner.cursor(GUILD, "g", "announcer") == 1


async def test_nothing_is_remembered_of_a_game_that_ended_a_while_ago(house: House) -> None:
    await applied(house.store, commit(), commit(after=1, over=True))
    await everything_beside(house)
    await house.store.clear_debt(GUILD, 1)
    await house.store.clear_name(GUILD, 1)
    await house.seconds((LOSS_MS + TIDY_MS) / 1000 + 1)
    await applied(house.store, commit("h"))
    await house.store.clear_debt(GUILD, 2)
    house.fragile.wipe()
    house.fragile.calls.clear()
    await house.outage()
    assert await house.fragile.inner.load("g") is None
    assert house.fragile.calls.count("clear_debt") == 1
    assert "save_panel" not in house.fragile.calls
