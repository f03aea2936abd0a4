"""The three catalogues say the same things, completely, and the code asks for nothing else."""

import ast
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import mafiabot.ui
from mafiabot.engine import ruleset
from mafiabot.engine.refusals import Reason
from mafiabot.engine.state import GoneCause, NightStep, Outcome, Role, SpeechKind, Status
from mafiabot.engine.views import HandControl, PhaseName
from mafiabot.runtime.announcements import NOTES
from mafiabot.ui.check import Needed
from mafiabot.ui.commands_i18n import CHOICES, COMMANDS
from mafiabot.ui.glossary import TERMS
from mafiabot.ui.table_answers import Done, Trouble
from mafiabot.ui.texts import CATALOGUES, LOCALES, TextMissing, Texts, locale_for, source

PLURALS = {
    "ru": {"one", "few", "many", "other"},
    "uk": {"one", "few", "many", "other"},
    "en": {"one", "other"},
}


def enum_rules() -> list[str]:
    """`rule-<field>-<value>` for every option that is an enumeration or a bool."""
    named = {
        "nine_seats": ruleset.NineSeats,
        "seating": ruleset.Seating,
        "plan_mode": ruleset.PlanMode,
        "plan_author": ruleset.PlanAuthor,
        "night0_reveal": ruleset.Night0Reveal,
        "opener_rotation": ruleset.OpenerRotation,
        "day0_vote": ruleset.Day0Vote,
        "revote_order": ruleset.RevoteOrder,
        "tie_repeat": ruleset.TieRepeat,
        "raise_threshold": ruleset.RaiseThreshold,
        "raise_cap": ruleset.RaiseCap,
        "third_foul": ruleset.ThirdFoul,
        "third_foul_at_3_or_4": ruleset.ThirdFoul,
        "removal_cancels_vote": ruleset.RemovalCancelsVote,
        "shot_targets": ruleset.ShotTargets,
        "no_shot": ruleset.NoShot,
        "best_move_condition": ruleset.BestMoveCondition,
        "best_move_when": ruleset.BestMoveWhen,
        "draw_rule": ruleset.DrawRule,
        "draw_resets_on": ruleset.DrawResetsOn,
        "scoring": ruleset.Scoring,
        "protocol": ruleset.ProtocolKind,
        "ci_formula": ruleset.CiFormula,
        "ci_needs_black": ruleset.CiNeedsBlack,
    }
    bools = (
        "host_swap",
        "night_victim_nominates",
        "raise_two_of_four",
        "raise_three_of_nine",
        "fouls",
        "ppk",
        "final_speech",
    )
    keys = [f"rule-{field}-{value}" for field, values in named.items() for value in values]
    keys += [f"rule-{field}-{answer}" for field in bools for answer in ("yes", "no")]
    keys += [f"rule-first_day_label-{label}" for label in (0, 1)]
    return keys + [f"rule-{field}" for field in NUMBERS]


NUMBERS = (
    "deal_s",
    "mafia_minute_s",
    "free_seating_s",
    "speech_s",
    "finish_lock_s",
    "last_word_s",
    "defence_s",
    "raise_window_s",
    "lost_speech_s",
    "outcry_s",
    "night_open_s",
    "shot_window_s",
    "check_s",
    "award_s",
    "protest_s",
    "mic_wait_s",
    "reconnect_s",
    "absence_s",
    "pause_max_s",
)
FAMILIES: dict[str, type[StrEnum] | tuple[str, ...]] = {
    "role-": Role,
    "preset-": ruleset.Preset,
    "language-": LOCALES,
    "status-": Status,
    "outcome-": Outcome,
    "phase-": (*(p for p in PhaseName if p is not PhaseName.NIGHT), "closed"),
    "panel-night-": NightStep,
    "panel-floor-": SpeechKind,
    "select-": HandControl,
    "check-": ("don-hit", "don-miss", "sheriff-hit", "sheriff-miss"),
    "said-floor-": SpeechKind,
    "said-gone-": GoneCause,
    "history-gone-": GoneCause,
    "said-vote-skipped-": ("nobody_nominated", "single_on_first_day", "cancelled"),
    "said-tie-": ("defence", "raise", "night"),
    "refusal-": Reason,
    "error-": Trouble,
    "note-": tuple(kind.value for kind in sorted(NOTES)),
    "done-": Done,
    "permission-": Needed,
    "term-": tuple(f"{term}{part}" for term in TERMS for part in ("", "-names")),
    "glossary-in-": LOCALES,
    "cmd-": tuple(f"{command}-{part}" for command in COMMANDS for part in ("name", "description")),
    "opt-": tuple(
        f"{option}-{part}"
        for options in COMMANDS.values()
        for option in options
        for part in ("name", "description")
    ),
    "rule-": tuple(key.removeprefix("rule-") for key in enum_rules()),
}


