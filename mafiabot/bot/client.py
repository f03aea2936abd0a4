"""The Discord client: intents, command tree, presses; it knows services, no rules."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

import aiohttp
import discord
import yarl
from discord.ext import commands

from mafiabot.adapters.discord_backoff import back_soon
from mafiabot.adapters.discord_limits import limits_trace, swept_seldom
from mafiabot.adapters.discord_meter import measured
from mafiabot.adapters.discord_resuming import resume_first
from mafiabot.cogs.errors import ErrorTree
from mafiabot.runtime.identify_gate import IdentifyGate
from mafiabot.runtime.meters import NO_METERS, GatewayEvent, Meters
from mafiabot.ui.controls import AnyInteraction, Handler, pressed
from mafiabot.ui.forms import FormHandler, submitted
from mafiabot.ui.texts import Texts

# The library treats it as the socket's receive time-out, too: under virtual time an hour passes in no time.
HEARTBEAT_TIMEOUT_S = 86_400.0
GUILDS_READY_S = 0.1


def intents() -> discord.Intents:
    """No privileged ones: guilds, voice states, that messages exist or are written (not what they say)."""
    return discord.Intents(guilds=True, voice_states=True, guild_messages=True, guild_typing=True)


class Touched(Handler, FormHandler, Protocol):
    """Takes every button, select and form."""


class MafiaClient(commands.AutoShardedBot):
    """`controls` is where every button, select and form ends up (set before login).

    `names_commands`: whether this process tells Discord which commands there are; one of several is enough.
    """

    controls: Touched

    def __init__(
        self,
        texts: Texts,
        *,
        local: bool,
        meters: Meters = NO_METERS,
        now_us: Callable[[], int] = lambda: 0,
    ) -> None:
        self._meters = meters
        self._now_us = now_us
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we mute, we do not talk
        super().__init__(
            shard_connect_timeout=None,
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(),
            tree_cls=ErrorTree,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags(joined=False, voice=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=self.trace(),
            heartbeat_timeout=HEARTBEAT_TIMEOUT_S if local else 60.0,
            guild_ready_timeout=GUILDS_READY_S if local else 2.0,
        )
        swept_seldom(self.http)
        assert isinstance(self.tree, ErrorTree)
        self.tree.texts = texts
        self.names_commands = True
        self.shards_ready = asyncio.Event()
        self._gate: IdentifyGate | None = None
        self._connected: set[int] = set()

    def trace(self) -> aiohttp.TraceConfig:
        """One that hears of limits and counts, for the requests of whoever is told to use it."""
        return measured(limits_trace(), self._meters, self._now_us)

    async def setup_hook(self) -> None:
        if self.names_commands:
            await self.tree.sync()

    def serve(self, shard_ids: Sequence[int], shards: int, gate: IdentifyGate) -> None:
        """Before connecting: which shards, of how many, and what to wait at before each session."""
        self.shard_ids, self.shard_count, self._gate = list(shard_ids), shards, gate

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        if self._gate is not None:
            await self._gate.near(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)
        resume_first(self, shard_id)
        back_soon(self, shard_id, self._now_us)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self._gate is not None:
            await self._gate.enter(shard_id or 0)
        self._meters.gateway(GatewayEvent.IDENTIFY)

    @property
    def connected(self) -> bool:
        """Whether every shard is hearing the gateway, as far as it has been noticed."""
        return bool(self.shards) and self._connected >= self.shards.keys()

    def shard_connected(self, shard_id: int) -> bool:
        return shard_id in self._connected

    async def on_ready(self) -> None:
        self.shards_ready.set()

    async def on_shard_ready(self, shard_id: int) -> None:
        self._meters.gateway(GatewayEvent.READY)
        self._connected.add(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self._meters.gateway(GatewayEvent.RESUMED)
        self._connected.add(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._meters.gateway(GatewayEvent.DISCONNECTED)
        self._connected.discard(shard_id)

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        await pressed(self.controls, interaction)
        await submitted(self.controls, interaction)
