"""The page on judging names every command and menu as the catalogues do."""

from pathlib import Path

import pytest

import mafiabot
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.texts import LOCALES, Texts

PAGE = (Path(mafiabot.__file__).parents[1] / "docs" / "judging.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", i18n.JUDGE_COMMANDS)
def test_a_command_is_described_and_named_in_three_languages(texts: Texts, command: str) -> None:
    assert f"\n| `/judge {command}` | " in PAGE
    named = {
        locale: f"/{texts.get(locale, 'group-judge-name')} {texts.get(locale, f'judge-cmd-{command}-name')}"
        for locale in LOCALES
    }
    assert f"| `{named['en']}` | `{named['ru']}` | `{named['uk']}` |" in PAGE


@pytest.mark.parametrize("menu", i18n.MENUS)
def test_a_menu_is_named_in_three_languages(texts: Texts, menu: str) -> None:
    english, russian, ukrainian = (texts.get(locale, f"menu-{menu}-name") for locale in ("en", "ru", "uk"))
    assert f"| menu **{english}** | **{russian}** | **{ukrainian}** |" in PAGE
