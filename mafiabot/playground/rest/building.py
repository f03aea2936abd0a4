"""Routes that build a guild: new channels, overwrites, roles, bans."""

from __future__ import annotations

from .. import members, payloads, structure
from ..core import Core
from ..errors import ApiError, Json
from ..model import CHANNEL_KINDS, Guild, Overwrite, Role
from ..permissions import Perm, outranks
from . import access
from .router import Call, Reply, route


@route("POST", "/guilds/{guild_id}/channels")
def create_channel(core: Core, call: Call) -> Reply:
    """A new channel of a kind the local Discord knows."""
    guild = access.guild_of(core, call)
    access.require_in_guild(guild, call, Perm.MANAGE_CHANNELS)
    kinds = {number: name for name, number in CHANNEL_KINDS.items()}
    kind = kinds.get(call.fields.get("type") or 0)
    if kind is None:
        raise ApiError(400, 50024)
    limit = call.fields.get("user_limit") or 0
    channel = structure.new_channel(core, guild, call.fields["name"], kind, user_limit=limit)
    for raw in call.fields.get("permission_overwrites") or []:
        made = _overwrite(int(raw["id"]), raw)
        structure.set_overwrite(core, channel, made, made.id)
    return Reply(201, payloads.channel(core.world, channel))


def _overwrite(target_id: int, raw: Json) -> Overwrite:
    allow, deny = int(raw.get("allow") or 0), int(raw.get("deny") or 0)
    return Overwrite(id=target_id, kind=int(raw["type"]), allow=allow, deny=deny)


@route("PUT", "/channels/{channel_id}/permissions/{overwrite_id}")
def put_overwrite(core: Core, call: Call) -> Reply:
    """Set an overwrite of a role or member."""
    channel = access.channel_of(core, call, Perm.MANAGE_ROLES)
    target_id = call.id("overwrite_id")
    structure.set_overwrite(core, channel, _overwrite(target_id, call.fields), target_id)
    return Reply(204)


@route("DELETE", "/channels/{channel_id}/permissions/{overwrite_id}")
def delete_overwrite(core: Core, call: Call) -> Reply:
    """Remove an overwrite."""
    channel = access.channel_of(core, call, Perm.MANAGE_ROLES)
    structure.set_overwrite(core, channel, None, call.id("overwrite_id"))
    return Reply(204)


@route("POST", "/guilds/{guild_id}/roles")
def create_role(core: Core, call: Call) -> Reply:
    """A new role."""
    guild = access.guild_of(core, call)
    access.require_in_guild(guild, call, Perm.MANAGE_ROLES)
    bits = int(call.fields.get("permissions") or 0)
    role = structure.new_role(core, guild, call.fields.get("name") or "new role", bits)
    return Reply(200, payloads.role(role))


def _lower_role(core: Core, call: Call) -> tuple[Guild, Role]:
    guild = access.guild_of(core, call)
    access.require_in_guild(guild, call, Perm.MANAGE_ROLES)
    role = guild.roles.get(call.id("role_id"))
    if role is None:
        raise ApiError(404, 10011)
    if role.position >= access.top(guild, call):
        raise ApiError(403, 50013)
    return guild, role


@route("PATCH", "/guilds/{guild_id}/roles/{role_id}")
def edit_role(core: Core, call: Call) -> Reply:
    """Name and permissions of a role below the bot."""
    guild, role = _lower_role(core, call)
    role.name = call.fields.get("name") or role.name
    if call.fields.get("permissions") is not None:
        role.permissions = int(call.fields["permissions"])
    structure.tell_role(core, guild, role, "GUILD_ROLE_UPDATE")
    return Reply(200, payloads.role(role))


@route("DELETE", "/guilds/{guild_id}/roles/{role_id}")
def delete_role(core: Core, call: Call) -> Reply:
    """Delete a role below the bot."""
    guild, role = _lower_role(core, call)
    structure.delete_role(core, guild, role)
    return Reply(204)


@route("PUT", "/guilds/{guild_id}/bans/{user_id}")
def ban(core: Core, call: Call) -> Reply:
    """Ban a user; a member must stand below the bot."""
    guild = access.guild_of(core, call)
    access.require_in_guild(guild, call, Perm.BAN_MEMBERS)
    user_id = call.id("user_id")
    member = guild.members.get(user_id)
    if user_id not in core.world.users:
        raise ApiError(404, 10013)
    if member is not None and not outranks(guild, access.me(guild, call), member):
        raise ApiError(403, 50013)
    members.audit(core, guild, call.app.user.id, members.BAN, target_id=user_id, reason=call.reason)
    members.ban(core, guild, user_id, call.reason)
    return Reply(204)


@route("DELETE", "/guilds/{guild_id}/bans/{user_id}")
def unban(core: Core, call: Call) -> Reply:
    """Lift a ban."""
    guild = access.guild_of(core, call)
    access.require_in_guild(guild, call, Perm.BAN_MEMBERS)
    user_id = call.id("user_id")
    if user_id not in guild.bans:
        raise ApiError(404, 10026)
    del guild.bans[user_id]
    members.audit(core, guild, call.app.user.id, members.UNBAN, target_id=user_id, reason=call.reason)
    return Reply(204)
