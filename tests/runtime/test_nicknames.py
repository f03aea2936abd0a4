"""Numbers in front of names: given from the deal on, given back at the end, and nobody's own name lost."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import CLASSIC
from mafiabot.runtime.names_port import GivenName
from tests.support.nicknames import FOUND, GUILD, NUMBERED, House
from tests.support.table import JUDGE, Table

pytestmark = pytest.mark.virtual


@pytest.fixture
async def h() -> AsyncIterator[House]:
    house = House()
    await house.names.start()
    yield house
    for tasks in house.tasks:
        await tasks.stop()


# --- a game --------------------------------------------------------------------------------------


async def test_without_the_setting_nobody_is_asked_for_his_name(h: House) -> None:
    await h.deal()
    await h.stop()
    assert (h.nicks, h.guild.looks) == (FOUND, 0)


async def test_numbers_are_given_with_the_deal_and_taken_away_at_the_end(h: House) -> None:
    await h.wants()
    await h.goes_on()
    assert h.nicks == FOUND
    await h.deal()
    assert h.nicks == NUMBERED
    await h.stop()
    assert h.nicks == FOUND
    assert await h.store.names() == ()


async def test_nobody_is_edited_twice_however_often_the_table_changes(h: House) -> None:
    await h.wants()
    await h.deal()
    looks = h.guild.looks
    h.table.run_until(lambda state: state.today is not None)
    await h.goes_on()
    h.table.gone(5)
    await h.goes_on()
    assert h.nicks == NUMBERED
    assert (len(h.guild.order), h.guild.looks) == (10, looks)


async def test_a_name_is_written_down_before_it_is_changed(h: House) -> None:
    await h.wants()
    h.guild.gate.clear()
    await h.deal()
    assert h.nicks == FOUND
    (first,) = await h.store.names()
    assert first == GivenName(
        guild_id=GUILD, user_id=101, game_id=h.table.state.game_id, found=None, ours="01 account 101"
    )


async def test_every_edit_waits_for_its_turn(h: House) -> None:
    await h.wants()
    h.guild.gate.clear()
    await h.deal()
    await h.seconds(600)
    assert h.guild.order == []
    h.guild.gate.set()
    await h.seconds(1)
    assert h.nicks == NUMBERED


async def test_whose_turn_comes_after_the_end_is_left_as_he_is(h: House) -> None:
    await h.wants()
    h.guild.gate.clear()
    await h.deal()
    await h.stop()
    h.guild.gate.set()
    await h.seconds(1)
    assert h.guild.order == []
    assert await h.store.names() == ()


async def test_a_setting_changed_while_a_game_runs_counts_from_the_next_one_on(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.wants(False)
    h.table.voice(3, present=False)
    h.table.now += 1
    await h.goes_on()
    assert h.nicks == NUMBERED
    await h.stop()
    assert h.nicks == FOUND


async def test_a_substitute_takes_the_number_and_who_left_has_his_name_back(h: House) -> None:
    h.table = Table(10, ruleset=CLASSIC, judge=True, waiting=1)
    await h.wants()
    h.table.deal()
    substitute = h.table.state.waiting[0].user_id
    h.guild.nicks[substitute] = "New"
    await h.goes_on()
    h.table.voice(5, present=False)
    h.table.do(cmd.Substitute(by=JUDGE, seat=5, user_id=substitute))
    await h.goes_on()
    assert (h.guild.nicks[substitute], h.guild.nicks[105]) == ("05 New", None)


async def test_in_the_next_game_a_number_replaces_a_number_and_the_first_name_comes_back(h: House) -> None:
    await h.wants()
    await h.deal()
    h.guild.gate.clear()
    await h.stop()
    first = h.table
    h.table = Table(10, judge=True)
    h.table.state = replace(h.table.state, game_id="next")
    h.table.do(cmd.SwapSeats(by=JUDGE, first=1, second=2))
    h.table.deal()
    await h.goes_on()
    h.guild.gate.set()
    await h.seconds(1)
    assert first.state.over
    assert (h.guild.nicks[101], h.guild.nicks[102]) == ("02 account 101", "01 Имя 2")
    await h.stop()
    assert h.nicks == FOUND


# --- people --------------------------------------------------------------------------------------


async def test_who_was_renamed_meanwhile_keeps_the_new_name(h: House) -> None:
    await h.wants()
    await h.deal()
    h.guild.nicks[104] = "Himself"
    await h.stop()
    assert h.nicks == {**FOUND, 4: "Himself"}
    assert await h.store.names() == ()


async def test_owner_and_higher_roles_are_left_alone_and_told_of_once(h: House) -> None:
    h.guild.above = {102, 109}
    await h.wants()
    await h.deal()
    h.table.run_until(lambda state: state.today is not None)
    await h.goes_on()
    assert h.nicks == {**NUMBERED, 2: FOUND[2], 9: FOUND[9]}
    assert h.guild.told == [(2, 9)]
    assert {name.user_id for name in await h.store.names()} == {100 + n for n in range(1, 11)} - {102, 109}


async def test_whom_discord_refuses_to_rename_is_told_of_as_well(h: House) -> None:
    h.guild.fails = [50013]
    await h.wants()
    await h.deal()
    assert h.guild.told == [(1,)]
    assert h.nicks == {**NUMBERED, 1: None}


async def test_who_has_left_the_guild_owes_nothing(h: House) -> None:
    await h.wants()
    await h.deal()
    del h.guild.nicks[106]
    await h.stop()
    assert await h.store.names() == ()


async def test_who_is_no_member_is_passed_over(h: House) -> None:
    del h.guild.nicks[106]
    await h.wants()
    await h.deal()
    assert (len(h.guild.order), h.guild.told) == (9, [])


async def test_a_name_that_cannot_be_given_back_is_kept_in_mind(h: House) -> None:
    await h.wants()
    await h.deal()
    h.guild.above = {103}
    h.guild.fails = [50013]
    await h.stop()
    assert {name.user_id for name in await h.store.names()} == {101, 103}
    h.guild.above.clear()
    await h.dies()
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == FOUND
