"""Interactions on the wire: what a bot gets, how it may answer, and Discord's deadlines."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mafiabot.playground.clock import snowflake_ms
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot, RawGateway

pytestmark = pytest.mark.virtual
COMMAND = {"name": "ping", "description": "Ping", "type": 1}
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


def with_button(text: str, **more: Any) -> dict[str, Any]:
    return {"content": text, "components": [{"type": 1, "components": [BUTTON | more]}]}


@pytest.fixture
async def gateway(bot: RawBot, guild: Guild) -> RawGateway:
    await bot.call("PUT", f"/applications/{bot.app.id}/commands", [COMMAND])
    connected = await bot.connect()
    await connected.event("GUILD_CREATE")
    return connected


async def respond(bot: RawBot, told: Any, kind: int, data: Any = None, query: str = "") -> Any:
    body = {"type": kind} if data is None else {"type": kind, "data": data}
    return await bot.call("POST", f"/interactions/{told['id']}/{told['token']}/callback{query}", body)


async def test_the_event_says_who_where_and_what(
    local: LocalDiscord, gateway: RawGateway, guild: Guild, channel: Channel, anna: Person
) -> None:
    made = await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    needed = {"attachment_size_limit", "version", "token", "application_id", "app_permissions", "locale"}
    assert needed <= told.keys()
    assert told["member"]["user"]["id"] == str(anna.id)
    assert int(told["member"]["permissions"]) > 0
    assert told["channel"]["id"] == str(channel.id)
    assert told["guild_locale"] == guild.locale
    assert snowflake_ms(made.id) == int(local.core.clock.epoch_ms())


async def test_with_response_answers_the_message(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    answer = await respond(bot, told, 4, {"content": "pong", "flags": 64}, "?with_response=1")
    assert answer.status == 200
    assert answer.body["resource"]["message"]["content"] == "pong"
    assert answer.body["interaction"]["response_message_ephemeral"] is True


async def test_without_it_the_answer_is_204(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    await anna.slash(channel, "ping")
    assert (
        await respond(bot, await gateway.event("INTERACTION_CREATE"), 4, {"content": "pong"})
    ).status == 204


async def test_after_three_seconds_it_is_too_late(
    local: LocalDiscord, bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    made = await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    await made.answered()
    assert made.unanswered
    answer = await respond(bot, told, 4, {"content": "pong"})
    assert (answer.status, answer.body["code"]) == (404, 10062)
    assert local.interactions.unanswered() == [made]


async def test_a_second_answer_is_refused(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    await respond(bot, told, 4, {"content": "pong"})
    answer = await respond(bot, told, 4, {"content": "pong"})
    assert (answer.status, answer.body["code"]) == (400, 40060)


async def test_an_ephemeral_answer_is_shown_to_one_and_told_to_no_bot(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person, boris: Person
) -> None:
    await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    await respond(bot, told, 4, {"content": "you are the don", "flags": 64})
    assert [seen.payload["content"] for seen in anna.messages(channel)] == ["you are the don"]
    assert boris.messages(channel) == []
    assert "MESSAGE_CREATE" not in dict(await gateway.events_for(1))
    assert (await bot.call("GET", f"/channels/{channel.id}/messages")).body == []


async def test_a_press_brings_its_message_and_can_change_it(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    await bot.call("POST", f"/channels/{channel.id}/messages", with_button("ready?"))
    pressed = await anna.press(anna.latest(channel), "Go")
    told = await gateway.event("INTERACTION_CREATE")
    assert told["message"]["content"] == "ready?"
    assert told["data"] == {"component_type": 2, "custom_id": "go", "id": 2}
    assert (await respond(bot, told, 7, with_button("gone", disabled=True))).status == 204
    assert (await pressed.answered()).answer_kind == 7
    assert anna.latest(channel).payload["content"] == "gone"


async def test_a_button_that_vanished_on_the_way_is_refused_by_discord(
    local: LocalDiscord, bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    sent = await bot.call("POST", f"/channels/{channel.id}/messages", with_button("ready?"))
    local.core.network.latency_ms = (100, 100)
    pressing = asyncio.create_task(anna.press(anna.latest(channel), "Go"))
    await asyncio.sleep(0)
    local.admin.delete_message(channel, int(sent.body["id"]))
    pressed = await pressing
    assert pressed.failed == "stale"
    assert "INTERACTION_CREATE" not in dict(await gateway.events_for(5))


async def test_the_first_follow_up_fills_a_deferred_answer(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    asked = await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    await respond(bot, told, 5, {"flags": 64})
    assert anna.latest(channel).payload["flags"] == 64 | 128
    await asyncio.sleep(60)
    hook = f"/webhooks/{bot.app.id}/{told['token']}"
    await bot.call("POST", hook, {"content": "done"})
    assert (await asked.outcome()).text == "done"
    assert anna.latest(channel).payload["flags"] == 64
    await bot.call("POST", hook, {"content": "more"})
    assert len(anna.messages(channel)) == 2


async def test_the_token_lives_fifteen_minutes(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    await respond(bot, told, 4, {"content": "hand", "flags": 64})
    path = f"/webhooks/{bot.app.id}/{told['token']}/messages/@original"
    await asyncio.sleep(899)
    assert (await bot.call("PATCH", path, {"content": "day 2"})).status == 200
    await asyncio.sleep(2)
    answer = await bot.call("PATCH", path, {"content": "day 3"})
    assert (answer.status, answer.body["code"]) == (401, 50027)


async def test_a_deleted_answer_can_no_longer_be_edited(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    await respond(bot, told, 4, {"content": "hand", "flags": 64})
    path = f"/webhooks/{bot.app.id}/{told['token']}/messages/@original"
    assert (await bot.call("GET", path)).body["content"] == "hand"
    assert (await bot.call("DELETE", path)).status == 204
    assert anna.messages(channel) == []
    assert (await bot.call("PATCH", path, {"content": "x"})).body["code"] == 10008


async def test_follow_ups_have_five_calls_in_two_seconds(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    await anna.slash(channel, "ping")
    told = await gateway.event("INTERACTION_CREATE")
    await respond(bot, told, 4, {"content": "hand", "flags": 64})
    path = f"/webhooks/{bot.app.id}/{told['token']}/messages/@original"
    got = [(await bot.call("PATCH", path, {"content": str(n)})).status for n in range(6)]
    assert got == [200] * 5 + [429]


async def test_a_click_without_any_session_stays_unanswered(
    bot: RawBot, channel: Channel, anna: Person
) -> None:
    await bot.call("PUT", f"/applications/{bot.app.id}/commands", [COMMAND])
    assert (await (await anna.slash(channel, "ping")).answered()).unanswered


async def test_an_update_is_no_answer_to_a_command(
    bot: RawBot, gateway: RawGateway, channel: Channel, anna: Person
) -> None:
    await anna.slash(channel, "ping")
    answer = await respond(bot, await gateway.event("INTERACTION_CREATE"), 7, {"content": "x"})
    assert (answer.status, answer.body["code"]) == (400, 50035)
