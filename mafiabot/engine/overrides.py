"""A preset with single options of its own: what a guild plays, or why it cannot be played.

An option that exists only while another one is on (how the third foul is paid, what resets the draw, the
parts of Ci) follows that one, unless it is overridden itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from mafiabot.engine import ruleset as r
from mafiabot.engine.options import OPTIONS, NotAValue, Value, value_of
from mafiabot.engine.replacing import replace
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset
from mafiabot.engine.ruleset_problems import Problem, ProblemReason, problems

PRESETS: Mapping[str, Ruleset] = {preset.preset.value: preset for preset in (CLUB, CLASSIC, TOURNAMENT)}

# What holds if a preset in which the parent is off has it turned on.
_OF_FOULS = {name: getattr(CLASSIC, name) for name in ("third_foul", "third_foul_at_3_or_4", "lost_speech_s")}
_OF_DRAW = {"draw_resets_on": CLUB.draw_resets_on}
_OF_CI = {name: getattr(TOURNAMENT, name) for name in ("ci_win_factor_hundredths", "ci_needs_black")}
_OF_ANOTHER = frozenset({*_OF_FOULS, *_OF_DRAW, *_OF_CI, "nine_seats"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden:
    """`problems`: everything that keeps `ruleset` from being played as the overrides say; empty if it can be.

    What cannot be understood is a problem, too, and stands in `ruleset` as the preset has it.
    """

    ruleset: Ruleset
    problems: tuple[Problem, ...]


def overridden(preset: Ruleset, overrides: Mapping[str, object]) -> Overridden:
    """`overrides`: by the name of the option, each value as JSON has it."""
    values: dict[str, Value] = {}
    strange: list[Problem] = []
    for name, given in overrides.items():
        option = OPTIONS.get(name)
        value = value_of(option, given) if option is not None else NotAValue()
        if not isinstance(value, NotAValue):
            values[name] = value
        elif option is None:
            strange.append(Problem(field=name, reason=ProblemReason.UNKNOWN_OPTION))
        else:
            strange.append(Problem(field=name, reason=ProblemReason.UNKNOWN_VALUE))
    ruleset = _with(preset, values)
    followed = _with(ruleset, {name: v for name, v in _following(ruleset).items() if name not in values})
    return Overridden(ruleset=followed, problems=(*strange, *problems(followed)))


def changed(ruleset: Ruleset) -> tuple[str, ...]:
    """The options that differ from the preset's, in the rulebook's order.

    What is gone because the option it belongs to is off does not count beside that one.
    """
    preset = PRESETS[ruleset.preset.value]
    return tuple(name for name in OPTIONS if _differs(name, getattr(ruleset, name), getattr(preset, name)))


def _differs(name: str, value: Value, usual: Value) -> bool:
    return value != usual and not (value is None and name in _OF_ANOTHER)


def _with(ruleset: Ruleset, values: Mapping[str, Value]) -> Ruleset:
    return replace(ruleset, **values)  # type: ignore[arg-type]  # each value is of its field's kind


def _following(ruleset: Ruleset) -> dict[str, Value]:
    parents = (
        (ruleset.fouls, _OF_FOULS),
        (ruleset.draw_rule is not r.DrawRule.OFF, _OF_DRAW),
        (ruleset.ci_formula is not r.CiFormula.OFF, _OF_CI),
    )
    following: dict[str, Value] = {}
    for on, children in parents:
        for name, usual in children.items():
            kept = getattr(ruleset, name)
            following[name] = (usual if kept is None else kept) if on else None
    return following
