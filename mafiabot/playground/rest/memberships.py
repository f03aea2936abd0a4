"""Routes about members: look-up, and the one edit that mutes, deafens, renames, moves and times out."""

from __future__ import annotations

from .. import members, payloads, permissions, voice
from ..clock import from_iso
from ..core import Core
from ..errors import ApiError, Json
from ..model import Guild, Member
from ..permissions import Perm
from . import access
from .router import Call, Reply, route

NICK_MOST = 32


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(core: Core, call: Call) -> Reply:
    """A member."""
    guild = access.guild_of(core, call)
    return Reply(200, payloads.member(core.world.member(guild, call.id("user_id"))))


@route("PATCH", "/guilds/{guild_id}/members/@me")
def edit_me(core: Core, call: Call) -> Reply:
    """The bot's own nickname."""
    guild = access.guild_of(core, call)
    access.require_in_guild(guild, call, Perm.CHANGE_NICKNAME)
    member = access.me(guild, call)
    if "nick" in call.fields:
        member.nick = _nick(call.fields)
        members.changed(core, guild, member)
    return Reply(200, payloads.member(member))


@route("PATCH", "/guilds/{guild_id}/members/{user_id}")
def edit_member(core: Core, call: Call) -> Reply:
    """Everything is checked before anything is applied."""
    guild = access.guild_of(core, call)
    member = core.world.member(guild, call.id("user_id"))
    body = call.fields
    _check(core, guild, member, call, body)
    changes = _apply(core, guild, member, body)
    if changes:
        members.audit(
            core,
            guild,
            call.app.user.id,
            members.MEMBER_UPDATE,
            target_id=member.user.id,
            reason=call.reason,
            changes=changes,
        )
    return Reply(200, payloads.member(member))


def _check(core: Core, guild: Guild, member: Member, call: Call, body: Json) -> None:
    if "mute" in body:
        _check_voice(core, guild, member, call, Perm.MUTE_MEMBERS)
    if "deaf" in body:
        _check_voice(core, guild, member, call, Perm.DEAFEN_MEMBERS)
    if "channel_id" in body:
        _check_voice(core, guild, member, call, Perm.MOVE_MEMBERS)
        _target_channel(core, guild, call, body)
    if "nick" in body:
        _nick(body)
        _check_rank(guild, member, call, Perm.MANAGE_NICKNAMES)
    if "communication_disabled_until" in body:
        _check_rank(guild, member, call, Perm.MODERATE_MEMBERS)
    if "roles" in body:
        access.require_in_guild(guild, call, Perm.MANAGE_ROLES)
        _check_roles(guild, member, call, body)


def _check_voice(core: Core, guild: Guild, member: Member, call: Call, needed: Perm) -> None:
    state = guild.voice.get(member.user.id)
    if state is None:
        access.require_in_guild(guild, call, needed)
        raise ApiError(400, 40032)
    access.require(core, call, guild.channels[state.channel_id], needed)


def _check_rank(guild: Guild, member: Member, call: Call, needed: Perm) -> None:
    access.require_in_guild(guild, call, needed)
    if not permissions.outranks(guild, access.me(guild, call), member):
        raise ApiError(403, 50013)


def _check_roles(guild: Guild, member: Member, call: Call, body: Json) -> None:
    wanted = {int(role_id) for role_id in body["roles"] or []}
    if unknown := wanted - guild.roles.keys():
        raise ApiError(400, 50028, errors={"roles": {"_errors": [str(sorted(unknown))]}})
    for role_id in wanted ^ set(member.roles):
        if guild.roles[role_id].position >= access.top(guild, call):
            raise ApiError(403, 50013)


def _target_channel(core: Core, guild: Guild, call: Call, body: Json) -> None:
    if body["channel_id"] is None:
        return
    channel = guild.channels.get(int(body["channel_id"]))
    if channel is None or not channel.is_voice:
        raise ApiError(404, 10003)
    access.require(core, call, channel, Perm.CONNECT)


def _apply(core: Core, guild: Guild, member: Member, body: Json) -> tuple[Json, ...]:
    changes: list[Json] = []
    if "mute" in body or "deaf" in body:
        before = {"mute": member.mute, "deaf": member.deaf}
        voice.set_server(core, guild, member, mute=body.get("mute"), deaf=body.get("deaf"))
        after = {"mute": member.mute, "deaf": member.deaf}
        changes += [_change(k, before[k], after[k]) for k in before if before[k] != after[k]]
    if "nick" in body or "roles" in body:
        changes += _names_and_roles(member, body)
    if "communication_disabled_until" in body:
        text = body["communication_disabled_until"]
        changes.append(_change("communication_disabled_until", None, text))
        members.time_out(core, guild, member, None if text is None else from_iso(text))
    elif changes:
        members.changed(core, guild, member)
    if "channel_id" in body:
        _move(core, guild, member, body["channel_id"])
    return tuple(changes)


def _names_and_roles(member: Member, body: Json) -> list[Json]:
    changes: list[Json] = []
    if "nick" in body and (nick := _nick(body)) != member.nick:
        changes.append(_change("nick", member.nick, nick))
        member.nick = nick
    if body.get("roles") is not None and {int(r) for r in body["roles"]} != set(member.roles):
        member.roles = [int(role_id) for role_id in body["roles"]]
        changes.append(_change("$add", None, []))
    return changes


def _nick(body: Json) -> str | None:
    """As it is kept: without blanks around it; none where nothing is left. At most 32 characters."""
    nick = (body["nick"] or "").strip()
    if len(nick) > NICK_MOST:
        detail = f"Must be {NICK_MOST} or fewer in length."
        errors = {"nick": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": detail}]}}
        raise ApiError(400, 50035, errors=errors)
    return nick or None


def _move(core: Core, guild: Guild, member: Member, channel_id: str | None) -> None:
    if channel_id is None:
        voice.leave(core, guild, member.user.id)
    else:
        voice.join(core, guild, member.user.id, guild.channels[int(channel_id)])


def _change(key: str, old: object, new: object) -> Json:
    values = {"old_value": old, "new_value": new}
    return {"key": key, **{k: v for k, v in values.items() if v is not None}}


@route("DELETE", "/guilds/{guild_id}/members/{user_id}")
def kick(core: Core, call: Call) -> Reply:
    """Kick a member below the bot."""
    guild = access.guild_of(core, call)
    member = core.world.member(guild, call.id("user_id"))
    _check_rank(guild, member, call, Perm.KICK_MEMBERS)
    members.audit(core, guild, call.app.user.id, members.KICK, target_id=member.user.id, reason=call.reason)
    members.remove(core, guild, member.user.id)
    return Reply(204)
