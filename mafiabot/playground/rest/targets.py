"""Which stored message a request is about to change, found without raising."""

from __future__ import annotations

from ..core import Core
from ..model import Message
from .router import Call


def edited_message(core: Core, call: Call) -> Message | None:
    """The message of an edit by channel, by interaction token or by a component's answer; None otherwise."""
    args = call.args
    token = args.get("webhook_token") or args.get("interaction_token")
    if token is not None:
        made = core.interactions.find(token)
        if made is None:
            return None
        if "interaction_token" in args:
            return made.source
        known = [made.message, made.source, *made.followups]
        wanted = args.get("message_id")
        return next((m for m in known if m and str(m.id) == wanted), None) if wanted else made.message
    channel = core.world.channels.get(int(args["channel_id"])) if "message_id" in args else None
    return None if channel is None else channel.messages.get(int(args["message_id"]))
