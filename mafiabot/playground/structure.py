"""Building and tearing down: guilds, channels, roles, overwrites, and the outage of a whole guild."""

from __future__ import annotations

from . import members, payloads, voice
from .core import Core
from .errors import Json
from .model import CHANNEL_KINDS, Application, Channel, Guild, Overwrite, Role, User
from .permissions import EVERYONE


def new_guild(core: Core, name: str, owner: User, locale: str, guild_id: int | None = None) -> Guild:
    """A guild with @everyone and its owner."""
    made_id = core.ids.new() if guild_id is None else guild_id
    guild = Guild(id=made_id, name=name, owner_id=owner.id, locale=locale, created_ms=core.clock.epoch_ms())
    guild.roles[guild.id] = Role(id=guild.id, name="@everyone", permissions=EVERYONE, position=0)
    core.world.guilds[guild.id] = guild
    members.add(core, guild, owner)
    return guild


def new_role(core: Core, guild: Guild, name: str, permissions: int = 0, *, bot_id: int | None = None) -> Role:
    """A role above all others."""
    role = Role(
        id=core.ids.new(), name=name, permissions=permissions, position=len(guild.roles), bot_id=bot_id
    )
    guild.roles[role.id] = role
    tell_role(core, guild, role, "GUILD_ROLE_CREATE")
    return role


def tell_role(core: Core, guild: Guild, role: Role, event: str) -> None:
    """Tell bots of a new or changed role."""
    core.gateway.publish(guild.id, event, {"guild_id": str(guild.id), "role": payloads.role(role)})


def set_role_permissions(core: Core, guild: Guild, role: Role, permissions: int) -> None:
    """Give and take what a role may do."""
    role.permissions = permissions
    tell_role(core, guild, role, "GUILD_ROLE_UPDATE")


def delete_role(core: Core, guild: Guild, role: Role) -> None:
    """Remove a role from guild and members."""
    del guild.roles[role.id]
    for member in guild.members.values():
        if role.id in member.roles:
            member.roles.remove(role.id)
    body: Json = {"guild_id": str(guild.id), "role_id": str(role.id)}
    core.gateway.publish(guild.id, "GUILD_ROLE_DELETE", body)


def new_channel(core: Core, guild: Guild, name: str, kind: str, *, user_limit: int = 0) -> Channel:
    """A channel of kind text, voice, stage or category."""
    channel = Channel(
        id=core.ids.new(),
        kind=CHANNEL_KINDS[kind],
        name=name,
        guild_id=guild.id,
        position=len(guild.channels),
        user_limit=user_limit,
    )
    guild.channels[channel.id] = core.world.channels[channel.id] = channel
    tell_channel(core, channel, "CHANNEL_CREATE")
    return channel


def tell_channel(core: Core, channel: Channel, event: str) -> None:
    """Tell bots of a new or changed channel."""
    core.gateway.publish(channel.guild_id, event, payloads.channel(core.world, channel))


def set_overwrite(core: Core, channel: Channel, overwrite: Overwrite | None, target_id: int) -> None:
    """Set an overwrite of a role or member, or remove it (None); members already inside stay as they are."""
    if overwrite is None:
        channel.overwrites.pop(target_id, None)
    else:
        channel.overwrites[target_id] = overwrite
    tell_channel(core, channel, "CHANNEL_UPDATE")


def delete_channel(core: Core, guild: Guild, channel: Channel) -> None:
    """Delete a channel; who was talking there is out of voice."""
    for user_id in [s.user_id for s in guild.voice.values() if s.channel_id == channel.id]:
        voice.leave(core, guild, user_id)
    body = payloads.channel(core.world, channel)
    core.views.channel_gone(guild, channel.id)
    del guild.channels[channel.id], core.world.channels[channel.id]
    core.gateway.publish(guild.id, "CHANNEL_DELETE", body)


def install(core: Core, app: Application, guild: Guild, permissions: int) -> Role:
    """Add a bot to a guild with a role of its own."""
    role = new_role(core, guild, app.name, permissions, bot_id=app.user.id)
    members.add(core, guild, app.user, roles=[role.id])
    for session in core.gateway.sessions_of(app, guild.id):
        core.gateway.guild_create(session, guild, joined=True)
    return role


def outage(core: Core, guild: Guild) -> None:
    """The guild becomes unavailable: no events, REST answers 503, people still talk."""
    for app in core.world.apps_in(guild):
        core.gateway.send_to(app, guild.id, "GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
    guild.available = False


def end_outage(core: Core, guild: Guild) -> None:
    """The guild is back; bots get it whole by GUILD_CREATE."""
    guild.available = True
    for app in core.world.apps_in(guild):
        for session in core.gateway.sessions_of(app, guild.id):
            core.gateway.guild_create(session, guild)


def direct_channel(core: Core, first: User, second: User) -> Channel:
    """The direct channel of two users; made at the first call."""
    both = tuple(sorted((first.id, second.id)))
    for channel in core.world.channels.values():
        if channel.recipients == both:
            return channel
    channel = Channel(id=core.ids.new(), kind=1, name="", recipients=both)
    core.world.channels[channel.id] = channel
    return channel
