"""Everything that changes who is in voice and who can be heard there; each change is told and timed."""

from __future__ import annotations

from . import payloads
from .core import Core
from .errors import ApiError, Json
from .model import STAGE, Application, Channel, Guild, Member, VoiceState
from .permissions import Perm


def join(core: Core, guild: Guild, user_id: int, channel: Channel) -> None:
    """Enter a voice channel or move to it; no permission is asked here."""
    before = guild.voice.get(user_id)
    muted = before is not None and before.self_mute, before is not None and before.self_deaf
    session_id = before.session_id if before else f"{core.rng.getrandbits(128):032x}"
    guild.voice[user_id] = VoiceState(
        user_id=user_id,
        channel_id=channel.id,
        session_id=session_id,
        self_mute=muted[0],
        self_deaf=muted[1],
        suppress=_arrives_suppressed(core, guild, user_id, channel),
    )
    announce(core, guild, user_id)


def _arrives_suppressed(core: Core, guild: Guild, user_id: int, channel: Channel) -> bool:
    if channel.kind == STAGE or channel.id == guild.afk_channel_id:
        return True
    return not core.world.can(user_id, channel, Perm.SPEAK)


def leave(core: Core, guild: Guild, user_id: int) -> None:
    """Leave voice; harmless for who is not there."""
    state = guild.voice.pop(user_id, None)
    if state is None:
        return
    gone = payloads.left_voice(guild, guild.members[user_id], state)
    _tell(core, guild, user_id, gone)


def announce(core: Core, guild: Guild, user_id: int) -> None:
    """Tell bots, clients and timelines the present voice state of somebody who is in voice."""
    _tell(core, guild, user_id, payloads.voice_state(guild, guild.voice[user_id]))


def _tell(core: Core, guild: Guild, user_id: int, state: Json) -> None:
    core.gateway.publish(guild.id, "VOICE_STATE_UPDATE", state)
    core.views.voice(guild, user_id, state)
    observe(core, guild, user_id)


def observe(core: Core, guild: Guild, user_id: int) -> None:
    """Bring the audible and open timelines up to date for one member."""
    state, member = guild.voice.get(user_id), guild.members.get(user_id)
    if state is None or member is None:
        core.timelines.open.set(guild.id, user_id, None)
        core.timelines.audible.set(guild.id, user_id, None)
        return
    silenced = member.mute or state.suppress or member.is_timed_out(core.clock.epoch_ms())
    core.timelines.open.set(guild.id, user_id, None if silenced else state.channel_id)
    quiet = silenced or state.self_mute
    core.timelines.audible.set(guild.id, user_id, None if quiet else state.channel_id)


def set_self(core: Core, guild: Guild, user_id: int, *, mute: bool | None, deaf: bool | None) -> None:
    """Self-mute or self-deafen somebody in voice."""
    state = guild.voice[user_id]
    state.self_mute = state.self_mute if mute is None else mute
    state.self_deaf = state.self_deaf if deaf is None else deaf
    announce(core, guild, user_id)


def require_voice(guild: Guild, member: Member) -> VoiceState:
    """The member's voice state, or 40032."""
    state = guild.voice.get(member.user.id)
    if state is None:
        raise ApiError(400, 40032)
    return state


def set_server(core: Core, guild: Guild, member: Member, *, mute: bool | None, deaf: bool | None) -> bool:
    """Set the lasting flags of a member in voice; True where that changed anything."""
    require_voice(guild, member)
    before = (member.mute, member.deaf)
    member.mute = member.mute if mute is None else mute
    member.deaf = member.deaf if deaf is None else deaf
    changed = before != (member.mute, member.deaf)
    if changed or core.rng.random() < 0.5:
        announce(core, guild, member.user.id)
    return changed


def set_suppress(core: Core, guild: Guild, user_id: int, suppress: bool) -> None:
    """Make somebody on a stage audience or speaker."""
    guild.voice[user_id].suppress = suppress
    announce(core, guild, user_id)


def is_full(core: Core, guild: Guild, channel: Channel, user_id: int) -> bool:
    """Whether the user limit keeps this user out; whoever may move members gets in."""
    inside = sum(1 for s in guild.voice.values() if s.channel_id == channel.id and s.user_id != user_id)
    full = 0 < channel.user_limit <= inside
    return full and not core.world.can(user_id, channel, Perm.MOVE_MEMBERS)


def bot_moves(core: Core, app: Application, data: Json) -> None:
    """A bot's own VOICE_STATE_UPDATE command (op 4): join, move, leave, self-mute."""
    guild = core.world.guilds.get(int(data["guild_id"]))
    if guild is None or app.user.id not in guild.members:
        return
    if data.get("channel_id") is None:
        leave(core, guild, app.user.id)
        return
    channel = guild.channels.get(int(data["channel_id"]))
    if channel is None or not core.world.can(app.user.id, channel, Perm.CONNECT):
        return
    join(core, guild, app.user.id, channel)
    set_self(core, guild, app.user.id, mute=bool(data.get("self_mute")), deaf=bool(data.get("self_deaf")))
    body: Json = {"token": "0" * 16, "guild_id": str(guild.id), "endpoint": None}
    core.gateway.send_to(app, guild.id, "VOICE_SERVER_UPDATE", body)
