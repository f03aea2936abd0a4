"""The first answer to an interaction and everything done later with its token."""

from __future__ import annotations

from .. import messages, payloads
from ..core import Core
from ..errors import ApiError, Form, Json
from ..interactions import (
    CHOICES,
    COMPONENT,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    MESSAGE,
    MODAL,
    UPDATE,
    Interaction,
)
from ..model import EPHEMERAL, LOADING, Message
from .router import Call, Reply, route

TOKEN_PATH = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = TOKEN_PATH + "/messages/@original"
ONE = TOKEN_PATH + "/messages/{message_id}"


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", tokenless=True)
def callback(core: Core, call: Call) -> Reply:
    """Answer an interaction once, within 3 s."""
    made = core.interactions.to_answer(call.id("interaction_id"), call.args["interaction_token"])
    kind, data = call.fields.get("type"), call.fields.get("data") or {}
    _act(core, made, kind, data, call.files)
    core.interactions.answer(made, int(kind or 0), core.views.arrival_s(made.user_id))
    if call.query.get("with_response") not in ("1", "true", "True"):
        return Reply(204)
    return Reply(200, _response(made))


def _act(core: Core, made: Interaction, kind: int | None, data: Json, files: list[Json]) -> None:
    if kind == MESSAGE:
        made.message = _publish(core, made, data, files)
    elif kind == DEFERRED_MESSAGE:
        made.message = _publish(core, made, data, files, LOADING)
    elif kind in (DEFERRED_UPDATE, UPDATE):
        made.message = _source(made)
        if kind == UPDATE:
            messages.edit(core, made.channel, made.message, data, files=files)
    elif kind == CHOICES and made.kind == 4:
        made.choices = data.get("choices") or []
    elif kind == MODAL and made.kind != 5:
        made.modal = data
    else:
        raise _bad_type(kind)


def _source(made: Interaction) -> Message:
    if made.source is None:
        raise _bad_type(UPDATE)
    return made.source


def _bad_type(kind: int | None) -> ApiError:
    form = Form()
    form.refuse(("type",), "BASE_TYPE_CHOICES", f"Callback type {kind} does not fit this interaction.")
    return ApiError(400, 50035, errors=form.tree())


def _publish(core: Core, made: Interaction, data: Json, files: list[Json], extra: int = 0) -> Message:
    flags = messages.ephemeral_flags(data, extra)
    return messages.create(
        core,
        made.channel,
        made.app.user,
        data,
        files=files,
        flags=flags,
        seen_only_by=made.user_id if flags & EPHEMERAL else None,
        application_id=made.app.id,
        origin=_origin(core, made),
    )


def _origin(core: Core, made: Interaction) -> Json:
    owners = {"0": str(made.channel.guild_id or 0)}
    origin: Json = {
        "id": str(made.id),
        "type": made.kind,
        "user": payloads.user(core.world.users[made.user_id]),
        "authorizing_integration_owners": owners,
    }
    if made.kind == COMPONENT and made.source is not None:
        origin["interacted_message_id"] = str(made.source.id)
    if made.kind == 5 and made.parent is not None:
        origin["triggering_interaction_metadata"] = _origin(core, made.parent)
    return origin


def _response(made: Interaction) -> Json:
    told: Json = {"id": str(made.id), "type": made.kind, "channel_id": str(made.channel.id)}
    if made.channel.guild_id is not None:
        told["guild_id"] = str(made.channel.guild_id)
    if made.message is None:
        return {"interaction": told}
    told["response_message_id"] = str(made.message.id)
    told["response_message_loading"] = bool(made.message.flags & LOADING)
    told["response_message_ephemeral"] = made.message.ephemeral
    body: Json = {"interaction": told}
    if made.answer_kind in (MESSAGE, UPDATE):
        body["resource"] = {"type": made.answer_kind, "message": made.message.payload}
    return body


def _of_token(core: Core, call: Call) -> Interaction:
    return core.interactions.by_token(call.id("webhook_id"), call.args["webhook_token"])


def _alive(core: Core, made: Interaction, message: Message | None) -> Message:
    alive = message is not None and (message.id in core.world.private or message.id in made.channel.messages)
    if message is None or not alive:
        raise ApiError(404, 10008)
    return message


def _original(core: Core, call: Call) -> tuple[Interaction, Message]:
    made = _of_token(core, call)
    return made, _alive(core, made, made.message)


def _one(core: Core, call: Call) -> tuple[Interaction, Message]:
    made = _of_token(core, call)
    message_id = call.id("message_id")
    known = [made.message, made.source, *made.followups]
    found = next((m for m in known if m is not None and m.id == message_id), None)
    return made, _alive(core, made, found)


@route("POST", TOKEN_PATH, tokenless=True)
def follow_up(core: Core, call: Call) -> Reply:
    """A further message; the first one after a deferral fills the promised message."""
    made = _of_token(core, call)
    promised = made.message
    if promised is not None and promised.flags & LOADING:
        message = messages.edit(core, made.channel, promised, call.fields, files=call.files)
        core.interactions.completed(made, core.views.arrival_s(made.user_id))
    else:
        message = _publish(core, made, call.fields, call.files)
        made.followups.append(message)
    return Reply(200, message.payload)


def _edit(core: Core, call: Call, made: Interaction, message: Message) -> Reply:
    messages.count_old_edit(core, message)
    messages.edit(core, made.channel, message, call.fields, files=call.files)
    if message is made.message:
        core.interactions.completed(made, core.views.arrival_s(made.user_id))
    return Reply(200, message.payload)


@route("PATCH", ORIGINAL, tokenless=True)
def edit_original(core: Core, call: Call) -> Reply:
    """Edit the first answer."""
    return _edit(core, call, *_original(core, call))


@route("GET", ORIGINAL, tokenless=True)
def get_original(core: Core, call: Call) -> Reply:
    """Read the first answer."""
    return Reply(200, _original(core, call)[1].payload)


@route("DELETE", ORIGINAL, tokenless=True)
def delete_original(core: Core, call: Call) -> Reply:
    """Delete the first answer."""
    made, message = _original(core, call)
    messages.delete(core, made.channel, message)
    return Reply(204)


@route("PATCH", ONE, tokenless=True)
def edit_one(core: Core, call: Call) -> Reply:
    """Edit a message of this interaction."""
    return _edit(core, call, *_one(core, call))


@route("GET", ONE, tokenless=True)
def get_one(core: Core, call: Call) -> Reply:
    """Read a message of this interaction."""
    return Reply(200, _one(core, call)[1].payload)


@route("DELETE", ONE, tokenless=True)
def delete_one(core: Core, call: Call) -> Reply:
    """Delete a message of this interaction."""
    made, message = _one(core, call)
    messages.delete(core, made.channel, message)
    return Reply(204)
