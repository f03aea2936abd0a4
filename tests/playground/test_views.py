"""Each client shows what it has received, with its own moments, in order, and remembers every version."""

from __future__ import annotations

import asyncio

import pytest

from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

pytestmark = pytest.mark.virtual


async def test_a_message_arrives_after_each_client_s_own_latency(
    local: LocalDiscord, channel: Channel, anna: Person, boris: Person
) -> None:
    local.core.network.latency_ms = (50, 500)
    sent_ms = local.core.clock.now_ms()
    local.admin.post(channel, boris.user, "hello")
    assert anna.messages(channel) == []
    await asyncio.sleep(1)
    arrivals = [person.messages(channel)[0].received_ms - sent_ms for person in (anna, boris)]
    assert all(50 <= arrival <= 500 for arrival in arrivals)
    assert arrivals[0] != arrivals[1]


async def test_nothing_overtakes_on_the_way_to_one_client(
    local: LocalDiscord, channel: Channel, anna: Person, boris: Person
) -> None:
    local.core.network.latency_ms = (0, 900)
    for number in range(20):
        local.admin.post(channel, boris.user, str(number))
    await asyncio.sleep(1)
    shown = anna.messages(channel)
    assert [seen.payload["content"] for seen in shown] == [str(n) for n in range(20)]
    assert [seen.received_ms for seen in shown] == sorted(seen.received_ms for seen in shown)


async def test_every_version_is_remembered_with_its_moment(
    local: LocalDiscord, bot: RawBot, channel: Channel, anna: Person
) -> None:
    start_ms = local.core.clock.now_ms()
    sent = await bot.call("POST", f"/channels/{channel.id}/messages", {"content": "day 1"})
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    await asyncio.sleep(60)
    await bot.call("PATCH", path, {"content": "day 2"})
    await asyncio.sleep(60)
    await bot.call("DELETE", path)
    seen = anna.view.message(int(sent.body["id"]))
    assert seen is not None
    assert [payload["content"] for _, payload in seen.versions] == ["day 1", "day 2"]
    assert [round(at - start_ms) for at, _ in seen.versions] == [0, 60_000]
    assert seen.deleted_ms is not None
    assert round(seen.deleted_ms - start_ms) == 120_000
    assert anna.view.messages(channel, deleted=True) == [seen]


async def test_a_newcomer_opens_the_channel_with_its_history(
    local: LocalDiscord, guild: Guild, channel: Channel, boris: Person
) -> None:
    await boris.join(channel)
    local.admin.post(channel, boris.user, "before you came")
    late = local.add_person("Late", guild)
    assert [seen.payload["content"] for seen in late.messages(channel)] == ["before you came"]
    state = late.view.voice(guild, boris.id)
    assert state is not None
    assert state["channel_id"] == str(channel.id)


async def test_an_invisible_channel_shows_nothing(
    local: LocalDiscord, channel: Channel, anna: Person, boris: Person
) -> None:
    local.admin.set_channel_permission(channel, anna.id, Perm.VIEW_CHANNEL, False)
    await boris.say(channel, "secret")
    assert anna.messages(channel) == []


async def test_a_deleted_channel_takes_its_messages_along(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    await anna.say(channel, "hello")
    local.admin.delete_channel(channel)
    assert anna.messages(channel) == []
    assert anna.view.voice(guild) is None
    assert anna.id not in guild.voice


async def test_everybody_sees_who_is_muted(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person, boris: Person
) -> None:
    await boris.join(channel)
    local.admin.set_mute(guild, boris.id, True)
    state = anna.view.voice(guild, boris.id)
    assert state is not None
    assert state["mute"] is True
    await boris.leave(guild)
    assert anna.view.voice(guild, boris.id) is None


async def test_waiting_for_a_change_ends_when_it_arrives(
    local: LocalDiscord, channel: Channel, anna: Person, boris: Person
) -> None:
    local.core.network.latency_ms = (250, 250)
    before_s = local.core.clock.now_s()
    waiting = asyncio.create_task(anna.view.changed())
    await asyncio.sleep(0)
    local.admin.post(channel, boris.user, "hello")
    assert await waiting is True
    assert local.core.clock.now_s() - before_s == pytest.approx(0.25)
    assert await anna.view.changed(timeout_s=5) is False
    assert local.core.clock.now_s() - before_s == pytest.approx(5.25)


async def test_who_is_stopped_in_the_moment_his_patience_ends_is_stopped(
    local: LocalDiscord, anna: Person
) -> None:
    """Or a demo that is interrupted just then would play on to its end."""
    waiting = asyncio.create_task(anna.view.changed(timeout_s=5))
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_later(5, waiting.cancel)
    with pytest.raises(asyncio.CancelledError):
        await waiting
