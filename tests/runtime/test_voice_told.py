"""Presence and openness are told as they change; who is not observed is asked for."""

from collections.abc import AsyncIterator

import pytest

from tests.support.fake_voice import GUILD
from tests.support.voice import TEN, Room, playing, room

pytestmark = pytest.mark.virtual


@pytest.fixture
async def r() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


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
