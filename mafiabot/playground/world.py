"""The one place where the truth is kept; lookups raise the error Discord would answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import permissions
from .clock import Clock
from .errors import ApiError
from .model import Application, AuditEntry, Channel, Guild, Member, Message, User


@dataclass(slots=True)
class World:
    """Guilds, users, channels, applications and the audit log."""

    clock: Clock
    guilds: dict[int, Guild] = field(default_factory=dict)
    users: dict[int, User] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    apps: dict[int, Application] = field(default_factory=dict)
    audit: list[AuditEntry] = field(default_factory=list)
    private: dict[int, Message] = field(default_factory=dict)

    def guild(self, guild_id: int) -> Guild:
        """The guild, or 10004."""
        found = self.guilds.get(guild_id)
        if found is None:
            raise ApiError(404, 10004)
        return found

    def member(self, guild: Guild, user_id: int) -> Member:
        """The member, or 10007 (10013 where there is no such user at all)."""
        found = guild.members.get(user_id)
        if found is None:
            raise ApiError(404, 10007 if user_id in self.users else 10013)
        return found

    def channel(self, channel_id: int) -> Channel:
        """The channel, or 10003."""
        found = self.channels.get(channel_id)
        if found is None:
            raise ApiError(404, 10003)
        return found

    def message(self, channel: Channel, message_id: int) -> Message:
        """The public message, or 10008."""
        found = channel.messages.get(message_id)
        if found is None:
            raise ApiError(404, 10008)
        return found

    def app_by_token(self, token: str) -> Application | None:
        """The application a bot token belongs to."""
        return next((app for app in self.apps.values() if app.token == token), None)

    def apps_in(self, guild: Guild) -> list[Application]:
        """Applications whose bot is a member of the guild."""
        return [app for app in self.apps.values() if app.user.id in guild.members]

    def guilds_of(self, user_id: int) -> list[Guild]:
        """Guilds a user is a member of."""
        return [guild for guild in self.guilds.values() if user_id in guild.members]

    def permissions(self, user_id: int, channel: Channel) -> int:
        """Permission bits of a user in a channel; 0 for strangers."""
        if channel.guild_id is None:
            return permissions.ALL if user_id in channel.recipients else 0
        guild = self.guilds[channel.guild_id]
        member = guild.members.get(user_id)
        if member is None:
            return 0
        return permissions.in_channel(guild, member, channel, self.clock.epoch_ms())

    def can(self, user_id: int, channel: Channel, wanted: int) -> bool:
        """Whether a user has all the wanted bits in a channel."""
        return self.permissions(user_id, channel) & wanted == wanted

    def sees(self, user_id: int, channel: Channel) -> bool:
        """Whether a channel and its messages exist for a user."""
        needed = permissions.Perm.VIEW_CHANNEL
        if channel.is_voice:
            needed |= permissions.Perm.CONNECT
        return self.can(user_id, channel, needed)
