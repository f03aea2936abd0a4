"""Routes about a guild: itself, its channels, roles, members' voice states, audit log."""

from __future__ import annotations

from .. import members, payloads, structure, voice
from ..core import Core
from ..errors import ApiError
from ..model import STAGE, Guild, Role
from ..permissions import Perm
from . import access
from .router import Call, Reply, route


@route("GET", "/guilds/{guild_id}")
def get_guild(core: Core, call: Call) -> Reply:
    """The guild."""
    guild = access.guild_of(core, call)
    body = payloads.guild(guild)
    if call.query.get("with_counts") in ("1", "true"):
        body["approximate_member_count"] = len(guild.members)
        body["approximate_presence_count"] = len(guild.members)
    return Reply(200, body)


@route("GET", "/guilds/{guild_id}/channels")
def get_channels(core: Core, call: Call) -> Reply:
    """The guild's channels."""
    guild = access.guild_of(core, call)
    return Reply(200, [payloads.channel(core.world, c) for c in guild.channels.values()])


@route("GET", "/guilds/{guild_id}/roles")
def get_roles(core: Core, call: Call) -> Reply:
    """The guild's roles."""
    return Reply(200, [payloads.role(r) for r in access.guild_of(core, call).roles.values()])


@route("GET", "/guilds/{guild_id}/roles/{role_id}")
def get_role(core: Core, call: Call) -> Reply:
    """One role."""
    return Reply(200, payloads.role(_role(access.guild_of(core, call), call)))


def _role(guild: Guild, call: Call) -> Role:
    role = guild.roles.get(call.id("role_id"))
    if role is None:
        raise ApiError(404, 10011)
    return role


@route("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def add_role(core: Core, call: Call) -> Reply:
    """Give a member a role below the bot's own."""
    return _change_role(core, call, add=True)


@route("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def remove_role(core: Core, call: Call) -> Reply:
    """Take a role below the bot's own."""
    return _change_role(core, call, add=False)


def _change_role(core: Core, call: Call, *, add: bool) -> Reply:
    guild = access.guild_of(core, call)
    access.require_in_guild(guild, call, Perm.MANAGE_ROLES)
    member, role = core.world.member(guild, call.id("user_id")), _role(guild, call)
    if role.position >= access.top(guild, call) or role.bot_id is not None:
        raise ApiError(403, 50013)
    if add is (role.id not in member.roles):
        (member.roles.append if add else member.roles.remove)(role.id)
        members.audit(core, guild, call.app.user.id, members.ROLE_UPDATE, target_id=member.user.id)
        members.changed(core, guild, member)
    return Reply(204)


@route("GET", "/guilds/{guild_id}/voice-states/@me")
def own_voice_state(core: Core, call: Call) -> Reply:
    """The bot's own voice state, or 10065."""
    return _voice_state(access.guild_of(core, call), call.app.user.id)


@route("GET", "/guilds/{guild_id}/voice-states/{user_id}")
def get_voice_state(core: Core, call: Call) -> Reply:
    """A member's voice state, or 10065."""
    guild = access.guild_of(core, call)
    core.world.member(guild, call.id("user_id"))
    return _voice_state(guild, call.id("user_id"))


def _voice_state(guild: Guild, user_id: int) -> Reply:
    state = guild.voice.get(user_id)
    if state is None:
        raise ApiError(404, 10065)
    return Reply(200, payloads.voice_state(guild, state))


@route("PATCH", "/guilds/{guild_id}/voice-states/@me")
def edit_own_voice_state(core: Core, call: Call) -> Reply:
    """The bot's own place on a stage."""
    return _suppress(core, call, call.app.user.id)


@route("PATCH", "/guilds/{guild_id}/voice-states/{user_id}")
def edit_voice_state(core: Core, call: Call) -> Reply:
    """Make somebody on a stage speaker or audience."""
    return _suppress(core, call, call.id("user_id"))


def _suppress(core: Core, call: Call, user_id: int) -> Reply:
    guild = access.guild_of(core, call)
    state = voice.require_voice(guild, core.world.member(guild, user_id))
    channel = guild.channels[state.channel_id]
    if channel.kind != STAGE:
        raise ApiError(400, 50024)
    suppress = call.fields.get("suppress")
    own = user_id == call.app.user.id
    if not (own and suppress):
        access.require(core, call, channel, Perm.MUTE_MEMBERS)
    if suppress is not None:
        voice.set_suppress(core, guild, user_id, bool(suppress))
    return Reply(204)


@route("GET", "/guilds/{guild_id}/audit-logs")
def audit_log(core: Core, call: Call) -> Reply:
    """The audit log, newest first."""
    guild = access.guild_of(core, call)
    access.require_in_guild(guild, call, Perm.VIEW_AUDIT_LOG)
    entries = [e for e in core.world.audit if e.guild_id == guild.id][::-1]
    wanted = call.query.get("action_type")
    entries = [e for e in entries if wanted is None or e.action == int(wanted)]
    shown = entries[: int(call.query.get("limit", 50))]
    empty = ("integrations", "webhooks", "guild_scheduled_events", "threads", "application_commands")
    return Reply(
        200,
        {
            "audit_log_entries": [payloads.audit_entry(entry) for entry in shown],
            "users": [payloads.user(core.world.users[u]) for u in {e.actor_id for e in shown}],
            "auto_moderation_rules": [],
            **{name: [] for name in empty},
        },
    )


@route("PATCH", "/channels/{channel_id}")
def edit_channel(core: Core, call: Call) -> Reply:
    """Name, topic, user limit or overwrites of a channel."""
    channel = access.channel_of(core, call, Perm.MANAGE_CHANNELS)
    body = call.fields
    channel.name = body.get("name") or channel.name
    channel.topic = body.get("topic", channel.topic)
    channel.user_limit = body.get("user_limit") or 0 if "user_limit" in body else channel.user_limit
    structure.tell_channel(core, channel, "CHANNEL_UPDATE")
    return Reply(200, payloads.channel(core.world, channel))


@route("DELETE", "/channels/{channel_id}")
def delete_channel(core: Core, call: Call) -> Reply:
    """Delete a channel of a guild."""
    channel = access.channel_of(core, call, Perm.MANAGE_CHANNELS)
    body = payloads.channel(core.world, channel)
    if channel.guild_id is not None:
        structure.delete_channel(core, core.world.guild(channel.guild_id), channel)
    return Reply(200, body)


@route("GET", "/channels/{channel_id}")
def get_channel(core: Core, call: Call) -> Reply:
    """A channel."""
    return Reply(200, payloads.channel(core.world, access.channel_of(core, call)))


@route("PUT", "/channels/{channel_id}/voice-status")
def voice_status(core: Core, call: Call) -> Reply:
    """The line shown under a voice channel's name."""
    channel = access.channel_of(core, call)
    if not channel.is_voice:
        raise ApiError(400, 50024)
    access.require(core, call, channel, Perm.SET_VOICE_CHANNEL_STATUS)
    channel.status = call.fields.get("status") or None
    body = {"id": str(channel.id), "guild_id": str(channel.guild_id), "status": channel.status}
    core.gateway.publish(channel.guild_id, "VOICE_CHANNEL_STATUS_UPDATE", body)
    return Reply(204)
