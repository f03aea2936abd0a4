"""The arithmetic of the vote at its edges: what an option takes out, and what it leaves as it was."""

from dataclasses import replace

import pytest

from mafiabot.engine.counting import AfterTie, after_tie, raise_allowed
from mafiabot.engine.ruleset import CLASSIC, CLUB
from mafiabot.engine.state import RoundRecord
from tests.support.rules import rule


def tie(*leaders: int, among: tuple[int, ...] = ()) -> RoundRecord:
    return RoundRecord(candidates=among or leaders, ballots=(), leaders=leaders)


@rule("option: raise_two_of_four")
@pytest.mark.parametrize(("living", "leaders"), [(5, (1, 2)), (3, (1, 2)), (4, (1, 2, 3)), (4, (1, 2, 3, 4))])
def test_where_two_of_four_may_not_be_raised_every_other_tie_defends_itself(
    living: int, leaders: tuple[int, ...]
) -> None:
    rules = replace(CLASSIC, raise_two_of_four=False)
    assert after_tie(rules, (tie(*leaders),), living) is AfterTie.DEFENCE


@rule("option: raise_three_of_nine")
@pytest.mark.parametrize(("living", "tied"), [(9, 2), (9, 4), (8, 3), (10, 3)])
def test_where_three_of_nine_may_not_be_raised_everything_else_may(living: int, tied: int) -> None:
    rules = replace(CLASSIC, raise_three_of_nine=False)
    assert raise_allowed(rules, living, tied)
    assert not raise_allowed(rules, 9, 3)


def test_how_many_would_leave_is_counted_by_the_last_tie_not_by_the_first() -> None:
    rounds = (tie(1, 2, 3), tie(1, 2, among=(1, 2, 3)), tie(1, 2))
    assert after_tie(CLUB, rounds[:2], 5) is AfterTie.DEFENCE
    assert after_tie(CLUB, rounds, 5) is AfterTie.RAISE
