"""A bot dies in every cell that was ever reached, because an evening can be repeated up to there.

With the same deaths at the same steps everything comes again. Evenings without a death show the ways to most
cells; each of the others then goes a way to its end, dies there, and goes on to die wherever nobody has died
yet. A death in a new cell is left alone until what it has done could be seen: a cell that is only reached
in a bot's first seconds has its turn after a death elsewhere that was seen before.
"""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from mafiabot.lab.deaths_fates import Cell
from mafiabot.lab.deaths_looks import OVER_MS

REHEARSALS = 24
"""So many evenings pass without a death; what is rare, as a raise vote, comes in one of them."""

SEEN_MS = OVER_MS + 500
"""So long a bot serves its tables until what a death has done was looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a cell was reached: the evening, the steps at which the bot died before, and the cell's own."""

    seed: int
    deaths: tuple[int, ...] = ()
    step: float = math.inf


@dataclass(slots=True, kw_only=True)
class Known:
    """What the evenings of one kind on one store have shown so far.

    `reached`: in how many evenings; `ways`: to cells nobody has died in; `leads`: which of those were
    reached soon after a death in another cell.
    """

    reached: Counter[Cell] = field(default_factory=Counter)
    died_in: set[Cell] = field(default_factory=set)
    ways: dict[Cell, Way] = field(default_factory=dict)
    leads: dict[Cell, set[Cell]] = field(default_factory=dict)

    @property
    def left(self) -> frozenset[Cell]:
        """Cells that were reached, but not as a death."""
        return frozenset(self.reached.keys() - self.died_in)

    def goal(self) -> Cell | None:
        """The cell with the fewest deaths on its way, of those the one that the fewest evenings reach."""

        def first(cell: Cell) -> tuple[int, int, Cell]:
            return len(self.ways[cell].deaths), self.reached[cell], cell

        return min(self.ways, key=first, default=None)

    def died(self, cell: Cell) -> None:
        """Nobody needs to go there any more."""
        self.died_in.add(cell)
        self.ways.pop(cell, None)

    def passed(self, cell: Cell, way: Way) -> None:
        """It was reached like that, and nobody has died there yet."""
        known = self.ways.get(cell)
        if known is None or len(way.deaths) < len(known.deaths):
            self.ways[cell] = way


class Sought:
    """One evening: a way once more, step by step, a death in `goal` at its end, then as it comes.

    Without a goal nobody dies. A goal that is not where its way led has lost it.
    """

    def __init__(self, known: Known, way: Way, goal: Cell | None = None) -> None:
        self.seed, self.goal = way.seed, goal
        self._known = known
        self._way = way
        self._step = 0
        self._deaths: list[int] = []
        self._reached: set[Cell] = set()
        self._last: Cell | None = None
        self._unseen = False
        self._quiet_ms = 0.0
        self._led_to: set[Cell] = set()

    def strikes(self, cell: Cell, now_ms: float) -> bool:
        """Every step of the evening, in its order."""
        self._step += 1
        if cell not in self._reached:
            self._reached.add(cell)
            self._known.reached[cell] += 1
        told = self._step <= self._way.step
        if not (self._told(cell) if told else self._wanted(cell, now_ms)):
            if cell not in self._known.died_in:
                self._passed_over(cell, now_ms)
            return False
        self._unseen = cell not in self._known.died_in
        self._known.died(cell)
        self._deaths.append(self._step)
        self._last, self._quiet_ms = cell, math.inf
        return True

    def served(self, now_ms: float) -> None:
        """What a death has done can be seen a while from now."""
        if self._last is not None:
            self._quiet_ms = now_ms + SEEN_MS

    def _told(self, cell: Cell) -> bool:
        return self._step in self._way.deaths or (self._step == self._way.step and cell == self.goal)

    def _wanted(self, cell: Cell, now_ms: float) -> bool:
        quiet = now_ms >= self._quiet_ms
        if quiet:
            self._led_to = set()  # nowhere, this time
        if cell not in self._known.died_in:
            return quiet or self._hastens(cell)
        return quiet and self._leads_on(cell)

    def _hastens(self, cell: Cell) -> bool:
        """Soon after a death; where that one is new, it has to be seen first."""
        if self._unseen:
            return False
        if self._last is not None and (more := self._led_to - {cell}):
            self._known.leads[self._last] = more
        self._led_to = set()
        return True

    def _leads_on(self, cell: Cell) -> bool:
        """Whether a death here may lead to a cell nobody has died in."""
        self._led_to = self._known.leads.pop(cell, set()) - self._known.died_in
        return bool(self._led_to)

    def _passed_over(self, cell: Cell, now_ms: float) -> None:
        self._known.passed(cell, Way(seed=self.seed, deaths=tuple(self._deaths), step=self._step))
        if self._last is not None and now_ms < self._quiet_ms and self._last != cell:
            self._known.leads.setdefault(self._last, set()).add(cell)


def fates(known: Known, first: int, rehearsals: int = REHEARSALS) -> Iterator[Sought]:
    """Evening after evening, from the seed `first` on, until nothing is left to which a way is known."""
    for seed in range(first, first + rehearsals):
        yield Sought(known, Way(seed=seed))
    while (goal := known.goal()) is not None:
        yield Sought(known, known.ways.pop(goal), goal)
