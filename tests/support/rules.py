"""Which rule of the rulebook a test states: `@rule("E29", "option: fouls", "row: tie, first time")`.

Options are the fields of section 2, rows the first cells of section 3's tables, E-numbers section 4. The
collector (tests/engine/test_rulebook.py) reads the decorators out of the source and misses none.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT.parent / "shared" / "rules" / "rulebook.md"

F = TypeVar("F", bound=Callable[..., object])


def rule(*ids: str, preset: str = "club") -> Callable[[F], F]:
    """Marks a test with the rules it states, as played in `preset`. Does nothing else."""

    def mark(test: F) -> F:
        return test

    return mark
