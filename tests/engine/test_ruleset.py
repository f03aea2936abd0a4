"""What the club does not know, and what a ruleset must not combine."""

import re
from typing import Any

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import ruleset as r
from mafiabot.engine.ruleset import CLUB
from mafiabot.engine.ruleset_problems import problems
from tests.support.builders import club
from tests.support.rules import rule


def found(**options: Any) -> set[tuple[str, str]]:
    return {(problem.field, problem.reason.value) for problem in problems(club(**options))}


def test_the_club_can_be_played() -> None:
    assert problems(CLUB) == ()


@rule("option: scoring", "option: protocol", "option: ci_formula", "option: ci_win_factor")
@rule("option: ci_needs_black", "option: protest_s", "option: award_s")
@rule("row: points", "row: judge's bonus", "row: penalties", "row: Ci", "row: protest")
@rule("E88", "E89", "E90", "E91", "E92")
def test_the_club_knows_no_points_awards_penalties_and_protests() -> None:
    assert (CLUB.scoring, CLUB.protocol, CLUB.ci_formula) == (
        r.Scoring.OFF,
        r.ProtocolKind.RECORD,
        r.CiFormula.OFF,
    )
    assert (CLUB.ci_win_factor_hundredths, CLUB.ci_needs_black) == (None, None)
    assert (CLUB.protest_s, CLUB.award_s) == (0, 0)
    scoring = [name for name in vars(cmd) if re.search("Award|Penal|Protest|Bonus", name)]
    assert scoring == []


# --- problems ------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(5, 10), (6, 13), (10, 6)])
def test_a_table_seats_six_to_twelve(sizes: tuple[int, int]) -> None:
    assert ("table_sizes", "out_of_range") in found(table_sizes=sizes)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("speech_s", 601),
        ("speech_s", -1),
        ("vote_window_ms", 1_499),
        ("day0_nominee_cap", 0),
        ("first_day_label", 2),
        ("ci_win_factor_hundredths", 101),
        ("vote_settle_ms", 10_001),
    ],
)
def test_a_number_out_of_its_range_is_a_problem(field: str, value: int) -> None:
    assert (field, "out_of_range") in found(**{field: value})


@pytest.mark.parametrize("value", [0, 600])
def test_seconds_at_the_ends_of_their_range_are_none(value: int) -> None:
    assert found(speech_s=value, pause_max_s=3_600, vote_window_ms=1_500) == set()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("third_foul", r.ThirdFoul.NOTHING),
        ("third_foul_at_3_or_4", r.ThirdFoul.SHORT_30),
        ("lost_speech_s", 10),
        ("outcry_s", 3),
    ],
)
def test_what_belongs_to_fouls_needs_fouls(field: str, value: object) -> None:
    assert found(**{field: value}) == {(field, "needs_fouls")}


def test_fouls_need_what_belongs_to_them() -> None:
    missing = {name for name, reason in found(fouls=True) if reason == "missing"}
    assert missing == {"third_foul", "third_foul_at_3_or_4", "lost_speech_s"}


def test_ci_needs_scoring_and_scoring_of_ci_needs_its_parts() -> None:
    assert found(ci_formula=r.CiFormula.B40_CAP04) == {
        ("ci_formula", "needs_scoring"),
        ("ci_win_factor_hundredths", "missing"),
        ("ci_needs_black", "missing"),
    }
    assert found(ci_win_factor_hundredths=50, ci_needs_black=r.CiNeedsBlack.ON_WIN) == {
        ("ci_win_factor_hundredths", "needs_scoring"),
        ("ci_needs_black", "needs_scoring"),
    }


def test_protests_awards_and_notes_need_a_sheet() -> None:
    assert found(protest_s=600, award_s=1_200, no_shot=r.NoShot.MISS_AND_NOTE) >= {
        ("protest_s", "needs_sheet"),
        ("award_s", "needs_sheet"),
        ("no_shot", "needs_sheet"),
    }


def test_what_resets_the_draw_goes_with_the_draw() -> None:
    assert found(draw_rule=r.DrawRule.OFF) == {("draw_resets_on", "needs_draw_rule")}
    assert found(draw_resets_on=None) == {("draw_resets_on", "missing")}
    assert found(draw_rule=r.DrawRule.OFF, draw_resets_on=None) == set()


def test_how_nine_play_is_said_where_nine_may_sit() -> None:
    assert found(nine_seats=None) == {("nine_seats", "missing")}
    assert found(nine_seats=None, table_sizes=(10, 12)) == set()


def test_parts_of_ci_need_a_formula_where_points_are_counted() -> None:
    parts = {"ci_win_factor_hundredths": 50, "ci_needs_black": r.CiNeedsBlack.ALWAYS}
    assert found(scoring=r.Scoring.TOURNAMENT, **parts) == {
        ("ci_win_factor_hundredths", "needs_ci"),
        ("ci_needs_black", "needs_ci"),
    }


@pytest.mark.parametrize(
    "options",
    [
        {"nine_seats": r.NineSeats.EMPTY_NUMBER},
        {"plan_mode": r.PlanMode.STATIC_OR_DYNAMIC, "plan_author": r.PlanAuthor.TEAM},
        {"night0_reveal": r.Night0Reveal.WAKE_AND_LOOK},
        {"seating": r.Seating.RANDOM, "opener_rotation": r.OpenerRotation.POINTER},
        {"day0_vote": r.Day0Vote.SPEECH_ONLY},
        {"night_victim_nominates": True},
        {"tie_repeat": r.TieRepeat.IDENTICAL_DIVISION, "revote_order": r.RevoteOrder.REVERSED},
        {"raise_cap": r.RaiseCap.WHOLE_TABLE_DRAW},
        {"removal_cancels_vote": r.RemovalCancelsVote.NEXT},
        {"ppk": True},
        {"shot_targets": r.ShotTargets.ALL_SEATS},
        {"best_move_when": r.BestMoveWhen.NIGHT},
        {"final_speech": True},
        {"scoring": r.Scoring.TOURNAMENT},
        {"protocol": r.ProtocolKind.SHEET},
    ],
    ids=lambda options: next(iter(options)),
)
def test_an_option_that_needs_no_other_can_be_played_in_the_club(options: dict[str, object]) -> None:
    assert found(**options) == set()
