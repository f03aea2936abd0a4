"""The trial of a mute and an unmute: both are timed, nobody is left muted, and no game is disturbed."""

import asyncio

import pytest

from mafiabot.engine.reading import MicWish
from mafiabot.runtime.mic_probe import PROBE_LIMIT_MS, MicDelays
from tests.support.fake_voice import GUILD, TABLE
from tests.support.voice import AS_FOUND, MUTED, OPEN, Room, room

pytestmark = pytest.mark.virtual

SOMEBODY = 1
HALL = TABLE + 1


async def measured(house: Room, user_id: int = SOMEBODY) -> MicDelays | None:
    return await house.keeper.measure(GUILD, user_id, TABLE, "00trial")


async def in_voice(house: Room, *users: int) -> None:
    for user in users:
        house.discord.join(user)
    house.discord.snapshot()
    await house.after(1)


async def test_both_ways_are_timed_from_departure_to_event() -> None:
    async with room(latency_ms=(40, 40)) as house:
        await in_voice(house, SOMEBODY)
        assert await measured(house) == MicDelays(mute_ms=80, unmute_ms=80)


async def test_one_mute_and_one_unmute_are_sent_and_nothing_is_owed_afterwards() -> None:
    async with room() as house:
        await in_voice(house, SOMEBODY, 2)
        await measured(house)
        await house.after(1)
        assert [(call.user_id, call.muted) for call in house.discord.calls] == [(1, True), (1, False)]
        assert house.discord.muted() == set()
        assert house.store.owed == {}


async def test_the_debt_is_written_before_the_mute() -> None:
    async with room() as house:
        await in_voice(house, SOMEBODY)
        trial = asyncio.ensure_future(measured(house))
        await house.after(0.02)
        (debt,) = house.store.owed.values()
        assert house.discord.applied == []
        assert (debt.user_id, debt.found_muted, debt.channel_id) == (SOMEBODY, False, TABLE)
        assert await trial is not None


async def test_without_a_store_nobody_is_muted() -> None:
    async with room() as house:
        await in_voice(house, SOMEBODY)
        house.store.down = True
        assert await measured(house) == MicDelays(mute_ms=None, unmute_ms=None)
        assert house.discord.calls == []


@pytest.mark.parametrize("after_s", [0.01, 0.05, 0.1, 0.14, 0.2])
async def test_a_process_that_dies_in_the_middle_leaves_nobody_muted(after_s: float) -> None:
    async with room() as house:
        await in_voice(house, SOMEBODY)
        trial = asyncio.ensure_future(measured(house))
        await house.after(after_s)
        await house.restart()
        await house.after(20)
        assert house.discord.muted() == set()
        assert house.store.owed == {}
        trial.cancel()


async def test_who_leaves_muted_gets_his_microphone_back_when_he_returns() -> None:
    async with room() as house:
        await in_voice(house, SOMEBODY)
        trial = asyncio.ensure_future(measured(house))
        await house.after(0.06)
        house.discord.leave(SOMEBODY)
        delays = await trial
        assert delays is not None
        assert delays.unmute_ms is None
        assert house.discord.muted() == {SOMEBODY}
        house.discord.join(SOMEBODY, HALL)
        await house.after(2)
        assert house.discord.muted() == set()
        assert house.store.owed == {}


async def test_who_may_not_be_muted_is_told_that_it_was_not_seen() -> None:
    async with room() as house:
        await in_voice(house, SOMEBODY)
        house.discord.permitted = False
        assert await measured(house) == MicDelays(mute_ms=None, unmute_ms=None)
        await house.after(PROBE_LIMIT_MS / 1000)
        assert house.store.owed == {}


async def test_a_second_trial_at_once_is_none() -> None:
    async with room() as house:
        await in_voice(house, SOMEBODY)
        first, second = await asyncio.gather(measured(house), measured(house))
        assert first == MicDelays(mute_ms=80, unmute_ms=80)
        assert second is None


async def test_whom_somebody_else_muted_is_left_alone() -> None:
    async with room() as house:
        await in_voice(house, SOMEBODY)
        house.discord.by_hand(SOMEBODY, True)
        await house.after(1)
        assert await measured(house) is None
        assert house.discord.calls == []


async def test_who_sits_elsewhere_or_nowhere_is_left_alone() -> None:
    async with room() as house:
        await in_voice(house)
        house.discord.join(2, HALL)
        await house.after(1)
        assert await measured(house, 2) is None
        assert await measured(house, 3) is None
        assert house.discord.calls == []


async def test_in_a_lobby_it_can_be_tried() -> None:
    async with room() as house:
        await house.seated(1, 2)
        assert await measured(house) == MicDelays(mute_ms=80, unmute_ms=80)
        assert house.discord.muted() == set()


@pytest.mark.parametrize("wish", [OPEN, MUTED])
async def test_in_a_game_it_cannot(wish: MicWish) -> None:
    async with room() as house:
        await house.seated(1, 2)
        house.wish({1: wish, 2: AS_FOUND})
        await house.after(1)
        sent = len(house.discord.calls)
        assert await measured(house) is None
        assert len(house.discord.calls) == sent


async def test_a_game_that_begins_meanwhile_has_its_way_and_gives_back_in_the_end() -> None:
    async with room() as house:
        await house.seated(1, 2)
        trial = asyncio.ensure_future(measured(house))
        await house.after(0.06)
        house.floor(None, (1, 2))
        await trial
        await house.after(2)
        assert house.discord.muted() == {1, 2}
        house.end()
        await house.after(2)
        assert house.discord.muted() == set()
        assert house.store.owed == {}
