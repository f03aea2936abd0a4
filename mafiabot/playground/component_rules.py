"""Limits of components that the published specification leaves out, for messages and forms."""

from __future__ import annotations

from typing import Any

from .components import (
    BUTTON,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    walk,
)
from .errors import Form, Json

Path = tuple[str | int, ...]

MOST_COMPONENTS, MOST_TEXT, MOST_ROWS, MOST_BUTTONS, MOST_OPTIONS = 40, 4000, 5, 5, 25
LINK, PREMIUM = 5, 6
V2_ONLY = frozenset({SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER})
TOP_V2 = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER})
IN_CONTAINER = TOP_V2 - {CONTAINER}
TOP_MODAL = frozenset({ROW, TEXT, LABEL})

_CHOICE = frozenset({"custom_id", "placeholder", "min_values", "max_values", "disabled", "required"})
KNOWN: dict[int, frozenset[str]] = {
    ROW: frozenset({"components"}),
    BUTTON: frozenset({"style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"}),
    STRING_SELECT: _CHOICE | {"options"},
    TEXT_INPUT: frozenset(
        {"custom_id", "style", "label", "min_length", "max_length", "required", "value", "placeholder"}
    ),
    5: _CHOICE | {"default_values"},
    6: _CHOICE | {"default_values"},
    7: _CHOICE | {"default_values"},
    8: _CHOICE | {"default_values", "channel_types"},
    SECTION: frozenset({"components", "accessory"}),
    TEXT: frozenset({"content"}),
    THUMBNAIL: frozenset({"media", "description", "spoiler"}),
    GALLERY: frozenset({"items"}),
    FILE: frozenset({"file", "spoiler", "name", "size"}),
    SEPARATOR: frozenset({"divider", "spacing"}),
    CONTAINER: frozenset({"components", "accent_color", "spoiler"}),
    LABEL: frozenset({"label", "description", "component"}),
    19: frozenset({"custom_id", "min_values", "max_values", "required"}),
}


