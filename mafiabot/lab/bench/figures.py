"""Measured figures: each with the bare thing's value from the same run, and what it is meant to reach."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import Enum


class Aim(Enum):
    """What of a figure is compared with its aim, and on which side of it is good."""

    RATIO_AT_LEAST = "ratio ≥"
    VALUE_AT_MOST = "≤"
    P99_AT_MOST = "p99 ≤"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """`limit`: the same measured on the bare thing. `less`: a smaller value is the better one.

    `kind`, `goal`: the aim, if there is one; the goal is in the figure's unit, or a share of the limit.
    """

    name: str
    value: float
    unit: str
    p50: float | None = None
    p99: float | None = None
    max: float | None = None
    limit: float | None = None
    less: bool = False
    kind: Aim | None = None
    goal: float | None = None

    @property
    def ratio(self) -> float | None:
        """How near it comes to its limit: 1 is as good as the bare thing."""
        if self.limit is None or not self.value or not self.limit:
            return None
        return self.limit / self.value if self.less else self.value / self.limit

    @property
    def aim(self) -> str | None:
        """In words."""
        if self.kind is None or self.goal is None:
            return None
        unit = "" if self.kind is Aim.RATIO_AT_LEAST else f" {self.unit}"
        return f"{self.kind.value} {self.goal:g}{unit}"

    @property
    def met(self) -> bool | None:
        """Whether the aim is reached; None where there is none, or nothing to compare it with."""
        if self.kind is None or self.goal is None:
            return None
        match self.kind:
            case Aim.RATIO_AT_LEAST:
                return None if self.ratio is None else self.ratio >= self.goal
            case Aim.P99_AT_MOST:
                return None if self.p99 is None else self.p99 <= self.goal
            case Aim.VALUE_AT_MOST:
                return self.value <= self.goal

    def as_json(self) -> dict[str, object]:
        """The keys that are fixed."""
        told = {name: _rounded(value) for name, value in asdict(self).items() if name not in _NOT_WRITTEN}
        return {**told, "ratio": _rounded(self.ratio), "aim": self.aim, "met": self.met}


_NOT_WRITTEN = ("less", "kind", "goal")


def _rounded(value: object) -> object:
    """Four digits: a figure is not known better than that."""
    if isinstance(value, float) and value:
        return round(value, max(0, 3 - math.floor(math.log10(abs(value)))))
    return value


@dataclass(frozen=True, slots=True)
class Spread:
    """What a number of measurements come to."""

    count: int
    mean: float
    p50: float
    p99: float
    max: float


def spread(measured: Sequence[float]) -> Spread:
    """Raises `ValueError` for none. A percentile is a value that was measured (nearest rank)."""
    if not measured:
        raise ValueError("nothing was measured")
    ordered = sorted(measured)

    def rank(share: float) -> float:
        return ordered[max(0, math.ceil(share * len(ordered)) - 1)]

    return Spread(len(ordered), sum(ordered) / len(ordered), rank(0.5), rank(0.99), ordered[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchReport:
    """All figures of a run; `host` and `store` say where, each in a line."""

    host: str
    store: str
    figures: tuple[Figure, ...]

    @property
    def unmet(self) -> tuple[Figure, ...]:
        return tuple(figure for figure in self.figures if figure.met is False)

    def as_json(self) -> str:
        document = {
            "host": self.host,
            "store": self.store,
            "figures": [figure.as_json() for figure in self.figures],
        }
        return json.dumps(document, ensure_ascii=False, indent=2)


HEAD = ("figure", "value", "unit", "p50", "p99", "max", "limit", "ratio", "aim", "met")
_WIDTHS = (58, 9, 14, 8, 8, 8, 9, 6, 14, 3)


def head() -> str:
    """The table's first line."""
    return _line(HEAD)


def row(figure: Figure) -> str:
    """The figure's line."""
    met = {None: "", True: "yes", False: "NO"}[figure.met]
    numbers = (figure.p50, figure.p99, figure.max, figure.limit)
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    cells = (
        figure.name,
        _short(figure.value),
        figure.unit,
        *map(_short, numbers),
        ratio,
        figure.aim or "",
        met,
    )
    return _line(cells)


def _line(cells: Sequence[str]) -> str:
    return "  ".join(_cells(cells)).rstrip()


def _cells(cells: Sequence[str]) -> Iterator[str]:
    for number, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True)):
        left = HEAD[number] in ("figure", "unit", "aim", "met")
        yield cell.ljust(width) if left else cell.rjust(width)


def _short(value: float | None) -> str:
    """Three digits that count, thousands apart."""
    if value is None:
        return ""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"
