"""The Discord client: intents, command tree, dynamic controls; it knows services, no rules."""

import asyncio
from collections.abc import Callable
from typing import Protocol

import discord
from discord.ext import commands

from mafiabot.adapters.discord_limits import limits_trace
from mafiabot.adapters.discord_meter import measured
from mafiabot.cogs.errors import ErrorTree
from mafiabot.runtime.meters import NO_METERS, GatewayEvent, Meters
from mafiabot.ui.controls import DYNAMIC_ITEMS, AnyInteraction, Handler
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
    """`controls` is where every button, select and form ends up (set before login)."""

    controls: Touched

    def __init__(
        self,
        texts: Texts,
        *,
        local: bool,
        meters: Meters = NO_METERS,
        now_us: Callable[[], int] = lambda: 0,
    ) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we mute, we do not talk
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(),
            tree_cls=ErrorTree,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags(joined=False, voice=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=measured(limits_trace(), meters, now_us),
            heartbeat_timeout=HEARTBEAT_TIMEOUT_S if local else 60.0,
            guild_ready_timeout=GUILDS_READY_S if local else 2.0,
        )
        self._local = local
        self._meters = meters
        assert isinstance(self.tree, ErrorTree)
        self.tree.texts = texts
        self.shards_ready = asyncio.Event()
        self._connected: set[int] = set()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*DYNAMIC_ITEMS)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        self._meters.gateway(GatewayEvent.IDENTIFY)
        if not self._local:
            await super().before_identify_hook(shard_id, initial=initial)

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
        await submitted(self.controls, interaction)
