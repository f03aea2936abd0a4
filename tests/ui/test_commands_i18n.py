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


def names() -> list[str]:
    commands = [f"cmd-{command}-name" for command in i18n.COMMANDS]
    options = [f"opt-{option}-name" for options in i18n.COMMANDS.values() for option in options]
    return ["group-mafia-name", *commands, *options]


@pytest.mark.parametrize("key", names())
def test_a_name_has_discords_form(texts: Texts, locale: str, key: str) -> None:
    name = texts.get(locale, key)
    assert NAME.fullmatch(name)
    assert name == name.lower()


@pytest.mark.parametrize("key", names())
def test_a_description_is_at_most_a_hundred_characters(texts: Texts, locale: str, key: str) -> None:
    assert 1 <= len(texts.get(locale, key.replace("-name", "-description"))) <= 100


@pytest.mark.parametrize("choice", i18n.CHOICES)
def test_a_choice_is_at_most_a_hundred_characters(texts: Texts, locale: str, choice: str) -> None:
    assert 1 <= len(texts.get(locale, choice)) <= 100


@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_commands_or_options_share_a_name(texts: Texts, locale: str) -> None:
    commands = [texts.get(locale, f"cmd-{command}-name") for command in i18n.COMMANDS]
    assert len(set(commands)) == len(commands)
    for options in i18n.COMMANDS.values():
        assert len({texts.get(locale, f"opt-{option}-name") for option in options}) == len(options)


def test_the_default_names_are_the_documented_ones() -> None:
    assert str(i18n.group_name()) == i18n.GROUP
    assert {str(i18n.command_name(command)) for command in i18n.COMMANDS} == set(i18n.COMMANDS)
    for options in i18n.COMMANDS.values():
        assert [str(i18n.option_name(option)) for option in options] == list(options)


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
