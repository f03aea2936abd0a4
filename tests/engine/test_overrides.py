"""A preset with options of a guild's own: values as JSON has them, what follows what, what differs."""

from dataclasses import fields
from typing import Any

import pytest

from mafiabot.engine import ruleset as r
from mafiabot.engine.options import OPTIONS, Kind, NotAValue, json_of, value_of
from mafiabot.engine.overrides import PRESETS, changed, overridden
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset

EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))


def found(preset: Ruleset, **overrides: object) -> set[tuple[str, str]]:
    problems = overridden(preset, overrides).problems
    return {(problem.field, problem.reason.value) for problem in problems}


# --- options -------------------------------------------------------------------------------------


def test_every_field_but_the_preset_is_an_option() -> None:
    assert ["preset", *OPTIONS] == [field.name for field in fields(Ruleset)]
    assert {name for name, option in OPTIONS.items() if option.spoken != name} == {"ci_win_factor_hundredths"}


def test_none_is_a_value_of_what_may_be_missing_only() -> None:
    assert {name for name, option in OPTIONS.items() if option.optional} == {
        *("nine_seats", "day0_nominee_cap", "third_foul", "third_foul_at_3_or_4", "lost_speech_s"),
        *("draw_resets_on", "ci_win_factor_hundredths", "ci_needs_black"),
    }


@EVERY_PRESET
def test_every_value_of_a_preset_goes_through_json_unchanged(preset: Ruleset) -> None:
    for name, option in OPTIONS.items():
        value = getattr(preset, name)
        again = value_of(option, json_of(value))
        assert again == value
        assert type(again) is type(value)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("fouls", 1),
        ("fouls", "true"),
        ("fouls", None),
        ("speech_s", "60"),
        ("speech_s", 60.0),
        ("speech_s", True),
        ("seating", "alphabet"),
        ("seating", 1),
        ("seating", None),
        ("table_sizes", 10),
        ("table_sizes", [10]),
        ("table_sizes", [6, 8, 10]),
        ("table_sizes", ["6", "8"]),
        ("table_sizes", [True, 10]),
        ("table_sizes", None),
    ],
)
def test_a_value_of_another_kind_is_none(name: str, given: object) -> None:
    assert isinstance(value_of(OPTIONS[name], given), NotAValue)
    assert found(CLUB, **{name: given}) == {(name, "unknown_value")}
    assert overridden(CLUB, {name: given}).ruleset == CLUB


def test_there_are_numbers_choices_flags_and_one_pair_of_sizes() -> None:
    kinds = [option.kind for option in OPTIONS.values()]
    assert {kind: kinds.count(kind) for kind in Kind} == {
        Kind.CHOICE: 24,
        Kind.FLAG: 7,
        Kind.NUMBER: len(OPTIONS) - 32,
        Kind.SIZES: 1,
    }


# --- overrides -----------------------------------------------------------------------------------


@EVERY_PRESET
def test_without_overrides_a_preset_is_itself(preset: Ruleset) -> None:
    assert overridden(preset, {}).ruleset == preset
    assert found(preset) == set()
    assert changed(preset) == ()


def test_an_overridden_option_has_its_value_and_the_others_the_presets() -> None:
    rules = overridden(CLUB, {"speech_s": 45, "table_sizes": [8, 10], "day0_nominee_cap": None}).ruleset
    assert (rules.speech_s, rules.table_sizes, rules.day0_nominee_cap) == (45, (8, 10), None)
    assert changed(rules) == ("table_sizes", "day0_nominee_cap", "speech_s")


def test_an_option_of_another_version_is_named_and_the_rest_stands() -> None:
    assert found(CLUB, sirens=True, speech_s=45) == {("sirens", "unknown_option")}
    assert overridden(CLUB, {"sirens": True, "speech_s": 45}).ruleset.speech_s == 45
    named = overridden(CLUB, {"preset": "classic"}).problems
    assert [(problem.field, problem.reason.value) for problem in named] == [("preset", "unknown_option")]


@pytest.mark.parametrize(
    ("preset", "overrides", "with_it"),
    [
        (
            CLUB,
            {"fouls": True},
            {
                "third_foul": r.ThirdFoul.LOSE_SPEECH,
                "third_foul_at_3_or_4": r.ThirdFoul.LOSE_SPEECH,
                "lost_speech_s": 10,
            },
        ),
        (
            CLASSIC,
            {"fouls": False},
            {"third_foul": None, "third_foul_at_3_or_4": None, "lost_speech_s": None},
        ),
        (TOURNAMENT, {"fouls": True}, {"third_foul_at_3_or_4": r.ThirdFoul.SHORT_30}),
        (CLASSIC, {"draw_rule": "three_combat_nights"}, {"draw_resets_on": r.DrawResetsOn.VOTE_OR_SHOT}),
        (TOURNAMENT, {"draw_rule": "off"}, {"draw_resets_on": None}),
        (
            CLUB,
            {"scoring": "tournament", "ci_formula": "b40_cap05"},
            {"ci_win_factor_hundredths": 50, "ci_needs_black": r.CiNeedsBlack.ALWAYS},
        ),
        (TOURNAMENT, {"ci_formula": "off"}, {"ci_win_factor_hundredths": None, "ci_needs_black": None}),
    ],
)
def test_what_belongs_to_an_option_goes_on_and_off_with_it(
    preset: Ruleset, overrides: dict[str, object], with_it: dict[str, Any]
) -> None:
    outcome = overridden(preset, overrides)
    assert outcome.problems == ()
    assert {name: getattr(outcome.ruleset, name) for name in with_it} == with_it


def test_what_went_off_with_its_option_is_no_difference_of_its_own() -> None:
    assert changed(overridden(CLASSIC, {"fouls": False}).ruleset) == ("fouls",)
    assert changed(overridden(TOURNAMENT, {"draw_rule": "off"}).ruleset) == ("draw_rule",)


def test_what_is_overridden_itself_does_not_follow() -> None:
    kept = overridden(CLUB, {"fouls": True, "third_foul": "short_30", "lost_speech_s": 0}).ruleset
    assert (kept.third_foul, kept.lost_speech_s) == (r.ThirdFoul.SHORT_30, 0)
    assert found(CLUB, third_foul="short_30") == {("third_foul", "needs_fouls")}
    assert found(CLUB, fouls=True, third_foul=None) == {("third_foul", "missing")}
    assert found(CLUB, draw_rule="off", draw_resets_on="any_departure") == {
        ("draw_resets_on", "needs_draw_rule")
    }


def test_what_needs_points_or_a_sheet_is_refused_without_them() -> None:
    assert found(CLUB, ci_formula="b40_cap04") == {("ci_formula", "needs_scoring")}
    assert found(TOURNAMENT, scoring="off") == {("ci_formula", "needs_scoring")}
    assert found(CLUB, protest_s=600) == {("protest_s", "needs_sheet")}
    assert found(CLUB, outcry_s=3) == {("outcry_s", "needs_fouls")}
    assert found(TOURNAMENT, table_sizes=[9, 10]) == {("nine_seats", "missing")}


def test_every_problem_is_named_at_once() -> None:
    assert found(TOURNAMENT, protocol="record", speech_s=601, sirens=1, seating="alphabet") == {
        ("sirens", "unknown_option"),
        ("seating", "unknown_value"),
        ("speech_s", "out_of_range"),
        ("protest_s", "needs_sheet"),
        ("award_s", "needs_sheet"),
        ("no_shot", "needs_sheet"),
    }
