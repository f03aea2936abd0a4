"""The rules name every option, mark what a server changed, and fit one answer whatever is chosen."""

import ast
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from mafiabot.engine import ruleset as rs
from mafiabot.engine.options import OPTIONS, Kind, Option, Value
from mafiabot.engine.overrides import PRESETS, changed, overridden
from mafiabot.ui import rules
from mafiabot.ui.answers import text_layout
from mafiabot.ui.rules import option_words, rules_name, rules_text
from mafiabot.ui.texts import Texts
from tests.support import layouts

EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))

# Every option that another one needs is on, so that each has something to say.
FULL = replace(rs.TOURNAMENT, table_sizes=(6, 12), nine_seats=rs.NineSeats.EMPTY_NUMBER, outcry_s=5)


def with_values(ruleset: rs.Ruleset, **values: Any) -> rs.Ruleset:
    return replace(ruleset, **values)


def some_values(option: Option) -> tuple[Value, ...]:
    """All of an option's values; of a number three at most, the largest last."""
    match option.kind:
        case Kind.CHOICE:
            return option.choices
        case Kind.FLAG:
            return (True, False)
        case Kind.NUMBER:
            none: tuple[Value, ...] = (None,) if option.name == "day0_nominee_cap" else ()
            return (*none, *sorted({option.least, option.least + 1, option.most}))
        case Kind.SIZES:
            return ((6, 12), (9, 9))


def test_every_option_of_a_ruleset_is_put_into_words() -> None:
    tree = ast.parse(Path(rules.__file__).read_text(encoding="utf-8"))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert {field.name for field in fields(rs.Ruleset)} - read == set()


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
def test_every_value_of_an_option_has_words_of_its_own(texts: Texts, locale: str, option: Option) -> None:
    say = texts.say(locale)
    values = some_values(option)
    words = [option_words(say, with_values(FULL, **{option.name: value}), option.name) for value in values]
    assert all(words)
    assert len(set(words)) == len(values)


def longest(texts: Texts, locale: str) -> Iterator[tuple[str, Value]]:
    """For every option that can be changed beside all the others the value that takes most words."""
    say = texts.say(locale)

    def length(option: Option, value: Value) -> int:
        return len(option_words(say, with_values(FULL, **{option.name: value}), option.name))

    for option in OPTIONS.values():
        others = [value for value in some_values(option) if value != getattr(rs.CLUB, option.name)]
        if others:
            yield option.name, max(others, key=lambda value: length(option, value))


def test_the_longest_rules_there_can_be_fit_one_answer(texts: Texts, locale: str) -> None:
    everything = with_values(rs.CLUB, **dict(longest(texts, locale)))
    assert set(OPTIONS) - set(changed(everything)) == {"raise_threshold"}  # it has one value
    layouts.assert_within_limits(text_layout(rules_text(texts, locale, everything)))


@EVERY_PRESET
def test_a_preset_as_it_is_written_has_nothing_underlined(
    texts: Texts, locale: str, preset: rs.Ruleset
) -> None:
    text = rules_text(texts, locale, preset)
    assert "_" not in text
    assert rules_name(texts.say(locale), preset) == texts.get(locale, f"preset-{preset.preset.value}")


def test_what_a_server_changed_is_underlined_and_counted(texts: Texts) -> None:
    ours = replace(rs.CLUB, speech_s=45, night0_reveal_s=15)
    text = rules_text(texts, "en", ours)
    assert "changed (points: 2)" in text
    assert "__Speech 45 s; one nomination a speech, never taken back.__" in text
    assert "__The sheriff is reminded of the role, 15 s.__" in text
    assert text.count("__") == 4
    assert rules_name(texts.say("en"), ours) == "club (changes: 2)"


@pytest.mark.parametrize(
    ("preset", "change", "expected"),
    [
        (rs.TOURNAMENT, {"protest_s": 0}, "__No protests.__"),
        (rs.TOURNAMENT, {"award_s": 0}, "__The judge gives no bonus points.__"),
        (rs.CLUB, {"free_seating_s": 0}, "__No free seating.__"),
        (rs.CLASSIC, {"lost_speech_s": 0}, "__Without a speech one does not nominate.__"),
        (rs.CLUB, {"finish_lock_s": 0}, "__A speech can be finished at once.__"),
        (rs.CLUB, {"vote_settle_ms": 0}, "__Presses delayed on the way are waited for 0 s.__"),
        (rs.CLUB, {"deal_s": 0}, "__0 s to open your hand.__"),
    ],
)
def test_what_was_turned_off_is_said_though_no_preset_says_it(
    texts: Texts, preset: rs.Ruleset, change: dict[str, Any], expected: str
) -> None:
    assert expected in rules_text(texts, "en", with_values(preset, **change))


@EVERY_PRESET
def test_what_a_preset_does_not_have_goes_without_saying(texts: Texts, preset: rs.Ruleset) -> None:
    text = rules_text(texts, "en", preset)
    assert "outcry" not in text
    assert " 0 s" not in text
    assert ("Ci" in text) is (preset is rs.TOURNAMENT)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"day0_nominee_cap": 1}, "at most 1 nominee."),
        ({"day0_nominee_cap": None}, "Any number of nominees"),
        ({"table_sizes": (10, 10)}, "Exactly 10 players."),
        ({"vote_window_ms": 1500}, "1.5 s for each candidate"),
        ({"first_day_label": 0}, "number 0"),
        ({"pause_max_s": 90}, "up to 90 s"),
        ({"pause_max_s": 86_400}, "up to 1440 min"),
        ({"draw_rule": rs.DrawRule.OFF, "draw_resets_on": None}, "No draws."),
        ({"removal_cancels_vote": rs.RemovalCancelsVote.NEXT}, "A removal cancels the nearest vote."),
    ],
)
def test_an_option_changes_what_is_said(texts: Texts, change: dict[str, Any], expected: str) -> None:
    assert expected in rules_text(texts, "en", with_values(rs.CLUB, **change))


def test_nine_are_spoken_of_only_where_nine_may_sit(texts: Texts) -> None:
    assert "Nine" not in rules_text(texts, "en", rs.CLASSIC)
    nine = overridden(rs.CLASSIC, {"table_sizes": [9, 10]}).ruleset
    assert "Nine play with ten numbers" in rules_text(texts, "en", nine)


@pytest.mark.parametrize(("locale", "factor"), [("ru", "0,75"), ("uk", "0,75"), ("en", "0.75")])
def test_decimals_are_written_as_the_language_does(texts: Texts, locale: str, factor: str) -> None:
    text = rules_text(texts, locale, replace(rs.TOURNAMENT, ci_win_factor_hundredths=75))
    assert f"Ci × {factor}." in text
