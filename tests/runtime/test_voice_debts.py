"""Everybody is given back what was found with him: at the end, at a later visit, without a store."""

from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from tests.support.fake_voice import LOUNGE
from tests.support.voice import AS_FOUND, MUTED, TEN, Room, playing, room

pytestmark = pytest.mark.virtual


@pytest.fixture
async def r() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


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


async def test_while_both_stores_are_down_nobody_is_muted_who_is_not_owed_yet(r: Room) -> None:
    await r.seated(*TEN)
    r.store.down = r.second.down = True
    r.floor(None, TEN)
    await r.after(20)
    assert r.discord.calls == []
    r.store.down = r.second.down = False
    await r.after(15)
    assert r.discord.muted() == set(TEN)


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


async def test_a_second_copy_that_is_down_for_long_is_cleared_when_it_is_back_though_nothing_else_happens(
    r: Room,
) -> None:
    await playing(r, 1)
    r.second.down = True
    with capture_logs() as logs:
        r.end()
        await r.after(120)
        assert (r.discord.muted(), r.store.owed) == (set(), {})
        assert len(r.second.owed) == 9
        r.second.down = False
        await r.after(15)
    assert r.second.owed == {}
    assert [line["copy"] for line in logs if line["event"] == "debts not written yet"] == ["second"]


async def test_during_a_game_nothing_is_given_back_on_an_old_reading(r: Room) -> None:
    await playing(r, 1)
    r.store.down = True
    await r.after(5)
    calls = len(r.discord.calls)
    r.discord.join(5, LOUNGE)
    await r.after(5)
    assert len(r.discord.calls) == calls
