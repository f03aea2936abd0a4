"""What is wrong with a ruleset: out of range, or not to be combined (the rulebook's section 2).

A ruleset with a problem opens no table, so nothing is ever played silently otherwise than it says.
"""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine import ruleset as r
from mafiabot.engine.options import OPTIONS, SEATS_FEWEST, SEATS_MOST, Kind
from mafiabot.engine.ruleset import Ruleset


class ProblemReason(StrEnum):
    OUT_OF_RANGE = "out_of_range"
    NEEDS_FOULS = "needs_fouls"
    NEEDS_SCORING = "needs_scoring"
    NEEDS_CI = "needs_ci"  # points are counted, but without Ci
    NEEDS_SHEET = "needs_sheet"
    NEEDS_DRAW_RULE = "needs_draw_rule"
    MISSING = "missing"  # left out though the option it belongs to is on
    UNKNOWN_OPTION = "unknown_option"  # of overrides: another version's, perhaps
    UNKNOWN_VALUE = "unknown_value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """`field`: the option's name, as in `Ruleset`."""

    field: str
    reason: ProblemReason


Row = tuple[str, bool]


def problems(ruleset: Ruleset) -> tuple[Problem, ...]:
    """Everything that keeps this ruleset from being played; empty if it can be."""
    tables = (
        (ProblemReason.OUT_OF_RANGE, _out_of_range(ruleset)),
        (ProblemReason.NEEDS_FOULS, _needs_fouls(ruleset)),
        (ProblemReason.NEEDS_SCORING, _needs_scoring(ruleset)),
        (ProblemReason.NEEDS_CI, _needs_ci(ruleset)),
        (ProblemReason.NEEDS_SHEET, _needs_sheet(ruleset)),
        (ProblemReason.NEEDS_DRAW_RULE, _needs_draw_rule(ruleset)),
        (ProblemReason.MISSING, _missing(ruleset)),
    )
    return tuple(
        Problem(field=field, reason=reason) for reason, rows in tables for field, wrong in rows if wrong
    )


def _out_of_range(rules: Ruleset) -> list[Row]:
    fewest, most = rules.table_sizes
    rows = [("table_sizes", not SEATS_FEWEST <= fewest <= most <= SEATS_MOST)]
    for option in OPTIONS.values():
        value = getattr(rules, option.name)
        if option.kind is Kind.NUMBER and value is not None:
            rows.append((option.name, not option.least <= value <= option.most))
    return rows


def _needs_fouls(rules: Ruleset) -> list[Row]:
    given = {
        "third_foul": rules.third_foul is not None,
        "third_foul_at_3_or_4": rules.third_foul_at_3_or_4 is not None,
        "lost_speech_s": rules.lost_speech_s is not None,
        "outcry_s": rules.outcry_s > 0,
    }
    return [(name, not rules.fouls and on) for name, on in given.items()]


def _needs_scoring(rules: Ruleset) -> list[Row]:
    off = rules.scoring is r.Scoring.OFF
    return [
        ("ci_formula", off and rules.ci_formula is not r.CiFormula.OFF),
        *((name, off and part) for name, part in _parts_without_formula(rules)),
    ]


def _needs_ci(rules: Ruleset) -> list[Row]:
    scored = rules.scoring is not r.Scoring.OFF
    return [(name, scored and part) for name, part in _parts_without_formula(rules)]


def _parts_without_formula(rules: Ruleset) -> list[Row]:
    off = rules.ci_formula is r.CiFormula.OFF
    return [
        ("ci_win_factor_hundredths", off and rules.ci_win_factor_hundredths is not None),
        ("ci_needs_black", off and rules.ci_needs_black is not None),
    ]


def _needs_sheet(rules: Ruleset) -> list[Row]:
    needing = {
        "protest_s": rules.protest_s > 0,
        "award_s": rules.award_s > 0,
        "no_shot": rules.no_shot is r.NoShot.MISS_AND_NOTE,
    }
    return [(name, rules.protocol is r.ProtocolKind.RECORD and on) for name, on in needing.items()]


def _needs_draw_rule(rules: Ruleset) -> list[Row]:
    off = rules.draw_rule is r.DrawRule.OFF
    return [("draw_resets_on", off and rules.draw_resets_on is not None)]


def _missing(rules: Ruleset) -> list[Row]:
    fewest, most = rules.table_sizes
    formula = rules.ci_formula is not r.CiFormula.OFF
    return [
        ("nine_seats", rules.nine_seats is None and fewest <= 9 <= most),
        ("third_foul", rules.fouls and rules.third_foul is None),
        ("third_foul_at_3_or_4", rules.fouls and rules.third_foul_at_3_or_4 is None),
        ("lost_speech_s", rules.fouls and rules.lost_speech_s is None),
        ("draw_resets_on", rules.draw_rule is not r.DrawRule.OFF and rules.draw_resets_on is None),
        ("ci_win_factor_hundredths", formula and rules.ci_win_factor_hundredths is None),
        ("ci_needs_black", formula and rules.ci_needs_black is None),
    ]
