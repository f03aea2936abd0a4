"""Microphones follow the table: who is muted, who is left alone, what is refused, what has grown old."""

from collections.abc import AsyncIterator

import pytest

from tests.support.fake_voice import GUILD, LOUNGE, Fault
from tests.support.voice import AS_FOUND, TEN, Room, playing, room

pytestmark = pytest.mark.virtual


@pytest.fixture
async def r() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


async def test_in_the_lobby_nobody_is_touched(r: Room) -> None:
    await r.seated(*TEN)
    await r.after(60)
    assert r.discord.calls == []
    assert r.store.owed == {}


async def test_everybody_but_the_speaker_is_muted(r: Room) -> None:
    await playing(r, 3)
    assert r.discord.muted() == set(TEN) - {3}


async def test_a_swap_costs_two_edits_and_one_way_to_discord(r: Room) -> None:
    await playing(r, 2)
    r.floor(None, TEN)
    await r.after(15)
    r.floor(2, TEN)
    await r.after(15)
    before, at_ms = len(r.discord.calls), r.clock.now_ms()
    r.floor(1, TEN)
    await r.after(5)
    swap = r.discord.applied[before:]
    assert [(call.user_id, call.muted) for call in r.discord.calls[before:]] == [(2, True), (1, False)]
    assert {call.at_ms - at_ms for call in swap} == {40}


async def test_a_night_mutes_all_ten_at_once(r: Room) -> None:
    await r.seated(*TEN)
    at_ms = r.clock.now_ms()
    r.floor(None, TEN)
    await r.after(0.2)
    assert r.discord.muted() == set(TEN)
    assert {call.at_ms - at_ms for call in r.discord.applied} == {40}


async def test_a_swap_behind_ten_mutes_is_not_late(r: Room) -> None:
    await r.seated(*TEN, 11, 12)
    users = (*TEN, 11, 12)
    r.floor(1, users)
    await r.after(0.05)
    at_ms = r.clock.now_ms()
    r.floor(2, users)
    await r.after(0.2)
    swap = [call for call in r.discord.applied if call.user_id in (1, 2) and call.at_ms > at_ms]
    assert {(call.user_id, call.muted, call.at_ms - at_ms) for call in swap} == {
        (1, True, 40),
        (2, False, 40),
    }
    await r.after(30)
    assert r.discord.muted() == set(users) - {2}


async def test_spectators_and_the_judge_are_never_touched(r: Room) -> None:
    for stranger in (77, 78):
        r.discord.join(stranger)
    await r.seated(*TEN)
    r.floor(1, TEN)
    await r.after(20)
    r.discord.leave(77)
    r.discord.by_hand(78, True)
    await r.after(20)
    r.end()
    await r.after(20)
    assert {call.user_id for call in r.discord.calls} <= set(TEN)
    assert 78 in r.discord.muted()


async def test_in_another_channel_a_player_is_as_found_and_muted_again_when_back(r: Room) -> None:
    await playing(r, 1)
    r.discord.join(5, LOUNGE)
    await r.after(2)
    assert 5 not in r.discord.muted()
    r.discord.join(5)
    await r.after(2)
    assert 5 in r.discord.muted()
    assert r.store.owed[5].found_muted is False


async def test_a_process_that_was_stopped_does_not_act_on_old_wishes(r: Room) -> None:
    await playing(r, 1)
    r.elsewhere(dict.fromkeys(TEN, AS_FOUND), over=True)
    calls = len(r.discord.calls)
    r.discord.by_hand(5, False)
    await r.after(30)
    assert {(c.user_id, c.muted) for c in r.discord.calls[calls:]} == {(user, False) for user in TEN[1:]} - {
        (5, False)
    }
    assert r.store.owed == {}


async def test_a_wish_that_grew_old_while_its_debt_was_written_is_read_again(r: Room) -> None:
    await r.seated(1, 2)
    r.floor(1, (1, 2))
    r.store.slow_s = 0.4
    await r.after(0.2)
    r.elsewhere({1: AS_FOUND, 2: AS_FOUND}, over=True)
    await r.after(10)
    assert r.discord.calls == []


async def test_refused_edits_wait_for_a_voice_event_or_a_change_of_permissions(r: Room) -> None:
    await r.seated(1, 2)
    r.discord.permitted = False
    r.floor(1, (1, 2))
    await r.after(60)
    assert (r.refusals, len(r.discord.calls)) == ([(2, 50013)], 1)
    r.discord.permitted = True
    r.keeper.permissions_changed(GUILD)
    await r.after(1)
    assert r.discord.muted() == {2}


async def test_a_change_of_permissions_and_a_guild_seen_anew_are_told_to_whoever_wants_to_know(
    r: Room,
) -> None:
    told: list[int] = []
    r.keeper.tells_of_access(told.append)
    r.keeper.permissions_changed(GUILD)
    r.keeper.guild_snapshot(GUILD + 1, [], r.clock.now_ms())
    assert told == [GUILD, GUILD + 1]


@pytest.mark.parametrize("code", [400, 403, 404])
async def test_an_answer_without_a_reason_of_discords_refuses_nothing_for_good(r: Room, code: int) -> None:
    await r.seated(1, 2)
    r.discord.faults.append(Fault(code=code))
    r.floor(1, (1, 2))
    await r.after(10)
    assert r.discord.muted() == {2}
    assert r.refusals == []


async def test_whom_discord_refused_to_edit_is_tried_once_more_when_the_game_ends(r: Room) -> None:
    await r.seated(1, 2)
    r.floor(1, (1, 2))
    await r.after(1)
    r.discord.permitted = False
    r.floor(2, (1, 2))
    await r.after(5)
    r.end()
    await r.after(60)
    assert [user for user, _ in r.refusals].count(2) == 2
    assert r.discord.muted() == {2}
    r.discord.permitted = True
    r.keeper.permissions_changed(GUILD)
    await r.after(1)
    assert r.discord.muted() == set()


async def test_a_hand_on_the_switch_is_undone_once_a_turn(r: Room) -> None:
    await playing(r, 1)
    r.discord.by_hand(5, False)
    await r.after(2)
    assert 5 in r.discord.muted()
    r.discord.by_hand(5, False)
    await r.after(60)
    assert 5 not in r.discord.muted()
    r.floor(2, TEN)
    await r.after(5)
    assert r.discord.muted() == set(TEN) - {2}


async def test_closing_waits_for_the_edits_under_way(r: Room) -> None:
    await r.seated(*TEN)
    r.floor(None, TEN)
    await r.after(0.001)
    await r.keeper.close()
    assert r.discord.muted() == set(TEN)


async def test_the_reason_in_the_audit_log_names_the_table_only(r: Room) -> None:
    await playing(r, 1)
    assert {call.reason for call in r.discord.calls} == {"mafiabot: table g1"}
