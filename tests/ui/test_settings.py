"""Options and values in a person's words: what is offered is understood, answers say it all and fit."""

import re
from typing import Any

import pytest

from mafiabot.engine import ruleset as r
from mafiabot.engine.options import OPTIONS, Kind, NotAValue, Option, Value, json_of
from mafiabot.engine.overrides import PRESETS, changed, overridden
from mafiabot.engine.ruleset import CLUB, TOURNAMENT
from mafiabot.engine.ruleset_problems import Problem, ProblemReason
from mafiabot.runtime.guild_rules import Default, Outcome, rules_of
from mafiabot.runtime.settings_port import GuildSettings
from mafiabot.ui import panel_lines
from mafiabot.ui.answers import text_layout
from mafiabot.ui.settings import (
    option_text,
    override_text,
    preset_text,
    problem_lines,
    settings_text,
    unknown_option_line,
    unknown_value_line,
    unplayable_text,
)
from mafiabot.ui.settings_values import option_meant, option_offers, value_meant, value_offers, value_words
from mafiabot.ui.texts import LOCALES, Texts
from tests.support import layouts, views

EVERY_OPTION = pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))


def read(texts: Texts, option: str, typed: str, locale: str = "en") -> Value | Default | NotAValue:
    return value_meant(texts, locale, CLUB, option, typed)


# --- options -------------------------------------------------------------------------------------


@EVERY_OPTION
def test_an_option_is_meant_by_its_name_in_words_and_in_the_rulebook(
    texts: Texts, locale: str, option: Option
) -> None:
    words = texts.get(locale, f"ruleset-{option.spoken}")
    offered = {name: label for label, name in option_offers(texts, locale, option.spoken, ())}
    for typed in (option.name, option.spoken, words, words.upper(), offered[option.name]):
        assert option_meant(texts, locale, typed, ()) == option.name


def test_no_two_options_have_the_same_name(texts: Texts, locale: str) -> None:
    names = [texts.get(locale, f"ruleset-{option.spoken}") for option in OPTIONS.values()]
    assert len(set(names)) == len(OPTIONS)


@pytest.mark.parametrize(
    ("locale", "typed", "first"),
    [
        ("uk", "промова", "speech_s"),
        ("ru", "ТРЕТИЙ ФОЛ", "third_foul"),
        ("en", "draw", "draw_rule"),
        ("ru", "raise_cap", "raise_cap"),
        ("uk", "дев'я", "nine_seats"),
        ("en", "ci_win", "ci_win_factor_hundredths"),
    ],
)
def test_options_are_offered_by_what_is_typed(texts: Texts, locale: str, typed: str, first: str) -> None:
    assert first in [name for _, name in option_offers(texts, locale, typed, ())][:2]


def test_twenty_five_options_are_offered_at_most_and_those_that_were_changed_lead(
    texts: Texts, locale: str
) -> None:
    offered = option_offers(texts, locale, "", ("reconnect_s", "speech_s"))
    assert [name for _, name in offered[:2]] == ["speech_s", "reconnect_s"]
    assert len(offered) == 25
    assert all(1 <= len(label) <= 100 for label, _ in offered)
    assert option_offers(texts, locale, "sirens", ()) == []


def test_another_versions_option_is_meant_only_where_it_was_kept(texts: Texts) -> None:
    assert option_meant(texts, "en", "sirens", {"sirens": 1}) == "sirens"
    assert option_meant(texts, "en", "sirens", {}) is None
    assert option_meant(texts, "en", "preset", {}) is None


# --- values --------------------------------------------------------------------------------------


@EVERY_OPTION
def test_whatever_is_offered_is_understood_and_can_be_shown(
    texts: Texts, locale: str, option: Option
) -> None:
    for preset in PRESETS.values():
        offers = value_offers(texts, locale, preset, option.name, "")
        assert offers[-1][1] == "default"
        assert len({token for _, token in offers}) == len(offers) <= 25
        assert all(1 <= len(label) <= 100 for label, _ in offers)
        meant = [value_meant(texts, locale, preset, option.name, token) for _, token in offers]
        assert not any(isinstance(value, NotAValue) for value in meant)
        played = getattr(preset, option.name)
        assert played in meant or (played is None and option.name != "day0_nominee_cap")


@EVERY_OPTION
def test_choices_may_be_typed_in_words(texts: Texts, locale: str, option: Option) -> None:
    say = texts.say(locale)
    for value in option.choices:
        like = overridden(TOURNAMENT, {option.name: value.value}).ruleset
        words = value_words(say, like, option)
        assert value_meant(texts, locale, TOURNAMENT, option.name, words) is value


