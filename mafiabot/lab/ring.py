"""The table from above: seats on an ellipse, in the middle the phase and the clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from mafiabot.lab.looks import LIVING, OUT, QUIET, SPEAKING

LABEL = 17
BAR = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat as it is now. `marks`: what else is worth a sign (nominated, away)."""

    number: int
    name: str
    heard: bool = False
    out: bool = False
    marks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Middle:
    """What stands in the middle: the phase, who has the floor, and how much of his time is left."""

    phase: str
    line: str = ""
    left_ms: float | None = None
    whole_ms: float | None = None


def ring(places: Sequence[Place], middle: Middle, width: int, height: int) -> Text:
    """Seats clockwise from the top; `width` and `height` in cells."""
    rows: list[list[tuple[int, Text]]] = [[] for _ in range(height)]
    for index, place in enumerate(places):
        angle = 2 * pi * index / len(places) - pi / 2
        x = (width - LABEL) / 2 * (1 + cos(angle))
        y = (height - 1) / 2 * (1 + sin(angle))
        rows[round(y)].append((round(x), label(place, LABEL)))
    for offset, text in enumerate(_middle(middle)):
        text.truncate(width - 2 * LABEL - 2, overflow="ellipsis")
        rows[height // 2 - 1 + offset].append(((width - cell_len(text.plain)) // 2, text))
    return Text("\n").join(_row(row, width) for row in rows)


def listed(places: Sequence[Place], middle: Middle, width: int) -> Text:
    """The same for a small terminal: two columns under the phase."""
    half = (len(places) + 1) // 2
    cell = max(LABEL, width // 2 - 1)
    lines = [text for text in _middle(middle) if text.plain]
    for left in range(half):
        row = [(0, label(places[left], cell))]
        if left + half < len(places):
            row.append((cell + 1, label(places[left + half], cell)))
        lines.append(_row(row, width))
    return Text("\n").join(lines)


def label(place: Place, width: int) -> Text:
    """`◉ 3 Name`, exactly `width` cells."""
    sign, style = ("◉", SPEAKING) if place.heard else ("✗", OUT) if place.out else ("●", LIVING)
    text = Text(f"{sign} ", style=style + Style(strike=False))
    marks = f" {place.marks}" if place.marks else ""
    room = width - 2 - cell_len(marks)
    text.append(set_cell_size(f"{place.number} {place.name}", room).rstrip(), style)
    text.append(marks, QUIET)
    text.append(" " * (width - cell_len(text.plain)))
    return text


def _middle(middle: Middle) -> list[Text]:
    return [Text(middle.phase, style="bold"), Text(middle.line, SPEAKING), _clock(middle)]


def _clock(middle: Middle) -> Text:
    if middle.left_ms is None:
        return Text("")
    left_s = max(0, round(middle.left_ms / 1000))
    text = Text(f"{left_s // 60}:{left_s % 60:02d} ", style="yellow")
    if middle.whole_ms:
        full = round(BAR * min(1.0, max(0.0, middle.left_ms / middle.whole_ms)))
        text.append("━" * full, "yellow")
        text.append("━" * (BAR - full), QUIET)
    return text


def _row(row: list[tuple[int, Text]], width: int) -> Text:
    line = Text(no_wrap=True, overflow="crop")
    for x, text in sorted(row, key=lambda one: one[0]):
        line.append(" " * max(0, x - cell_len(line.plain)))
        line.append_text(text)
    line.append(" " * max(0, width - cell_len(line.plain)))
    return line
