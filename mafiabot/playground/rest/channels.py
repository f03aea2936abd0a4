"""Routes about messages of a channel."""

from __future__ import annotations

from .. import messages, payloads
from ..core import Core
from ..errors import ApiError
from ..model import DM, TEXT, Channel, Message
from ..permissions import Perm
from . import access
from .router import Call, Reply, route


@route("POST", "/channels/{channel_id}/messages")
def send(core: Core, call: Call) -> Reply:
    """Publish a message; the same enforced nonce answers the first one again."""
    channel = access.channel_of(core, call, Perm.SEND_MESSAGES)
    if channel.kind not in (TEXT, DM) and not channel.is_voice:
        raise ApiError(400, 50008)
    if call.files:
        access.require(core, call, channel, Perm.ATTACH_FILES)
    if channel.kind == DM and not all(core.world.users[u].dms_open for u in channel.recipients):
        raise ApiError(403, 50007)
    again = messages.repeated(core, channel, call.app.user, call.fields)
    if again is not None:
        return Reply(200, again.payload)
    made = messages.create(core, channel, call.app.user, call.fields, files=call.files)
    return Reply(200, made.payload)


def _own(core: Core, call: Call, channel: Channel) -> Message:
    message = core.world.message(channel, call.id("message_id"))
    if message.author is not call.app.user:
        raise ApiError(403, 50005)
    return message


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit(core: Core, call: Call) -> Reply:
    """Edit an own message."""
    channel = access.channel_of(core, call)
    message = _own(core, call, channel)
    messages.count_old_edit(core, message)
    return Reply(200, messages.edit(core, channel, message, call.fields, files=call.files).payload)


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete(core: Core, call: Call) -> Reply:
    """Delete an own message, or anybody's with the permission."""
    channel = access.channel_of(core, call)
    message = core.world.message(channel, call.id("message_id"))
    if message.author is not call.app.user:
        access.require(core, call, channel, Perm.MANAGE_MESSAGES)
    messages.delete(core, channel, message)
    return Reply(204)


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def get(core: Core, call: Call) -> Reply:
    """One message."""
    channel = access.channel_of(core, call, Perm.READ_MESSAGE_HISTORY)
    return Reply(200, core.world.message(channel, call.id("message_id")).payload)


@route("GET", "/channels/{channel_id}/messages")
def history(core: Core, call: Call) -> Reply:
    """Messages newest first, at most `limit`, cut by around, before or after."""
    channel = access.channel_of(core, call)
    if not core.world.can(call.app.user.id, channel, Perm.READ_MESSAGE_HISTORY):
        return Reply(200, [])
    limit = max(1, min(100, int(call.query.get("limit", 50))))
    ids = sorted(channel.messages)
    if "around" in call.query:
        middle = int(call.query["around"])
        older = [i for i in ids if i < middle][-(limit // 2) :]
        newer = [i for i in ids if i >= middle][: limit - len(older)]
        chosen = older + newer
    elif "after" in call.query:
        chosen = [i for i in ids if i > int(call.query["after"])][:limit]
    else:
        before = int(call.query.get("before", 1 << 63))
        chosen = [i for i in ids if i < before][-limit:]
    return Reply(200, [channel.messages[i].payload for i in reversed(chosen)])


@route("POST", "/channels/{channel_id}/messages/bulk-delete")
def bulk_delete(core: Core, call: Call) -> Reply:
    """Delete several messages at once."""
    channel = access.channel_of(core, call, Perm.MANAGE_MESSAGES)
    for message_id in call.fields.get("messages") or []:
        message = channel.messages.get(int(message_id))
        if message is not None:
            messages.delete(core, channel, message)
    return Reply(204)


@route("POST", "/channels/{channel_id}/typing")
def typing(core: Core, call: Call) -> Reply:
    """Show that the bot is typing."""
    channel = access.channel_of(core, call, Perm.SEND_MESSAGES)
    now_s = int(core.clock.epoch_ms() / 1000)
    body = {"channel_id": str(channel.id), "user_id": str(call.app.user.id), "timestamp": now_s}
    core.gateway.publish(channel.guild_id, "TYPING_START", body, channel=channel)
    return Reply(204)


@route("GET", "/users/@me/guilds")
def own_guilds(core: Core, call: Call) -> Reply:
    """The bot's guilds in short."""
    user_id = call.app.user.id
    return Reply(
        200,
        [
            {
                "id": str(guild.id),
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": guild.owner_id == user_id,
                "permissions": str(access.bits_in_guild(guild, user_id)),
                "features": [],
            }
            for guild in core.world.guilds_of(user_id)
        ],
    )


@route("GET", "/guilds/{guild_id}/members")
def list_members(core: Core, call: Call) -> Reply:
    """Members by ascending id."""
    guild = access.guild_of(core, call)
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    ids = [user_id for user_id in sorted(guild.members) if user_id > after][:limit]
    return Reply(200, [payloads.member(guild.members[user_id]) for user_id in ids])
