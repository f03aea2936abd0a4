"""Microphones on Discord: member edits by ids, and the raw gateway events the library does not pass on.

discord.py has no raw voice event. Its connection state's parsers are wrapped: one private attribute, shared
by all shards, costs nothing per event, while `enable_debug_events` would parse every frame twice.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

import aiohttp
import discord
import structlog
from discord.http import HTTPClient

from mafiabot.runtime.ports import Clock, DiscordUnavailable, SeenVoice
from mafiabot.runtime.voice_sink import VoiceSink

log = structlog.get_logger(__name__)

NOT_IN_VOICE = (10007, 10013, 10065)  # no such member, no such user, no such voice state

STAGE = discord.ChannelType.stage_voice.value

_Payload = Mapping[str, Any]


class DiscordEditor:
    """A `MicEditor` that speaks with one bot's token."""

    def __init__(self, http: HTTPClient) -> None:
        self._http = http

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        """Never cancel this: the library's budget would be wrong from then on."""
        try:
            await self._http.edit_member(guild_id, user_id, reason=reason, mute=muted)
        except FAILURES as error:
            raise unavailable(error) from error

    async def set_suppress(
        self, guild_id: int, channel_id: int, user_id: int, suppressed: bool, reason: str
    ) -> None:
        """Discord takes no reason for it."""
        change = {"channel_id": str(channel_id), "suppress": suppressed}
        try:
            await self._http.edit_voice_state(guild_id, user_id, change)
        except FAILURES as error:
            raise unavailable(error) from error


class DiscordVoice(DiscordEditor):
    """The `Voice` port for the bot itself."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        super().__init__(client.http)
        self._clock = clock

    async def ask(self, guild_id: int, user_id: int) -> SeenVoice | None:
        try:
            found: Any = await self._http.get_voice_state(guild_id, user_id)
        except discord.NotFound as error:
            if error.code in NOT_IN_VOICE:
                return None
            raise unavailable(error) from error
        except FAILURES as error:
            raise unavailable(error) from error
        return seen_voice(guild_id, found, self._clock.now_ms())


def attach(client: discord.Client, sink: VoiceSink, clock: Clock) -> None:
    """From now on `sink` hears every voice event of all the client's shards, before the library does."""
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers
    for name, tell in _Feed(client, sink, clock).tellers().items():
        parsers[name] = _wrapped(name, tell, parsers[name])


def seen_voice(guild_id: int, state: _Payload, at_ms: int) -> SeenVoice:
    """A voice state as Discord sends it."""
    channel = state.get("channel_id")
    return SeenVoice(
        guild_id=guild_id,
        user_id=int(state["user_id"]),
        channel_id=int(channel) if channel is not None else None,
        mute=state["mute"],
        deaf=state["deaf"],
        self_mute=state["self_mute"],
        self_deaf=state["self_deaf"],
        suppress=state["suppress"],
        seen_ms=at_ms,
    )


class _Feed:
    def __init__(self, client: discord.Client, sink: VoiceSink, clock: Clock) -> None:
        self._client = client
        self._sink = sink
        self._clock = clock

    def tellers(self) -> dict[str, Callable[[Any], None]]:
        """What is told, by the name of the gateway event."""
        return {
            "READY": self._ready,
            "GUILD_CREATE": self._guild_create,
            "GUILD_DELETE": lambda data: self._sink.guild_lost(int(data["id"])),
            "VOICE_STATE_UPDATE": self._voice_state,
            "GUILD_MEMBER_UPDATE": self._member_update,
            "CHANNEL_CREATE": self._channel,
            "CHANNEL_DELETE": self._channel_delete,
            "CHANNEL_UPDATE": self._permissions,
            "GUILD_ROLE_UPDATE": self._permissions,
            "GUILD_ROLE_DELETE": self._permissions,
        }

    def _ready(self, data: _Payload) -> None:
        shard_id, shard_count = data.get("shard", (0, 1))
        self._sink.session_started(shard_id, shard_count, frozenset(int(g["id"]) for g in data["guilds"]))

    def _guild_create(self, data: _Payload) -> None:
        if data.get("unavailable"):
            return
        guild_id, now = int(data["id"]), self._clock.now_ms()
        self._members(guild_id, data.get("members", ()))
        for channel in data.get("channels", ()):
            self._channel({**channel, "guild_id": guild_id})
        states = data.get("voice_states", ())
        self._sink.guild_snapshot(guild_id, [seen_voice(guild_id, state, now) for state in states], now)

    def _voice_state(self, data: _Payload) -> None:
        if (guild_id := data.get("guild_id")) is None:
            return  # a call between friends
        if (member := data.get("member")) is not None:
            self._members(int(guild_id), (member,))
        self._sink.voice_seen(seen_voice(int(guild_id), data, self._clock.now_ms()))

    def _member_update(self, data: _Payload) -> None:
        self._members(int(data["guild_id"]), (data,))
        me = self._client.user
        if me is not None and int(data["user"]["id"]) == me.id:
            self._permissions(data)

    def _channel_delete(self, data: _Payload) -> None:
        if (guild_id := data.get("guild_id")) is not None:
            self._sink.channel_gone(int(guild_id), int(data["id"]))

    def _permissions(self, data: _Payload) -> None:
        if (guild_id := data.get("guild_id")) is not None:
            self._sink.permissions_changed(int(guild_id))

    def _channel(self, data: _Payload) -> None:
        if data["type"] == STAGE and (guild_id := data.get("guild_id")) is not None:
            self._sink.stage_seen(int(guild_id), int(data["id"]))

    def _members(self, guild_id: int, members: Iterable[_Payload]) -> None:
        for member in members:
            if member["user"].get("bot"):
                self._sink.bot_seen(guild_id, int(member["user"]["id"]))
            if "communication_disabled_until" in member:
                until = _epoch_ms(member["communication_disabled_until"])
                self._sink.timeout_seen(guild_id, int(member["user"]["id"]), until)


def _wrapped(name: str, tell: Callable[[Any], None], parse: Callable[[Any], None]) -> Callable[[Any], None]:
    def parser(data: Any) -> None:
        try:
            tell(data)
        except Exception:
            log.exception("voice event not understood", event_name=name)
        parse(data)

    return parser


def _epoch_ms(iso: str | None) -> int | None:
    return round(datetime.fromisoformat(iso).timestamp() * 1000) if iso is not None else None


FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)


def unavailable(error: BaseException) -> DiscordUnavailable:
    if isinstance(error, discord.HTTPException):
        return DiscordUnavailable(error.code or error.status, error.text)
    if isinstance(error, discord.RateLimited):
        return DiscordUnavailable(429, str(error))
    return DiscordUnavailable(0, f"{type(error).__name__}: {error}")
