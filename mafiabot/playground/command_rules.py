"""Limits of application commands: names, descriptions, translations, options and their number."""

from __future__ import annotations

import re
from typing import Any

from .component_rules import Path
from .errors import Form, Json

NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = frozenset(
    re.findall(
        r"\S+",
        """
        id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th
        zh-CN ja zh-TW ko
        """,
    )
)
COMMAND = frozenset(
    {
        "id",
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "options",
        "default_member_permissions",
        "dm_permission",
        "default_permission",
        "nsfw",
        "contexts",
        "integration_types",
        "handler",
    }
)
OPTION = frozenset(
    {
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
        "choices",
        "options",
        "channel_types",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
        "autocomplete",
    }
)
SUBCOMMAND, GROUP = 1, 2


def check_all(form: Form, commands: Any) -> None:
    """A bulk overwrite: at most 100 chat commands, 15 of either context menu, names unique by type."""
    if not isinstance(commands, list):
        form.refuse((), "BASE_TYPE_LIST", "Only lists are valid here.")
        return
    for kind, most in ((1, 100), (2, 15), (3, 15)):
        if sum((c.get("type") or 1) == kind for c in commands) > most:
            form.refuse((), "APPLICATION_COMMANDS_TOO_MANY", f"At most {most} commands of type {kind}.")
    names = [(c.get("type") or 1, c.get("name")) for c in commands]
    for index, command in enumerate(commands):
        check_one(form, (index,), command)
        if names.count(names[index]) > 1:
            form.refuse((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names must be unique.")


def check_one(form: Form, path: Path, command: Json) -> None:
    """One command with all of its options."""
    form.unknown(path, command, COMMAND)
    if (command.get("type") or 1) == 1:
        _check_names(form, path, command)
        _check_described(form, path, command)
    else:
        form.length((*path, "name"), command.get("name"), 1, 32)
        _check_locales(form, (*path, "name_localizations"), command.get("name_localizations"), 32)
        if command.get("description"):
            form.refuse((*path, "description"), "APPLICATION_COMMAND_MENU", "A menu has no description.")
    _check_options(form, path, command.get("options") or [], depth=0)
    if _size(command) > 8000:
        form.refuse(path, "APPLICATION_COMMAND_TOO_LARGE", "Over 8000 characters together.")


def _size(node: Json) -> int:
    own = max([len(str(node.get("name", ""))), *map(len, (node.get("name_localizations") or {}).values())])
    own += max(
        [
            len(str(node.get("description", ""))),
            *map(len, (node.get("description_localizations") or {}).values()),
        ]
    )
    own += sum(len(str(c.get("name", ""))) + len(str(c.get("value", ""))) for c in node.get("choices") or [])
    return own + sum(_size(option) for option in node.get("options") or [])


def _check_names(form: Form, path: Path, node: Json) -> None:
    _check_name(form, (*path, "name"), node.get("name"))
    localised = node.get("name_localizations") or {}
    _check_locales(form, (*path, "name_localizations"), localised, 32)
    for locale, name in localised.items():
        _check_name(form, (*path, "name_localizations", locale), name)


def _check_name(form: Form, path: Path, name: Any) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name) or name != name.lower():
        form.refuse(path, "APPLICATION_COMMAND_INVALID_NAME", f"Command name {name!r} is invalid.")


def _check_described(form: Form, path: Path, node: Json) -> None:
    form.length((*path, "description"), node.get("description"), 1, 100)
    localised = node.get("description_localizations")
    _check_locales(form, (*path, "description_localizations"), localised, 100)


def _check_locales(form: Form, path: Path, localised: Any, limit: int) -> None:
    for locale, text in (localised or {}).items():
        if locale not in LOCALES:
            form.refuse((*path, locale), "BASE_TYPE_CHOICES", f"{locale} is no locale of Discord's.")
        form.length((*path, locale), text, 1, limit)


def _check_options(form: Form, path: Path, options: list[Json], depth: int) -> None:
    path = (*path, "options")
    if len(options) > 25:
        form.refuse(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    names = [option.get("name") for option in options]
    optional_seen = False
    for index, option in enumerate(options):
        _check_option(form, (*path, index), option, depth)
        if names.count(option.get("name")) > 1:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
            form.refuse((*path, index, "name"), code, "Option names must be unique.")
        if option.get("type") not in (SUBCOMMAND, GROUP):
            if option.get("required") and optional_seen:
                code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
                form.refuse((*path, index), code, "Required options must be placed before non-required ones.")
            optional_seen |= not option.get("required")


def _check_option(form: Form, path: Path, option: Json, depth: int) -> None:
    form.unknown(path, option, OPTION)
    _check_names(form, path, option)
    _check_described(form, path, option)
    kind = option.get("type")
    if (kind == SUBCOMMAND and depth > 1) or (kind == GROUP and depth > 0):
        form.refuse(path, "APPLICATION_COMMAND_INVALID_NESTING", "Nested too deep.")
    choices = option.get("choices") or []
    if len(choices) > 25:
        form.refuse((*path, "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for index, choice in enumerate(choices):
        at = (*path, "choices", index)
        form.length((*at, "name"), choice.get("name"), 1, 100)
        _check_locales(form, (*at, "name_localizations"), choice.get("name_localizations"), 100)
        form.too_long((*at, "value"), choice.get("value"), 100)
    _check_options(form, path, option.get("options") or [], depth + 1)
