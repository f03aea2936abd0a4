"""A keeper that starts anew loses no debt, reads guilds once, and believes nothing kept from before."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.support.fake_voice import LOUNGE
from tests.support.voice import AS_FOUND, TEN, Room, playing, room

pytestmark = pytest.mark.virtual


@pytest.fixture
async def r() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


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
    await r.die()
    r.elsewhere(r.floor_wishes(1, (1, 2)))
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
