"""Publishing, editing and deleting messages: the store, the bots' events and the clients' views together."""

from __future__ import annotations

from typing import Any

from . import payloads
from .components import stored
from .core import Core
from .errors import ApiError, Json
from .model import EPHEMERAL, LOADING, Channel, Message, User

EDITABLE_FLAGS = (1 << 2) | (1 << 15)


def create(
    core: Core,
    channel: Channel,
    author: User,
    body: Json,
    *,
    files: list[Json] | None = None,
    flags: int | None = None,
    seen_only_by: int | None = None,
    application_id: int | None = None,
    origin: Json | None = None,
) -> Message:
    """Publish a message; `files` are stored attachments, ephemeral ones are `seen_only_by` one user."""
    message = Message(
        id=core.ids.new(),
        channel_id=channel.id,
        guild_id=channel.guild_id,
        author=author,
        created_ms=core.clock.epoch_ms(),
        content=body.get("content") or "",
        embeds=_embeds(body.get("embeds")),
        components=stored(body.get("components") or [], files or []),
        attachments=files or [],
        flags=int(body.get("flags") or 0) if flags is None else flags,
        tts=bool(body.get("tts")),
        nonce=body.get("nonce"),
        seen_only_by=seen_only_by,
        application_id=application_id,
        origin=origin,
        reference=_reference(channel, body),
    )
    (core.world.private if message.ephemeral else channel.messages)[message.id] = message
    message.payload = payloads.message(core.world, message)
    _tell(core, channel, message, "MESSAGE_CREATE")
    return message


def _embeds(sent: list[Json] | None) -> list[Json]:
    made: list[Json] = [{"type": "rich", **embed} for embed in sent or []]
    for embed in made:
        if embed.get("fields"):
            embed["fields"] = [{"inline": False, **field} for field in embed["fields"]]
    return made


def _reference(channel: Channel, body: Json) -> Json | None:
    asked = body.get("message_reference")
    if not asked:
        return None
    place: Json = {"channel_id": str(channel.id), "message_id": str(asked["message_id"]), "type": 0}
    return place if channel.guild_id is None else {**place, "guild_id": str(channel.guild_id)}


def _tell(core: Core, channel: Channel, message: Message, event: str) -> None:
    core.views.message(channel, message)
    if not message.ephemeral:
        body: Json = dict(message.payload)
        if channel.guild_id is not None:
            guild = core.world.guilds[channel.guild_id]
            member = guild.members.get(message.author.id)
            body["guild_id"] = str(channel.guild_id)
            if member is not None and not message.origin:
                body["member"] = payloads.member(member, with_user=False)
        core.gateway.publish(channel.guild_id, event, body, channel=channel)


def edit(core: Core, channel: Channel, message: Message, body: Json, *, files: list[Json]) -> Message:
    """Change what `body` names; absent fields stay, null empties."""
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = _embeds(body["embeds"])
    message.attachments = _attachments(message, body, files)
    if "components" in body:
        message.components = stored(body["components"] or [], message.attachments)
    if body.get("flags") is not None:
        message.flags = message.flags & ~EDITABLE_FLAGS | int(body["flags"]) & EDITABLE_FLAGS
    message.flags &= ~LOADING
    message.edited_ms = core.clock.epoch_ms()
    message.payload = payloads.message(core.world, message)
    _tell(core, channel, message, "MESSAGE_UPDATE")
    return message


def _attachments(message: Message, body: Json, files: list[Json]) -> list[Json]:
    if "attachments" not in body:
        return message.attachments + files
    kept = {str(a.get("id")) for a in body["attachments"] or []}
    return [a for a in message.attachments if a["id"] in kept] + files


def delete(core: Core, channel: Channel, message: Message) -> None:
    """Take a message away from everybody."""
    if message.ephemeral:
        core.world.private.pop(message.id, None)
        core.views.deleted(channel, message.id, message.seen_only_by)
        return
    channel.messages.pop(message.id, None)
    core.views.deleted(channel, message.id)
    body: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id is not None:
        body["guild_id"] = str(channel.guild_id)
    core.gateway.publish(channel.guild_id, "MESSAGE_DELETE", body, channel=channel)


def repeated(core: Core, channel: Channel, author: User, body: Json) -> Message | None:
    """The message an enforced nonce already stands for, within the nonce's life."""
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    oldest_ms = core.clock.epoch_ms() - core.limits.nonce_s * 1000
    for message in reversed(channel.messages.values()):
        if message.created_ms < oldest_ms:
            return None
        if message.author is author and message.nonce == body["nonce"]:
            return message
    return None


def count_old_edit(core: Core, message: Message) -> None:
    """Refuse with 30046 where a message over an hour old was edited too often."""
    now_ms = core.clock.epoch_ms()
    if now_ms - message.created_ms < core.limits.old_message_s * 1000:
        return
    calls, seconds = core.limits.old_message_budget
    message.old_edits = [at for at in message.old_edits if at > now_ms - seconds * 1000]
    if len(message.old_edits) >= calls:
        raise ApiError(400, 30046)
    message.old_edits.append(now_ms)


def attachment(core: Core, name: str, content_type: str, size: int, *, base_url: str) -> Json:
    """A stored file's JSON; its bytes are not kept."""
    file_id = core.ids.new()
    url = f"{base_url}/attachments/{file_id}/{name}"
    made: dict[str, Any] = {"id": str(file_id), "filename": name, "size": size, "url": url}
    return {**made, "proxy_url": url, "content_type": content_type}


def ephemeral_flags(body: Json, extra: int = 0) -> int:
    """Flags of an interaction's answer: what the bot may set, ephemeral included."""
    return int(body.get("flags") or 0) & (EDITABLE_FLAGS | EPHEMERAL | (1 << 12)) | extra
