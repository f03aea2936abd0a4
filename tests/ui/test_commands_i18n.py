"""Command names and descriptions: real words in every language, in the form Discord takes."""

import re
from typing import Any, cast

import discord
import pytest
from discord.app_commands import locale_str

from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.texts import LOCALES, Texts

NAME = re.compile(r"[-_\w]{1,32}")
CONTEXT = cast(Any, None)
LOCALE_OF = {"ru": discord.Locale.russian, "uk": discord.Locale.ukrainian}


GROUPS = {"cmd": i18n.COMMANDS, "judge-cmd": i18n.JUDGE_COMMANDS}


def names() -> list[str]:
    commands = [f"{group}-{command}-name" for group, known in GROUPS.items() for command in known]
    options = {option for known in GROUPS.values() for options in known.values() for option in options}
    return [
        "group-mafia-name",
        "group-judge-name",
        *commands,
        *sorted(f"opt-{option}-name" for option in options),
    ]


def test_a_name_has_discords_form(texts: Texts, locale: str) -> None:
    said = [texts.get(locale, key) for key in names()]
    assert [name for name in said if not NAME.fullmatch(name) or name != name.lower()] == []


def test_a_description_is_at_most_a_hundred_characters(texts: Texts, locale: str) -> None:
    said = [texts.get(locale, key.replace("-name", "-description")) for key in names()]
    assert [text for text in said if not 1 <= len(text) <= 100] == []


def test_a_choice_is_at_most_a_hundred_characters(texts: Texts, locale: str) -> None:
    said = [texts.get(locale, choice) for choice in i18n.CHOICES]
    assert [text for text in said if not 1 <= len(text) <= 100] == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("group", GROUPS)
def test_no_two_commands_or_options_share_a_name(texts: Texts, locale: str, group: str) -> None:
    commands = [texts.get(locale, f"{group}-{command}-name") for command in GROUPS[group]]
    assert len(set(commands)) == len(commands)
    for options in GROUPS[group].values():
        assert len({texts.get(locale, f"opt-{option}-name") for option in options}) == len(options)


def test_the_default_names_are_the_documented_ones() -> None:
    assert str(i18n.group_name()) == i18n.GROUP
    assert {str(i18n.command_name(command)) for command in i18n.COMMANDS} == set(i18n.COMMANDS)
    assert str(i18n.judge_group_name()) == i18n.JUDGE_GROUP
    assert {str(i18n.judge_name(command)) for command in i18n.JUDGE_COMMANDS} == set(i18n.JUDGE_COMMANDS)
    for options in (*i18n.COMMANDS.values(), *i18n.JUDGE_COMMANDS.values()):
        assert [str(i18n.option_name(option)) for option in options] == list(options)


def test_the_judges_commands_are_at_least_the_fixed_ones() -> None:
    fixed = "foul unfoul remove team-loss skip end-phase time floor undo award penalty hand-over co-judge"
    assert set(fixed.split()) <= set(i18n.JUDGE_COMMANDS)
    assert [str(i18n.menu_name(menu)) for menu in i18n.MENUS] == ["Foul", "Floor"]


@pytest.mark.parametrize("menu", i18n.MENUS)
def test_a_context_menus_name_is_at_most_32_characters(texts: Texts, locale: str, menu: str) -> None:
    assert 1 <= len(texts.get(locale, f"menu-{menu}-name")) <= 32


@pytest.mark.parametrize("locale", ["ru", "uk"])
async def test_the_translator_finds_the_readers_words(texts: Texts, locale: str) -> None:
    translator = i18n.CatalogueTranslator(texts)
    for string in (
        i18n.group_name(),
        i18n.group_description(),
        i18n.command_name("open"),
        i18n.command_description("open"),
        i18n.option_name("preset"),
        i18n.option_description("preset"),
        i18n.choice_name("preset-club"),
    ):
        translated = await translator.translate(string, LOCALE_OF[locale], CONTEXT)
        assert translated == texts.get(locale, string.extras["key"])


@pytest.mark.parametrize(
    ("string", "locale"),
    [
        (i18n.command_name("open"), discord.Locale.british_english),
        (i18n.command_name("open"), discord.Locale.polish),
        (locale_str("plain"), discord.Locale.russian),
    ],
)
async def test_there_is_no_translation_where_none_is_needed(
    texts: Texts, string: locale_str, locale: discord.Locale
) -> None:
    assert await i18n.CatalogueTranslator(texts).translate(string, locale, CONTEXT) is None
