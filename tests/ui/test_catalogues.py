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
from mafiabot.engine.aftermath import AfterReason, ProtestState
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.options import OPTIONS, Kind
from mafiabot.engine.protocol_types import FactKind, When
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset_problems import ProblemReason
from mafiabot.engine.scoring import AwardReason
from mafiabot.engine.state import ActKind, NightStep, Outcome, Role, SpeechKind, Status
from mafiabot.engine.views import HandControl, PhaseName
from mafiabot.runtime.announcements import NOTES
from mafiabot.runtime.ports import HelperFit
from mafiabot.runtime.unheard import Unheard
from mafiabot.ui.check import Needed
from mafiabot.ui.commands_i18n import CHOICES, COMMANDS, JUDGE_COMMANDS, MENUS
from mafiabot.ui.discipline import WALKED_OUT
from mafiabot.ui.glossary import TERMS
from mafiabot.ui.judge_lines import JudgeNote
from mafiabot.ui.rules import SAID_WHEN_OFF
from mafiabot.ui.table_answers import Done, Trouble
from mafiabot.ui.texts import CATALOGUES, LOCALES, TextMissing, Texts, locale_for, source

PLURALS = {
    "ru": {"one", "few", "many", "other"},
    "uk": {"one", "few", "many", "other"},
    "en": {"one", "other"},
}


def rule_codes() -> Iterator[str]:
    """What may follow `rule-`: `<option>-<value>` of choices and yes/no, `<option>` of seconds."""
    for name, option in OPTIONS.items():
        match option.kind:
            case Kind.CHOICE:
                yield from (f"{name}-{choice.value}" for choice in option.choices)
            case Kind.FLAG:
                yield from (f"{name}-yes", f"{name}-no")
            case Kind.NUMBER if name.endswith("_s") and name not in ("night0_reveal_s", "best_move_s"):
                yield name
    yield from ("first_day_label-0", "first_day_label-1")
    yield from (f"{name}-off" for name in SAID_WHEN_OFF)


THIRD_FOUL = (ruleset.ThirdFoul.LOSE_SPEECH.value, ruleset.ThirdFoul.SHORT_30.value)
FAMILIES: dict[str, type[StrEnum] | tuple[str, ...]] = {
    "role-": Role,
    "preset-": ruleset.Preset,
    "language-": LOCALES,
    "status-": Status,
    "outcome-": Outcome,
    "phase-": (*(p for p in PhaseName if p is not PhaseName.NIGHT), "closed", "best_move"),
    "panel-night-": NightStep,
    "panel-floor-": SpeechKind,
    "select-": HandControl,
    "check-": ("don-hit", "don-miss", "sheriff-hit", "sheriff-miss"),
    "said-floor-": SpeechKind,
    "said-gone-": WALKED_OUT,
    "history-gone-": WALKED_OUT,
    "cause-": GoneCause,
    "foul-reason-": FoulReason,
    "act-": ActKind,
    "said-third-foul-": THIRD_FOUL,
    "said-foul-served-": THIRD_FOUL,
    "mark-owes-": THIRD_FOUL,
    "said-vote-skipped-": (
        "nobody_nominated",
        "single_on_first_day",
        "none_on_first_day",
        "cancelled",
        "removal",
    ),
    "said-nobody-leaves-": ("speech_only", "raise_only"),
    "hand-called-": (*ruleset.Night0Reveal, "no"),
    "said-tie-": ("defence", "raise", "night"),
    "refusal-": Reason,
    "error-": Trouble,
    "note-": tuple(kind.value for kind in sorted(NOTES)),
    "done-": Done,
    "check-helper-": HelperFit,
    "unheard-": Unheard,
    "hint-unheard-": Unheard,
    "permission-": Needed,
    "protocol-skipped-": (
        "nobody_nominated",
        "single_on_first_day",
        "none_on_first_day",
        "cancelled",
        "removal",
    ),
    "protocol-at-": When,
    "protocol-fact-": tuple(kind.value for kind in FactKind if kind is not FactKind.NIGHT_ENDED),
    "protocol-protest-": ProtestState,
    "protocol-part-": ("win", "best_move", "bonus", "errors", "removal", "ci"),
    "protocol-check-": tuple(f"{who}-{found}" for who in ("don", "sheriff") for found in ("hit", "miss")),
    "sheet-letter-": (Role.MAFIA, Role.DON, Role.SHERIFF),
    "sheet-winner-": (Outcome.RED, Outcome.BLACK, Outcome.DRAW, "none"),
    "term-": tuple(f"{term}{part}" for term in TERMS for part in ("", "-names")),
    "glossary-in-": LOCALES,
    "cmd-": tuple(f"{command}-{part}" for command in COMMANDS for part in ("name", "description")),
    "judge-cmd-": tuple(
        f"{command}-{part}" for command in JUDGE_COMMANDS for part in ("name", "description")
    ),
    "menu-": tuple(f"{menu}-name" for menu in MENUS),
    "judge-": JudgeNote,
    "award-": AwardReason,
    "after-": AfterReason,
    "opt-": tuple(
        f"{option}-{part}"
        for options in (*COMMANDS.values(), *JUDGE_COMMANDS.values())
        for option in options
        for part in ("name", "description")
    ),
    "rule-": tuple(rule_codes()),
    "ruleset-": tuple(option.spoken for option in OPTIONS.values()),
    "problem-": ProblemReason,
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
    known = set(FAMILIES) | {"rule-night0_reveal-", "rule-first_day_label-", "rule-best_move_when-"}
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
