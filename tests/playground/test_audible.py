"""Who was audible when: every reason for silence, open apart from audible, overlaps, totals."""

from __future__ import annotations

import asyncio

import pytest

from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord

pytestmark = pytest.mark.virtual


def spans(local: LocalDiscord, person: Person, since_ms: float) -> list[tuple[float, float | None]]:
    found = local.timelines.audible.intervals(user_id=person.id)
    return [
        (round(i.start_ms - since_ms), None if i.end_ms is None else round(i.end_ms - since_ms))
        for i in found
    ]


async def test_somebody_is_audible_from_joining_to_leaving(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    start = local.core.clock.now_ms()
    await anna.join(channel)
    await asyncio.sleep(60)
    await anna.leave(guild)
    assert spans(local, anna, start) == [(0, 60_000)]


async def test_server_mute_self_mute_and_time_out_silence(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    start = local.core.clock.now_ms()
    await anna.join(channel)
    await asyncio.sleep(1)
    local.admin.set_mute(guild, anna.id, True)
    await asyncio.sleep(1)
    local.admin.set_mute(guild, anna.id, False)
    await asyncio.sleep(1)
    await anna.self_mute(guild)
    await asyncio.sleep(1)
    await anna.self_mute(guild, False)
    await asyncio.sleep(1)
    local.admin.time_out(guild, anna.id, 10)
    await asyncio.sleep(20)
    assert spans(local, anna, start) == [(0, 1000), (2000, 3000), (4000, 5000), (15_001, None)]


async def test_self_mute_does_not_count_against_open(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    await anna.self_mute(guild)
    assert [i.end_ms for i in local.timelines.open.intervals(user_id=anna.id)] == [None]
    assert all(i.end_ms is not None for i in local.timelines.audible.intervals(user_id=anna.id))


async def test_without_speak_or_on_a_stage_one_arrives_suppressed(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person, boris: Person
) -> None:
    local.admin.set_channel_permission(channel, anna.id, Perm.SPEAK, False)
    await anna.join(channel)
    await boris.join(local.add_channel(guild, "stage", "stage"))
    assert local.timelines.open.intervals() == []


async def test_taking_speak_away_does_not_act_on_who_is_inside(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    local.admin.set_channel_permission(channel, anna.id, Perm.SPEAK, False)
    assert [i.end_ms for i in local.timelines.audible.intervals(user_id=anna.id)] == [None]


async def test_nobody_talks_in_the_afk_channel(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    guild.afk_channel_id = channel.id
    await anna.join(channel)
    assert local.timelines.audible.intervals() == []


async def test_overlaps_and_totals_are_measured(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person, boris: Person
) -> None:
    start = local.core.clock.now_ms()
    await anna.join(channel)
    await asyncio.sleep(10)
    await boris.join(channel)
    await asyncio.sleep(3)
    local.admin.set_mute(guild, anna.id, True)
    await asyncio.sleep(4)
    end = local.core.clock.now_ms()
    timeline = local.timelines.audible
    assert timeline.together_ms(channel.id, start, end) == pytest.approx(3000)
    assert timeline.total_ms(anna.id, start, end) == pytest.approx(13_000)
    assert timeline.total_ms(boris.id, start, end, channel.id) == pytest.approx(7000)


async def test_moving_and_being_thrown_out_end_an_interval(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    other = local.add_channel(guild, "other")
    await anna.join(channel)
    await asyncio.sleep(1)
    local.admin.move(guild, anna.id, other)
    await asyncio.sleep(1)
    local.admin.kick(guild, anna.id)
    found = local.timelines.audible.intervals(user_id=anna.id)
    assert [i.channel_id for i in found] == [channel.id, other.id]
    assert all(i.end_ms is not None for i in found)