def check_message(form: Form, path: Path, components: list[Json], *, v2: bool) -> None:
    """The components of a message; `v2` where its flag 32768 is set."""
    everything = list(walk(components))
    if len(everything) > MOST_COMPONENTS:
        form.refuse(path, "COMPONENT_MAX_TOTAL", f"{len(everything)} components, at most {MOST_COMPONENTS}.")
    if sum(len(str(c.get("content", ""))) for c in everything if c.get("type") == TEXT) > MOST_TEXT:
        form.refuse(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"Over {MOST_TEXT} characters of text.")
    if not v2 and len(components) > MOST_ROWS:
        form.refuse(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length.")
    allowed = TOP_V2 if v2 else frozenset({ROW})
    for index, component in enumerate(components):
        _check_place(form, (*path, index), component, allowed, v2=v2)
    _check_unique(form, path, everything)


def check_modal(form: Form, data: Json) -> None:
    """A form: title, custom_id, one to forty components, each field named once."""
    form.length(("data", "title"), data.get("title"), 1, 45)
    form.length(("data", "custom_id"), data.get("custom_id"), 1, 100)
    components = data.get("components") or []
    path: Path = ("data", "components")
    if not 1 <= len(components) <= MOST_ROWS:
        form.refuse(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length.")
    for index, component in enumerate(components):
        _check_place(form, (*path, index), component, TOP_MODAL, v2=True, modal=True)
    _check_unique(form, path, list(walk(components)))


def _check_unique(form: Form, path: Path, everything: list[Json]) -> None:
    for field, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        values = [c[field] for c in everything if c.get(field)]
        for value in {v for v in values if values.count(v) > 1}:
            form.refuse(path, code, f"Component {field} {value!r} is used more than once.")


def _check_place(
    form: Form, path: Path, raw: Json, allowed: frozenset[int], *, v2: bool, modal: bool = False
) -> None:
    kind = raw.get("type")
    if kind not in allowed:
        code = "COMPONENT_NEEDS_V2_FLAG" if kind in V2_ONLY and not v2 else "COMPONENT_TYPE_INVALID"
        form.refuse((*path, "type"), code, f"A component of type {kind} is not allowed here.")
        return
    form.unknown(path, raw, KNOWN.get(kind, frozenset(raw)) | {"type", "id"})
    _check_one(form, path, kind, raw)
    inner = _allowed_inside(kind, raw, modal=modal)
    for index, component in enumerate(raw.get("components") or []):
        _check_place(form, (*path, "components", index), component, inner, v2=v2, modal=modal)
    for name in ("accessory", "component"):
        if isinstance(raw.get(name), dict):
            _check_place(form, (*path, name), raw[name], _allowed_beside(name), v2=v2, modal=modal)


def _allowed_inside(kind: int, raw: Json, *, modal: bool) -> frozenset[int]:
    if kind == SECTION:
        return frozenset({TEXT})
    if kind == CONTAINER:
        return IN_CONTAINER
    if modal:
        return frozenset({TEXT_INPUT})
    return frozenset({BUTTON}) | SELECTS


def _allowed_beside(name: str) -> frozenset[int]:
    if name == "accessory":
        return frozenset({BUTTON, THUMBNAIL})
    return SELECTS | {TEXT_INPUT, 19, 21, 22, 23}


def _check_one(form: Form, path: Path, kind: int, raw: Json) -> None:
    if kind == ROW:
        _check_row(form, path, raw.get("components") or [])
    elif kind == BUTTON:
        _check_button(form, path, raw)
    elif kind in SELECTS:
        _check_select(form, path, raw)
    elif kind == TEXT:
        form.length((*path, "content"), raw.get("content"), 1, MOST_TEXT)
    elif kind == SECTION and not 1 <= len(raw.get("components") or []) <= 3:
        form.refuse((*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 3 in length.")
    elif kind == SECTION and not raw.get("accessory"):
        form.refuse((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required.")
    elif kind == TEXT_INPUT:
        form.length((*path, "custom_id"), raw.get("custom_id"), 1, 100)
        form.too_long((*path, "label"), raw.get("label"), 45)
        form.too_long((*path, "placeholder"), raw.get("placeholder"), 100)
    elif kind == LABEL:
        form.length((*path, "label"), raw.get("label"), 1, 45)
        form.too_long((*path, "description"), raw.get("description"), 100)


def _check_row(form: Form, path: Path, inside: list[Json]) -> None:
    buttons = sum(1 for c in inside if c.get("type") == BUTTON)
    if not inside or buttons > MOST_BUTTONS or (len(inside) > 1 and buttons < len(inside)):
        form.refuse(
            (*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row: 1 to 5 buttons or one select."
        )


def _check_button(form: Form, path: Path, raw: Json) -> None:
    style = raw.get("style")
    form.too_long((*path, "label"), raw.get("label"), 80)
    if style == LINK:
        form.length((*path, "url"), raw.get("url"), 1, 512)
        if raw.get("custom_id"):
            form.refuse((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL", "Not both custom_id and url.")
    elif style != PREMIUM:
        form.length((*path, "custom_id"), raw.get("custom_id"), 1, 100)
        if raw.get("url"):
            form.refuse((*path, "url"), "BUTTON_COMPONENT_CUSTOM_ID_URL", "Only a link button has a url.")
        if not raw.get("label") and not raw.get("emoji"):
            form.refuse((*path, "label"), "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji.")


def _check_select(form: Form, path: Path, raw: Json) -> None:
    form.length((*path, "custom_id"), raw.get("custom_id"), 1, 100)
    form.too_long((*path, "placeholder"), raw.get("placeholder"), 150)
    low, high = _number(raw.get("min_values")), _number(raw.get("max_values"))
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        form.refuse((*path, "min_values"), "SELECT_COMPONENT_MIN_MAX", f"{low} to {high} cannot be chosen.")
    if raw.get("type") == STRING_SELECT:
        _check_options(form, (*path, "options"), raw.get("options") or [], high)


def _number(value: Any) -> int:
    return 1 if value is None else int(value)


def _check_options(form: Form, path: Path, options: list[Json], high: int) -> None:
    if not 1 <= len(options) <= MOST_OPTIONS:
        form.refuse(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_OPTIONS} in length.")
    if high > len(options):
        form.refuse(path, "SELECT_COMPONENT_MAX_VALUES", f"max_values {high} but {len(options)} options.")
    values = [option.get("value") for option in options]
    for index, option in enumerate(options):
        form.unknown((*path, index), option, frozenset({"label", "value", "description", "emoji", "default"}))
        form.length((*path, index, "label"), option.get("label"), 1, 100)
        form.length((*path, index, "value"), option.get("value"), 1, 100)
        form.too_long((*path, index, "description"), option.get("description"), 100)
        if values.count(option.get("value")) > 1:
            form.refuse((*path, index, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Used twice.")
    if sum(bool(option.get("default")) for option in options) > high:
        form.refuse(path, "SELECT_COMPONENT_DEFAULTS", "More defaults than can be chosen.")
