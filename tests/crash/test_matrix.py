"""Where the matrix has bots die: wherever nobody has yet, and not before the last death could be seen."""

from collections.abc import Iterable, Mapping
from itertools import islice

from mafiabot.lab.deaths_fates import BOOT, Cell
from mafiabot.lab.deaths_matrix import SEEN_MS, Known, Sought, Way, fates
from mafiabot.lab.deaths_ports import Side

LATE_MS = SEEN_MS + 1


def cell(step: str, phase: str = "vote") -> Cell:
    return Cell(phase=phase, step=step, side=Side.BEFORE)


def evening(
    fate: Sought, steps: Iterable[str], after: Mapping[str, tuple[str, ...]] | None = None
) -> list[str]:
    """Steps a long while from one another; `after` a death some follow at once. Returns where it died."""
    died, now_ms = [], 0.0
    fate.served(now_ms)
    for step in steps:
        now_ms += LATE_MS
        if not fate.strikes(cell(step), now_ms):
            continue
        died.append(step)
        dead = fate.strikes(cell("start", BOOT), now_ms)
        died += ["start"] if dead else []
        fate.served(now_ms)
        for soon in (after or {}).get(step, ()):
            if fate.strikes(cell(soon), now_ms + 1):
                died.append(soon)
                fate.served(now_ms + 2)
                break
    return died


def anywhere(known: Known, seed: int = 1) -> Sought:
    return Sought(known, Way(seed=seed, step=0))


def test_a_bot_dies_once_wherever_it_comes() -> None:
    known = Known()
    assert evening(anywhere(known), "abc") == ["a", "b", "c"]
    assert known.left == {cell("start", BOOT)}
    known.died(cell("start", BOOT))
    assert evening(anywhere(known), "abcd") == ["d"]


def test_a_new_death_is_left_alone_until_it_could_be_seen() -> None:
    fate = anywhere(Known())
    assert fate.strikes(cell("a"), 0.0)
    fate.served(1_000.0)
    assert not fate.strikes(cell("b"), 1_000.0 + SEEN_MS - 1)
    assert fate.strikes(cell("b"), 1_000.0 + SEEN_MS)


def test_what_is_only_reached_soon_after_a_death_has_its_turn_after_one_that_was_seen() -> None:
    known, after = Known(), {"a": ("mend", "more")}
    assert evening(anywhere(known), "ab", after) == ["a", "b"]
    assert evening(anywhere(known), "ab", after) == ["a", "start"]
    assert evening(anywhere(known), "ab", after) == ["a", "mend"]
    assert evening(anywhere(known), "ab", after) == ["a", "more"]
    assert evening(anywhere(known), "ab", after) == []
    assert not known.left


def test_evenings_without_a_death_show_the_ways_and_what_they_led_past_is_died_in() -> None:
    known = Known()
    rehearsed = list(islice(fates(known, 5, rehearsals=2), 2))
    assert [evening(fate, steps) for fate, steps in zip(rehearsed, ("ab", "abc"), strict=True)] == [[], []]
    assert [fate.seed for fate in rehearsed] == [5, 6]
    assert known.left == {cell(step) for step in "abc"}
    again = next(fates(known, 5, rehearsals=0))
    assert (again.goal, again.seed) == (cell("c"), 6)
    assert evening(again, "abc") == ["c"]


def test_a_way_goes_through_the_same_deaths_and_the_evening_goes_on_after_it() -> None:
    known = Known()
    known.died_in |= {cell("a"), cell("b"), cell("start", BOOT)}
    fate = Sought(known, Way(seed=1, deaths=(2,), step=5), cell("c"))
    assert evening(fate, "babcd") == ["a", "c", "d"]


def test_nobody_dies_where_a_way_has_led_elsewhere() -> None:
    known = Known()
    fate = Sought(known, Way(seed=1, step=2), cell("c"))
    assert evening(fate, "ab") == []
    assert known.ways.keys() == {cell("a"), cell("b")}


def test_it_ends_when_nothing_is_left_to_which_a_way_is_known() -> None:
    known = Known()
    played = [evening(fate, "abc") for fate in fates(known, 1, rehearsals=1)]
    assert played == [[], ["a", "b", "c"], ["a", "start"]]
    assert not known.left
