"""Records to the JSON of Discord's v10 API; the same objects serve REST answers and gateway events."""

from __future__ import annotations

from typing import Any

from .clock import iso
from .components import TEXT, walk
from .errors import Json
from .model import DM, Application, AuditEntry, Channel, Guild, Member, Message, Role, User, VoiceState
from .world import World


def user(subject: User) -> Json:
    """A user object."""
    body: Json = {
        "id": str(subject.id),
        "username": subject.name,
        "global_name": None if subject.bot else subject.display,
        "discriminator": "0000" if subject.bot else "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return {**body, "bot": True} if subject.bot else body


def member(subject: Member, *, with_user: bool = True) -> Json:
    """A guild member object."""
    until = subject.timed_out_until_ms
    body: Json = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None if until is None else iso(until),
        "flags": 0,
        "joined_at": iso(subject.joined_ms),
        "nick": subject.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(role_id) for role_id in subject.roles],
        "mute": subject.mute,
        "deaf": subject.deaf,
    }
    return {**body, "user": user(subject.user)} if with_user else body


def role(subject: Role) -> Json:
    """A role object."""
    body: Json = {
        "id": str(subject.id),
        "name": subject.name,
        "permissions": str(subject.permissions),
        "position": subject.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": subject.bot_id is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return {**body, "tags": {"bot_id": str(subject.bot_id)}} if subject.bot_id else body


def channel(world: World, subject: Channel) -> Json:
    """A channel object, of a guild or direct."""
    last = next(reversed(subject.messages), None)
    body: Json = {
        "id": str(subject.id),
        "type": subject.kind,
        "flags": 0,
        "last_message_id": None if last is None else str(last),
    }
    if subject.kind == DM:
        return {**body, "recipients": [user(world.users[u]) for u in subject.recipients]}
    body |= {
        "guild_id": str(subject.guild_id),
        "name": subject.name,
        "position": subject.position,
        "parent_id": None if subject.parent_id is None else str(subject.parent_id),
        "topic": subject.topic,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
            for o in subject.overwrites.values()
        ],
    }
    if subject.is_voice:
        body |= {"bitrate": 64000, "user_limit": subject.user_limit, "rtc_region": None}
        body["video_quality_mode"] = 1
    return body


def voice_state(guild: Guild, state: VoiceState, *, with_member: bool = True) -> Json:
    """A voice state; mute and deaf are the member's own lasting flags."""
    subject = guild.members[state.user_id]
    body: Json = {
        "guild_id": str(guild.id),
        "channel_id": str(state.channel_id),
        "user_id": str(state.user_id),
        "session_id": state.session_id,
        "mute": subject.mute,
        "deaf": subject.deaf,
        "self_mute": state.self_mute,
        "self_deaf": state.self_deaf,
        "self_video": False,
        "self_stream": False,
        "suppress": state.suppress,
        "request_to_speak_timestamp": None,
    }
    return {**body, "member": member(subject)} if with_member else body


def left_voice(guild: Guild, subject: Member, last: VoiceState) -> Json:
    """The voice state sent when somebody has left voice: his last one, with no channel."""
    body = voice_state(guild, last, with_member=False)
    return {**body, "channel_id": None, "suppress": False, "member": member(subject)}


def guild(subject: Guild) -> Json:
    """A guild object as REST answers it."""
    return {
        "id": str(subject.id),
        "name": subject.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(subject.owner_id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None if subject.afk_channel_id is None else str(subject.afk_channel_id),
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(r) for r in subject.roles.values()],
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": subject.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def guild_create(world: World, subject: Guild, seen_members: list[Member]) -> Json:
    """The GUILD_CREATE event: the guild with channels, voice states and the members the session may see."""
    return {
        **guild(subject),
        "joined_at": iso(subject.created_ms),
        "large": False,
        "unavailable": False,
        "member_count": len(subject.members),
        "voice_states": [
            {k: v for k, v in voice_state(subject, s, with_member=False).items() if k != "guild_id"}
            for s in subject.voice.values()
        ],
        "members": [member(m) for m in seen_members],
        "channels": [channel(world, c) for c in subject.channels.values()],
        "threads": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def message(world: World, subject: Message) -> Json:
    """A message object; nonce and interaction metadata only where there are any."""
    mentioned = _mentioned(world, subject)
    body: Json = {
        "id": str(subject.id),
        "channel_id": str(subject.channel_id),
        "type": _message_type(subject),
        "content": subject.content,
        "author": user(subject.author),
        "timestamp": iso(subject.created_ms),
        "edited_timestamp": None if subject.edited_ms is None else iso(subject.edited_ms),
        "tts": subject.tts,
        "mention_everyone": False,
        "mentions": [user(u) for u in mentioned],
        "mention_roles": [],
        "attachments": subject.attachments,
        "embeds": subject.embeds,
        "components": subject.components,
        "pinned": False,
        "flags": subject.flags,
    }
    optional: Json = {
        "nonce": subject.nonce,
        "application_id": _maybe_id(subject.application_id),
        "webhook_id": _maybe_id(subject.application_id) if subject.origin else None,
        "interaction_metadata": subject.origin,
        "message_reference": subject.reference,
    }
    return body | {k: v for k, v in optional.items() if v is not None}


def _mentioned(world: World, subject: Message) -> list[User]:
    shown = [c["content"] for c in walk(subject.components) if c["type"] == TEXT]
    text = "\n".join((subject.content, *shown))
    if "<@" not in text:
        return []
    return [u for u in world.users.values() if f"<@{u.id}>" in text]


def _message_type(subject: Message) -> int:
    if subject.origin is not None and subject.origin["type"] == 2:
        return 20
    return 19 if subject.reference is not None else 0


def _maybe_id(value: int | None) -> str | None:
    return None if value is None else str(value)


def application(subject: Application, guild_count: int) -> Json:
    """The application as its own bot may see it."""
    return {
        "id": str(subject.id),
        "name": subject.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(subject.user),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(subject.owner),
        "approximate_guild_count": guild_count,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def audit_entry(entry: AuditEntry) -> Json:
    """A line of the audit log."""
    body: dict[str, Any] = {
        "id": str(entry.id),
        "action_type": entry.action,
        "user_id": str(entry.actor_id),
        "target_id": _maybe_id(entry.target_id),
        "changes": list(entry.changes),
    }
    return body if entry.reason is None else {**body, "reason": entry.reason}
