"""Random games in chaos: what they are held to, and that they are."""

import pytest

from mafiabot.lab.drill.faults import Events
from mafiabot.lab.soak import BOUNDS, bounds, drawn, soaked

USED_UP = 154
"""Discord fails twice over an edit at the end of one table, just before a change of speakers at the other."""

IN_THE_WAY = 31
"""Somebody comes back unmuted while both tables' changes of speakers have edits kept for them."""


@pytest.mark.parametrize("seed", [USED_UP, IN_THE_WAY])
def test_a_game_in_chaos_stays_within_its_bounds(seed: int) -> None:
    assert soaked(seed).wrong == ()


def test_the_same_seed_is_the_same_chaos_and_another_one_another() -> None:
    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)


def test_bounds_are_wider_only_where_events_are_lost() -> None:
    for seed in range(1, 40):
        drill = drawn(seed)
        loses = any(isinstance(fault, Events) and fault.mode == "lose" for fault in drill.fault)
        assert (bounds(drill) == BOUNDS) is not loses
