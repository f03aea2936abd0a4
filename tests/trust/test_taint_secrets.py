"""No secret of a game is written where somebody reads it who may not: every one is marked, and looked for."""

from dataclasses import replace

import pytest

from mafiabot.lab.options import Language
from mafiabot.lab.trust.scenario import LANGUAGES, scenario
from mafiabot.lab.trust.taint import Marked, mark, marks, unseemly
from mafiabot.lab.trust.taint_evening import searched
from mafiabot.lab.trust.taint_faults import SIGNED_EVENING, TOLD, Told, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_secret_is_read_by_nobody_but_whose_it_is(language: Language) -> None:
    result = searched(replace(scenario(SIGNED_EVENING), language=language))
    assert result.leaks == []
    assert result.wrong == []
    assert result.read > 1_000_000
    assert min(result.seen[what] for what in ("role", "partners", "called")) >= 10
    assert min(result.seen[what] for what in ("shot", "check", "answer", "plan", "sign")) >= 3


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.name)
def test_a_secret_that_is_told_is_found(told: Told) -> None:
    assert found(told)


def test_a_marked_number_is_a_number_and_says_whose_it_is_however_it_is_written() -> None:
    number = Marked.of(5, mark("shot", (2,)))
    assert number == 5
    assert hash(number) == hash(5)
    written = [f"{number}", str(number), repr((number,)), f"{number:>3}", ", ".join(map(str, (number,)))]
    assert all("5⟦shot:2⟧" in one for one in written)


def test_a_mark_is_seemly_for_those_it_names_alone() -> None:
    text = f"x{mark('plan', (10, 2))}y"
    assert unseemly(text, 2) == unseemly(text, 10) == []
    assert unseemly(text, 1) == unseemly(text, 0) == unseemly(text) == ["⟦plan:2.10⟧"]
    assert unseemly(mark("role", ()), 1) == ["⟦role:⟧"]
    assert marks(text) == ["plan"]
