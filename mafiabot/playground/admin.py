"""What moderators, strangers and Discord itself do to a guild: deletions, permissions, removals, outages."""

from __future__ import annotations

from dataclasses import dataclass

from . import members, messages, structure, voice
from .core import Core
from .errors import NotPossible
from .model import Channel, Guild, Message, Overwrite, Role, User
from .permissions import Perm

MEMBER_TARGET, ROLE_TARGET = 1, 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceChange:
    """How a member's voice state differs after an outage: mute, another channel, or out of voice."""

    user_id: int
    mute: bool | None = None
    channel: Channel | None = None
    left: bool = False


class Admin:
    """Acts at once, without a way or a permission; every act is told to bots and clients as usual."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def delete_message(self, channel: Channel, message_id: int) -> None:
        """A moderator deletes a public message."""
        messages.delete(self._core, channel, self._core.world.message(channel, message_id))

    def post(self, channel: Channel, author: User, text: str) -> Message:
        """Somebody without a client of his own writes a message."""
        return messages.create(self._core, channel, author, {"content": text})

    def delete_channel(self, channel: Channel) -> None:
        """A channel of a guild is deleted; who talks there drops out."""
        structure.delete_channel(self._core, self._guild(channel), channel)

    def set_user_limit(self, channel: Channel, limit: int) -> None:
        """A voice channel takes at most `limit` people from now on; 0: any number."""
        channel.user_limit = limit
        structure.tell_channel(self._core, channel, "CHANNEL_UPDATE")

    def delete_role(self, guild: Guild, role: Role) -> None:
        """A role is deleted."""
        structure.delete_role(self._core, guild, role)

    def give_role(self, guild: Guild, user_id: int, role: Role) -> None:
        """A member gets a role."""
        guild.members[user_id].roles.append(role.id)
        members.changed(self._core, guild, guild.members[user_id])

    def set_permission(self, guild: Guild, role: Role, permission: Perm, on: bool) -> None:
        """A role of the guild gains or loses a permission everywhere."""
        bits = role.permissions | permission if on else role.permissions & ~permission
        structure.set_role_permissions(self._core, guild, role, int(bits))

    def set_channel_permission(
        self, channel: Channel, target_id: int, permission: Perm, on: bool | None
    ) -> None:
        """A role or member is allowed (True), denied (False) or left alone (None) something in a channel."""
        kind = ROLE_TARGET if target_id in self._guild(channel).roles else MEMBER_TARGET
        made = channel.overwrites.get(target_id) or Overwrite(id=target_id, kind=kind)
        made.allow = int(made.allow | permission if on else made.allow & ~permission)
        made.deny = int(made.deny | permission if on is False else made.deny & ~permission)
        structure.set_overwrite(self._core, channel, made, target_id)

    def bot_role(self, guild: Guild, bot_id: int) -> Role:
        """The role a bot was installed with."""
        return next(role for role in guild.roles.values() if role.bot_id == bot_id)

    def kick(self, guild: Guild, user_id: int) -> None:
        """A member (or a bot) is kicked."""
        members.remove(self._core, guild, user_id)

    def ban(self, guild: Guild, user_id: int, reason: str | None = None) -> None:
        """A user is banned."""
        members.ban(self._core, guild, user_id, reason)

    def time_out(self, guild: Guild, user_id: int, for_s: float) -> None:
        """A member is timed out for so many seconds; 0 ends it."""
        until_ms = self._core.clock.epoch_ms() + for_s * 1000 if for_s > 0 else None
        members.time_out(self._core, guild, guild.members[user_id], until_ms)

    def set_mute(self, guild: Guild, user_id: int, on: bool) -> None:
        """A moderator mutes or unmutes somebody in voice; NotPossible for who is not there."""
        if user_id not in guild.voice:
            raise NotPossible(f"{user_id} is not in voice")
        voice.set_server(self._core, guild, guild.members[user_id], mute=on, deaf=None)

    def set_suppress(self, guild: Guild, user_id: int, on: bool) -> None:
        """A moderator of the stage makes somebody on it audience or speaker."""
        if user_id not in guild.voice:
            raise NotPossible(f"{user_id} is not on the stage")
        voice.set_suppress(self._core, guild, user_id, on)

    def move(self, guild: Guild, user_id: int, channel: Channel | None) -> None:
        """Somebody is dragged to a channel, or thrown out of voice (None)."""
        if channel is None:
            voice.leave(self._core, guild, user_id)
        else:
            voice.join(self._core, guild, user_id, channel)

    def outage(self, guild: Guild) -> None:
        """The guild becomes unavailable: GUILD_DELETE, then no events; REST answers 503."""
        structure.outage(self._core, guild)

    def end_outage(self, guild: Guild, *changes: VoiceChange) -> None:
        """The guild is back with GUILD_CREATE; `changes` happened meanwhile and are told only by it."""
        for change in changes:
            self._change(guild, change)
        structure.end_outage(self._core, guild)

    def _change(self, guild: Guild, change: VoiceChange) -> None:
        if change.mute is not None:
            guild.members[change.user_id].mute = change.mute
        if change.left:
            voice.leave(self._core, guild, change.user_id)
        elif change.channel is not None:
            voice.join(self._core, guild, change.user_id, change.channel)
        voice.observe(self._core, guild, change.user_id)

    def _guild(self, channel: Channel) -> Guild:
        return self._core.world.guild(channel.guild_id or 0)
