"""Microphones through the unmodified library: edits, questions, the raw feed, shards, stages."""

import asyncio
from typing import cast

import discord
import pytest
from discord.ext import commands
from structlog.testing import capture_logs

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.discord_voice import attach
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.playground.permissions import Perm
from mafiabot.playground.server import LocalDiscord
from mafiabot.runtime.ports import DiscordUnavailable
from tests.playground.clients import Client, logged_in
from tests.support.hall import Hall, Heard

pytestmark = pytest.mark.virtual


async def test_the_snapshot_of_a_guild_tells_who_is_in_voice(hall: Hall) -> None:
    assert hall.heard.sessions == [(0, 1, frozenset({hall.guild.id}))]
    ((guild_id, states),) = hall.heard.snapshots
    assert guild_id == hall.guild.id
    assert {user: seen.channel_id for user, seen in states.items()} == {hall.people[3].id: hall.lounge.id}


async def test_joins_mutes_and_leaves_are_heard_as_they_come(hall: Hall) -> None:
    anna = hall.people[0]
    await anna.join(hall.channel)
    await hall.mute(anna)
    await anna.self_mute(hall.guild)
    await hall.mute(anna, False)
    await anna.leave(hall.guild)
    await hall.after(0.01)
    told = [(s.channel_id == hall.channel.id, s.mute, s.self_mute) for s in hall.heard.seen]
    assert list(dict.fromkeys(told)) == [
        (True, False, False),
        (True, True, False),
        (True, True, True),
        (True, False, True),
        (False, False, True),
    ]


async def test_the_reason_stands_in_the_audit_log(hall: Hall) -> None:
    await hall.people[0].join(hall.channel)
    await hall.mute(hall.people[0])
    assert hall.local.core.world.audit[-1].reason == "mafiabot: table g1"


async def test_a_question_tells_where_somebody_is_or_that_he_is_out(hall: Hall) -> None:
    anna, boris = hall.people[:2]
    await anna.join(hall.channel)
    await hall.mute(anna)
    answer = await hall.voice.ask(hall.guild.id, anna.id)
    assert answer is not None
    assert (answer.user_id, answer.channel_id, answer.mute) == (anna.id, hall.channel.id, True)
    assert answer.seen_ms == hall.clock.now_ms()
    assert await hall.voice.ask(hall.guild.id, boris.id) is None
    assert await hall.voice.ask(hall.guild.id, hall.local.add_person("Stranger").id) is None
    assert await hall.voice.ask(hall.guild.id, 12345) is None


async def test_discords_refusals_come_with_their_codes(hall: Hall) -> None:
    with pytest.raises(DiscordUnavailable) as out_of_voice:
        await hall.mute(hall.people[0])
    with pytest.raises(DiscordUnavailable) as nobody:
        await hall.mute(hall.local.add_person("Stranger"))
    await hall.people[0].join(hall.channel)
    role = hall.local.admin.bot_role(hall.guild, hall.app.user.id)
    hall.local.admin.set_permission(hall.guild, role, Perm.MUTE_MEMBERS, False)
    with pytest.raises(DiscordUnavailable) as not_permitted:
        await hall.mute(hall.people[0])
    assert [e.value.code for e in (out_of_voice, nobody, not_permitted)] == [40032, 10007, 50013]
    await hall.after(0.01)
    assert hall.guild.id in hall.heard.permissions


async def test_a_connection_that_breaks_is_unavailable_not_an_error_of_ours(hall: Hall) -> None:
    await hall.people[0].join(hall.channel)
    hall.local.faults.answer("PATCH /guilds/{}/members/{}", 503)
    hall.local.faults.answer("PATCH /guilds/{}/members/{}", 0, nth=2)
    hall.local.faults.answer("GET /guilds/{}/voice-states/{}", 0, times=5)
    with pytest.raises(DiscordUnavailable) as busy:
        await hall.mute(hall.people[0])
    with pytest.raises(DiscordUnavailable) as cut:
        await hall.mute(hall.people[0])
    with pytest.raises(DiscordUnavailable):
        await hall.voice.ask(hall.guild.id, hall.people[0].id)
    assert (busy.value.code, cut.value.code) == (503, 0)


