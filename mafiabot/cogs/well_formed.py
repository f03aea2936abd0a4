"""Whether a command's options are what it asks for. Discord promises that; somebody else's client need not.

The library takes values as they come: a text for a number, a choice that is not offered, an id of nobody.
"""

from collections.abc import Mapping
from typing import Any, cast

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands

_PLAIN: Mapping[Kind, tuple[type, ...]] = {
    Kind.string: (str,),
    Kind.integer: (int,),
    Kind.number: (int, float),
    Kind.boolean: (bool,),
}
_RESOLVED: Mapping[Kind, tuple[str, ...]] = {
    Kind.user: ("users",),
    Kind.role: ("roles",),
    Kind.channel: ("channels",),
    Kind.mentionable: ("users", "roles"),
}
_NESTED = (Kind.subcommand.value, Kind.subcommand_group.value)
Command = app_commands.Command[Any, ..., Any]


def well_formed(interaction: discord.Interaction[Any], command: Command) -> bool:
    """Of an option that is being typed only its name counts."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    asked = {parameter.display_name: parameter for parameter in command.parameters}
    options = _leaf(data.get("options") or [])
    if not all(option.get("name") in asked for option in options):
        return False
    given = [option for option in options if not option.get("focused")]
    return all(_fits(asked[option["name"]], option, data.get("resolved") or {}) for option in given)


def _leaf(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Below the subcommand."""
    while options and options[0].get("type") in _NESTED:
        options = options[0].get("options") or []
    return options


def _fits(
    parameter: app_commands.Parameter, option: Mapping[str, Any], resolved: Mapping[str, Mapping[str, Any]]
) -> bool:
    value = option.get("value")
    if option.get("type") != parameter.type.value:
        return False
    if parameter.type in _RESOLVED:
        return any(str(value) in resolved.get(kind, {}) for kind in _RESOLVED[parameter.type])
    kinds = _PLAIN.get(parameter.type, ())
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        return False
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return False
    size = len(value) if isinstance(value, str) else cast("float", value)
    least, most = parameter.min_value, parameter.max_value
    return (least is None or least <= size) and (most is None or size <= most)
