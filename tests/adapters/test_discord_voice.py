"""Microphones through the unmodified library: edits, questions, the raw feed, a debt paid later."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import discord
import pytest
from discord.ext import commands
from structlog.testing import capture_logs

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.discord_limits import limits_trace
from mafiabot.adapters.discord_voice import DiscordVoice, attach
from mafiabot.adapters.virtual_time import START_S, running_virtual_loop
from mafiabot.engine.state import GameState
from mafiabot.playground.clock import DEFAULT_EPOCH_MS
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from mafiabot.runtime.edit_budget import LimitsSeen, hearing_limits
from mafiabot.runtime.ports import DiscordUnavailable, SeenVoice
from mafiabot.runtime.voice_keeper import VoiceKeeper
from mafiabot.runtime.voice_sink import VoiceSink
from tests.playground.clients import Client, logged_in
from tests.support.voice import AS_FOUND, MUTED, OPEN, FakeKeeperStore, Wishes, table_state

pytestmark = pytest.mark.virtual

_SPEC = Path(os.environ.get("MAFIABOT_DISCORD_SPEC") or "../shared/discord-api/openapi.json")
SPEC = str(_SPEC) if _SPEC.is_file() else None


@dataclass
class Heard:
    """A sink that writes down what it is told."""

    seen: list[SeenVoice] = field(default_factory=list)
    snapshots: list[tuple[int, dict[int, SeenVoice]]] = field(default_factory=list)
    sessions: list[tuple[int, int, frozenset[int]]] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    timeouts: list[tuple[int, int | None]] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    permissions: list[int] = field(default_factory=list)
    stages: list[int] = field(default_factory=list)
    bots: set[int] = field(default_factory=set)
    broken: bool = False

    def session_started(self, shard_id: int, shard_count: int, guild_ids: frozenset[int]) -> None:
        self.sessions.append((shard_id, shard_count, guild_ids))

    def guild_snapshot(self, guild_id: int, states: Iterable[SeenVoice], at_ms: int) -> None:
        self.snapshots.append((guild_id, {seen.user_id: seen for seen in states}))

    def guild_lost(self, guild_id: int) -> None:
        self.lost.append(guild_id)

    def voice_seen(self, seen: SeenVoice) -> None:
        if self.broken:
            raise ValueError("a bug of ours")
        self.seen.append(seen)

    def timeout_seen(self, guild_id: int, user_id: int, until_ms: int | None) -> None:
        self.timeouts.append((user_id, until_ms))

    def channel_gone(self, guild_id: int, channel_id: int) -> None:
        self.gone.append(channel_id)

    def stage_seen(self, guild_id: int, channel_id: int) -> None:
        self.stages.append(channel_id)

    def bot_seen(self, guild_id: int, user_id: int) -> None:
        self.bots.add(user_id)

    def permissions_changed(self, guild_id: int) -> None:
        self.permissions.append(guild_id)


class Hall:
    """A guild with two voice channels, some people, and a bot that listens with `sink`."""

    def __init__(self, local: LocalDiscord) -> None:
        self.local = local
        self.app: Application = local.add_bot()
        self.guild: Guild = local.add_guild("Club", self.app)
        self.channel: Channel = local.add_channel(self.guild)
        self.lounge: Channel = local.add_channel(self.guild)
        self.people: list[Person] = [local.add_person(f"P{n}", self.guild) for n in range(4)]
        loop = running_virtual_loop()
        self.clock = VirtualClock(loop, DEFAULT_EPOCH_MS - round(START_S * 1000))
        self.client = Client()
        self.voice = DiscordVoice(self.client, self.clock)
        self.heard = Heard()

    async def mute(self, person: Person, muted: bool = True) -> None:
        await self.voice.set_mute(self.guild.id, person.id, muted, "mafiabot: table g1")
        await self.after(0.01)

    async def after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def is_muted(self, person: Person) -> bool:
        return self.guild.members[person.id].mute


def traced() -> Client:
    """A client whose edits' answers are heard."""
    client = Client()
    client.http.http_trace = limits_trace()
    return client


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    async with LocalDiscord(spec_path=SPEC, seed=7) as local:
        made = Hall(local)
        await made.people[3].join(made.lounge)
        attach(made.client, made.heard, made.clock)
        async with logged_in(made.client, local, made.app):
            yield made
        assert (local.records.unknown_routes, local.records.schema_errors) == ([], [])


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


# --- the keeper on it ------------------------------------------------------------------------------


