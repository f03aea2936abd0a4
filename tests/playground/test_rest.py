"""REST on the wire: tokens, error codes, messages, nonces, member edits, audit log, unknown routes."""

from __future__ import annotations

import asyncio

import pytest

from mafiabot.playground.clock import snowflake_ms
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

pytestmark = pytest.mark.virtual


def edit_path(guild: Guild, person: Person) -> str:
    return f"/guilds/{guild.id}/members/{person.id}"


async def test_a_wrong_token_is_answered_401(bot: RawBot) -> None:
    answer = await bot.call("GET", "/users/@me", token="wrong")
    assert (answer.status, answer.body) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_json_comes_without_a_charset(bot: RawBot) -> None:
    answer = await bot.call("GET", "/users/@me")
    assert answer.headers["Content-Type"] == "application/json"


async def test_a_body_with_another_content_type_is_refused(bot: RawBot, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    answer = await bot.call("POST", path, {"content": "x"}, Content_Type="text/plain")
    assert (answer.status, answer.body["code"]) == (400, 50035)


async def test_an_unknown_route_is_answered_404_and_noted(local: LocalDiscord, bot: RawBot) -> None:
    answer = await bot.call("GET", "/guilds/123456/emojis")
    assert answer.status == 404
    assert [record.key for record in local.records.unknown_routes] == ["GET /guilds/{}/emojis"]


async def test_the_application_is_found_at_both_addresses(bot: RawBot) -> None:
    for path in ("/oauth2/applications/@me", "/applications/@me"):
        assert (await bot.call("GET", path)).body["id"] == str(bot.app.id)


async def test_the_connection_survives_hours_without_a_request(bot: RawBot) -> None:
    await bot.call("GET", "/users/@me")
    await asyncio.sleep(6 * 3600)
    assert (await bot.call("GET", "/users/@me")).status == 200


async def test_an_id_carries_discord_s_clock(spec_path: str | None) -> None:
    async with LocalDiscord(epoch_ms=1_800_000_000_000, clock_offset_ms=700) as local:
        await asyncio.sleep(2)
        assert snowflake_ms(local.core.ids.new()) == 1_800_000_002_700
        first, second = local.core.ids.new(), local.core.ids.new()
        assert first < second


async def test_an_enforced_nonce_posts_once_within_two_minutes(
    bot: RawBot, channel: Channel, anna: Person
) -> None:
    body = {"content": "night falls", "nonce": "abc", "enforce_nonce": True}
    path = f"/channels/{channel.id}/messages"
    first = await bot.call("POST", path, body)
    again = await bot.call("POST", path, body)
    assert again.body["id"] == first.body["id"]
    assert len(anna.messages(channel)) == 1
    await asyncio.sleep(121)
    assert (await bot.call("POST", path, body)).body["id"] != first.body["id"]


async def test_a_repeated_nonce_without_enforcement_posts_twice(bot: RawBot, channel: Channel) -> None:
    body = {"content": "night falls", "nonce": "abc"}
    path = f"/channels/{channel.id}/messages"
    first, second = await bot.call("POST", path, body), await bot.call("POST", path, body)
    assert first.body["id"] != second.body["id"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/111111", 404, 10003),
        ("GET", "/channels/{channel}/messages/1", 404, 10008),
        ("PATCH", "/channels/{channel}/messages/1", 404, 10008),
        ("GET", "/guilds/111111", 404, 10004),
        ("GET", "/guilds/{guild}/members/1", 404, 10013),
        ("GET", "/guilds/{guild}/roles/1", 404, 10011),
        ("GET", "/guilds/{guild}/voice-states/{anna}", 404, 10065),
        ("PATCH", "/guilds/{guild}/members/{anna}", 400, 40032),
        ("POST", "/interactions/1/none/callback", 404, 10062),
        ("PATCH", "/webhooks/1/none/messages/@original", 404, 10015),
        ("GET", "/guilds/seven", 400, 50035),
    ],
)
async def test_what_is_not_there_has_its_own_code(
    bot: RawBot, guild: Guild, channel: Channel, anna: Person, method: str, path: str, status: int, code: int
) -> None:
    bodies = {"/interactions": {"type": 6}, "/guilds": {"mute": True}}
    body = next((b for start, b in bodies.items() if path.startswith(start)), {"content": "x"})
    url = path.format(channel=channel.id, guild=guild.id, anna=anna.id)
    answer = await bot.call(method, url, None if method == "GET" else body)
    assert (answer.status, answer.body["code"]) == (status, code)