async def test_a_lost_session_is_told_before_its_new_snapshot(hall: Hall) -> None:
    hall.local.gateway.drop(hall.app, resumable=False, for_s=3)
    await hall.people[3].leave(hall.guild)
    await hall.after(30)
    assert len(hall.heard.sessions) == 2
    assert hall.heard.snapshots[-1] == (hall.guild.id, {})


async def test_an_outage_is_a_loss_and_its_end_a_snapshot(hall: Hall) -> None:
    hall.local.admin.outage(hall.guild)
    await hall.after(1)
    assert hall.heard.lost == [hall.guild.id]
    hall.local.admin.end_outage(hall.guild)
    await hall.after(1)
    assert hall.people[3].id in hall.heard.snapshots[-1][1]


async def test_a_time_out_is_told_with_the_next_event_of_its_member(hall: Hall) -> None:
    anna = hall.people[0]
    await anna.join(hall.channel)
    hall.local.admin.time_out(hall.guild, anna.id, 60)
    until_ms = round(hall.local.core.clock.epoch_ms() + 60_000)
    await anna.self_mute(hall.guild)
    await hall.after(0.01)
    user_id, told_ms = hall.heard.timeouts[-1]
    assert user_id == anna.id
    assert told_ms is not None
    assert abs(told_ms - until_ms) <= 1_000


async def test_a_deleted_channel_is_told(hall: Hall) -> None:
    hall.local.admin.delete_channel(hall.lounge)
    await hall.after(1)
    assert hall.heard.gone == [hall.lounge.id]


async def test_an_error_of_ours_does_not_end_the_connection(hall: Hall) -> None:
    hall.heard.broken = True
    with capture_logs() as logs:
        await hall.people[0].join(hall.channel)
        await hall.after(1)
    assert [entry["event_name"] for entry in logs] == ["VOICE_STATE_UPDATE"]
    hall.heard.broken = False
    await hall.people[1].join(hall.channel)
    await hall.after(1)
    assert [seen.user_id for seen in hall.heard.seen] == [hall.people[1].id]


class Sharded(commands.AutoShardedBot):
    """Two shards, made ready fast."""

    def __init__(self) -> None:
        super().__init__(
            "!",
            intents=discord.Intents(guilds=True, voice_states=True),
            shard_count=2,
            guild_ready_timeout=0.1,
            chunk_guilds_at_startup=False,
            heartbeat_timeout=1e7,
            help_command=None,
        )
        self.up = asyncio.Event()

    async def on_ready(self) -> None:
        self.up.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once."""


async def test_all_shards_are_heard_through_one_feed() -> None:
    async with LocalDiscord(seed=7) as local:
        app = local.add_bot()
        guilds = [local.add_guild(f"G{n}", app) for n in range(2)]
        while (guilds[0].id >> 22) % 2 == (guilds[1].id >> 22) % 2:
            await asyncio.sleep(0.001)
            guilds[1] = local.add_guild("another", app)
        client, heard = Sharded(), Heard()
        attach(client, heard, VirtualClock(running_virtual_loop(), 0))
        async with logged_in(cast("Client", client), local, app):
            for guild in guilds:
                await local.add_person("P", guild).join(local.add_channel(guild))
            await asyncio.sleep(1)
        assert {shard for shard, _, _ in heard.sessions} == {0, 1}
        assert {seen.guild_id for seen in heard.seen} == {guild.id for guild in guilds}


async def test_stages_are_told_before_the_snapshot_and_when_one_is_made(hall: Hall) -> None:
    stage = hall.local.add_channel(hall.guild, "stage", "stage")
    await hall.after(1)
    assert hall.heard.stages == [stage.id]


async def test_members_that_are_bots_are_told(hall: Hall) -> None:
    assert hall.app.user.id in hall.heard.bots
    assert not {person.id for person in hall.people} & hall.heard.bots


async def test_on_a_stage_people_become_audience_and_speakers(hall: Hall) -> None:
    stage, person = hall.local.add_channel(hall.guild, "stage", "stage"), hall.people[0]
    await person.join(stage)
    for suppressed in (False, True):
        await hall.voice.set_suppress(hall.guild.id, stage.id, person.id, suppressed, "")
        assert hall.guild.voice[person.id].suppress is suppressed
