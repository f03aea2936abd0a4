"""Questions every handler asks before it acts: is the bot there, does it see this, may it do that."""

from __future__ import annotations

from ..core import Core
from ..errors import ApiError
from ..model import Channel, Guild, Member
from ..permissions import Perm, in_guild, top_position
from .router import Call


def guild_of(core: Core, call: Call) -> Guild:
    """The guild of the path, if the bot is in it (10004 otherwise); 503 during an outage."""
    return _open_guild(core, call, call.id("guild_id"))


def _open_guild(core: Core, call: Call, guild_id: int) -> Guild:
    guild = core.world.guild(guild_id)
    if call.app.user.id not in guild.members:
        raise ApiError(404, 10004)
    if not guild.available:
        raise ApiError(503, 0)
    return guild


def me(guild: Guild, call: Call) -> Member:
    """The bot's own membership."""
    return guild.members[call.app.user.id]


def channel_of(core: Core, call: Call, *needed: Perm) -> Channel:
    """The channel of the path, visible to the bot (50001 otherwise) with permissions (50013 otherwise)."""
    channel = core.world.channel(call.id("channel_id"))
    if channel.guild_id is not None:
        _open_guild(core, call, channel.guild_id)
    if not core.world.sees(call.app.user.id, channel):
        raise ApiError(403, 50001)
    for permission in needed:
        require(core, call, channel, permission)
    return channel


def require(core: Core, call: Call, channel: Channel, permission: Perm) -> None:
    """The bot has this permission in the channel, or 50013."""
    if not core.world.can(call.app.user.id, channel, permission):
        raise ApiError(403, 50013)


def require_in_guild(guild: Guild, call: Call, permission: Perm) -> None:
    """The bot has this permission in the guild, or 50013."""
    if not in_guild(guild, me(guild, call)) & permission:
        raise ApiError(403, 50013)


def top(guild: Guild, call: Call) -> int:
    """The bot's height in the hierarchy."""
    return top_position(guild, me(guild, call))


def bits_in_guild(guild: Guild, user_id: int) -> int:
    """Permission bits of a member from ownership and roles alone."""
    return in_guild(guild, guild.members[user_id])
