"""Reading a rendered layout as Discord would get it, and Discord's limits on it."""

from collections.abc import Iterator
from typing import Any

from discord import ui

MAX_COMPONENTS = 40
MAX_TEXT = 4000


def components(layout: ui.LayoutView) -> list[dict[str, Any]]:
    """All components of the payload, nested ones included, in order."""
    payload: list[dict[str, Any]] = layout.to_components()  # type: ignore[no-untyped-call]
    return list(_walk(payload))


def _walk(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from _walk(part.get("components", []))


def text_of(layout: ui.LayoutView) -> str:
    return "\n".join(part["content"] for part in components(layout) if "content" in part)


def controls(layout: ui.LayoutView) -> list[dict[str, Any]]:
    return [part for part in components(layout) if "custom_id" in part]


def labels(layout: ui.LayoutView) -> list[str]:
    return [part.get("label") or part["placeholder"] for part in controls(layout)]


def assert_within_limits(layout: ui.LayoutView) -> None:
    """Raises AssertionError for what Discord would refuse."""
    parts = components(layout)
    assert len(parts) <= MAX_COMPONENTS
    assert sum(len(part["content"]) for part in parts if "content" in part) <= MAX_TEXT
    assert all(part["content"].strip() for part in parts if "content" in part)
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for part in parts:
        assert 1 <= len(part.get("label", "x")) <= 80
        assert len(part.get("placeholder", "")) <= 150
        if "options" in part:
            _assert_options(part)
        if part["type"] == 1:
            assert 1 <= len(part["components"]) <= 5


def _assert_options(part: dict[str, Any]) -> None:
    values = [option["value"] for option in part["options"]]
    assert 1 <= len(values) <= 25
    assert len(values) == len(set(values))
    assert all(1 <= len(option["label"]) <= 100 for option in part["options"])
    assert part["min_values"] <= part["max_values"] <= len(values)
