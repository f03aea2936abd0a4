"""Components as a bot sends them to components as Discord stores them: ids given, defaults filled in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .errors import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a message or modal, outer before inner, in the order shown."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for inner in ("accessory", "component"):
            if isinstance(component.get(inner), dict):
                yield from walk([component[inner]])


def stored(components: list[Json], attachments: list[Json]) -> list[Json]:
    """A deep copy with numeric ids and defaults; media of `attachment://` get their file's address."""
    taken = {c["id"] for c in walk(components) if c.get("id")}
    numbers = (n for n in range(1, 10_000) if n not in taken)
    return [_stored(component, numbers, attachments) for component in components]


def _stored(raw: Json, numbers: Iterator[int], attachments: list[Json]) -> Json:
    made: Json = {k: v for k, v in raw.items() if v is not None}
    made["id"] = raw.get("id") or next(numbers)
    made |= {k: v for k, v in _defaults(raw).items() if k not in made}
    if "components" in raw:
        made["components"] = [_stored(c, numbers, attachments) for c in raw["components"]]
    for inner in ("accessory", "component"):
        if isinstance(raw.get(inner), dict):
            made[inner] = _stored(raw[inner], numbers, attachments)
    if isinstance(made.get("emoji"), dict):
        made["emoji"] = {k: v for k, v in made["emoji"].items() if v is not None}
    for media in ("media", "file"):
        if isinstance(raw.get(media), dict):
            made[media] = _media(raw[media], attachments)
    if raw.get("type") == GALLERY:
        made["items"] = [
            {"description": None, "spoiler": False, **item, "media": _media(item["media"], attachments)}
            for item in raw.get("items", [])
        ]
    return made


def _defaults(raw: Json) -> Json:
    kind = raw.get("type")
    if kind in SELECTS:
        return {"min_values": 1, "max_values": 1, "disabled": False}
    if kind == SEPARATOR:
        return {"spacing": 1, "divider": True}
    if kind == CONTAINER:
        return {"accent_color": None, "spoiler": False}
    if kind == THUMBNAIL:
        return {"description": None, "spoiler": False}
    return {"name": None, "size": None, "spoiler": False} if kind == FILE else {}


def _media(raw: Json, attachments: list[Json]) -> Json:
    url: Any = raw.get("url", "")
    if isinstance(url, str) and url.startswith("attachment://"):
        name = url.removeprefix("attachment://")
        found = next((a for a in attachments if a["filename"] == name), None)
        if found is not None:
            return {
                "id": found["id"],
                "url": found["url"],
                "proxy_url": found["proxy_url"],
                "attachment_id": found["id"],
            }
    return {"id": "1", "url": url, "proxy_url": url}
