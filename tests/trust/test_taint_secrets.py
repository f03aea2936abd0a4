"""No secret of a game is written where somebody reads it who may not: every one is marked, and looked for."""

from dataclasses import replace

import pytest
from discord import utils

from mafiabot.bot.planted import Planted
from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.decide import decide
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState
from mafiabot.lab.options import Language
from mafiabot.lab.trust import pairs_loop
from mafiabot.lab.trust.pairs_play import played
from mafiabot.lab.trust.scenario import LANGUAGES, scenario
from mafiabot.lab.trust.taint import Marked, mark, marked, marks, marks_in_json, unseemly
from mafiabot.lab.trust.taint_evening import everything_logged, searched
from mafiabot.lab.trust.taint_faults import CLUB_EVENING, SIGNED_EVENING, TOLD, Told, found


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
    assert [str(one) for one in (number + 1, 10 + number, number - 2, 2 * number)] == [
        f"{value}⟦shot:2⟧" for value in (6, 15, 3, 10)
    ]


def test_json_that_the_library_sends_has_marks_where_it_would_have_numbers() -> None:
    number = Marked.of(5, mark("shot", (2,)))
    sent = {"components": [{"id": number, "type": 17, "content": "x"}]}
    with marks_in_json():
        assert '"id":"5⟦shot:2⟧"' in utils._to_json(sent)
    assert '"id":5' in utils._to_json(sent)


def test_an_exception_at_a_secret_press_is_logged_without_what_was_pressed() -> None:
    with everything_logged() as logged:
        pairs_loop.run(played(scenario(CLUB_EVENING), 0, marked(Planted(decide=failing))))
    text = logged.getvalue()
    assert text.count("Traceback") > 5
    assert "a bug" in text
    assert marks(text) == []


def failing(state: GameState | None, command: cmd.Command, now: int) -> tuple[ev.Event, ...] | Refusal:
    """A press at night meets a bug where the secret is at hand, in local variables."""
    decided = decide(state, command, now)
    if isinstance(command, cmd.Shoot | cmd.Check):
        raise RuntimeError("a bug")
    return decided


def test_a_mark_is_seemly_for_those_it_names_alone() -> None:
    text = f"x{mark('plan', (10, 2))}y"
    assert unseemly(text, 2) == unseemly(text, 10) == []
    assert unseemly(text, 1) == unseemly(text, 0) == unseemly(text) == ["⟦plan:2.10⟧"]
    assert unseemly(mark("role", ()), 1) == ["⟦role:⟧"]
    assert marks(text) == ["plan"]
