"""What every live store promises besides: due times, hands and panels, debts and voices, signs of life."""

import asyncio

from mafiabot.runtime.ports import Due, PanelRef, Store
from tests.support.stores import (
    CHANNEL,
    GUILD,
    applied,
    commit,
    debt,
    earliest_due_ms,
    given_name,
    hand,
    seen,
)

OTHER_GUILD, OTHER_CHANNEL = GUILD + 1, CHANNEL + 1


# --- due times -------------------------------------------------------------------------------


async def test_what_is_due_comes_earliest_first_with_the_seq_that_set_it(store: Store) -> None:
    await applied(store, commit("g", due_ms=30), commit("h", channel_id=OTHER_CHANNEL, due_ms=20, count=4))
    await applied(store, commit("i", channel_id=OTHER_CHANNEL + 1, due_ms=31))
    late = Due(game_id="g", guild_id=GUILD, at_ms=30, seq=1)
    early = Due(game_id="h", guild_id=GUILD, at_ms=20, seq=4)
    assert await store.due(30) == (early, late)
    assert await store.due(30, limit=1) == (early,)
    assert await store.due(30, limit=1, wanted=lambda due: due.game_id != "h") == (late,)
    assert await store.due(19) == ()
    assert await earliest_due_ms(store) == 20


async def test_each_commit_moves_or_removes_the_due_time(store: Store) -> None:
    await applied(store, commit(due_ms=30), commit(after=1, due_ms=10))
    assert await store.due(99) == (Due(game_id="g", guild_id=GUILD, at_ms=10, seq=2),)
    await applied(store, commit(after=2))
    assert await store.due(99) == ()
    assert await earliest_due_ms(store) is None


async def test_an_entry_stays_due_until_a_commit_says_otherwise(store: Store) -> None:
    await applied(store, commit(due_ms=30))
    assert await store.due(99) == await store.due(99) != ()


async def _waiting(store: Store, than_ms: int | None) -> "asyncio.Task[None]":
    task = asyncio.get_running_loop().create_task(store.wait_for_earlier(than_ms))
    await asyncio.sleep(0)
    return task


async def test_a_sleeper_is_woken_by_an_earlier_due_time_only(store: Store) -> None:
    sleeper = await _waiting(store, 50)
    await applied(store, commit("g", due_ms=50), commit("h", channel_id=OTHER_CHANNEL))
    await asyncio.sleep(0)
    assert not sleeper.done()
    await applied(store, commit("g", after=1, due_ms=49))
    await sleeper


async def test_who_waits_for_any_due_time_is_woken_by_any(store: Store) -> None:
    sleepers = [await _waiting(store, None), await _waiting(store, None)]
    await applied(store, commit(due_ms=10**15))
    await asyncio.gather(*sleepers)


async def test_a_due_time_set_between_two_waits_is_not_slept_through(store: Store) -> None:
    await applied(store, commit(due_ms=40))
    await store.wait_for_earlier(50)


async def test_of_several_due_times_set_between_two_waits_the_earliest_counts(store: Store) -> None:
    await applied(store, commit(due_ms=40), commit(after=1, due_ms=60))
    await store.wait_for_earlier(50)


async def test_a_sleeper_may_be_woken_twice_before_he_gets_up(store: Store) -> None:
    sleeper = await _waiting(store, 50)
    await applied(store, commit(due_ms=40), commit(after=1, due_ms=30))
    await sleeper


async def test_an_entry_that_merely_stays_in_the_index_wakes_nobody_again(store: Store) -> None:
    await applied(store, commit(due_ms=40))
    await store.wait_for_earlier(50)
    sleeper = await _waiting(store, 50)
    await asyncio.sleep(0)
    assert not sleeper.done()
    sleeper.cancel()


async def test_a_cancelled_wait_hinders_no_later_one(store: Store) -> None:
    (await _waiting(store, 50)).cancel()
    await asyncio.sleep(0)
    sleeper = await _waiting(store, 50)
    await applied(store, commit(due_ms=1))
    await sleeper


# --- hands, panels, cursors ------------------------------------------------------------------


async def test_only_the_newest_hand_of_a_player_is_kept(store: Store) -> None:
    await store.save_hand(GUILD, hand(2))
    await store.save_hand(GUILD, hand(1, token="old"))
    await store.save_hand(GUILD, hand(1, token="new"))
    await store.save_hand(GUILD, hand(1, game_id="h"))
    assert await store.hands(GUILD, "g") == (hand(1, token="new"), hand(2))


