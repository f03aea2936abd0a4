"""Limits of messages that the published specification leaves out: sizes, emptiness, v2 against content."""

from __future__ import annotations

from . import component_rules
from .component_rules import Path
from .errors import ApiError, Form, Json
from .model import COMPONENTS_V2, EPHEMERAL

SUPPRESS = (1 << 2) | (1 << 12)
FILLING = ("content", "embeds", "components", "sticker_ids", "poll")
COMMON = frozenset({"tts", "content", "embeds", "allowed_mentions", "components", "flags", "attachments"})
CREATE = COMMON | {
    "nonce",
    "enforce_nonce",
    "message_reference",
    "sticker_ids",
    "poll",
}
EDIT = COMMON | {"sticker_ids"}
FOLLOW_UP = COMMON | {"username", "avatar_url", "poll", "thread_name", "applied_tags"}
ANSWER = COMMON | {"poll"}
FOLLOW_UP_EDIT = COMMON | {"poll"}


def check_created(
    form: Form, path: Path, body: Json, files: list[Json], known: frozenset[str], *, interaction: bool = False
) -> None:
    """A new message: 50006 where there is nothing in it."""
    form.unknown(path, body, known)
    allowed = COMPONENTS_V2 | SUPPRESS | (EPHEMERAL if interaction else 0)
    _check_flags(form, path, body, allowed)
    if not files and not any(body.get(name) for name in FILLING):
        raise ApiError(400, 50006)
    if body.get("nonce") is not None and len(str(body["nonce"])) > 25:
        form.refuse((*path, "nonce"), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
    _check_common(form, path, body, v2=bool(int(body.get("flags") or 0) & COMPONENTS_V2))


def check_edited(form: Form, path: Path, body: Json, known: frozenset[str], *, was_v2: bool) -> None:
    """A changed message; components v2 is set once and for all."""
    form.unknown(path, body, known)
    _check_flags(form, path, body, COMPONENTS_V2 | (1 << 2))
    v2 = was_v2 or bool(int(body.get("flags") or 0) & COMPONENTS_V2)
    _check_common(form, path, body, v2=v2)


def _check_flags(form: Form, path: Path, body: Json, allowed: int) -> None:
    flags = body.get("flags")
    if isinstance(flags, int) and flags & ~allowed:
        form.refuse((*path, "flags"), "MESSAGE_FLAGS_INVALID", f"Flags {flags} cannot be set here.")


def _check_common(form: Form, path: Path, body: Json, *, v2: bool) -> None:
    form.too_long((*path, "content"), body.get("content"), 2000)
    if v2:
        for name in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(name):
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                form.refuse((*path, name), code, f"The field {name} cannot be used with components v2.")
    for index, embed in enumerate(body.get("embeds") or []):
        _check_embed(form, (*path, "embeds", index), embed)
    if len(body.get("embeds") or []) > 10:
        form.refuse((*path, "embeds"), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    components = body.get("components")
    if components:
        component_rules.check_message(form, (*path, "components"), components, v2=v2)


def _check_embed(form: Form, path: Path, embed: Json) -> None:
    form.too_long((*path, "title"), embed.get("title"), 256)
    form.too_long((*path, "description"), embed.get("description"), 4096)
    fields = embed.get("fields") or []
    if len(fields) > 25:
        form.refuse((*path, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for index, one in enumerate(fields):
        form.length((*path, "fields", index, "name"), one.get("name"), 1, 256)
        form.length((*path, "fields", index, "value"), one.get("value"), 1, 1024)


def check_answer(form: Form, body: Json, files: list[Json], *, was_v2: bool) -> None:
    """An interaction's first answer, by its type."""
    form.unknown((), body, frozenset({"type", "data"}))
    kind, data = body.get("type"), body.get("data") or {}
    if kind == 4:
        check_created(form, ("data",), data, files, ANSWER, interaction=True)
    elif kind == 5:
        form.unknown(("data",), data, frozenset({"flags"}))
    elif kind == 7:
        check_edited(form, ("data",), data, ANSWER, was_v2=was_v2)
    elif kind == 8:
        _check_choices(form, data.get("choices") or [])
    elif kind == 9:
        form.unknown(("data",), data, frozenset({"custom_id", "title", "components"}))
        component_rules.check_modal(form, data)


def _check_choices(form: Form, choices: list[Json]) -> None:
    path: Path = ("data", "choices")
    if len(choices) > 25:
        form.refuse(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for index, choice in enumerate(choices):
        form.unknown((*path, index), choice, frozenset({"name", "value", "name_localizations"}))
        form.length((*path, index, "name"), choice.get("name"), 1, 100)
        form.too_long((*path, index, "value"), choice.get("value"), 100)