@pytest.mark.parametrize(
    ("option", "typed", "value"),
    [
        ("speech_s", "45", 45),
        ("speech_s", " 45 ", 45),
        ("vote_window_ms", "2500", 2500),
        ("vote_window_ms", "2.5", 2500),
        ("vote_window_ms", "2,5", 2500),
        ("vote_window_ms", "4", 4000),
        ("vote_settle_ms", "500", 500),
        ("vote_settle_ms", "0", 0),
        ("ci_win_factor_hundredths", "0,5", 50),
        ("ci_win_factor_hundredths", "1", 100),
        ("ci_win_factor_hundredths", "0.05", 5),
        ("table_sizes", "8-10", (8, 10)),
        ("table_sizes", "8 – 10", (8, 10)),
        ("table_sizes", "10", (10, 10)),
        ("day0_nominee_cap", "none", None),
        ("day0_nominee_cap", "any number", None),
        ("fouls", "Yes", True),
        ("fouls", "false", False),
        ("third_foul", "SHORT_30", r.ThirdFoul.SHORT_30),
        ("speech_s", "601", 601),
    ],
)
def test_a_value_may_be_typed_as_people_write_it(texts: Texts, option: str, typed: str, value: Value) -> None:
    assert read(texts, option, typed) == value


@pytest.mark.parametrize(
    ("option", "typed"),
    [
        ("speech_s", "a minute"),
        ("speech_s", "-5"),
        ("speech_s", "1.5"),
        ("speech_s", "9" * 6000),
        ("speech_s", "none"),
        ("speech_s", ""),
        ("ci_win_factor_hundredths", "0.505"),
        ("table_sizes", "6-8-10"),
        ("table_sizes", "many"),
        ("fouls", "maybe"),
        ("third_foul", "song"),
        ("sirens", "1"),
    ],
)
def test_what_is_no_value_is_none(texts: Texts, option: str, typed: str) -> None:
    assert isinstance(read(texts, option, typed), NotAValue)


@pytest.mark.parametrize("option", ["speech_s", "fouls", "sirens"])
def test_the_default_is_always_a_value(texts: Texts, locale: str, option: str) -> None:
    assert read(texts, option, "default", locale) == Default()
    assert value_offers(texts, locale, CLUB, option, "def")[-1][1] == "default"


@pytest.mark.parametrize(
    ("locale", "yes", "no"), [("ru", "Да", "нет"), ("uk", "так", "Ні"), ("en", "yes", "no")]
)
def test_yes_and_no_are_words_of_the_language(texts: Texts, locale: str, yes: str, no: str) -> None:
    assert (read(texts, "ppk", yes, locale), read(texts, "ppk", no, locale)) == (True, False)


def test_a_typed_number_is_offered_first_if_it_is_possible(texts: Texts) -> None:
    assert value_offers(texts, "en", CLUB, "speech_s", "45")[0] == ("45 s", "45")
    assert value_offers(texts, "en", CLUB, "speech_s", "900")[0] == ("60 s (now)", "60")
    assert value_offers(texts, "en", CLUB, "table_sizes", "8-9")[0] == ("8–9", "8-9")
    assert value_offers(texts, "en", CLUB, "table_sizes", "9-8")[0] == ("6–12 (now)", "6-12")


def test_choices_are_offered_by_what_is_typed(texts: Texts) -> None:
    assert [token for _, token in value_offers(texts, "en", CLUB, "third_foul", "30 s")] == ["short_30"]
    assert [token for _, token in value_offers(texts, "en", CLUB, "seating", "random")] == ["random"]


# --- problems ------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ProblemReason)
def test_every_problem_is_worded_with_the_name_of_the_option(
    texts: Texts, locale: str, reason: ProblemReason
) -> None:
    say = texts.say(locale)
    (line,) = problem_lines(say, (Problem(field="outcry_s", reason=reason),))
    assert say("ruleset-outcry_s") in line


def test_a_range_is_said_in_the_options_own_unit(texts: Texts) -> None:
    def line(option: str) -> str:
        return problem_lines(texts.say("en"), (Problem(field=option, reason=ProblemReason.OUT_OF_RANGE),))[0]

    assert "from 1.5 s to 600 s" in line("vote_window_ms")
    assert "from 0 s to 10 min" in line("speech_s")
    assert "from 0 to 1 is" in line("ci_win_factor_hundredths")
    assert "from 6 to 12" in line("table_sizes")


def test_the_name_of_another_versions_option_cannot_format_or_ping(texts: Texts) -> None:
    named = (Problem(field="**@everyone**", reason=ProblemReason.UNKNOWN_OPTION),)
    (line,) = problem_lines(texts.say("en"), named)
    assert "**" not in line
    assert "@everyone" not in line


# --- answers -------------------------------------------------------------------------------------


def everything_changed() -> dict[str, Any]:
    """Overrides of every option of the club that can be changed, and some of another version."""
    other: dict[str, Any] = {name: f"strange {name}" for name in OPTIONS}
    return {"club": {**other, **{f"siren_{n}": n for n in range(40)}}}


def tournament_by_value() -> dict[str, object]:
    return {name: json_of(getattr(TOURNAMENT, name)) for name in OPTIONS}


