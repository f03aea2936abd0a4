"""`/mafia settings` through the real client: options overridden, tables opened with them, rules told."""

from typing import Any

import pytest

from mafiabot.engine import ruleset as r
from mafiabot.engine.state import Lobby
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.settings_port import GuildSettings
from tests.support.club import Club, club

pytestmark = pytest.mark.virtual


async def said(house: Club, command: str, **options: Any) -> str:
    return (await house.slash(house.host, command, **options)).text


async def chosen(house: Club) -> GuildSettings:
    return await house.settings.get(house.guild.id)


async def pinned(house: Club) -> r.Ruleset:
    return (await house.state()).ruleset


async def close_table(house: Club) -> None:
    await house.slash(house.host, "mafia stop")
    await house.seconds(2)


@pytest.mark.parametrize(
    "preset", [r.CLUB, r.CLASSIC, r.TOURNAMENT], ids=lambda preset: str(preset.preset.value)
)
async def test_each_preset_opens_as_it_is_written(preset: r.Ruleset) -> None:
    async with club() as house:
        opened = await said(house, "mafia open", preset=preset.preset.value)
        assert f"{preset.preset.value} rules" in opened
        assert await pinned(house) == preset
        house.clean()


async def test_a_table_plays_what_the_server_changed_and_the_panel_counts_it() -> None:
    async with club() as house:
        answer = await said(house, "mafia settings", preset="club", option="speech_s", value="45")
        assert answer.startswith("Saved.")
        assert "- **Speech**: 45 s (instead of “60 s”)" in answer
        await said(house, "mafia open", preset="club")
        await house.seconds(2)
        assert (await pinned(house)).speech_s == 45
        assert "club (changes: 1) rules" in house.public()[-1]
        house.clean()


async def test_rules_are_told_as_this_server_plays_them_and_as_the_table_is_pinned() -> None:
    async with club() as house:
        await said(house, "mafia settings", preset="classic", option="speech_s", value="45")
        assert "__Speech 45 s" in await said(house, "mafia rules", preset="classic")
        assert "Speech 60 s" in await said(house, "mafia rules", preset="club")
        await said(house, "mafia open", preset="classic")
        await said(house, "mafia settings", preset="classic", option="speech_s", value="default")
        assert "__Speech 45 s" in await said(house, "mafia rules")
        assert "Speech 60 s" in await said(house, "mafia rules", preset="classic")
        house.clean()


async def test_fouls_come_to_the_club_with_all_that_belongs_to_them() -> None:
    async with club() as house:
        answer = await said(house, "mafia settings", preset="club", option="fouls", value="yes")
        assert "- **Third foul**: The third foul costs the next speech" in answer
        await said(house, "mafia open")
        ruleset = await pinned(house)
        assert (ruleset.fouls, ruleset.third_foul, ruleset.lost_speech_s) == (
            True,
            r.ThirdFoul.LOSE_SPEECH,
            10,
        )
        house.clean()


async def test_what_cannot_be_played_is_refused_with_its_reasons_and_not_kept() -> None:
    async with club() as house:
        answer = await said(house, "mafia settings", preset="tournament", option="protocol", value="record")
        assert answer.startswith("Not saved")
        for name in ("Time to protest", "Time for the judge's bonus", "No shot"):
            assert f"“{name}” needs a protocol" in answer
        answer = await said(house, "mafia settings", preset="club", option="speech_s", value="900")
        assert "“Speech”: from 0 s to 10 min is possible." in answer
        assert (await chosen(house)).overrides == {}
        house.clean()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"option": "speech_s", "value": "45"}, "Name the rules, too"),
        ({"value": "45"}, "Name the rules, too"),
        ({"preset": "club", "value": "45"}, "Name the option, too"),
        ({"preset": "club", "option": "sirens", "value": "1"}, "The rules have no option “sirens”"),
        ({"preset": "club", "option": "**@everyone**"}, "The rules have no option “"),
        ({"preset": "club", "option": "speech_s", "value": "a minute"}, "there is no value “a minute”"),
        ({"preset": "club", "option": "fouls", "value": "maybe"}, "Possible: yes, no, `default`"),
    ],
)
async def test_what_cannot_be_understood_changes_nothing_at_all(
    options: dict[str, str], expected: str
) -> None:
    async with club() as house:
        answer = await said(house, "mafia settings", language="uk", **options)
        assert expected in answer
        assert "@everyone" not in answer
        assert await chosen(house) == GuildSettings()
        house.clean()


async def test_settings_show_an_option_a_preset_and_everything() -> None:
    async with club() as house:
        await said(house, "mafia settings", preset="club", option="third foul", value="short_30")
        shown = await said(house, "mafia settings", preset="club", option="Speech")
        assert "**Speech** · `speech_s`" in shown
        assert "from 0 s to 10 min" in shown
        await said(house, "mafia settings", preset="club", option="speech_s", value="45")
        assert "- **Speech**: 45 s" in await said(house, "mafia settings", preset="club")
        everything = await said(house, "mafia settings")
        assert "Rules: club, changed: Speech." in everything
        assert "Rules: tournament, unchanged." in everything
        house.clean()


async def test_only_who_manages_the_server_changes_anything() -> None:
    async with club() as house:
        refused = await house.slash(
            house.people[0], "mafia settings", preset="club", option="speech_s", value="45"
        )
        assert refused.text == "This takes the right Manage Server."
        assert await chosen(house) == GuildSettings()
        house.clean()


