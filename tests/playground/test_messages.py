"""Messages on the wire: history, bulk deletion, typing, mentions, embeds, events with and without content."""

from __future__ import annotations

import pytest

from mafiabot.playground.controls import texts
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

pytestmark = pytest.mark.virtual


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("limit=2", [8, 7]),
        ("limit=2&before={4}", [3, 2]),
        ("limit=2&after={4}", [6, 5]),
        ("limit=3&around={4}", [5, 4, 3]),
        ("", [8, 7, 6, 5, 4, 3, 2, 1, 0]),
    ],
)
async def test_history_is_newest_first(
    local: LocalDiscord, bot: RawBot, channel: Channel, anna: Person, query: str, wanted: list[int]
) -> None:
    sent = [local.admin.post(channel, anna.user, str(n)).id for n in range(9)]
    answer = await bot.call("GET", f"/channels/{channel.id}/messages?{query.format(*sent)}")
    assert [int(message["id"]) for message in answer.body] == [sent[n] for n in wanted]


async def test_without_read_history_there_is_none(
    local: LocalDiscord, bot: RawBot, channel: Channel, anna: Person
) -> None:
    local.admin.post(channel, anna.user, "hello")
    local.admin.set_channel_permission(channel, bot.app.user.id, Perm.READ_MESSAGE_HISTORY, False)
    assert (await bot.call("GET", f"/channels/{channel.id}/messages")).body == []


async def test_without_send_or_view_nothing_is_posted(
    local: LocalDiscord, bot: RawBot, channel: Channel
) -> None:
    path = f"/channels/{channel.id}/messages"
    local.admin.set_channel_permission(channel, bot.app.user.id, Perm.SEND_MESSAGES, False)
    assert (await bot.call("POST", path, {"content": "x"})).body["code"] == 50013
    local.admin.set_channel_permission(channel, bot.app.user.id, Perm.VIEW_CHANNEL, False)
    assert (await bot.call("POST", path, {"content": "x"})).body["code"] == 50001


async def test_many_are_deleted_at_once_with_the_permission(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    sent = [str(local.admin.post(channel, anna.user, str(n)).id) for n in range(3)]
    path = f"/channels/{channel.id}/messages/bulk-delete"
    assert (await bot.call("POST", path, {"messages": sent[:2]})).status == 403
    role = local.admin.bot_role(guild, bot.app.user.id)
    local.admin.set_permission(guild, role, Perm.MANAGE_MESSAGES, True)
    assert (await bot.call("POST", path, {"messages": sent[:2]})).status == 204
    assert [str(seen.id) for seen in anna.messages(channel)] == sent[2:]


async def test_mentions_in_text_displays_count(bot: RawBot, channel: Channel, anna: Person) -> None:
    body = {"flags": 32768, "components": [{"type": 10, "content": f"<@{anna.id}> speaks"}]}
    sent = await bot.call("POST", f"/channels/{channel.id}/messages", body)
    assert [user["id"] for user in sent.body["mentions"]] == [str(anna.id)]


async def test_embeds_are_read_in_order(bot: RawBot, channel: Channel, anna: Person) -> None:
    embed = {"title": "Day 1", "description": "all alive", "fields": [{"name": "Seat", "value": "1"}]}
    body = {"content": "News", "embeds": [embed | {"footer": {"text": "end"}}]}
    assert (await bot.call("POST", f"/channels/{channel.id}/messages", body)).status == 200
    assert texts(anna.latest(channel).payload) == ["News", "Day 1", "all alive", "Seat", "1", "end"]


async def test_posting_editing_and_deleting_are_told(bot: RawBot, guild: Guild, channel: Channel) -> None:
    gateway = await bot.connect()
    await gateway.event("GUILD_CREATE")
    path = f"/channels/{channel.id}/messages"
    sent = await bot.call("POST", path, {"content": "a", "nonce": "n1"})
    assert (await gateway.event("MESSAGE_CREATE"))["nonce"] == "n1"
    await bot.call("PATCH", f"{path}/{sent.body['id']}", {"content": "b"})
    assert (await gateway.event("MESSAGE_UPDATE"))["content"] == "b"
    await bot.call("DELETE", f"{path}/{sent.body['id']}")
    assert (await gateway.event("MESSAGE_DELETE"))["id"] == sent.body["id"]


async def test_typing_is_taken(bot: RawBot, channel: Channel) -> None:
    assert (await bot.call("POST", f"/channels/{channel.id}/typing")).status == 204
