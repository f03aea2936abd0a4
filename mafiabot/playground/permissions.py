"""What a member may do is computed from owner, roles, overwrites and time-out, never stored."""

from __future__ import annotations

from enum import IntFlag

from .model import Channel, Guild, Member


class Perm(IntFlag):
    """Permission bits the local Discord looks at."""

    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    MUTE_MEMBERS = 1 << 22
    DEAFEN_MEMBERS = 1 << 23
    MOVE_MEMBERS = 1 << 24
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    REQUEST_TO_SPEAK = 1 << 32
    MODERATE_MEMBERS = 1 << 40
    SET_VOICE_CHANNEL_STATUS = 1 << 48


ALL = (1 << 53) - 1
EVERYONE = int(
    Perm.VIEW_CHANNEL
    | Perm.SEND_MESSAGES
    | Perm.EMBED_LINKS
    | Perm.ATTACH_FILES
    | Perm.READ_MESSAGE_HISTORY
    | Perm.ADD_REACTIONS
    | Perm.CONNECT
    | Perm.SPEAK
    | Perm.CHANGE_NICKNAME
    | Perm.USE_APPLICATION_COMMANDS
    | Perm.REQUEST_TO_SPEAK
)
TIMED_OUT = int(Perm.VIEW_CHANNEL | Perm.READ_MESSAGE_HISTORY)
NEEDS_SEND = int(Perm.EMBED_LINKS | Perm.ATTACH_FILES | Perm.MENTION_EVERYONE)


def in_guild(guild: Guild, member: Member) -> int:
    """Permission bits from ownership and roles alone."""
    if member.user.id == guild.owner_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & Perm.ADMINISTRATOR else bits


def in_channel(guild: Guild, member: Member, channel: Channel, epoch_ms: float) -> int:
    """Permission bits in one channel, implied denials included."""
    bits = in_guild(guild, member)
    if bits == ALL:
        return ALL
    bits = _overwritten(bits, member, channel)
    if member.is_timed_out(epoch_ms):
        bits &= TIMED_OUT
    return _implied(bits, channel)


def _overwritten(bits: int, member: Member, channel: Channel) -> int:
    everyone = channel.overwrites.get(channel.guild_id or 0)
    if everyone:
        bits = bits & ~everyone.deny | everyone.allow
    of_roles = [channel.overwrites[r] for r in member.roles if r in channel.overwrites]
    for overwrite in of_roles:
        bits &= ~overwrite.deny
    for overwrite in of_roles:
        bits |= overwrite.allow
    own = channel.overwrites.get(member.user.id)
    return bits & ~own.deny | own.allow if own else bits


def _implied(bits: int, channel: Channel) -> int:
    if not bits & Perm.VIEW_CHANNEL:
        return 0
    if channel.is_voice and not bits & Perm.CONNECT:
        return int(Perm.VIEW_CHANNEL)
    return bits if bits & Perm.SEND_MESSAGES else bits & ~NEEDS_SEND


def top_position(guild: Guild, member: Member) -> int:
    """Height in the hierarchy; the owner stands above every role."""
    if member.user.id == guild.owner_id:
        return 1 << 30
    return max((guild.roles[r].position for r in member.roles), default=0)


def outranks(guild: Guild, actor: Member, target: Member) -> bool:
    """Whether the hierarchy lets `actor` rename, kick or time out `target`."""
    if target.user.id == guild.owner_id:
        return False
    return top_position(guild, actor) > top_position(guild, target)
