"""Microphones follow the table: who is muted, who is left alone, what is told, what happens at the end."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.support.fake_voice import GUILD, LOUNGE, Fault
from tests.support.voice import AS_FOUND, MUTED, Room, room

pytestmark = pytest.mark.virtual

TEN = tuple(range(1, 11))


@pytest.fixture
async def r() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


async def playing(r: Room, speaker: int | None) -> None:
    """Ten people; one has the floor and everybody has settled."""
    await r.seated(*TEN)
    r.floor(speaker, TEN)
    await r.after(30)


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


async def test_at_the_end_everybody_is_as_he_was_found(r: Room) -> None:
    r.discord.by_hand(4, True)
    await r.seated(*TEN)
    for speaker in (None, 4, 5):
        r.floor(speaker, TEN)
        await r.after(30)
    r.end()
    await r.after(30)
    assert r.discord.muted() == {4}
    assert r.store.owed == {}


async def test_the_debt_is_written_before_the_edit_is_sent(r: Room) -> None:
    await r.seated(*TEN)
    r.store.slow_s = 0.05
    r.floor(None, (1,))
    await r.after(0.04)
    assert (r.store.owed, r.discord.calls) == ({}, [])
    await r.after(0.2)
    assert r.store.owed[1].found_muted is False
    assert r.store.owed[1].ours_muted is True
    assert len(r.discord.calls) == 1


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


async def test_who_leaves_muted_is_paid_when_he_is_next_seen_in_any_channel(r: Room) -> None:
    await playing(r, 1)
    r.discord.leave(7)
    await r.after(5)
    r.end()
    await r.after(60)
    assert set(r.store.owed) == {7}
    assert r.discord.muted() == {7}
    r.discord.join(7, LOUNGE)
    await r.after(10)
    assert r.discord.muted() == set()
    assert r.store.owed == {}


async def test_in_another_channel_a_player_is_as_found_and_muted_again_when_back(r: Room) -> None:
    await playing(r, 1)
    r.discord.join(5, LOUNGE)
    await r.after(2)
    assert 5 not in r.discord.muted()
    r.discord.join(5)
    await r.after(2)
    assert 5 in r.discord.muted()
    assert r.store.owed[5].found_muted is False


async def test_a_restart_in_mid_game_loses_no_debt(r: Room) -> None:
    await playing(r, 1)
    await r.restart()
    r.end()
    await r.after(60)
    assert r.discord.muted() == set()
    assert r.store.owed == {}


async def test_a_restart_after_the_game_pays_who_comes_back_then(r: Room) -> None:
    await playing(r, 1)
    r.discord.leave(7)
    await r.after(1)
    r.end()
    await r.after(30)
    await r.restart()
    await r.after(30)
    assert r.discord.muted() == {7}
    r.discord.join(7, LOUNGE)
    await r.after(30)
    assert (r.discord.muted(), r.store.owed) == (set(), {})


async def test_who_was_muted_right_before_the_crash_is_not_forgotten(r: Room) -> None:
    await r.seated(1, 2)
    r.floor(1, (1, 2))
    await r.after(0.01)
    await r.restart()
    r.end()
    await r.after(30)
    assert (r.discord.muted(), r.store.owed) == (set(), {})


async def test_presence_and_openness_are_told_once_each_time_they_change(r: Room) -> None:
    await playing(r, 1)
    assert [(o.user_id, o.present, o.open) for o in r.observed if o.user_id == 2] == [
        (2, True, True),
        (2, True, False),
    ]
    r.observed.clear()
    r.discord.leave(2)
    await r.after(1)
    r.discord.join(2)
    await r.after(1)
    assert [(o.user_id, o.present, o.open) for o in r.observed] == [(2, False, False), (2, True, False)]


async def test_suppression_closes_a_microphone(r: Room) -> None:
    await playing(r, 1)
    r.observed.clear()
    r.discord.suppress(1, True)
    await r.after(1)
    assert [(o.user_id, o.present, o.open) for o in r.observed] == [(1, True, False)]


async def test_a_time_out_closes_a_microphone_until_it_ends(r: Room) -> None:
    await playing(r, 1)
    r.observed.clear()
    now = r.clock.now_ms()
    r.keeper.timeout_seen(GUILD, 1, now + 5_000)
    await r.after(10)
    assert [(o.open, o.at_ms - now) for o in r.observed] == [(False, 0), (True, 5_000)]


async def test_a_report_the_store_refuses_is_told_again(r: Room) -> None:
    await playing(r, 1)
    r.observed.clear()
    r.store.down = True
    r.discord.leave(2)
    await r.after(3)
    assert r.observed == []
    r.store.down = False
    await r.after(1)
    assert [(o.user_id, o.present) for o in r.observed] == [(2, False)]


async def test_a_speaker_whose_event_was_lost_is_asked_for_after_a_second_and_a_half(r: Room) -> None:
    await playing(r, 1)
    r.discord.lose_events[9] = 1
    r.discord.answers_tell = False
    r.floor(9, TEN)
    await r.after(1.49)
    assert r.discord.asked == []
    await r.after(0.2)
    assert r.discord.asked == [9]
    assert r.store.states["g1"].seat(9).mic_open


async def test_while_both_stores_are_down_nobody_is_muted_who_is_not_owed_yet(r: Room) -> None:
    await r.seated(*TEN)
    r.store.down = r.second.down = True
    r.floor(None, TEN)
    await r.after(20)
    assert r.discord.calls == []
    r.store.down = r.second.down = False
    await r.after(15)
    assert r.discord.muted() == set(TEN)


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


async def test_at_a_start_a_guild_that_has_been_seen_is_read_once_whoever_asks(r: Room) -> None:
    await playing(r, 1)
    await r.die()
    r.keeper.expect(r.store.states.values())
    r.discord.snapshot()
    await r.keeper.start()
    await r.keeper.start()
    assert (r.store.asked["debts"], r.store.asked["load"], r.store.asked["voice"]) == (1, 0, 0)
    await r.after(5)
    assert r.discord.muted() == set(TEN) - {1}


async def test_a_guild_that_is_seen_again_is_read_again(r: Room) -> None:
    await playing(r, 1)
    await r.restart()
    await r.after(1)
    r.store.asked.clear()
    r.discord.snapshot()
    await r.after(1)
    assert r.store.asked["debts"] == 1


async def test_what_was_read_before_the_start_is_read_again_before_anything_is_sent(r: Room) -> None:
    await r.seated(1, 2)
    r.floor(1, (1, 2))
    await r.die()
    r.keeper.expect(list(r.store.states.values()))
    await r.after(1)
    r.elsewhere({1: AS_FOUND, 2: AS_FOUND}, over=True)
    r.discord.calls.clear()
    r.discord.snapshot()
    await r.keeper.start()
    await r.after(10)
    assert r.discord.calls == []


async def test_what_was_kept_from_before_a_crash_clears_no_debt(r: Room) -> None:
    await playing(r, 1)
    r.store.voices[2] = replace(r.store.voices[2], mute=False)
    r.elsewhere(dict.fromkeys(TEN, AS_FOUND), over=True)
    r.discord.silent = True
    await r.restart(snapshot=False)
    r.keeper.expect([r.store.states["g1"]])
    await r.keeper.start()
    await r.after(20)
    assert 2 in r.store.owed
    r.discord.snapshot()
    await r.after(20)
    assert (r.store.owed, r.discord.muted()) == ({}, set())


async def test_what_was_kept_from_before_a_crash_founds_no_debt(r: Room) -> None:
    await r.seated(1, 2)
    await r.after(1)
    r.floor(1, (1, 2))
    await r.after(20)
    r.store.owed.clear()
    r.second.owed.clear()
    r.discord.silent = True
    await r.restart(snapshot=False)
    r.floor(2, (1, 2))
    await r.after(20)
    assert r.store.owed == {}
    r.discord.by_hand(2, False)
    r.discord.snapshot()
    await r.after(5)
    assert {debt.user_id: debt.found_muted for debt in r.store.owed.values()} == {1: False}


async def test_an_answer_older_than_an_event_is_not_believed(r: Room) -> None:
    await playing(r, 1)
    r.discord.leave(9)
    await r.after(1)
    r.floor(9, TEN)
    await r.after(0.2)
    r.discord.latency_ms = (500, 500)
    await r.after(1.9)
    r.discord.latency_ms = (20, 20)
    r.discord.join(9)
    await r.after(0.7)
    assert set(r.discord.asked) == {9}
    seen = r.keeper.seen(GUILD, 9)
    assert seen is not None
    assert seen.channel_id is not None


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


async def test_a_rematch_keeps_what_was_found_before_the_first_game(r: Room) -> None:
    await playing(r, 1)
    r.discord.leave(7)
    await r.after(1)
    r.end()
    r.wish(dict.fromkeys(TEN, AS_FOUND), game_id="g2")
    await r.after(20)
    r.discord.join(7)
    r.wish(dict.fromkeys(TEN, MUTED), game_id="g2")
    await r.after(20)
    assert r.store.owed[7].found_muted is False
    r.end("g2")
    await r.after(20)
    assert (r.discord.muted(), r.store.owed) == (set(), {})


async def test_after_a_gap_people_are_asked_for_if_no_snapshot_comes(r: Room) -> None:
    await playing(r, 1)
    r.keeper.session_started(0, 1, frozenset({GUILD}))
    await r.after(2)
    assert set(r.discord.asked) == set(TEN)


async def test_during_an_outage_nothing_is_sent_or_asked(r: Room) -> None:
    await playing(r, 1)
    calls = len(r.discord.calls)
    r.keeper.guild_lost(GUILD)
    r.floor(2, TEN)
    await r.after(60)
    assert (len(r.discord.calls), r.discord.asked) == (calls, [])
    r.discord.snapshot()
    await r.after(1)
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


async def test_what_the_live_store_has_lost_is_paid_from_the_second_copy(r: Room) -> None:
    await playing(r, 1)
    r.store.owed.clear()
    r.store.states.clear()
    await r.restart()
    await r.after(15)
    assert (r.discord.muted(), r.store.owed, r.second.owed) == (set(), {}, {})


async def test_a_store_that_is_down_does_not_keep_us_from_paying_after_the_game(r: Room) -> None:
    await playing(r, 1)
    r.discord.leave(7)
    await r.after(1)
    r.end()
    await r.after(30)
    r.store.down = True
    await r.after(60)
    r.discord.join(7, LOUNGE)
    await r.after(1)
    assert r.discord.muted() == set()
    r.store.down = False
    await r.after(15)
    assert (r.store.owed, r.second.owed) == ({}, {})


async def test_during_a_game_nothing_is_given_back_on_an_old_reading(r: Room) -> None:
    await playing(r, 1)
    r.store.down = True
    await r.after(5)
    calls = len(r.discord.calls)
    r.discord.join(5, LOUNGE)
    await r.after(5)
    assert len(r.discord.calls) == calls
