"""Nicknames when Discord fails, refuses or forgets, and when the process dies: nobody's own name is lost."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.state import GameState
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.nicknames import LONG_RETRY_MS, RETRY_MS
from mafiabot.runtime.ports import StoreUnavailable
from tests.support.nicknames import FOUND, NUMBERED, House, closed_to
from tests.support.table import JUDGE, Table

pytestmark = pytest.mark.virtual


@pytest.fixture
async def h() -> AsyncIterator[House]:
    house = House()
    await house.names.start()
    yield house
    for tasks in house.tasks:
        await tasks.stop()


# --- trouble -------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [True, False], ids=["after applying", "before"])
async def test_an_edit_answered_with_a_fault_is_looked_at_again(h: House, after: bool) -> None:
    h.guild.fails, h.guild.fails_after = [500, 502], after
    await h.wants()
    await h.deal()
    await h.seconds(2 * RETRY_MS / 1000)
    assert h.nicks == NUMBERED
    assert len(h.guild.order) == 10
    await h.stop()
    assert h.nicks == FOUND


async def test_where_the_guild_is_closed_to_us_it_is_tried_again_much_later(h: House) -> None:
    looked = h.guild.look
    h.guild.look = closed_to(h.guild)  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    await h.seconds(LONG_RETRY_MS / 1000 - 10)
    assert h.guild.looks == 1
    h.guild.look = looked  # type: ignore[method-assign]
    await h.seconds(20)
    assert h.nicks == NUMBERED


async def test_a_store_that_is_down_changes_no_name_and_is_asked_again(h: House) -> None:
    kept = h.store.put_name

    async def down(name: GivenName) -> None:
        raise StoreUnavailable

    h.store.put_name = down  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    assert h.guild.order == []
    h.store.put_name = kept  # type: ignore[method-assign]
    await h.seconds(RETRY_MS / 1000 + 1)
    assert h.nicks == NUMBERED


async def test_one_retry_waits_however_often_it_fails(h: House) -> None:
    looked = h.guild.look
    h.guild.look = closed_to(h.guild)  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    h.table.gone(5)
    h.table.do(cmd.VoidGame(by=JUDGE))
    await h.goes_on()
    h.table = Table(10, judge=True)
    h.table.state = replace(h.table.state, game_id="next")
    await h.deal()
    h.guild.look = looked  # type: ignore[method-assign]
    await h.seconds(LONG_RETRY_MS / 1000)
    assert h.nicks == NUMBERED
    assert len(h.guild.order) == 10


async def test_a_name_of_which_discord_says_nothing_is_taken_as_it_was_sent(h: House) -> None:
    sent = h.guild.rename

    async def silent(guild_id: int, user_id: int, nick: str | None, reason: str) -> str | None:
        await sent(guild_id, user_id, nick, reason)
        return None

    h.guild.rename = silent  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    await h.stop()
    assert h.nicks == FOUND


async def test_what_discord_made_of_a_name_is_what_is_looked_for_afterwards(h: House) -> None:
    sent = h.guild.rename

    async def shortened(guild_id: int, user_id: int, nick: str | None, reason: str) -> str | None:
        made = nick[:9] if nick is not None else None
        return await sent(guild_id, user_id, made, reason)

    h.guild.rename = shortened  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    assert h.guild.nicks[101] == "01 accoun"
    h.guild.rename = sent  # type: ignore[method-assign]
    await h.stop()
    assert h.nicks == FOUND


# --- restarts ------------------------------------------------------------------------------------


async def test_a_game_that_ended_while_nobody_was_there_gives_its_names_back(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.dies()
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == FOUND


async def test_a_change_that_comes_before_names_are_read_takes_no_number_for_a_name(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.keep_state()
    await h.dies()
    await h.goes_on()
    await h.names.start()
    await h.stop()
    assert h.nicks == FOUND


async def test_a_game_that_goes_on_keeps_its_numbers_and_nobody_is_edited_again(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.keep_state()
    await h.dies()
    await h.names.start()
    await h.seconds(1)
    assert (h.nicks, len(h.guild.order)) == (NUMBERED, 10)
    await h.stop()
    assert h.nicks == FOUND


async def test_the_names_that_were_still_to_be_given_are_given_after_a_restart_and_nothing_is_said_twice(
    h: House,
) -> None:
    h.guild.above = {102}
    h.guild.gate.clear()
    await h.wants()
    await h.deal()
    await h.keep_state()
    await h.dies()
    h.guild.gate.set()
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == {**NUMBERED, 2: FOUND[2]}
    assert h.guild.told == []


async def test_a_running_table_that_cannot_be_read_keeps_its_names(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.keep_state()
    await h.dies()

    async def unreadable(game_id: str) -> GameState | None:
        raise ValueError(game_id)

    h.store.load = unreadable  # type: ignore[method-assign]
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == NUMBERED


async def test_a_start_waits_for_the_store(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.dies()
    names, calls = h.store.names, []

    async def down_once(guild_id: int | None = None) -> tuple[GivenName, ...]:
        calls.append(guild_id)
        if len(calls) == 1:
            raise StoreUnavailable
        return await names(guild_id)

    h.store.names = down_once  # type: ignore[method-assign]
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == FOUND


async def test_once_closed_nothing_new_is_sent(h: House) -> None:
    await h.wants()
    h.guild.gate.clear()
    await h.deal()
    h.names.close()
    h.guild.gate.set()
    await h.seconds(1)
    assert h.guild.order == []
