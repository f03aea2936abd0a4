"""The three presets as the rulebook writes them, cell by cell, and what may not be overridden in them."""

import re
from dataclasses import fields, replace
from enum import Enum

import pytest

from mafiabot.engine import ruleset as r
from mafiabot.engine.decide import decide
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset
from mafiabot.engine.ruleset_problems import problems
from tests.support.builders import open_table
from tests.support.rules import RULEBOOK

PRESETS = (CLUB, CLASSIC, TOURNAMENT)
COLUMNS = {"club": 3, "classic": 4, "tournament": 5}
NAMED_OTHERWISE = {"ci_win_factor_hundredths": "ci_win_factor"}


def written_rows() -> list[list[str]]:
    """The cells of every option's row in section 2, what stands in brackets left out."""
    section = RULEBOOK.read_text(encoding="utf-8").split("## 3.")[0]
    lines = [re.sub(r"\([^()]*\)", "", line) for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def written_values(preset: str) -> dict[str, str]:
    """One preset's value of every option, in the rulebook's words; `=` is the cell to the left."""
    values: dict[str, str] = {}
    for cells in written_rows():
        column = COLUMNS[preset]
        while cells[column] == "=":
            column -= 1
        names = re.findall(r"`(\w+)`", cells[1])
        values.update(zip(names, parts_of(cells[column], len(names)), strict=True))
    return values


def parts_of(cell: str, count: int) -> list[str]:
    for mark in (" / ", ", "):
        if len(parts := cell.split(mark)) == count:
            return parts
    return [cell] * count


def in_words(name: str, value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case Enum():
            return str(value.value)
        case tuple():
            return "–".join(str(part) for part in value)
        case int() if name == "ci_win_factor_hundredths":
            return f"{value / 100:g}"
        case _:
            return str(value)


def plainly(name: str, cell: str) -> str:
    """A cell without what the field does not say: `10 + 10, don then sheriff` is 10 seconds a step."""
    return cell.split(maxsplit=1)[0].rstrip(",") if name == "night0_reveal_s" else cell


@pytest.mark.skipif(not RULEBOOK.exists(), reason=f"the rulebook is not at {RULEBOOK}")
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.preset.value))
def test_every_option_of_every_preset_has_the_value_of_the_rulebook(preset: Ruleset) -> None:
    name = preset.preset.value
    written = {option: plainly(option, cell).lower() for option, cell in written_values(name).items()}
    ours = {
        NAMED_OTHERWISE.get(field.name, field.name): in_words(field.name, getattr(preset, field.name))
        for field in fields(preset)
    }
    assert ours.pop("preset") == name
    assert ours == written


@pytest.mark.skipif(not RULEBOOK.exists(), reason=f"the rulebook is not at {RULEBOOK}")
def test_every_choice_of_an_option_is_one_of_the_rulebook() -> None:
    choices = {name: cells[2] for cells in written_rows() for name in re.findall(r"`(\w+)`", cells[1])}
    for preset in PRESETS:
        for field in fields(preset):
            value = getattr(preset, field.name)
            if isinstance(value, Enum) and field.name != "preset":
                known = re.findall(r"\w+", choices[field.name])
                assert {str(choice.value) for choice in type(value)} <= set(known), field.name


# --- what keeps a preset from being opened -------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.preset.value))
def test_a_table_opens_with_every_preset_as_it_is_written(preset: Ruleset) -> None:
    assert problems(preset) == ()
    assert not isinstance(decide(None, open_table(preset), 0), Refusal)


def test_no_table_opens_with_a_ruleset_that_combines_wrongly() -> None:
    answer = decide(None, open_table(replace(CLASSIC, fouls=False)), 0)
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.BAD_RULESET


# --- single options of the other two presets overridden ------------------------------------------


def wrong(preset: Ruleset, **options: object) -> set[tuple[str, str]]:
    found = problems(replace(preset, **options))  # type: ignore[arg-type]
    return {(problem.field, problem.reason.value) for problem in found}


