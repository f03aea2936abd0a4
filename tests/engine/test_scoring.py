"""The tournament's points as the rulebook works them out, and the judge's budget for bonuses."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafiabot.engine import scoring as sc
from mafiabot.engine.ci import ci_rule, rate
from mafiabot.engine.ruleset import TOURNAMENT
from mafiabot.engine.scoring import (
    Award,
    AwardReason,
    AwardRefused,
    Performance,
    Result,
    Score,
    award,
    black_named,
    result_of,
    score,
)
from mafiabot.engine.state import Outcome
from tests.support.rules import rule

CI = ci_rule(TOURNAMENT)
WINNER = Performance(result=Result.WIN, black=False)
LOSER = replace(WINNER, result=Result.LOSS)
FIRST_KILLED = replace(LOSER, first_killed=True)
DRAWN = replace(WINNER, result=Result.DRAW)


def points(played: Performance, worth: int = 0) -> Score:
    return score(played, CI, worth)


@pytest.mark.parametrize(("black_named", "worth"), [(0, 0), (1, 0), (2, 25), (3, 50)])
def test_a_best_move_is_worth_something_from_two_black_on(black_named: int, worth: int) -> None:
    assert sc.best_move(replace(FIRST_KILLED, black_named=black_named)) == worth


# --- the rulebook's cases ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "worth", "total"),
    [
        pytest.param(WINNER, 0, 100, id="a winner and nothing else"),
        pytest.param(
            replace(FIRST_KILLED, black_named=2, bonus_hundredths=30), 30, 60, id="the judge's 0.3 beats 0.25"
        ),
        pytest.param(
            replace(FIRST_KILLED, black_named=3, result=Result.WIN), 30, 165, id="three black and a win"
        ),
        pytest.param(
            replace(FIRST_KILLED, bonus_hundredths=40), 30, 40, id="no black named, so the judge's 0.4 alone"
        ),
        pytest.param(
            replace(FIRST_KILLED, black_named=1),
            rate(CI.formula, games=10, first_kills=2),
            20,
            id="one black named pays by Ci alone",
        ),
        pytest.param(
            replace(WINNER, black=True, bonus_hundredths=70, errors=1), 0, 130, id="a black with one error"
        ),
        pytest.param(
            replace(FIRST_KILLED, black_named=2, removed=True),
            30,
            5,
            id="removed for a comment, numbers stand",
        ),
        pytest.param(replace(LOSER, bonus_hundredths=20, removed=True), 0, -30, id="a loser removed"),
        pytest.param(replace(DRAWN, removed=True), 0, -50, id="removed in a draw"),
        pytest.param(
            replace(FIRST_KILLED, black_named=1, result=Result.WIN),
            rate(CI.formula, games=8, first_kills=2),
            114,
            id="two first kills in eight games and a win",
        ),
    ],
)
@rule("row: points", "row: penalties", "option: scoring", preset="tournament")
def test_every_case_of_the_rulebook_comes_to_its_total(played: Performance, worth: int, total: int) -> None:
    assert points(played, worth).total == total


def test_a_score_is_told_part_by_part() -> None:
    played = replace(
        FIRST_KILLED, result=Result.WIN, black_named=3, bonus_hundredths=20, errors=2, removed=True
    )
    assert points(played, 27) == Score(win=100, best_move=50, bonus=0, errors=-80, removal=-50, ci=14)


def test_a_removed_player_still_wins_with_his_team() -> None:
    assert points(replace(WINNER, removed=True)).total == 50


def test_every_game_error_costs_again() -> None:
    assert [points(replace(LOSER, errors=errors)).total for errors in range(4)] == [0, -40, -80, -120]


def test_in_a_draw_nobody_scores_but_penalties_stand() -> None:
    played = replace(DRAWN, first_killed=True, black_named=3, bonus_hundredths=70, errors=1, removed=True)
    assert points(played, 40) == Score(win=0, best_move=0, bonus=0, errors=-40, removal=-50, ci=0)


# --- the best move -------------------------------------------------------------------------------


@pytest.mark.parametrize(("black", "worth"), [(0, 0), (1, 0), (2, 25), (3, 50)])
@rule("E63", "E64", "E65", "E66", preset="tournament")
def test_three_black_are_worth_a_half_two_a_quarter_and_one_nothing(black: int, worth: int) -> None:
    assert points(replace(FIRST_KILLED, black_named=black)).best_move == worth
    assert points(replace(FIRST_KILLED, black_named=black, result=Result.WIN)).best_move == worth


@rule("E67", preset="tournament")
def test_who_was_not_killed_on_the_first_combat_night_has_neither_best_move_nor_ci() -> None:
    assert points(replace(LOSER, black_named=3), 40).total == 0


@rule("E68", "row: best move: roles", preset="tournament")
def test_a_black_killed_first_may_name_and_gets_nothing_for_it() -> None:
    for result in (Result.WIN, Result.LOSS):
        played = replace(FIRST_KILLED, black=True, black_named=3, result=result)
        assert points(played, 40).total == points(replace(played, first_killed=False)).total


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ((), 0),
        ((8,), 1),
        ((8, 9), 2),
        ((8, 8, 8), 1),
        ((9, 8, 9), 2),
        ((8, 9, 10), 3),
        ((1, 2, 10), 1),
        ((1, 2, 3), 0),
    ],
)
@rule("E69", preset="tournament")
def test_a_best_move_counts_each_true_black_once_however_few_were_named(
    named: tuple[int, ...], found: int
) -> None:
    assert black_named(named, (8, 9, 10)) == found


@pytest.mark.parametrize(
    ("bonus", "counting"), [(30, (50, 0)), (40, (50, 0)), (50, (50, 0)), (60, (0, 60)), (70, (0, 70))]
)
@rule("E90", preset="tournament")
def test_of_best_move_and_the_judges_bonus_only_the_larger_counts(
    bonus: int, counting: tuple[int, int]
) -> None:
    scored = points(replace(FIRST_KILLED, result=Result.WIN, black_named=3, bonus_hundredths=bonus))
    assert (scored.best_move, scored.bonus) == counting


# --- whose result --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "red", "black"),
    [
        (Outcome.RED, Result.WIN, Result.LOSS),
        (Outcome.BLACK, Result.LOSS, Result.WIN),
        (Outcome.DRAW, Result.DRAW, Result.DRAW),
        (Outcome.STOPPED, None, None),
        (Outcome.VOID, None, None),
    ],
)
def test_a_game_is_won_by_one_side_drawn_by_both_or_scored_for_nobody(
    outcome: Outcome, red: Result | None, black: Result | None
) -> None:
    assert (result_of(outcome, black=False), result_of(outcome, black=True)) == (red, black)


# --- the judge's bonus ---------------------------------------------------------------------------


def awarded(*amounts: int) -> tuple[Award, ...]:
    """So many hundredths to seats 1, 2, …, all of them winners."""
    awards: tuple[Award, ...] = ()
    for seat, amount in enumerate(amounts, 1):
        given = award(awards, seat, amount, Result.WIN)
        assert not isinstance(given, AwardRefused), given
        awards = given
    return awards


def refusal(awards: tuple[Award, ...], seat: int, amount: int, result: Result = Result.WIN) -> AwardRefused:
    answer = award(awards, seat, amount, result)
    assert isinstance(answer, AwardRefused)
    return answer


@pytest.mark.parametrize("full", [(70, 30, 20), (40, 40, 40), (30, 30, 30, 20, 10)])
@rule("row: judge's bonus", preset="tournament")
def test_a_full_budget_leaves_nothing_for_anybody_else(full: tuple[int, ...]) -> None:
    refused = refusal(awarded(*full), 9, 10)
    assert (refused.rest_hundredths, refused.most_hundredths) == (0, 0)


@rule("E88", preset="tournament")
def test_a_loser_gets_at_most_four_tenths_and_a_winner_seven() -> None:
    assert award((), 1, 40, Result.LOSS) == (Award(seat=1, hundredths=40),)
    assert award((), 1, 70, Result.WIN) == (Award(seat=1, hundredths=70),)
    assert refusal((), 1, 50, Result.LOSS) == AwardRefused(
        reason=AwardReason.OVER_MOST, most_hundredths=40, rest_hundredths=120, rest_players=5
    )
    assert refusal((), 1, 80).reason is AwardReason.OVER_MOST


@rule("E89", preset="tournament")
def test_a_sixth_player_or_thirteen_tenths_are_refused_with_the_rest_of_the_budget() -> None:
    assert refusal(awarded(10, 10, 10, 10, 10), 6, 10) == AwardRefused(
        reason=AwardReason.TOO_MANY_PLAYERS, most_hundredths=0, rest_hundredths=70, rest_players=0
    )
    assert refusal(awarded(70, 30), 3, 30) == AwardRefused(
        reason=AwardReason.OVER_BUDGET, most_hundredths=20, rest_hundredths=20, rest_players=3
    )


def test_five_times_three_tenths_are_refused_at_the_fifth() -> None:
    assert refusal(awarded(30, 30, 30, 30), 5, 30).reason is AwardReason.OVER_BUDGET


@pytest.mark.parametrize("amount", [-10, 5, 15, 33])
def test_a_bonus_goes_in_whole_tenths(amount: int) -> None:
    assert refusal((), 1, amount).reason is AwardReason.NOT_A_STEP


def test_in_a_draw_nobody_is_awarded_anything() -> None:
    assert refusal((), 1, 10, Result.DRAW) == AwardRefused(
        reason=AwardReason.DRAW, most_hundredths=0, rest_hundredths=120, rest_players=5
    )


def test_a_second_award_takes_the_place_of_the_first_and_frees_what_that_used() -> None:
    full = awarded(70, 30, 20)
    assert award(full, 1, 60, Result.WIN) == (*full[1:], Award(seat=1, hundredths=60))
    assert award(awarded(10, 10, 10, 10, 10), 5, 20, Result.WIN) == (
        *awarded(10, 10, 10, 10),
        Award(seat=5, hundredths=20),
    )


def test_an_award_of_nothing_takes_the_former_one_back() -> None:
    assert award(awarded(70, 30), 1, 0, Result.WIN) == (Award(seat=2, hundredths=30),)
    assert award((), 1, 0, Result.DRAW) == ()


# --- whatever happens ----------------------------------------------------------------------------

RESULTS = st.sampled_from(Result)
PRESSES = st.lists(st.tuples(st.integers(1, 10), st.integers(-20, 100), RESULTS), max_size=40)
TENTHS = st.lists(
    st.tuples(st.integers(1, 10), st.integers(0, 7).map(lambda n: 10 * n), RESULTS), max_size=40
)


@given(presses=st.one_of(PRESSES, TENTHS))
def test_no_sequence_of_awards_leaves_the_budget(presses: list[tuple[int, int, Result]]) -> None:
    awards: tuple[Award, ...] = ()
    for seat, amount, result in presses:
        answer = award(awards, seat, amount, result)
        if isinstance(answer, AwardRefused):
            continue
        awards = answer
        assert sum(given.hundredths for given in awards) <= sc.BONUS_BUDGET
        assert len({given.seat for given in awards}) == len(awards) <= sc.BONUS_PLAYERS
        assert all(given.hundredths in range(10, 80, 10) for given in awards)
        assert amount <= sc.BONUS_MOST[result]


@given(presses=TENTHS, seat=st.integers(1, 10), result=RESULTS)
def test_what_a_refusal_names_as_the_most_is_accepted_and_a_step_more_is_not(
    presses: list[tuple[int, int, Result]], seat: int, result: Result
) -> None:
    awards: tuple[Award, ...] = ()
    for one, amount, his in presses:
        answer = award(awards, one, amount, his)
        awards = awards if isinstance(answer, AwardRefused) else answer
    most = refusal(awards, seat, 80, result).most_hundredths
    assert not isinstance(award(awards, seat, most, result), AwardRefused)
    assert isinstance(award(awards, seat, most + 10, result), AwardRefused)


PERFORMANCES = st.builds(
    Performance,
    result=RESULTS,
    black=st.booleans(),
    first_killed=st.booleans(),
    black_named=st.integers(0, 3),
    bonus_hundredths=st.integers(0, 7).map(lambda tenths: 10 * tenths),
    errors=st.integers(0, 5),
    removed=st.booleans(),
)


@given(played=PERFORMANCES, worth=st.integers(0, 50))
def test_points_are_whole_hundredths_and_their_total_is_the_formula(played: Performance, worth: int) -> None:
    scored = points(played, worth)
    parts = (scored.win, scored.best_move, scored.bonus, scored.errors, scored.removal, scored.ci)
    assert all(type(part) is int for part in (*parts, scored.total))
    gained = 0
    if played.result is not Result.DRAW:
        won = played.result is Result.WIN
        gained = 100 * won + max(sc.best_move(played), played.bonus_hundredths) + scored.ci
    assert scored.total == gained - 40 * played.errors - 50 * played.removed
    assert 0 in (scored.best_move, scored.bonus)


@given(played=PERFORMANCES, worth=st.integers(0, 50))
def test_more_named_more_awarded_or_more_compensated_never_costs_and_a_fault_always_does(
    played: Performance, worth: int
) -> None:
    total = points(played, worth).total
    assert points(replace(played, black_named=played.black_named + 1), worth).total >= total
    assert points(replace(played, bonus_hundredths=played.bonus_hundredths + 10), worth).total >= total
    assert points(played, worth + 1).total >= total
    assert points(replace(played, errors=played.errors + 1), worth).total == total - 40
    assert points(replace(played, removed=True), worth).total == total - (0 if played.removed else 50)
