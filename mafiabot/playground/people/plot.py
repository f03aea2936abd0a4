"""What a table tends to do together: pure functions of the table's seed and of public facts.

Nobody shares an object with anybody: every player who knows the seed of the evening ("we split the table
today") comes to the same answer by himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

SPLIT, STUBBORN, SLEEPY, QUARREL = 0.35, 0.65, 0.04, 0.25
SLEEPS_UNTIL = 5


@dataclass(frozen=True, slots=True)
class Plot:
    """The habits of one evening."""

    seed: str

    def _draw(self, *of: object) -> Random:
        return Random(f"{self.seed} {of}")

    @property
    def sleepy(self) -> bool:
        """A table that nominates nobody and cannot agree on a shot: the way to a draw."""
        return self._draw("sleepy").random() < SLEEPY

    def sleeps(self, number: int) -> bool:
        """Whether it still does on a day or in a night; where no rule draws the game, it wakes up at last."""
        return self.sleepy and number <= SLEEPS_UNTIL

    def blocks(self, day: int) -> int:
        """Into how many blocks the table splits its votes that day; 0: everybody for himself."""
        draw = self._draw("blocks", day)
        return draw.choice((2, 2, 3)) if draw.random() < SPLIT else 0

    def block_vote(
        self, day: int, round_no: int, seat: int, living: Sequence[int], tied: Sequence[int]
    ) -> int:
        """Whom a seat votes for on a day of blocks; a stubborn table repeats itself in the revote."""
        draw = self._draw("vote", day)
        shift = 0 if draw.random() < STUBBORN else round_no
        rank = list(living).index(seat) if seat in living else seat
        groups = max(1, min(self.blocks(day), len(tied)))
        return tied[(rank + shift * (rank // groups)) % groups]

    def favourite(self, day: int, round_no: int, candidates: Sequence[int]) -> int:
        """The candidate whom the table likes least that day."""
        return self._draw("favourite", day, round_no).choice(list(candidates))

    def raises(self, day: int, seat: int) -> bool:
        """Whether a seat would remove all the tied; the mood of the day decides how many agree."""
        mood = self._draw("raise", day).choice((0.1, 0.5, 0.9))
        return self._draw("raise", day, seat).random() < mood

    def quarrel(self, night: int) -> bool:
        """Whether the black shoot each at whom he likes that night."""
        return self.sleeps(night) or self._draw("quarrel", night).random() < QUARREL
