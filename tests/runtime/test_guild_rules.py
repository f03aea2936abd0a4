"""One option at a time: what can be played is kept, what cannot is not, and a way out is always open."""

from typing import Any

import pytest

from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.engine import ruleset as r
from mafiabot.engine.options import Value
from mafiabot.runtime.guild_rules import Default, Outcome, override, rules_of
from mafiabot.runtime.settings_port import GuildSettings

GUILD = 7


async def settings_with(**overrides: Any) -> MemorySettings:
    store = MemorySettings()
    await store.change(GUILD, lambda kept: GuildSettings(language="uk", overrides=overrides))
    return store


async def changed(store: MemorySettings, preset: str, option: str, value: Value | Default) -> Outcome:
    outcome = await override(store, GUILD, preset, option, value)
    assert outcome.settings == await store.get(GUILD)
    return outcome


def reasons(outcome: Outcome) -> set[tuple[str, str]]:
    return {(problem.field, problem.reason.value) for problem in outcome.refused_for}


async def test_an_override_is_kept_by_value_beside_everything_else() -> None:
    store = await settings_with(club={"speech_s": 45})
    await changed(store, "club", "table_sizes", (8, 10))
    await changed(store, "classic", "third_foul", r.ThirdFoul.SHORT_30)
    await changed(store, "club", "day0_nominee_cap", None)
    assert await store.get(GUILD) == GuildSettings(
        language="uk",
        overrides={
            "club": {"speech_s": 45, "table_sizes": [8, 10], "day0_nominee_cap": None},
            "classic": {"third_foul": "short_30"},
        },
    )


async def test_the_rules_are_the_preset_with_its_overrides_and_no_other_presets() -> None:
    outcome = await changed(await settings_with(), "club", "speech_s", 45)
    assert outcome.rules.ruleset.speech_s == 45
    assert rules_of(outcome.settings, "classic").ruleset == r.CLASSIC


async def test_an_override_that_cannot_be_played_is_not_kept_and_says_why() -> None:
    store = await settings_with(club={"speech_s": 45})
    outcome = await changed(store, "club", "outcry_s", 3)
    assert reasons(outcome) == {("outcry_s", "needs_fouls")}
    assert outcome.rules.ruleset.outcry_s == 3
    assert outcome.settings.overrides == {"club": {"speech_s": 45}}


async def test_what_was_taken_back_leaves_no_trace() -> None:
    store = await settings_with(club={"speech_s": 45})
    outcome = await changed(store, "club", "speech_s", Default())
    assert (outcome.settings.overrides, outcome.rules.ruleset) == ({}, r.CLUB)
    again = await changed(store, "club", "speech_s", Default())
    assert again.refused_for == ()


async def test_taking_back_what_another_override_needs_is_refused() -> None:
    store = await settings_with()
    await changed(store, "club", "fouls", True)
    await changed(store, "club", "third_foul", r.ThirdFoul.SHORT_30)
    outcome = await changed(store, "club", "fouls", Default())
    assert reasons(outcome) == {("third_foul", "needs_fouls")}
    assert outcome.settings.overrides["club"] == {"fouls": True, "third_foul": "short_30"}


async def test_what_another_version_left_behind_is_taken_back_piece_by_piece() -> None:
    store = await settings_with(club={"sirens": 1, "third_foul": "song", "speech_s": 45})
    assert len(rules_of(await store.get(GUILD), "club").problems) == 2
    first = await changed(store, "club", "sirens", Default())
    assert first.refused_for == ()
    assert [problem.field for problem in first.rules.problems] == ["third_foul"]
    second = await changed(store, "club", "third_foul", Default())
    assert second.rules.problems == ()
    assert second.settings.overrides == {"club": {"speech_s": 45}}


async def test_beside_an_old_problem_a_sound_change_is_kept_and_a_new_problem_is_not() -> None:
    store = await settings_with(club={"sirens": 1})
    assert (await changed(store, "club", "speech_s", 45)).refused_for == ()
    assert reasons(await changed(store, "club", "speech_s", 700)) == {("speech_s", "out_of_range")}
    assert (await store.get(GUILD)).overrides == {"club": {"sirens": 1, "speech_s": 45}}


WAYS: dict[str, list[tuple[str, Value | Default]]] = {
    "club": [("fouls", True), ("outcry_s", 3), ("protocol", r.ProtocolKind.SHEET), ("protest_s", 60)],
    "classic": [("draw_rule", r.DrawRule.THREE_COMBAT_NIGHTS), ("draw_rule", Default()), ("fouls", False)],
    "tournament": [
        *(("ci_formula", r.CiFormula.OFF), ("scoring", r.Scoring.OFF), ("protest_s", 0), ("award_s", 0)),
        *(("no_shot", r.NoShot.MISS), ("protocol", r.ProtocolKind.RECORD), ("draw_rule", r.DrawRule.OFF)),
        *(("nine_seats", r.NineSeats.FEWER_BLACK), ("table_sizes", (9, 10))),
    ],
}


@pytest.mark.parametrize("preset", list(WAYS))
async def test_one_option_after_another_leads_everywhere(preset: str) -> None:
    store = await settings_with()
    for option, value in WAYS[preset]:
        assert reasons(await changed(store, preset, option, value)) == set(), option
