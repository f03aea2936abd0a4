"""A guild's voice behind the unmodified library: people in channels, and a sink that hears of them."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.discord_voice import DiscordVoice, attach
from mafiabot.adapters.virtual_time import START_S, running_virtual_loop
from mafiabot.playground.clock import DEFAULT_EPOCH_MS
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from mafiabot.runtime.ports import SeenVoice
from tests.playground.clients import Client, logged_in
from tests.support.spec import SPEC


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


@asynccontextmanager
async def a_hall() -> AsyncIterator[Hall]:
    """A hall whose bot is ready; afterwards nothing was asked that Discord does not know."""
    async with LocalDiscord(spec_path=SPEC, seed=7) as local:
        made = Hall(local)
        await made.people[3].join(made.lounge)
        attach(made.client, made.heard, made.clock)
        async with logged_in(made.client, local, made.app):
            yield made
        assert (local.records.unknown_routes, local.records.schema_errors) == ([], [])
