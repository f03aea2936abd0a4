"""The things a guild is made of: plain records with integer ids, changed only by the action modules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

TEXT, DM, VOICE, CATEGORY, STAGE = 0, 1, 2, 4, 13
CHANNEL_KINDS = {"text": TEXT, "voice": VOICE, "category": CATEGORY, "stage": STAGE}
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15


@dataclass(slots=True, kw_only=True)
class User:
    """An account, a person's or a bot's."""

    id: int
    name: str
    display: str
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True


@dataclass(slots=True, kw_only=True)
class Role:
    """A guild's role; the role whose id is the guild's is @everyone."""

    id: int
    name: str
    permissions: int
    position: int
    bot_id: int | None = None


@dataclass(slots=True, kw_only=True)
class Overwrite:
    """Allowed and denied bits of one role (kind 0) or member (kind 1) in a channel."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, kw_only=True)
class Channel:
    """A channel of a guild, or a direct one (`guild_id` None) with its recipients."""

    id: int
    kind: int
    name: str
    guild_id: int | None = None
    position: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    user_limit: int = 0
    topic: str | None = None
    parent_id: int | None = None
    status: str | None = None
    recipients: tuple[int, ...] = ()
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_voice(self) -> bool:
        """Whether people can talk in it."""
        return self.kind in (VOICE, STAGE)


@dataclass(slots=True, kw_only=True)
class Member:
    """A user in a guild; `mute` and `deaf` last beyond any visit to a voice channel."""

    user: User
    guild_id: int
    joined_ms: float
    nick: str | None = None
    roles: list[int] = field(default_factory=list)
    mute: bool = False
    deaf: bool = False
    timed_out_until_ms: float | None = None

    def is_timed_out(self, epoch_ms: float) -> bool:
        """Whether a time-out is still running at Discord's epoch time."""
        return self.timed_out_until_ms is not None and self.timed_out_until_ms > epoch_ms


@dataclass(slots=True, kw_only=True)
class VoiceState:
    """One visit to voice."""

    user_id: int
    channel_id: int
    session_id: str
    self_mute: bool = False
    self_deaf: bool = False
    suppress: bool = False


@dataclass(slots=True, kw_only=True)
class Guild:
    """A server with everything in it."""

    id: int
    name: str
    owner_id: int
    locale: str
    created_ms: float
    roles: dict[int, Role] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    voice: dict[int, VoiceState] = field(default_factory=dict)
    bans: dict[int, str | None] = field(default_factory=dict)
    afk_channel_id: int | None = None
    available: bool = True


@dataclass(slots=True, kw_only=True)
class Message:
    """A message; `payload` is its current JSON and is replaced, never changed in place."""

    id: int
    channel_id: int
    author: User
    created_ms: float
    guild_id: int | None = None
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[dict[str, Any]] = field(default_factory=list)
    flags: int = 0
    tts: bool = False
    nonce: str | int | None = None
    edited_ms: float | None = None
    seen_only_by: int | None = None
    application_id: int | None = None
    origin: dict[str, Any] | None = None
    reference: dict[str, Any] | None = None
    old_edits: list[float] = field(default_factory=list)
    payload: dict[str, Any] = field(default_factory=dict)

    @property
    def ephemeral(self) -> bool:
        """Whether only one user sees it."""
        return bool(self.flags & EPHEMERAL)


@dataclass(slots=True, kw_only=True)
class Application:
    """A bot: its token, its account, what it may ask of the gateway, its commands (key None: global)."""

    id: int
    name: str
    token: str
    user: User
    owner: User
    privileged_intents: int = 0
    commands: dict[int | None, dict[int, dict[str, Any]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One line of a guild's audit log; `at_ms` is loop time."""

    id: int
    guild_id: int
    actor_id: int
    target_id: int | None
    action: int
    reason: str | None
    changes: tuple[dict[str, Any], ...]
    at_ms: float
