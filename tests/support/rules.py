"""Which rule of the rulebook a test states: `@rule("option: fouls", "row: tie, first time")`.

Options are the fields of section 2, rows the first cells of section 3's tables, E-numbers section 4. The
collector (tests/engine/test_rulebook.py) reads the decorators out of the source and misses none.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset

ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT.parent / "shared" / "rules" / "rulebook.md"
RULESETS = {"club": CLUB, "classic": CLASSIC, "tournament": TOURNAMENT}

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")


def rule(*ids: str, preset: str | tuple[str, ...] = "club") -> Callable[[F], F]:
    """Marks a test with the rules it states, as played in `preset` (one or several). Does nothing else."""

    def mark(test: F) -> F:
        return test

    return mark


def every_preset(*ids: str) -> pytest.MarkDecorator:
    """The test states these rules for each preset in turn, which it takes as `rules`."""
    return pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


def edge_case(number: str, *ids: str, unknown_to: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    """The test plays one edge case under each preset: `E29-club` and so on. It takes the preset as `rules`.

    `ids`: options and rows that it states as well. `unknown_to`: presets under which it cannot happen, as the
    rulebook says (n/a, off, —); there the test asserts the refusal.
    """
    names = [f"{number}-{name}" for name in RULESETS]
    return pytest.mark.parametrize("rules", RULESETS.values(), ids=names)


def cell(rules: Ruleset, *, club: T, classic: T, tournament: T) -> T:
    """What an edge case's row says for the preset that is played."""
    return {"club": club, "classic": classic, "tournament": tournament}[rules.preset.value]
