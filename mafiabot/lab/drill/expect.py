"""Expectations against the report: a value, a range, or a list of which any will do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NOBODY = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """An expectation that did not hold."""

    key: str
    wanted: Any
    got: Any


def missed(report: Mapping[str, Any], expected: Mapping[str, Any]) -> list[Missed]:
    """What of the expected does not hold."""
    found = []
    for key, wanted in expected.items():
        got = value_at(report, key)
        if not holds(wanted, got):
            found.append(Missed(key=key, wanted=wanted, got=got))
    return found


def value_at(report: Mapping[str, Any], key: str) -> Any:
    """The value of a dotted key; items of lists by number from 0. None where there is nothing."""
    value: Any = report
    for part in key.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, Sequence) and not isinstance(value, str) and part.isdecimal():
            value = value[int(part)] if int(part) < len(value) else None
        else:
            return None
    return value


def holds(wanted: Any, got: Any) -> bool:
    """Whether a value is as wanted. A list of the report counts by its length beside a number or a range."""
    if isinstance(wanted, list):
        return wanted == got or any(holds(one, got) for one in wanted)
    if isinstance(got, list | tuple | dict) and isinstance(wanted, int | dict) and wanted is not True:
        got = len(got)
    if isinstance(wanted, dict):
        return _within(wanted, got)
    if wanted == NOBODY and got is None:
        return True
    if isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got
    return bool(wanted == got)


def _within(bounds: Mapping[str, float], got: Any) -> bool:
    if isinstance(got, bool) or not isinstance(got, int | float):
        return False
    return bounds.get("min", got) <= got <= bounds.get("max", got)
