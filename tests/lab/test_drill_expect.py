"""Expectations: values, ranges, any of several; and what is said of those that do not hold."""

from typing import Any

import pytest

from mafiabot.lab.drill.expect import Missed, holds, missed, value_at

REPORT = {
    "totals": {"lost": 0, "gap_ms_p99": 40},
    "tables": {"a": {"verdict": "red", "speeches": [{"heard_ms": 60_010}]}, "b": {"verdict": None}},
    "violations": [],
    "members": [{"found_muted": True}],
}


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        (0, 0),
        (0, []),
        (2, [1, 2]),
        ({"max": 0}, []),
        ({"min": 1, "max": 3}, 3),
        ({"min": 1}, 3.5),
        (["red", "black"], "black"),
        ([0, {"min": 10}], 12),
        ("none", None),
        ([], []),
        (True, True),
        ("red", "red"),
    ],
)
def test_what_is_as_wanted_holds(wanted: Any, got: Any) -> None:
    assert holds(wanted, got)


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        (0, 1),
        (0, [1]),
        (0, False),
        (True, 1),
        ({"max": 3}, 4),
        ({"min": 3}, None),
        ({"min": 0}, True),
        (["red", "black"], None),
        ("none", "red"),
        (0, None),
    ],
)
def test_what_is_not_as_wanted_does_not(wanted: Any, got: Any) -> None:
    assert not holds(wanted, got)


def test_a_dotted_key_leads_through_tables_and_lists() -> None:
    assert value_at(REPORT, "tables.a.speeches.0.heard_ms") == 60_010
    assert value_at(REPORT, "members.0.found_muted") is True
    assert value_at(REPORT, "tables.a.speeches.7.heard_ms") is None
    assert value_at(REPORT, "totals.lost.more") is None


def test_whatever_does_not_hold_is_named_with_what_was_wanted_and_got() -> None:
    expected = {"totals.lost": 0, "totals.gap_ms_p99": {"max": 30}, "tables.b.verdict": ["red", "none"]}
    assert missed(REPORT, expected) == [Missed(key="totals.gap_ms_p99", wanted={"max": 30}, got=40)]