def test_the_overview_names_what_each_preset_changed(texts: Texts) -> None:
    settings = GuildSettings(
        moderator_role_id=42,
        language="uk",
        judge_sees_roles=True,
        overrides={"club": {"speech_s": 45}, "classic": {"sirens": 1}},
    )
    text = settings_text(texts, "en", settings)
    assert "<@&42>" in text
    assert "Ukrainian; the judge sees roles; spectators are not muted; players’ names are left alone." in text
    assert "Rules: club, changed: Speech." in text
    assert "⚠️ Rules: classic: no table opens like this." in text
    assert "Rules: tournament, unchanged." in text
    assert "does not see roles" in settings_text(texts, "en", GuildSettings())
    numbering = settings_text(texts, "en", GuildSettings(seat_nicknames=True))
    assert "the seat’s number stands in front of the name during a game" in numbering
    assert "spectators are muted" in settings_text(texts, "en", GuildSettings(mute_spectators=True))


def test_a_presets_changes_are_said_against_what_the_preset_has(texts: Texts) -> None:
    rules = overridden(CLUB, {"speech_s": 45, "seating": "random", "day0_nominee_cap": None})
    text = preset_text(texts, "en", rules)
    assert "- **Speech**: 45 s (instead of “60 s”)" in text
    assert "- **Seat numbers**: Numbers are drawn (instead of “Numbers in order of joining”)" in text
    assert "- **Nominees on the first day**: any number (instead of “2”)" in text
    assert preset_text(texts, "en", overridden(CLUB, {})) == "Rules: club, unchanged."


def test_what_cannot_be_played_is_named_with_the_way_out(texts: Texts) -> None:
    rules = overridden(CLUB, {"sirens": 1})
    for text in (preset_text(texts, "en", rules), unplayable_text(texts, "en", rules)):
        assert "“sirens”: this version of the bot knows no such option." in text
        assert "`default`" in text
    assert option_text(texts, "en", rules, "sirens") == unplayable_text(texts, "en", rules)


def test_a_kept_override_shows_the_rules_and_a_refused_one_the_reasons(texts: Texts) -> None:
    kept = rules_of(GuildSettings(overrides={"club": {"speech_s": 45}}), "club")
    text = override_text(texts, "en", Outcome(settings=GuildSettings(), rules=kept, refused_for=()))
    assert text.startswith("Saved.")
    assert "45 s" in text
    bad = rules_of(GuildSettings(overrides={"club": {"outcry_s": 3}}), "club")
    text = override_text(texts, "en", Outcome(settings=GuildSettings(), rules=bad, refused_for=bad.problems))
    assert text.startswith("Not saved")
    assert "“Outcry for a foul” needs fouls, which are off." in text
    assert "- **Outcry for a foul**: 3 s" in text


@EVERY_OPTION
def test_an_option_is_explained_with_all_that_it_could_be(texts: Texts, locale: str, option: Option) -> None:
    text = option_text(texts, locale, overridden(TOURNAMENT, {}), option.name)
    assert f"`{option.spoken}`" in text
    assert all(f"`{choice.value}` – " in text for choice in option.choices)
    if option.kind in (Kind.NUMBER, Kind.SIZES):
        assert str(option.most // 60 if option.name in ("pause_max_s", "award_s") else 1) in text
    layouts.assert_within_limits(text_layout(text))


def test_however_much_was_changed_an_answer_fits(texts: Texts, locale: str) -> None:
    settings = GuildSettings(moderator_role_id=1 << 60, overrides=everything_changed())
    rules = rules_of(settings, "club")
    assert len(rules.problems) > 90
    much = overridden(CLUB, tournament_by_value())
    both = Outcome(settings=settings, rules=much, refused_for=rules.problems)
    for text in (
        settings_text(texts, locale, settings),
        preset_text(texts, locale, rules),
        preset_text(texts, locale, much),
        unplayable_text(texts, locale, rules),
        override_text(texts, locale, both),
        unknown_option_line(texts, locale, "x" * 6000),
        unknown_value_line(texts, locale, "speech_s", "x" * 6000),
        unknown_value_line(texts, locale, "x" * 6000, "x" * 6000),
    ):
        layouts.assert_within_limits(text_layout(text))


def test_changes_that_find_no_room_are_counted(texts: Texts) -> None:
    strange = rules_of(GuildSettings(overrides=everything_changed()), "club")
    much = overridden(CLUB, tournament_by_value())
    outcome = Outcome(settings=GuildSettings(), rules=much, refused_for=strange.problems)
    text = override_text(texts, "en", outcome)
    shown, more = text.count("- **"), re.search(r"…and (\d+) more", text)
    assert shown > 0
    assert more is not None
    assert shown + int(more[1]) == len(changed(much.ruleset))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_panel_names_the_preset_and_the_number_of_changes(texts: Texts, locale: str) -> None:
    ruleset = overridden(CLUB, {"speech_s": 45, "seating": "random"}).ruleset
    title = panel_lines.title(texts.say(locale), views.public_view(ruleset=ruleset))
    assert texts.get(locale, "preset-club") in title
    assert "2" in title
