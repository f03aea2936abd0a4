"""Ci: the rulebook's table over every distance, both roundings, and the three formulas it compares."""

from dataclasses import replace
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafiabot.engine.ci import NO_CI, CiRule, ci_rule, paid, rate
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, CiFormula, CiNeedsBlack, Ruleset
from tests.support.rules import RULEBOOK, rule

CAP04, CAP05 = CiFormula.B40_CAP04, CiFormula.B40_CAP05
TOURNAMENT_CI = CiRule(formula=CAP04, win_factor_hundredths=50, needs_black=CiNeedsBlack.ALWAYS)
FSM = replace(TOURNAMENT_CI, needs_black=CiNeedsBlack.ON_WIN)
FIIM = CiRule(formula=CAP04, win_factor_hundredths=0, needs_black=CiNeedsBlack.NEVER)
FIIM_V7 = replace(FIIM, formula=CAP05)

TABLE = {  # games: hundredths for 1, 2, … first kills
    1: (0,),
    2: (40, 40),
    3: (40, 40, 40),
    5: (20, 40, 40, 40, 40),
    8: (13, 27, 40, 40, 40, 40, 40, 40),
    10: (10, 20, 30, 40, 40, 40, 40, 40),
    12: (8, 16, 24, 32, 40, 40, 40, 40),
    14: (7, 13, 20, 27, 33, 40, 40, 40),
    20: (5, 10, 15, 20, 25, 30, 35, 40),
    40: (3, 5, 8, 10, 13, 15, 18, 20),
}


def half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


# --- the rate ------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", TABLE)
def test_the_rate_is_the_rulebooks_table(games: int) -> None:
    kills = range(1, len(TABLE[games]) + 1)
    assert tuple(rate(CAP04, games=games, first_kills=i) for i in kills) == TABLE[games]


@pytest.mark.skipif(not RULEBOOK.exists(), reason=f"the rulebook is not at {RULEBOOK}")
def test_the_table_is_copied_from_the_rulebook_without_a_slip() -> None:
    text = RULEBOOK.read_text(encoding="utf-8").split("| N | B | i = 1 |")[1].split("\n\n")[0]
    written: dict[int, tuple[int, ...]] = {}
    for line in text.splitlines()[2:]:
        first, _, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        values = tuple(half_up(100 * Fraction(cell)) for cell in cells if cell)
        for games in map(int, first.split("–")):
            written[games] = values[:games]
    assert written == TABLE


def test_one_game_is_no_distance_and_nobody_shot_first_gets_nothing() -> None:
    assert rate(CAP04, games=0, first_kills=0) == 0
    assert rate(CAP04, games=1, first_kills=1) == 0
    assert rate(CAP04, games=10, first_kills=0) == 0


def test_a_half_of_a_hundredth_is_rounded_up_not_to_even() -> None:
    assert rate(CAP04, games=40, first_kills=1) == 3  # 0.025
    assert rate(CAP04, games=40, first_kills=5) == 13  # 0.125


def test_the_higher_cap_pays_half_a_point_where_the_lower_pays_four_tenths() -> None:
    paying = [rate(CAP05, games=10, first_kills=i) for i in range(6)]
    assert paying == [0, 13, 25, 38, 50, 50]


def test_switched_off_it_is_nothing_whatever_happened() -> None:
    assert rate(CiFormula.OFF, games=10, first_kills=4) == 0


@pytest.mark.parametrize(("games", "first_kills"), [(-1, 0), (10, -1)])
def test_a_negative_count_is_a_callers_bug(games: int, first_kills: int) -> None:
    with pytest.raises(ValueError, match="first kills in"):
        rate(CAP04, games=games, first_kills=first_kills)


@given(games=st.integers(0, 500), kills=st.integers(0, 500), formula=st.sampled_from([CAP04, CAP05]))
def test_the_rate_is_the_exact_fraction_rounded_half_up(games: int, kills: int, formula: CiFormula) -> None:
    cap = Fraction(2, 5) if formula is CAP04 else Fraction(1, 2)
    base = half_up(Fraction(2, 5) * games)
    exact = min(cap, cap * kills / base) if base else Fraction(0)
    assert rate(formula, games=games, first_kills=kills) == half_up(100 * exact)