async def test_several_things_are_changed_at_once() -> None:
    async with club() as house:
        options: dict[str, Any] = {"language": "uk", "judge-sees-roles": True}
        await said(house, "mafia settings", preset="club", option="speech_s", value="45", **options)
        assert await chosen(house) == GuildSettings(
            language="uk", judge_sees_roles=True, overrides={"club": {"speech_s": 45}}
        )
        house.clean()


async def test_whether_judges_see_roles_is_pinned_when_a_table_opens() -> None:
    async with club() as house:
        await said(house, "mafia open")
        assert (await house.state()).judge_sees_roles is False
        answer = await said(house, "mafia settings", **{"judge-sees-roles": True})
        assert "the judge sees roles" in answer
        assert (await house.state()).judge_sees_roles is False
        await close_table(house)
        await said(house, "mafia open")
        assert (await house.state()).judge_sees_roles is True
        house.clean()


async def test_a_rematch_keeps_the_rules_of_the_game_before() -> None:
    async with club() as house:
        await said(house, "mafia settings", preset="club", option="speech_s", value="45")
        await house.deal()
        await close_table(house)
        await said(house, "mafia settings", preset="club", option="speech_s", value="50")
        await said(house, "mafia rematch")
        assert isinstance((await house.state()).phase, Lobby)
        assert (await pinned(house)).speech_s == 45
        house.clean()


# --- what another version left behind ------------------------------------------------------------


async def left_behind(house: Club, **overrides: object) -> None:
    await house.settings.change(house.guild.id, lambda kept: GuildSettings(overrides={"club": overrides}))


async def test_rules_that_cannot_be_played_open_no_table_and_say_why() -> None:
    async with club() as house:
        await left_behind(house, sirens=True, seating="alphabet")
        for command in ("mafia open", "mafia rules", "mafia settings"):
            answer = await said(house, command, preset="club")
            assert "“sirens”: this version of the bot knows no such option." in answer
            assert "“Seat numbers”: this version of the bot knows no such value." in answer
        assert await house.store.open_games() == ()
        assert "tournament rules" in await said(house, "mafia open", preset="tournament")
        house.clean()


async def test_what_is_not_known_any_more_can_be_taken_back() -> None:
    async with club() as house:
        await left_behind(house, sirens=True)
        refused = await said(house, "mafia settings", preset="club", option="sirens", value="1")
        assert "Possible: `default`" in refused
        assert "sirens" in await said(house, "mafia settings", preset="club", option="sirens")
        await said(house, "mafia settings", preset="club", option="sirens", value="default")
        assert (await chosen(house)).overrides == {}
        assert "The table is open" in await said(house, "mafia open")
        house.clean()


# --- what is offered -----------------------------------------------------------------------------


async def offered(house: Club, typing: str, typed: str, **options: str) -> list[dict[str, Any]]:
    return await house.host.autocomplete(house.channel, "mafia settings", typing, typed, **options)


async def test_options_and_values_are_offered_in_words_and_mean_what_they_say() -> None:
    async with club() as house:
        options = await offered(house, "option", "third", preset="classic")
        assert options[0] == {"name": "Third foul · third_foul", "value": "third_foul"}
        values = await offered(house, "value", "", preset="classic", option="third_foul")
        assert [choice["value"] for choice in values] == ["lose_speech", "short_30", "nothing", "default"]
        assert values[0]["name"] == "The third foul costs the next speech (now)"
        number = await offered(house, "value", "45", preset="club", option="speech_s")
        assert number[0] == {"name": "45 s", "value": "45"}
        assert number[-1] == {"name": "As in the preset: 60 s", "value": "default"}
        house.clean()


@pytest.mark.parametrize(
    ("locale", "command", "names", "typed", "label"),
    [
        ("uk", "мафія налаштування", ("правила", "пункт"), "фол", "Фоли й видалення · fouls"),
        ("ru", "мафия настройки", ("правила", "пункт"), "фол", "Фолы и удаления · fouls"),
    ],
)
async def test_options_are_offered_in_the_persons_language(
    locale: str, command: str, names: tuple[str, str], typed: str, label: str
) -> None:
    async with club(locale=locale) as house:
        preset, option = names
        found = await house.host.autocomplete(house.channel, command, option, typed, **{preset: "club"})
        assert found[0]["name"] == label
        house.clean()


async def test_what_was_changed_is_offered_first_and_values_need_an_option() -> None:
    async with club() as house:
        await said(house, "mafia settings", preset="club", option="reconnect_s", value="30")
        options = await offered(house, "option", "", preset="club")
        assert options[0]["value"] == "reconnect_s"
        assert len(options) == 25
        assert await offered(house, "value", "", preset="club") == []
        assert await offered(house, "value", "", option="speech_s") == []
        house.clean()


async def test_offers_do_without_an_archive_and_a_change_says_that_it_is_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def down(*_: object) -> GuildSettings:
        raise StoreUnavailable("down")

    async with club() as house:
        monkeypatch.setattr(house.settings, "get", down)
        values = await offered(house, "value", "", preset="club", option="ppk")
        assert values[-1]["value"] == "default"
        answer = await said(house, "mafia settings", preset="club", option="ppk", value="yes")
        assert "Saved" not in answer
        house.clean()
