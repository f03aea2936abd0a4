"""The gateway on the wire: hello, identify, resume, shards, intents, compression, close codes."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from mafiabot.playground import structure
from mafiabot.playground.buckets import Limits
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import UNPRIVILEGED, RawBot

pytestmark = pytest.mark.virtual


async def test_ready_carries_what_a_client_needs_and_the_guild_follows(
    bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    gateway = await bot.connect()
    ready = await gateway.event("READY")
    assert {"resume_gateway_url", "session_id", "shard", "user", "guilds", "application"} <= ready.keys()
    assert ready["guilds"] == [{"id": str(guild.id), "unavailable": True}]
    created = await gateway.event("GUILD_CREATE")
    assert [state["user_id"] for state in created["voice_states"]] == [str(anna.id)]
    assert {m["user"]["id"] for m in created["members"]} == {str(bot.app.user.id), str(anna.id)}


async def test_a_heartbeat_is_acknowledged(bot: RawBot) -> None:
    gateway = await bot.open()
    await gateway.send(1, None)
    assert (await gateway.packet())["op"] == 11


async def test_zlib_stream_packs_every_frame(bot: RawBot, guild: Guild) -> None:
    gateway = await bot.connect(compress="zlib-stream")
    assert (await gateway.event("GUILD_CREATE"))["id"] == str(guild.id)


async def test_a_wrong_token_is_closed_with_4004(bot: RawBot) -> None:
    gateway = await bot.open()
    await gateway.send(2, {"token": "wrong", "intents": 1})
    with pytest.raises(EOFError, match="4004"):
        await gateway.packet()


async def test_a_privileged_intent_that_was_not_granted_is_closed_with_4014(bot: RawBot) -> None:
    gateway = await bot.connect(intents=1 << 1)
    with pytest.raises(EOFError, match="4014"):
        await gateway.packet()


async def test_an_impossible_shard_is_closed_with_4010(bot: RawBot) -> None:
    gateway = await bot.connect(shard=(2, 2))
    with pytest.raises(EOFError, match="4010"):
        await gateway.packet()


async def test_a_command_before_identify_is_closed_with_4003(bot: RawBot) -> None:
    gateway = await bot.open()
    await gateway.send(8, {"guild_id": "1"})
    with pytest.raises(EOFError, match="4003"):
        await gateway.packet()


async def test_a_guild_belongs_to_the_shard_its_id_says(local: LocalDiscord, bot: RawBot) -> None:
    local.core.limits.max_concurrency = 2
    guilds = [local.add_guild(f"G{n}", bot.app, guild_id=(n + 10) << 22) for n in range(2)]
    for index in range(2):
        gateway = await bot.connect(shard=(index, 2))
        assert (await gateway.event("READY"))["guilds"] == [
            {"id": str(guilds[index].id), "unavailable": True}
        ]


async def test_a_second_identify_within_five_seconds_is_invalidated(local: LocalDiscord, bot: RawBot) -> None:
    await (await bot.connect()).event("READY")
    second = await bot.connect()
    assert await second.packet() == {"op": 9, "d": False, "s": None, "t": None}
    assert [one.accepted for one in local.records.identifies] == [True, False]
    await asyncio.sleep(5)
    assert await (await bot.connect()).event("READY")


async def test_a_resume_replays_what_was_missed_in_order(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    gateway = await bot.connect()
    ready = await gateway.event("READY")
    await gateway.event("GUILD_CREATE")
    local.gateway.drop(bot.app)
    with pytest.raises(EOFError):
        await gateway.packet()
    await anna.join(channel)
    await anna.self_mute(guild)
    again = await bot.open(url=ready["resume_gateway_url"])
    await again.send(6, {"token": bot.app.token, "session_id": ready["session_id"], "seq": gateway.seq})
    states = [await again.event("VOICE_STATE_UPDATE") for _ in range(2)]
    assert [state["self_mute"] for state in states] == [False, True]
    assert (await again.packet())["t"] == "RESUMED"


@pytest.mark.parametrize("gone_s", [0, 3600])
async def test_an_ended_or_stale_session_cannot_be_resumed(
    local: LocalDiscord, bot: RawBot, guild: Guild, gone_s: int
) -> None:
    gateway = await bot.connect()
    ready = await gateway.event("READY")
    local.gateway.drop(bot.app, resumable=gone_s > 0)
    await asyncio.sleep(gone_s)
    again = await bot.open()
    await again.send(6, {"token": bot.app.token, "session_id": ready["session_id"], "seq": 1})
    assert (await again.packet())["op"] == 9


async def test_nobody_is_let_in_while_a_drop_lasts(local: LocalDiscord, bot: RawBot, guild: Guild) -> None:
    gateway = await bot.connect()
    ready = await gateway.event("READY")
    local.gateway.drop(bot.app, for_s=10)
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await bot.open(url=ready["resume_gateway_url"])
    await asyncio.sleep(10)
    await bot.open(url=ready["resume_gateway_url"])


async def test_events_need_their_intent_and_messages_hide_foreign_content(
    bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    silent = await bot.connect(intents=1)
    await silent.event("GUILD_CREATE")
    await asyncio.sleep(5)
    hearing = await bot.connect(intents=UNPRIVILEGED)
    await hearing.event("GUILD_CREATE")
    await anna.join(channel)
    await anna.say(channel, "hello")
    assert await silent.events_for(1) == []
    told = dict(await hearing.events_for(1))
    assert told["VOICE_STATE_UPDATE"]["channel_id"] == str(channel.id)
    assert told["MESSAGE_CREATE"]["content"] == ""


async def test_messages_of_an_invisible_channel_are_not_told(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    gateway = await bot.connect()
    await gateway.event("GUILD_CREATE")
    local.admin.set_channel_permission(channel, bot.app.user.id, Perm.VIEW_CHANNEL, False)
    await anna.say(channel, "secret")
    assert "MESSAGE_CREATE" not in dict(await gateway.events_for(1))


async def test_members_are_chunked_by_id(bot: RawBot, guild: Guild, anna: Person) -> None:
    gateway = await bot.connect()
    await gateway.event("GUILD_CREATE")
    await gateway.send(8, {"guild_id": str(guild.id), "user_ids": [str(anna.id), "7"], "nonce": "x"})
    chunk = await gateway.event("GUILD_MEMBERS_CHUNK")
    assert [m["user"]["username"] for m in chunk["members"]] == ["anna"]
    assert (chunk["not_found"], chunk["nonce"]) == (["7"], "x")


async def test_the_identify_budget_is_told(local: LocalDiscord, bot: RawBot) -> None:
    await (await bot.connect()).event("READY")
    limit = (await bot.call("GET", "/gateway/bot")).body["session_start_limit"]
    assert (limit["total"], limit["remaining"]) == (1000, 999)
    assert Limits().identify_every_s == 5.0


async def test_an_outage_hides_the_guild_and_ends_with_its_new_voice_states(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    gateway = await bot.connect()
    await gateway.event("GUILD_CREATE")
    local.admin.outage(guild)
    assert await gateway.event("GUILD_DELETE") == {"id": str(guild.id), "unavailable": True}
    await anna.join(channel)
    assert await gateway.events_for(60) == []
    assert (await bot.call("GET", f"/guilds/{guild.id}")).status == 503
    local.admin.end_outage(guild)
    created = await gateway.event("GUILD_CREATE")
    assert created["unavailable"] is False
    assert [state["user_id"] for state in created["voice_states"]] == [str(anna.id)]


async def test_a_guild_that_a_bot_has_just_joined_says_nothing_of_being_available(
    local: LocalDiscord, bot: RawBot, guild: Guild
) -> None:
    gateway = await bot.connect()
    await gateway.event("GUILD_CREATE")
    local.admin.kick(guild, bot.app.user.id)
    await gateway.event("GUILD_DELETE")
    structure.install(local.core, bot.app, guild, Perm.VIEW_CHANNEL)
    assert "unavailable" not in await gateway.event("GUILD_CREATE")


async def test_a_kicked_bot_is_told_by_guild_delete(local: LocalDiscord, bot: RawBot, guild: Guild) -> None:
    gateway = await bot.connect()
    await gateway.event("GUILD_CREATE")
    local.admin.kick(guild, bot.app.user.id)
    assert await gateway.event("GUILD_DELETE") == {"id": str(guild.id)}
    assert (await bot.call("GET", f"/guilds/{guild.id}")).status == 404


async def test_more_than_120_sends_a_minute_are_closed_with_4008(bot: RawBot) -> None:
    gateway = await bot.open()
    for _ in range(121):
        await gateway.send(1, None)
    with pytest.raises(EOFError, match="4008"):
        await gateway.event("never")


async def test_binary_frames_are_read_too(bot: RawBot) -> None:
    gateway = await bot.open()
    await gateway.socket.send_bytes(b'{"op":1,"d":null}')
    assert (await gateway.packet())["op"] == 11
