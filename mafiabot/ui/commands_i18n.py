"""Slash commands in the reader's language: names and descriptions come from the catalogue by key.

English is what Discord gets as the default; ru and uk are localisations. A key rides in the
`locale_str`'s extras, because the message itself must be the default text.
"""

import discord
from discord import app_commands
from discord.app_commands import locale_str

from mafiabot.engine.discipline_types import JUDGE_CAUSES, JUDGE_FOULS
from mafiabot.ui.texts import FALLBACK, LOCALES, Texts

GROUP = "mafia"
COMMANDS: dict[str, tuple[str, ...]] = {
    "open": ("preset", "channel"),
    "start": (),
    "stop": (),
    "void": (),
    "pause": (),
    "resume": (),
    "rematch": (),
    "swap": ("first", "second"),
    "unseat": ("seat",),
    "status": (),
    "history": (),
    "rules": ("preset",),
    "glossary": ("term",),
    "protocol": ("game",),
    "settings": (
        *("preset", "option", "value", "role", "language"),
        *("judge-sees-roles", "mute-spectators", "seat-nicknames"),
        *("deal-words", "log-days"),
    ),
    "my-data": ("action", "sure"),
    "check": ("channel",),
    "unmute-all": (),
    "help": (),
}
JUDGE_GROUP = "judge"
JUDGE_COMMANDS: dict[str, tuple[str, ...]] = {
    "foul": ("seat", "reason", "text"),
    "unfoul": ("seat",),
    "remove": ("seat", "cause", "text"),
    "team-loss": ("seat", "text"),
    "skip": (),
    "end-phase": (),
    "time": ("seconds",),
    "floor": ("seat", "length"),
    "nominate": ("seats",),
    "best-move": ("seats",),
    "substitute": ("seat", "member"),
    "wait": ("seat",),
    "undo": ("steps", "reason"),
    "award": ("seat", "points", "game"),
    "penalty": ("seat", "reason", "game"),
    "protest": ("number", "verdict", "text", "game"),
    "hand-over": ("member",),
    "co-judge": ("member",),
}
MENUS = ("foul", "floor")  # context menus on a member
CHOICES = (
    "preset-club",
    "preset-classic",
    "preset-tournament",
    "language-ru",
    "language-uk",
    "language-en",
    *(f"foul-reason-{reason.value}" for reason in JUDGE_FOULS),
    *(f"cause-{cause.value}" for cause in JUDGE_CAUSES),
    "judge-verdict-accepted",
    "judge-verdict-rejected",
    "my-data-choice-show",
    "my-data-choice-delete",
)


def _from_catalogue(key: str) -> locale_str:
    return locale_str(Texts.load().get(FALLBACK, key), key=key)


def group_name() -> locale_str:
    return _from_catalogue("group-mafia-name")


def group_description() -> locale_str:
    return _from_catalogue("group-mafia-description")


def command_name(command: str) -> locale_str:
    """`command_name("open")` for `@app_commands.command(name=…)`; one of `COMMANDS`."""
    return _from_catalogue(f"cmd-{command}-name")


def command_description(command: str) -> locale_str:
    return _from_catalogue(f"cmd-{command}-description")


def judge_group_name() -> locale_str:
    return _from_catalogue("group-judge-name")


def judge_group_description() -> locale_str:
    return _from_catalogue("group-judge-description")


def judge_name(command: str) -> locale_str:
    """One of `JUDGE_COMMANDS`."""
    return _from_catalogue(f"judge-cmd-{command}-name")


def judge_description(command: str) -> locale_str:
    return _from_catalogue(f"judge-cmd-{command}-description")


def menu_name(menu: str) -> locale_str:
    """One of `MENUS`, for `app_commands.ContextMenu(name=…)`."""
    return _from_catalogue(f"menu-{menu}-name")


def option_name(option: str) -> locale_str:
    """For `@app_commands.rename(preset=option_name("preset"))`."""
    return _from_catalogue(f"opt-{option}-name")


def option_description(option: str) -> locale_str:
    """For `@app_commands.describe(preset=option_description("preset"))`."""
    return _from_catalogue(f"opt-{option}-description")


def choice_name(choice: str) -> locale_str:
    """One of `CHOICES`, for `app_commands.Choice(name=…)`."""
    return _from_catalogue(choice)


class CatalogueTranslator(app_commands.Translator):
    """For `CommandTree.set_translator`."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """None where there is no translation: English readers and strings without a key."""
        language = locale.value.split("-")[0]
        key = string.extras.get("key")
        if language not in LOCALES or language == FALLBACK or not isinstance(key, str):
            return None
        return self._texts.get(language, key)
