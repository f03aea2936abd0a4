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


def is_moderator(member: discord.Member, channel: VoiceLike, settings: GuildSettings) -> bool:
    """Mute Members in that channel, or the guild's moderator role."""
    if settings.moderator_role_id is not None and member.get_role(settings.moderator_role_id) is not None:
        return True
    return channel.permissions_for(member).mute_members


def missing_here(channel: VoiceLike) -> tuple[Needed, ...]:
    """What the bot lacks in the channel; Discord's own rules about denied Connect included."""
    allowed = channel.permissions_for(channel.guild.me)
    return tuple(needed for needed, flag in FLAGS.items() if not getattr(allowed, flag))


def can_unmute_himself(member: discord.Member, channel: VoiceLike) -> bool:
    """Whether he could lift a server mute of ours (Mute Members in the channel)."""
    return channel.permissions_for(member).mute_members
