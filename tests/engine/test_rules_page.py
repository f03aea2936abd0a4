"""The page about rules says of every option what the code says: values, and the three presets'."""

import re
from pathlib import Path

import pytest

from mafiabot.engine.options import OPTIONS, Kind, Option, Value
from mafiabot.engine.overrides import PRESETS
from mafiabot.engine.ruleset_problems import ProblemReason

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if "|" in line]
WRITTEN = {row[0].strip("`"): row[1:] for row in ROWS if len(row) == 6 and row[0].startswith("`")}


def in_words(option: Option, value: Value) -> str:
    if value is None:
        return "none"
    match option.kind, value:
        case Kind.FLAG, _:
            return "yes" if value else "no"
        case Kind.SIZES, (fewest, most):
            return f"{fewest}–{most}"
        case _, int() if option.name.endswith("_hundredths"):
            return f"{value / 100:g}"
        case _:
            return str(value)


def values_of(option: Option) -> str:
    match option.kind:
        case Kind.CHOICE:
            return " · ".join(f"`{choice.value}`" for choice in option.choices)
        case Kind.FLAG:
            return "yes · no"
        case Kind.SIZES:
            return f"two numbers, {option.least}–{option.most}"
        case Kind.NUMBER:
            limits = f"{in_words(option, option.least)}–{in_words(option, option.most)}"
            unit = re.search("_(m?s)$", option.name)
            return limits + (f" {unit[1]}" if unit else "")


def test_every_option_has_its_row_and_no_other_has() -> None:
    assert sorted(WRITTEN) == sorted(option.spoken for option in OPTIONS.values())
    assert len([row for row in ROWS if len(row) == 6 and row[0].startswith("`")]) == len(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
def test_an_options_row_says_its_values_and_the_presets(option: Option) -> None:
    values, *presets, explained = WRITTEN[option.spoken]
    capped = " · `none`" if option.name == "day0_nominee_cap" else ""
    assert values == values_of(option) + capped
    assert presets == [in_words(option, getattr(preset, option.name)) for preset in PRESETS.values()]
    assert explained


def test_every_reason_of_a_refusal_is_explained() -> None:
    reasons = {name for row in ROWS if len(row) == 2 for name in re.findall(r"`(\w+)`", row[0])}
    assert reasons == {reason.value for reason in ProblemReason}
