"""One door for all checks of bodies: limits the specification does not state, then the specification."""

from __future__ import annotations

from typing import Any

from . import command_rules, message_rules
from .errors import ApiError, Form, Json
from .model import COMPONENTS_V2, Message
from .spec import Specification, specification

MEMBER = frozenset({"nick", "roles", "mute", "deaf", "channel_id", "communication_disabled_until", "flags"})
KNOWN: dict[tuple[str, str], frozenset[str]] = {
    ("PATCH", "/guilds/{guild_id}/members/{user_id}"): MEMBER,
    ("PATCH", "/guilds/{guild_id}/members/@me"): frozenset({"nick", "avatar", "banner", "bio"}),
    ("PATCH", "/guilds/{guild_id}/voice-states/{user_id}"): frozenset({"channel_id", "suppress"}),
    ("PATCH", "/guilds/{guild_id}/voice-states/@me"): frozenset(
        {"channel_id", "suppress", "request_to_speak_timestamp"}
    ),
    ("PUT", "/channels/{channel_id}/voice-status"): frozenset({"status"}),
    ("POST", "/users/@me/channels"): frozenset({"recipient_id"}),
}
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


class Validator:
    """Checks requests (raising 50035) and answers (returning what is wrong with them)."""

    def __init__(self, spec_path: str | None) -> None:
        self._spec: Specification | None = None if spec_path is None else specification(spec_path)

    def request(
        self, method: str, path: str, body: Any, files: list[Json], reason: str | None, edited: Message | None
    ) -> None:
        """Raise `ApiError` where Discord would not take a body; `edited` is the message it changes."""
        form = Form()
        form.too_long(("reason",), reason, 512)
        _check_limits(form, method, path, body, files, edited)
        form.check()
        if self._spec is None or body is None:
            return
        for at, message in self._spec.request_problems(method, path, body):
            form.refuse(at, "SPECIFICATION", message)
        form.check()

    def answer(self, method: str, path: str, status: int, body: Any) -> list[str]:
        """What of an answer breaks the specification."""
        if self._spec is None:
            return []
        problems = self._spec.answer_problems(method, path, status, body)
        return [f"{'/'.join(map(str, at))}: {message[:300]}" for at, message in problems]


def _check_limits(
    form: Form, method: str, path: str, body: Any, files: list[Json], edited: Message | None
) -> None:
    was_v2 = edited is not None and bool(edited.flags & COMPONENTS_V2)
    if path.endswith(("/commands", "/commands/{command_id}")) and method in ("PUT", "POST"):
        if method == "PUT":
            command_rules.check_all(form, body)
        else:
            command_rules.check_one(form, (), body or {})
        return
    if method not in ("POST", "PATCH", "PUT"):
        return
    fields = _object(body)
    if path == "/channels/{channel_id}/messages":
        message_rules.check_created(form, (), fields, files, message_rules.CREATE)
    elif path == "/channels/{channel_id}/messages/{message_id}":
        message_rules.check_edited(form, (), fields, message_rules.EDIT, was_v2=was_v2)
    elif path == WEBHOOK:
        message_rules.check_created(form, (), fields, files, message_rules.FOLLOW_UP, interaction=True)
    elif path.startswith(WEBHOOK):
        message_rules.check_edited(form, (), fields, message_rules.FOLLOW_UP_EDIT, was_v2=was_v2)
    elif path.endswith("/callback"):
        message_rules.check_answer(form, fields, files, was_v2=was_v2)
    elif (method, path) in KNOWN:
        form.unknown((), fields, KNOWN[method, path])


def _object(body: Any) -> Json:
    if body is None:
        return {}
    if not isinstance(body, dict):
        problem = {"code": "BASE_TYPE_DICT", "message": "Only dictionaries may be used here."}
        raise ApiError(400, 50035, errors={"_errors": [problem]})
    return body
