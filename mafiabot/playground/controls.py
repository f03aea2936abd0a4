"""What a person reads and can touch in a message: texts and controls, of components v1 and v2 alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .components import BUTTON, SELECTS, STRING_SELECT, TEXT, walk
from .errors import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A line of a string select."""

    label: str
    value: str
    description: str
    default: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A button or select; `label` is a button's label (or emoji) or a select's placeholder."""

    kind: int
    number: int
    custom_id: str | None
    label: str
    disabled: bool
    style: int = 0
    url: str | None = None
    options: tuple[Option, ...] = ()
    min_values: int = 1
    max_values: int = 1

    @property
    def is_button(self) -> bool:
        """Whether it is pressed rather than opened."""
        return self.kind == BUTTON


def texts(payload: Json) -> list[str]:
    """Every piece of text a message shows, in order: content, embeds, text displays."""
    found = [payload["content"]] if payload.get("content") else []
    for embed in payload.get("embeds", []):
        found += _embed_texts(embed)
    found += [c["content"] for c in walk(payload.get("components", [])) if c["type"] == TEXT]
    return found


def _embed_texts(embed: Json) -> list[str]:
    found = [str(embed[key]) for key in ("title", "description") if embed.get(key)]
    for one in embed.get("fields", []):
        found += [one["name"], one["value"]]
    footer = embed.get("footer", {}).get("text")
    return [*found, footer] if footer else found


def text_of(payload: Json) -> str:
    """All text of a message, one piece a line."""
    return "\n".join(texts(payload))


def controls(payload: Json) -> Iterator[Control]:
    """Every button and select of a message, in the order shown."""
    for component in walk(payload.get("components", [])):
        if component["type"] == BUTTON:
            yield _button(component)
        elif component["type"] in SELECTS:
            yield _select(component)


def _button(raw: Json) -> Control:
    emoji = (raw.get("emoji") or {}).get("name") or ""
    return Control(
        kind=BUTTON,
        number=raw["id"],
        custom_id=raw.get("custom_id"),
        label=raw.get("label") or emoji,
        disabled=bool(raw.get("disabled")),
        style=raw["style"],
        url=raw.get("url"),
    )


def _select(raw: Json) -> Control:
    return Control(
        kind=raw["type"],
        number=raw["id"],
        custom_id=raw["custom_id"],
        label=raw.get("placeholder") or "",
        disabled=bool(raw.get("disabled")),
        options=tuple(_option(o) for o in raw.get("options", [])) if raw["type"] == STRING_SELECT else (),
        min_values=raw.get("min_values", 1),
        max_values=raw.get("max_values", 1),
    )


def _option(raw: Json) -> Option:
    return Option(
        label=raw["label"],
        value=raw["value"],
        description=raw.get("description") or "",
        default=bool(raw.get("default")),
    )


def buttons(payload: Json) -> list[Control]:
    """The buttons of a message."""
    return [control for control in controls(payload) if control.is_button]


def selects(payload: Json) -> list[Control]:
    """The selects of a message."""
    return [control for control in controls(payload) if not control.is_button]


def find(payload: Json, *, label: str | None = None, custom_id: str | None = None) -> Control | None:
    """The first control with this visible label (exact, else contained) or this custom_id."""
    found = list(controls(payload))
    if custom_id is not None:
        return next((c for c in found if c.custom_id == custom_id), None)
    exact = next((c for c in found if c.label == label), None)
    return exact or next((c for c in found if label is not None and label in c.label), None)
