"""Every option of a `Ruleset` as such: what kind of value it takes, and within which limits.

Derived from the fields of `Ruleset`; only limits other than 0-600 seconds are written down here.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import get_args, get_type_hints

from mafiabot.engine.ruleset import Preset, Ruleset

SEATS_FEWEST, SEATS_MOST = 6, 12
SECONDS = (0, 600)
_LIMITS = {
    "table_sizes": (SEATS_FEWEST, SEATS_MOST),
    "vote_window_ms": (1_500, 600_000),
    "vote_settle_ms": (0, 10_000),
    "pause_max_s": (0, 86_400),
    "award_s": (0, 86_400),
    "day0_nominee_cap": (1, SEATS_MOST),
    "ci_win_factor_hundredths": (0, 100),
    "first_day_label": (0, 1),
}

Value = StrEnum | bool | int | tuple[int, int] | None
"""What a field of a `Ruleset` holds; `tuple`: fewest and most seats."""


class Kind(StrEnum):
    CHOICE = "choice"
    FLAG = "flag"
    NUMBER = "number"
    SIZES = "sizes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """`choices` of a CHOICE; `least` and `most` of a NUMBER and of SIZES; `optional`: `None` is a value."""

    name: str
    kind: Kind
    optional: bool
    choices: tuple[StrEnum, ...] = ()
    least: int = SECONDS[0]
    most: int = SECONDS[1]

    @property
    def spoken(self) -> str:
        """The name as the rulebook has it."""
        return self.name.removesuffix("_hundredths")


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAValue:
    """What was given is no value of the option."""


def value_of(option: Option, given: object) -> Value | NotAValue:
    """`given`, as JSON has it, as the field's value; whether a number is in its range is not asked here."""
    if given is None:
        return None if option.optional else NotAValue()
    match option.kind, given:
        case Kind.FLAG, bool():
            return given
        case Kind.NUMBER, int() if not isinstance(given, bool):
            return given
        case Kind.CHOICE, str():
            return next((choice for choice in option.choices if choice == given), NotAValue())
        case Kind.SIZES, [int(fewest), int(most)] if bool not in (type(fewest), type(most)):
            return fewest, most
        case _:
            return NotAValue()


def json_of(value: Value) -> object:
    """The inverse of `value_of`."""
    if isinstance(value, StrEnum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def _option(name: str, hint: object) -> Option:
    members = get_args(hint) or (hint,)
    optional = type(None) in members
    least, most = _LIMITS.get(name, SECONDS)
    if name == "table_sizes":
        return Option(name=name, kind=Kind.SIZES, optional=False, least=least, most=most)
    held = members[0]
    if held is bool:
        return Option(name=name, kind=Kind.FLAG, optional=optional)
    if isinstance(held, type) and issubclass(held, StrEnum):
        return Option(name=name, kind=Kind.CHOICE, optional=optional, choices=tuple(held))
    return Option(name=name, kind=Kind.NUMBER, optional=optional, least=least, most=most)


def _options() -> dict[str, Option]:
    hints = get_type_hints(Ruleset)
    names = (field.name for field in fields(Ruleset) if hints[field.name] is not Preset)
    return {name: _option(name, hints[name]) for name in names}


OPTIONS: dict[str, Option] = _options()
"""By the name of the field, in the rulebook's order; the preset itself is none of them."""