async def test_a_mute_lasts_beyond_the_visit_and_can_only_change_during_one(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    assert (await bot.call("PATCH", edit_path(guild, anna), {"mute": True})).body["mute"] is True
    await anna.leave(guild)
    assert (await bot.call("PATCH", edit_path(guild, anna), {"mute": False})).body["code"] == 40032
    await anna.join(local.add_channel(guild, "other"))
    state = await bot.call("GET", f"/guilds/{guild.id}/voice-states/{anna.id}")
    assert state.body["mute"] is True


async def test_the_owner_can_be_muted_but_not_renamed(local: LocalDiscord, bot: RawBot) -> None:
    owner = local.add_person("Owner")
    guild = local.add_guild("Owned", bot.app, owner=owner.user)
    await owner.join(local.add_channel(guild))
    assert (await bot.call("PATCH", edit_path(guild, owner), {"mute": True})).status == 200
    renamed = await bot.call("PATCH", edit_path(guild, owner), {"nick": "1"})
    assert (renamed.status, renamed.body["code"]) == (403, 50013)


@pytest.mark.parametrize("nick", ["", "  ", None])
async def test_a_nickname_of_nothing_takes_it_away(
    bot: RawBot, guild: Guild, anna: Person, nick: str | None
) -> None:
    await bot.call("PATCH", edit_path(guild, anna), {"nick": " 07 Anna "})
    assert guild.members[anna.id].nick == "07 Anna"
    assert (await bot.call("PATCH", edit_path(guild, anna), {"nick": nick})).body["nick"] is None


async def test_a_nickname_has_32_characters_at_most(bot: RawBot, guild: Guild, anna: Person) -> None:
    assert (await bot.call("PATCH", edit_path(guild, anna), {"nick": "a" * 32})).status == 200
    longer = await bot.call("PATCH", edit_path(guild, anna), {"nick": "b" * 33})
    assert (longer.status, longer.body["code"]) == (400, 50035)
    assert guild.members[anna.id].nick == "a" * 32


async def test_who_stands_as_high_as_the_bot_is_not_renamed(
    local: LocalDiscord, bot: RawBot, guild: Guild, anna: Person
) -> None:
    local.admin.give_role(guild, anna.id, local.admin.bot_role(guild, bot.app.user.id))
    renamed = await bot.call("PATCH", edit_path(guild, anna), {"nick": "1"})
    assert (renamed.status, renamed.body["code"]) == (403, 50013)


async def test_nothing_is_applied_where_one_field_is_refused(
    bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    answer = await bot.call("PATCH", edit_path(guild, anna), {"mute": True, "channel_id": None})
    assert (answer.status, answer.body["code"]) == (403, 50013)
    assert not guild.members[anna.id].mute


async def test_a_reason_reaches_the_audit_log(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    await bot.call(
        "PATCH", edit_path(guild, anna), {"mute": True}, X_Audit_Log_Reason="%D0%BD%D0%BE%D1%87%D1%8C"
    )
    assert [entry.reason for entry in local.core.world.audit] == ["ночь"]
    local.admin.set_permission(guild, local.admin.bot_role(guild, bot.app.user.id), Perm.VIEW_AUDIT_LOG, True)
    log = await bot.call("GET", f"/guilds/{guild.id}/audit-logs")
    assert log.body["audit_log_entries"][0]["changes"] == [
        {"key": "mute", "old_value": False, "new_value": True}
    ]


async def test_a_member_is_moved_timed_out_and_given_roles(
    local: LocalDiscord, bot: RawBot, anna: Person
) -> None:
    guild = local.add_guild("Strong", bot.app, permissions=int(Perm.ADMINISTRATOR))
    role = next(iter(guild.roles.values()))
    local.admin.give_role(guild, bot.app.user.id, role)
    person = local.add_person("Vera", guild)
    first, second = local.add_channel(guild, "one"), local.add_channel(guild, "two")
    await person.join(first)
    until = "2026-01-01T01:00:00+00:00"
    body = {"channel_id": str(second.id), "communication_disabled_until": until, "nick": "7"}
    answer = await bot.call("PATCH", edit_path(guild, person), body)
    assert (answer.body["communication_disabled_until"], answer.body["nick"]) == (until, "7")
    assert guild.voice[person.id].channel_id == second.id


async def test_on_a_stage_a_speaker_is_made_by_suppress(
    local: LocalDiscord, bot: RawBot, guild: Guild, anna: Person
) -> None:
    stage = local.add_channel(guild, "stage", "stage")
    await anna.join(stage)
    path = f"/guilds/{guild.id}/voice-states/{anna.id}"
    assert (await bot.call("GET", path)).body["suppress"] is True
    body = {"suppress": False, "channel_id": str(stage.id)}
    assert (await bot.call("PATCH", path, body)).status == 204
    assert (await bot.call("GET", path)).body["suppress"] is False


async def test_old_messages_can_be_edited_only_so_often(bot: RawBot, channel: Channel) -> None:
    sent = await bot.call("POST", f"/channels/{channel.id}/messages", {"content": "panel"})
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    await asyncio.sleep(3700)
    codes = []
    for turn in range(6):
        codes.append((await bot.call("PATCH", path, {"content": str(turn)})).body.get("code"))
        await asyncio.sleep(10)
    assert codes == [None] * 5 + [30046]


async def test_others_messages_are_deleted_only_with_the_permission(
    bot: RawBot, channel: Channel, anna: Person
) -> None:
    said = await anna.say(channel, "noise")
    answer = await bot.call("DELETE", f"/channels/{channel.id}/messages/{said.id}")
    assert (answer.status, answer.body["code"]) == (403, 50013)
    assert (await bot.call("PATCH", f"/channels/{channel.id}/messages/{said.id}", {"content": "x"})).body[
        "code"
    ] == 50005


async def test_direct_messages_to_closed_doors_are_refused(bot: RawBot, anna: Person) -> None:
    opened = await bot.call("POST", "/users/@me/channels", {"recipient_id": str(anna.id)})
    path = f"/channels/{opened.body['id']}/messages"
    assert (await bot.call("POST", path, {"content": "hand"})).status == 200
    anna.user.dms_open = False
    answer = await bot.call("POST", path, {"content": "hand"})
    assert (answer.status, answer.body["code"]) == (403, 50007)


async def test_a_voice_status_needs_its_permission(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel
) -> None:
    path = f"/channels/{channel.id}/voice-status"
    assert (await bot.call("PUT", path, {"status": "day 1"})).status == 403
    role = local.admin.bot_role(guild, bot.app.user.id)
    local.admin.set_permission(guild, role, Perm.SET_VOICE_CHANNEL_STATUS, True)
    assert (await bot.call("PUT", path, {"status": "day 1"})).status == 204
    assert channel.status == "day 1"


async def test_two_bots_have_their_own_commands_and_messages(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel
) -> None:
    async with RawBot(local, local.add_bot("Second")) as second:
        theirs = local.add_guild("Both", bot.app, second.app)
        place = local.add_channel(theirs, "text", "text")
        sent = await bot.call("POST", f"/channels/{place.id}/messages", {"content": "mine"})
        path = f"/channels/{place.id}/messages/{sent.body['id']}"
        assert (await second.call("PATCH", path, {"content": "x"})).body["code"] == 50005
        assert (await second.call("GET", f"/channels/{channel.id}")).status == 404
