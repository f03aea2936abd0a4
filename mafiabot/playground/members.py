"""Changes of a membership: names, roles, time-outs, coming, being kicked or banned."""

from __future__ import annotations

from . import payloads, voice
from .core import Core
from .errors import Json
from .model import AuditEntry, Guild, Member, User

KICK, BAN, UNBAN, MEMBER_UPDATE, ROLE_UPDATE, MOVE = 20, 22, 23, 24, 25, 26


def add(core: Core, guild: Guild, user: User, *, roles: list[int] | None = None) -> Member:
    """A user joins a guild."""
    member = Member(user=user, guild_id=guild.id, joined_ms=core.clock.epoch_ms(), roles=list(roles or []))
    guild.members[user.id] = member
    body = {**payloads.member(member), "guild_id": str(guild.id)}
    core.gateway.publish(guild.id, "GUILD_MEMBER_ADD", body)
    core.views.catch_up(guild, user.id)
    return member


def remove(core: Core, guild: Guild, user_id: int) -> None:
    """A member leaves or is thrown out, out of voice first; a bot learns that by GUILD_DELETE."""
    voice.leave(core, guild, user_id)
    member = guild.members[user_id]
    body: Json = {"guild_id": str(guild.id), "user": payloads.user(member.user)}
    own = next((a for a in core.world.apps.values() if a.user is member.user), None)
    if own is not None:
        core.gateway.send_to(own, guild.id, "GUILD_DELETE", {"id": str(guild.id)})
    del guild.members[user_id]
    voice.observe(core, guild, user_id)
    core.gateway.publish(guild.id, "GUILD_MEMBER_REMOVE", body)


def ban(core: Core, guild: Guild, user_id: int, reason: str | None) -> None:
    """Ban a user; a member is removed too."""
    guild.bans[user_id] = reason
    body: Json = {"guild_id": str(guild.id), "user": payloads.user(core.world.users[user_id])}
    core.gateway.publish(guild.id, "GUILD_BAN_ADD", body)
    if user_id in guild.members:
        remove(core, guild, user_id)


def changed(core: Core, guild: Guild, member: Member) -> None:
    """Tell bots about a changed member, and look again whether he can be heard."""
    body = {**payloads.member(member), "guild_id": str(guild.id)}
    core.gateway.publish(guild.id, "GUILD_MEMBER_UPDATE", body, about=member.user.id)
    voice.observe(core, guild, member.user.id)


def time_out(core: Core, guild: Guild, member: Member, until_ms: float | None) -> None:
    """Time a member out until Discord's epoch ms (None: end it); the timelines follow its end."""
    member.timed_out_until_ms = until_ms
    changed(core, guild, member)
    if until_ms is not None:
        rest_s = max(0.0, (until_ms - core.clock.epoch_ms()) / 1000)
        core.clock.loop.call_later(rest_s + 0.001, voice.observe, core, guild, member.user.id)


def audit(
    core: Core,
    guild: Guild,
    actor_id: int,
    action: int,
    *,
    target_id: int | None = None,
    reason: str | None = None,
    changes: tuple[Json, ...] = (),
) -> None:
    """Write a line of the audit log."""
    entry = AuditEntry(
        id=core.ids.new(),
        guild_id=guild.id,
        actor_id=actor_id,
        target_id=target_id,
        action=action,
        reason=reason,
        changes=changes,
        at_ms=core.clock.now_ms(),
    )
    core.world.audit.append(entry)
    body = {**payloads.audit_entry(entry), "guild_id": str(guild.id)}
    core.gateway.publish(guild.id, "GUILD_AUDIT_LOG_ENTRY_CREATE", body)
