"""Discord's markdown and components as a terminal shows them."""

from typing import Any

import pytest

from mafiabot.lab.rendering import Reading, Span, lines_of, plain

READING = Reading(names={7: "Леся"}, now_ms=1_000_000)


def said(text: str) -> list[str]:
    return [plain(line) for line in lines_of({"content": text}, READING)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**1** · Alice", "1 · Alice"),
        ("## Vote", "Vote"),
        ("-# small", "small"),
        ("<@7> has the floor", "@Леся has the floor"),
        ("<@8>", "@8"),
        (r"\*\*not bold\*\* \_x\_", "**not bold** _x_"),
        ("`a**b`", "a**b"),
        ("role: ||don||", "role: don"),
        ("ends <t:1030:R>", "ends ⏱ 0:30"),
        ("ended <t:910:R>", "ended ⏱ −1:30"),
        ("at <t:3661:T>", "at 01:01:01"),
        ("<\u200b@7> \u200bx", "<@7> x"),
        ("3 * 4 * 5", "3 * 4 * 5"),
    ],
)
def test_text_is_shown_without_its_marks(text: str, shown: str) -> None:
    assert said(text) == [shown]


def test_looks_are_kept_beside_the_text() -> None:
    line = lines_of({"content": "a **b ||c||**"}, READING)[0]
    assert line == (
        Span("a "),
        Span("b ", frozenset({"bold"})),
        Span("c", frozenset({"bold", "spoiler"})),
    )


def test_components_are_lines_and_controls_are_in_brackets() -> None:
    payload: dict[str, Any] = {
        "content": "",
        "components": [
            {"type": 17, "components": [{"type": 10, "content": "one\ntwo"}, {"type": 14}]},
            {
                "type": 1,
                "components": [
                    {"type": 2, "label": "Hand", "emoji": {"name": "🎴"}},
                    {"type": 2, "label": "Finish", "disabled": True},
                ],
            },
            {"type": 1, "components": [{"type": 3, "placeholder": "Shoot at", "options": []}]},
            {"type": 12, "items": []},
        ],
    }
    assert [plain(line) for line in lines_of(payload, READING)] == [
        "one",
        "two",
        "─" * 24,
        "[🎴 Hand] [Finish]",
        "[Shoot at ▾]",
        "[picture]",
    ]