@given(games=st.integers(2, 500), kills=st.integers(0, 500), formula=st.sampled_from(CiFormula))
def test_more_first_kills_never_pay_less_and_more_games_never_pay_more(
    games: int, kills: int, formula: CiFormula
) -> None:
    here = rate(formula, games=games, first_kills=kills)
    assert rate(formula, games=games, first_kills=kills + 1) >= here
    assert rate(formula, games=games + 1, first_kills=kills) <= here


# --- what one game pays --------------------------------------------------------------------------


@pytest.mark.parametrize(("full", "half"), [(27, 14), (13, 7), (3, 2), (40, 20), (0, 0)])
def test_a_won_game_pays_half_the_rate_rounded_half_up_once_more(full: int, half: int) -> None:
    assert paid(TOURNAMENT_CI, full, won=False, black_named=1) == full
    assert paid(TOURNAMENT_CI, full, won=True, black_named=1) == half


def test_two_first_kills_in_eight_games_pay_a_win_fourteen_hundredths() -> None:
    worth = rate(CAP04, games=8, first_kills=2)
    assert paid(TOURNAMENT_CI, worth, won=True, black_named=1) == 14


@pytest.mark.parametrize(
    ("needs_black", "on_loss", "on_win"),
    [(CiNeedsBlack.ALWAYS, 0, 0), (CiNeedsBlack.ON_WIN, 30, 0), (CiNeedsBlack.NEVER, 30, 15)],
)
def test_who_named_no_black_is_paid_only_where_none_is_needed(
    needs_black: CiNeedsBlack, on_loss: int, on_win: int
) -> None:
    needing = replace(TOURNAMENT_CI, needs_black=needs_black)
    assert paid(needing, 30, won=False, black_named=0) == on_loss
    assert paid(needing, 30, won=True, black_named=0) == on_win
    assert paid(needing, 30, won=False, black_named=1) == 30
    assert paid(needing, 30, won=True, black_named=1) == 15


@pytest.mark.parametrize(
    ("ci", "four_games"),
    [
        (TOURNAMENT_CI, [40, 0, 20, 0]),
        (FSM, [40, 40, 20, 0]),
        (FIIM, [40, 40, 0, 0]),
        (FIIM_V7, [50, 50, 0, 0]),
        (NO_CI, [0, 0, 0, 0]),
    ],
)
def test_a_red_first_killed_four_times_in_ten_games_is_paid_as_the_rulebook_works_it_out(
    ci: CiRule, four_games: list[int]
) -> None:
    worth = rate(ci.formula, games=10, first_kills=4)
    games = [(False, 1), (False, 0), (True, 1), (True, 0)]
    assert [paid(ci, worth, won=won, black_named=black) for won, black in games] == four_games


@given(
    worth=st.integers(0, 50),
    factor=st.integers(0, 100),
    needs_black=st.sampled_from(CiNeedsBlack),
    black=st.integers(0, 3),
    won=st.booleans(),
)
def test_a_game_never_pays_more_than_the_rate_and_always_the_exact_part_of_it(
    worth: int, factor: int, needs_black: CiNeedsBlack, black: int, won: bool
) -> None:
    ci = CiRule(formula=CAP04, win_factor_hundredths=factor, needs_black=needs_black)
    paying = paid(ci, worth, won=won, black_named=black)
    assert paying in (0, half_up(Fraction(worth * factor, 100)) if won else worth)
    assert 0 <= paying <= worth
    assert paid(ci, worth, won=won, black_named=black + 1) >= paying


# --- out of a ruleset ----------------------------------------------------------------------------


@rule("option: ci_formula", "option: ci_win_factor", "option: ci_needs_black", preset="tournament")
@rule("row: Ci", preset="tournament")
def test_the_tournament_pays_full_on_a_loss_half_on_a_win_and_never_without_a_black() -> None:
    assert ci_rule(TOURNAMENT) == TOURNAMENT_CI


@pytest.mark.parametrize("rules", [CLUB, CLASSIC], ids=["club", "classic"])
def test_club_and_classic_know_no_ci(rules: Ruleset) -> None:
    nothing = CiRule(formula=CiFormula.OFF, win_factor_hundredths=0, needs_black=CiNeedsBlack.ALWAYS)
    assert ci_rule(rules) == NO_CI == nothing
