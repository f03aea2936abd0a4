"""Who is a moderator, and what the bot itself may do in a channel; read from the guild, never remembered."""

import discord

from mafiabot.runtime.settings_port import GuildSettings
from mafiabot.ui.check import Needed

VoiceLike = discord.VoiceChannel | discord.StageChannel

FLAGS: dict[Needed, str] = {
    Needed.VIEW_CHANNEL: "view_channel",
    Needed.SEND_MESSAGES: "send_messages",
    Needed.ATTACH_FILES: "attach_files",
    Needed.READ_HISTORY: "read_message_history",
    Needed.CONNECT: "connect",
    Needed.MUTE_MEMBERS: "mute_members",
}


def has_right(member: discord.Member, channel: VoiceLike | None) -> bool:
    """Mute Members in that channel; in the guild where the channel is gone."""
    allowed = channel.permissions_for(member) if channel is not None else member.guild_permissions
    return allowed.mute_members


def has_role(member: discord.Member, settings: GuildSettings) -> bool:
    """The guild's moderator role."""
    role_id = settings.moderator_role_id
    return role_id is not None and member.get_role(role_id) is not None


def missing_here(channel: VoiceLike) -> tuple[Needed, ...]:
    """What the bot lacks in the channel; Discord's own rules about denied Connect included."""
    allowed = channel.permissions_for(channel.guild.me)
    return tuple(needed for needed, flag in FLAGS.items() if not getattr(allowed, flag))


def can_unmute_himself(member: discord.Member, channel: VoiceLike) -> bool:
    """Whether he could lift a server mute of ours (Mute Members in the channel)."""
    return channel.permissions_for(member).mute_members


def may_name(guild: discord.Guild) -> bool:
    """Whether the bot may change nicknames at all."""
    return guild.me.guild_permissions.manage_nicknames


def stands_below(member: discord.Member) -> bool:
    """Whether the order of roles lets the bot change his nickname; nobody's who owns the server."""
    return member.id != member.guild.owner_id and member.top_role < member.guild.me.top_role
