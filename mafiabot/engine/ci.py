"""Ci, the compensation for being killed first: whole hundredths of a point, every rounding half up.

`rate` is one game's worth over a distance, `paid` what one decided game pays of it. Where the number of
games and of first kills come from (games played, a planned distance, provisional or final) is the
caller's business; when they change, every past game is computed anew.
"""

from dataclasses import dataclass

from mafiabot.engine.ruleset import CiFormula, CiNeedsBlack, Ruleset

HUNDRED = 100
CAPS = {CiFormula.OFF: 0, CiFormula.B40_CAP04: 40, CiFormula.B40_CAP05: 50}


@dataclass(frozen=True, slots=True, kw_only=True)
class CiRule:
    """`win_factor_hundredths`: the part of the rate that a won game pays (50 = half)."""

    formula: CiFormula
    win_factor_hundredths: int
    needs_black: CiNeedsBlack


NO_CI = CiRule(formula=CiFormula.OFF, win_factor_hundredths=0, needs_black=CiNeedsBlack.ALWAYS)


def ci_rule(rules: Ruleset) -> CiRule:
    """The ruleset's Ci; `NO_CI` where it is off (the other two options are None there)."""
    factor, needs_black = rules.ci_win_factor_hundredths, rules.ci_needs_black
    if factor is None or needs_black is None:
        return NO_CI
    return CiRule(formula=rules.ci_formula, win_factor_hundredths=factor, needs_black=needs_black)


def rate(formula: CiFormula, *, games: int, first_kills: int) -> int:
    """Hundredths a game for `first_kills` first kills as red in a distance of `games`.

    Raises `ValueError` for a negative number.
    """
    if games < 0 or first_kills < 0:
        raise ValueError(f"{first_kills} first kills in {games} games")
    base = _half_up(40 * games, HUNDRED)
    cap = CAPS[formula]
    return 0 if base == 0 else min(cap, _half_up(cap * first_kills, base))


def paid(rule: CiRule, rate_hundredths: int, *, won: bool, black_named: int) -> int:
    """Hundredths that one game pays to a red killed on the first combat night. A draw pays nobody.

    `black_named`: how many true black stood in his own best move.
    """
    if black_named == 0 and _black_needed(rule.needs_black, won):
        return 0
    return _half_up(rate_hundredths * rule.win_factor_hundredths, HUNDRED) if won else rate_hundredths


def _black_needed(needs_black: CiNeedsBlack, won: bool) -> bool:
    return needs_black is CiNeedsBlack.ALWAYS or (won and needs_black is CiNeedsBlack.ON_WIN)


def _half_up(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)