class Table:
    """A keeper at work on a hall: one table whose wishes a test sets by hand."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = FakeKeeperStore()
        self.wishes: dict[int, Wishes] = {}
        self.observed: list[tuple[int, bool, bool]] = []
        self.keeper = VoiceKeeper(
            self.store, hall.clock, hall.voice, self._observed, self._refused, mics=self._mics
        )
        sink: VoiceSink = self.keeper
        attach(hall.client, sink, hall.clock)

    def wish(self, wishes: Wishes, *, over: bool = False) -> None:
        seq = len(self.wishes) + 1
        state = table_state(wishes, seq=seq, channel_id=self.hall.channel.id, over=over)
        state = replace(state, guild_id=self.hall.guild.id)
        self.wishes[seq] = wishes
        self.store.states[state.game_id] = state
        self.keeper.table_changed(state)

    def floor(self, speaker: Person) -> None:
        self.wish({p.id: OPEN if p is speaker else MUTED for p in self.hall.people[:3]})

    def muted(self) -> list[int]:
        return [n for n, person in enumerate(self.hall.people) if self.hall.is_muted(person)]

    def _mics(self, state: GameState) -> Wishes:
        return self.wishes[state.seq]

    async def _observed(self, game_id: str, user_id: int, present: bool, heard: bool, at_ms: int) -> None:
        self.observed.append((user_id, present, heard))

    async def _refused(self, guild_id: int, user_id: int, code: int) -> None:
        raise AssertionError((user_id, code))


@pytest.fixture
async def table(hall: Hall) -> AsyncIterator[Table]:
    made = Table(hall)
    for person in hall.people[:3]:
        await person.join(hall.channel)
    await hall.after(1)
    yield made
    await made.keeper.close()


async def test_a_swap_is_seen_on_discord_at_once(hall: Hall, table: Table) -> None:
    table.floor(hall.people[0])
    await hall.after(1)
    assert table.muted() == [1, 2]
    table.floor(hall.people[1])
    await hall.after(0.01)
    assert table.muted() == [0, 2]
    assert table.observed[-1] == (hall.people[1].id, True, True)


async def test_who_left_muted_is_paid_at_his_next_visit_to_any_channel(hall: Hall, table: Table) -> None:
    table.floor(hall.people[0])
    await hall.after(1)
    await hall.people[1].leave(hall.guild)
    table.wish(dict.fromkeys((p.id for p in hall.people[:3]), AS_FOUND), over=True)
    await hall.after(60)
    assert table.muted() == [1]
    assert set(table.store.owed) == {hall.people[1].id}
    await hall.people[1].join(hall.lounge)
    await hall.after(20)
    assert (table.muted(), table.store.owed) == ([], {})


async def test_edits_that_discord_loses_or_answers_badly_are_made_again(hall: Hall, table: Table) -> None:
    hall.local.faults.faulty_edits = 0.5
    for n in range(12):
        table.floor(hall.people[n % 3])
        await hall.after(15)
    hall.local.faults.clear()
    table.floor(hall.people[0])
    await hall.after(30)
    assert table.muted() == [1, 2]
    table.wish(dict.fromkeys((p.id for p in hall.people[:3]), AS_FOUND), over=True)
    await hall.after(60)
    assert (table.muted(), table.store.owed) == ([], {})


async def test_after_an_outage_everybody_is_brought_to_what_the_table_wants(hall: Hall, table: Table) -> None:
    table.floor(hall.people[0])
    await hall.after(1)
    hall.local.admin.outage(hall.guild)
    await hall.after(1)
    table.floor(hall.people[1])
    await hall.after(30)
    hall.local.admin.end_outage(hall.guild)
    await hall.after(1)
    assert table.muted() == [0, 2]


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


async def test_what_the_headers_say_is_heard_when_the_answer_comes_not_when_the_call_returns(
    hall: Hall,
) -> None:
    heard: list[tuple[int, LimitsSeen]] = []
    for person in hall.people[:2]:
        await person.join(hall.channel)
    hall.local.core.limits.edit_budget = (2, 10.0)
    async with logged_in(traced(), hall.local, hall.app) as client:
        voice, began_ms = DiscordVoice(client, hall.clock), hall.clock.now_ms()
        with hearing_limits(lambda seen: heard.append((hall.clock.now_ms() - began_ms, seen))):
            for person in hall.people[:2]:
                await voice.set_mute(hall.guild.id, person.id, True, "")
        assert hall.clock.now_ms() - began_ms >= 9_000  # the last of a bucket returns at its reset
    assert [(seen.limit, seen.remaining) for _, seen in heard] == [(2, 1), (2, 0)]
    assert max(at_ms for at_ms, _ in heard) < 1_000


async def test_a_refusal_says_exactly_when_to_come_again(hall: Hall) -> None:
    heard: list[LimitsSeen] = []
    await hall.people[0].join(hall.channel)
    hall.local.core.faults.answer("PATCH /guilds/{}/members/{}", 429, retry_after_s=1.25, scope="shared")
    async with logged_in(traced(), hall.local, hall.app) as client:
        with hearing_limits(heard.append):
            await DiscordVoice(client, hall.clock).set_mute(hall.guild.id, hall.people[0].id, True, "")
    assert (heard[0].retry_after_ms, heard[0].shared) == (1_250, True)
    assert heard[1].retry_after_ms is None


async def test_an_answer_tells_that_the_edit_was_done_and_what_the_members_mute_is_now(hall: Hall) -> None:
    heard: list[LimitsSeen] = []
    await hall.people[0].join(hall.channel)
    async with logged_in(traced(), hall.local, hall.app) as client:
        voice = DiscordVoice(client, hall.clock)
        with hearing_limits(heard.append):
            for muted in (True, False):
                await voice.set_mute(hall.guild.id, hall.people[0].id, muted, "")
            hall.local.core.faults.answer("PATCH /guilds/{}/members/{}", 500, after_apply=True)
            await voice.set_mute(hall.guild.id, hall.people[0].id, True, "")
    assert [(seen.done, seen.mute) for seen in heard] == [
        (True, True),
        (True, False),
        (False, None),
        (True, True),
    ]
