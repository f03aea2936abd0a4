"""What a judge will do in a game, drawn before it begins: so many of each deed, each at its moment.

A moment is a floor, a vote window or a step of the night, counted from the game's first.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from random import Random


class Deed(StrEnum):
    """Something a judge does by himself."""

    FOUL = "foul"
    FOUL_TAKEN_BACK = "foul_taken_back"
    FOUL_UNDONE = "foul_undone"
    REMOVAL = "removal"
    REMOVAL_UNDONE = "removal_undone"
    NOMINATION_UNDONE = "nomination_undone"
    PAUSE = "pause"
    SKIP = "skip"
    TIME = "time"
    FLOOR = "floor"


FIRST, LAST = 3, 44

_STRICT: Mapping[Deed, tuple[int, ...]] = {
    Deed.FOUL: (7, 8, 9, 10, 11, 12),
    Deed.FOUL_TAKEN_BACK: (0, 1),
    Deed.FOUL_UNDONE: (0, 1),
    Deed.REMOVAL: (0, 0, 1),
    Deed.REMOVAL_UNDONE: (0, 0, 1),
    Deed.NOMINATION_UNDONE: (0, 1),
    Deed.PAUSE: (1, 2),
    Deed.SKIP: (0, 1),
    Deed.TIME: (0, 1, 2),
    Deed.FLOOR: (0, 1),
}
_MILD: Mapping[Deed, tuple[int, ...]] = {
    Deed.FOUL: (0, 0, 0, 1),
    Deed.NOMINATION_UNDONE: (0, 0, 1),
    Deed.PAUSE: (0, 0, 1),
    Deed.SKIP: (0, 0, 0, 1),
    Deed.TIME: (0, 0, 0, 1),
    Deed.FLOOR: (0, 0, 0, 1),
}
"""A club knows neither fouls nor removals: he tries a foul at most."""


def schedule(rng: Random, preset: str) -> dict[int, tuple[Deed, ...]]:
    """The deeds of a game by the moment at which he sets about them; a short game does without the later."""
    manner = _MILD if preset == "club" else _STRICT
    drawn: dict[int, tuple[Deed, ...]] = {}
    for deed, counts in manner.items():
        for _ in range(rng.choice(counts)):
            moment = rng.randint(FIRST, LAST)
            drawn[moment] = (*drawn.get(moment, ()), deed)
    return drawn