async def test_a_dropped_hand_is_gone_and_may_be_dropped_twice(store: Store) -> None:
    await store.save_hand(GUILD, hand(1))
    await store.drop_hand(GUILD, "g", 1)
    await store.drop_hand(GUILD, "g", 1)
    assert await store.hands(GUILD, "g") == ()


async def test_a_table_has_one_panel(store: Store) -> None:
    assert await store.panel(GUILD, "g") is None
    old, new = (PanelRef(channel_id=CHANNEL, message_id=n, chapter="day 1") for n in (1, 2))
    await store.save_panel(GUILD, "g", old)
    await store.save_panel(GUILD, "g", new)
    assert await store.panel(GUILD, "g") == new


async def test_each_reader_of_a_log_has_its_cursor_and_begins_at_zero(store: Store) -> None:
    await store.set_cursor(GUILD, "g", "announcer", 3)
    await store.set_cursor(GUILD, "g", "announcer", GUILD)
    assert await store.cursor(GUILD, "g", "announcer") == GUILD
    assert await store.cursor(GUILD, "g", "other") == 0
    assert await store.cursor(GUILD, "h", "announcer") == 0


# --- debts and voices ------------------------------------------------------------------------


async def test_a_debt_stands_until_it_is_cleared(store: Store) -> None:
    await store.put_debt(debt(2))
    await store.put_debt(debt(1))
    await store.put_debt(debt(1, guild_id=OTHER_GUILD))
    assert await store.debts() == (debt(1), debt(2), debt(1, guild_id=OTHER_GUILD))
    await store.clear_debt(GUILD, 1)
    await store.clear_debt(GUILD, 1)
    assert await store.debts(GUILD) == (debt(2),)


async def test_a_later_put_never_overwrites_how_a_member_was_found(store: Store) -> None:
    await store.put_debt(debt(found_muted=True, since_ms=10))
    await store.put_debt(debt(found_muted=False, ours_muted=False, since_ms=20))
    assert await store.debts() == (debt(found_muted=True, ours_muted=False, since_ms=10),)


async def test_a_given_name_stands_until_it_is_cleared_and_the_last_one_counts(store: Store) -> None:
    far = GUILD + (1 << 22)  # of another bucket
    await store.put_name(given_name(2))
    await store.put_name(given_name(1, found=None))
    await store.put_name(given_name(1, guild_id=OTHER_GUILD))
    await store.put_name(given_name(1, guild_id=far))
    await store.put_name(given_name(2, ours="03 Анна"))
    here = (given_name(1, found=None), given_name(2, ours="03 Анна"))
    assert await store.names(GUILD) == here
    assert await store.names() == (*here, given_name(1, guild_id=OTHER_GUILD), given_name(1, guild_id=far))
    await store.clear_name(GUILD, 2)
    await store.clear_name(GUILD, 2)
    assert await store.names(GUILD) == here[:1]


async def test_after_a_debt_is_cleared_the_member_is_found_anew(store: Store) -> None:
    await store.put_debt(debt(found_muted=True))
    await store.clear_debt(GUILD, 1)
    await store.put_debt(debt(found_muted=False, since_ms=20))
    assert await store.debts() == (debt(found_muted=False, since_ms=20),)


async def test_voices_are_kept_as_last_seen(store: Store) -> None:
    await store.put_voice(seen(2))
    await store.put_voice(seen(1))
    await store.put_voice(seen(1, channel_id=None))
    await store.put_voice(seen(1, guild_id=OTHER_GUILD))
    assert await store.voice(GUILD) == (seen(1, channel_id=None), seen(2))


# --- signs of life ---------------------------------------------------------------------------


async def test_a_new_store_has_seen_no_sign_of_life(store: Store) -> None:
    assert await store.last_beat_ms() is None


async def test_the_last_sign_of_life_is_the_latest_of_any_process(store: Store) -> None:
    await store.beat("a", 100)
    await store.beat("b", 90)
    assert await store.last_beat_ms() == 100
    await store.beat("b", 350)
    assert await store.last_beat_ms() == 350


async def test_closing_twice_is_harmless(store: Store) -> None:
    await store.close()
    await store.close()