def messages(locale: str) -> dict[str, ftl.Message]:
    found: dict[str, ftl.Message] = {}
    for name in CATALOGUES:
        for entry in FluentParser().parse(source(locale, name)).body:
            assert not isinstance(entry, ftl.Junk), f"{locale}/{name}: {entry.content}"
            if isinstance(entry, ftl.Message):
                assert entry.id.name not in found, f"{locale}: {entry.id.name} twice"
                found[entry.id.name] = entry
    return found


class Reading(Visitor):
    """What a message needs (`variables`) and which variants each of its selectors has."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.variants: list[set[str]] = []

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_SelectExpression(self, node: ftl.SelectExpression) -> None:  # noqa: N802
        keys = [variant.key for variant in node.variants]
        self.variants.append({key.name for key in keys if isinstance(key, ftl.Identifier)})
        self.generic_visit(node)


def reading(message: ftl.Message) -> Reading:
    found = Reading()
    found.visit(message)
    return found


def asked_keys() -> Iterator[str]:
    """Every key the package asks for: literal ones as they stand, composed ones as their prefix + `*`."""
    for path in sorted(Path(mafiabot.ui.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                yield f"{node.values[0].value!s}*"


def used_keys() -> set[str]:
    literal = set(asked_keys())
    families = {f"{prefix}{code}" for prefix, codes in FAMILIES.items() for code in codes}
    return families | literal


def test_the_three_catalogues_have_the_same_keys() -> None:
    english = messages("en").keys()
    assert {locale: messages(locale).keys() ^ english for locale in LOCALES} == {
        key: set() for key in LOCALES
    }


def test_a_text_needs_the_same_values_in_every_language() -> None:
    english = {key: reading(message).variables for key, message in messages("en").items()}
    for locale in LOCALES:
        assert {key: reading(message).variables for key, message in messages(locale).items()} == english


@pytest.mark.parametrize("locale", LOCALES)
def test_every_plural_has_all_its_forms(locale: str) -> None:
    for key, message in messages(locale).items():
        for variants in reading(message).variants:
            assert variants == PLURALS[locale], f"{locale}: {key}"


def test_every_text_is_used() -> None:
    assert messages("en").keys() - used_keys() == set()


def test_every_family_of_texts_is_complete() -> None:
    families = {f"{prefix}{code}" for prefix, codes in FAMILIES.items() for code in codes}
    assert families - messages("en").keys() == set()


def test_every_composed_key_belongs_to_a_family() -> None:
    composed = {key[:-1] for key in asked_keys() if key.endswith("-*")}
    known = set(FAMILIES) | {
        "rule-night0_reveal-",
        "rule-first_day_label-",
        "rule-best_move_when-",
        "rule-ci_formula-",
    }
    assert composed - known == set()


def test_every_choice_is_worded() -> None:
    assert set(CHOICES) <= messages("en").keys()


def test_a_missing_text_is_a_bug_in_tests_and_english_or_its_key_in_production() -> None:
    with pytest.raises(TextMissing):
        Texts.load(strict=True).get("ru", "no-such-text")
    assert Texts.load().get("ru", "no-such-text") == "no-such-text"


def test_a_missing_value_is_a_bug_in_tests() -> None:
    with pytest.raises(TextMissing):
        Texts.load(strict=True).get("ru", "done-joined")


@pytest.mark.parametrize(
    ("discord_locale", "expected"),
    [("ru", "ru"), ("uk", "uk"), ("en-GB", "en"), ("en_US", "en"), ("pl", "en"), ("", "en")],
)
def test_a_discord_locale_finds_its_catalogue(discord_locale: str, expected: str) -> None:
    assert locale_for(discord_locale) == expected


@pytest.mark.parametrize(
    ("locale", "count", "expected"),
    [
        ("ru", 1, "1 игрок"),
        ("ru", 3, "3 игрока"),
        ("ru", 7, "7 игроков"),
        ("ru", 11, "11 игроков"),
        ("uk", 1, "1 гравець"),
        ("uk", 4, "4 гравці"),
        ("uk", 12, "12 гравців"),
        ("en", 1, "1 player is"),
        ("en", 6, "6 players are"),
    ],
)
def test_players_are_counted_in_the_right_form(locale: str, count: int, expected: str) -> None:
    assert expected in Texts.load(strict=True).get(locale, "panel-lobby-count", have=count)