@pytest.mark.parametrize("preset", [CLASSIC, TOURNAMENT], ids=lambda preset: str(preset.preset.value))
def test_a_preset_with_fouls_loses_none_of_their_options(preset: Ruleset) -> None:
    for option in ("third_foul", "third_foul_at_3_or_4", "lost_speech_s"):
        assert wrong(preset, **{option: None}) == {(option, "missing")}
    assert wrong(preset, fouls=False) == {
        ("third_foul", "needs_fouls"),
        ("third_foul_at_3_or_4", "needs_fouls"),
        ("lost_speech_s", "needs_fouls"),
    }
    without = {"third_foul": None, "third_foul_at_3_or_4": None, "lost_speech_s": None}
    assert wrong(preset, fouls=False, **without) == set()


def test_an_outcry_is_paid_with_a_foul() -> None:
    assert wrong(CLASSIC, outcry_s=3) == set()
    assert ("outcry_s", "needs_fouls") in wrong(CLASSIC, outcry_s=3, fouls=False)


def test_a_tournament_without_points_has_no_ci() -> None:
    assert wrong(TOURNAMENT, scoring=r.Scoring.OFF) == {("ci_formula", "needs_scoring")}
    off = {"ci_formula": r.CiFormula.OFF, "ci_win_factor_hundredths": None, "ci_needs_black": None}
    assert wrong(TOURNAMENT, scoring=r.Scoring.OFF, **off) == set()
    assert wrong(TOURNAMENT, **off) == set()


def test_a_tournament_without_a_sheet_has_no_protests_awards_or_notes() -> None:
    assert wrong(TOURNAMENT, protocol=r.ProtocolKind.RECORD) == {
        ("protest_s", "needs_sheet"),
        ("award_s", "needs_sheet"),
        ("no_shot", "needs_sheet"),
    }
    none = {"protest_s": 0, "award_s": 0, "no_shot": r.NoShot.MISS}
    assert wrong(TOURNAMENT, protocol=r.ProtocolKind.RECORD, **none) == set()


def test_what_resets_a_draw_is_said_exactly_where_there_is_one() -> None:
    assert wrong(CLASSIC, draw_resets_on=r.DrawResetsOn.ANY_DEPARTURE) == {
        ("draw_resets_on", "needs_draw_rule")
    }
    assert wrong(TOURNAMENT, draw_resets_on=None) == {("draw_resets_on", "missing")}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.preset.value))
def test_seconds_end_at_six_hundred_unless_the_row_itself_says_otherwise(preset: Ruleset) -> None:
    longer = {"pause_max_s", "award_s"}
    seconds = {field.name for field in fields(preset) if field.name.endswith("_s")}
    for name in seconds:
        assert (name, "out_of_range") in wrong(preset, **{name: -1})
        assert ((name, "out_of_range") in wrong(preset, **{name: 601})) is (name not in longer)
        assert (name, "out_of_range") not in wrong(preset, **{name: 600})


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.preset.value))
def test_a_vote_window_is_never_under_a_second_and_a_half(preset: Ruleset) -> None:
    assert wrong(preset, vote_window_ms=1_499) == {("vote_window_ms", "out_of_range")}
    assert wrong(preset, vote_window_ms=1_500) == set()


@pytest.mark.parametrize("sizes", [(5, 10), (6, 13), (11, 10)])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.preset.value))
def test_no_preset_seats_fewer_than_six_more_than_twelve_or_fewer_at_most_than_at_least(
    preset: Ruleset, sizes: tuple[int, int]
) -> None:
    assert wrong(preset, table_sizes=sizes) - {("nine_seats", "missing")} == {("table_sizes", "out_of_range")}


def test_a_tournament_that_seats_nine_says_how_nine_play() -> None:
    assert wrong(TOURNAMENT, table_sizes=(9, 10)) == {("nine_seats", "missing")}
    assert wrong(TOURNAMENT, table_sizes=(9, 10), nine_seats=r.NineSeats.FEWER_BLACK) == set()
