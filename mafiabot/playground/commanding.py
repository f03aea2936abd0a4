"""How a person's typed command becomes option data: only synced, permitted, well-filled commands pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .clicks import resolved
from .core import Core
from .errors import Json, NotPossible
from .model import Application, Channel, User
from .permissions import in_channel

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 6, 7, 8, 9, 10
EXPECTED: dict[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    NUMBER: (int, float),
}
BY_ID = frozenset({USER, CHANNEL, ROLE, MENTIONABLE})


def offered(core: Core, user: User, channel: Channel) -> Iterator[tuple[Application, Json]]:
    """The commands a user's client offers in a channel: synced and permitted."""
    guild = core.world.guilds.get(channel.guild_id or 0)
    for app in core.world.apps.values():
        if guild is not None and app.user.id not in guild.members:
            continue
        for scope in (None, channel.guild_id):
            for command in app.commands.get(scope, {}).values() if scope or scope is None else ():
                if _permitted(core, user, channel, command):
                    yield app, command


def _permitted(core: Core, user: User, channel: Channel, command: Json) -> bool:
    guild = core.world.guilds.get(channel.guild_id or 0)
    if guild is None:
        return command.get("dm_permission", False) is True
    needed = command["default_member_permissions"]
    if needed is None:
        return True
    bits = in_channel(guild, guild.members[user.id], channel, core.clock.epoch_ms())
    if int(needed) == 0:
        return bool(bits & 8)
    return bits & int(needed) == int(needed)


def _is_named(thing: Json, name: str, locale: str) -> bool:
    localised = (thing.get("name_localizations") or {}).get(locale)
    return name in (thing["name"], localised)


def slash_data(
    core: Core,
    user: User,
    channel: Channel,
    text: str,
    options: dict[str, Any],
    bot: Application | None,
    *,
    typing: str | None = None,
) -> tuple[Application, Json]:
    """The application and the data of a slash command typed as `text` with `options`."""
    name, *path = text.removeprefix("/").split()
    app, command = _find(core, user, channel, name, 1, bot)
    ids: list[int] = []
    leaf, wrap = _descend(command, path, user.locale)
    filled = _options(leaf, options, user.locale, ids, typing)
    data: Json = {"id": command["id"], "name": command["name"], "type": 1}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    body = filled
    for step in reversed(wrap):
        body = [{"type": step["type"], "name": step["name"], "options": body}]
    data["options"] = body
    return app, {**data, "resolved": resolved(core, channel, ids)} if ids else data


def menu_data(
    core: Core, user: User, channel: Channel, name: str, target_id: int
) -> tuple[Application, Json]:
    """The application and the data of a context-menu command on a user."""
    app, command = _find(core, user, channel, name, 2, None)
    data: Json = {"id": command["id"], "name": command["name"], "type": 2, "target_id": str(target_id)}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return app, {**data, "resolved": resolved(core, channel, [target_id])}


def _find(
    core: Core, user: User, channel: Channel, name: str, kind: int, bot: Application | None
) -> tuple[Application, Json]:
    for app, command in offered(core, user, channel):
        fits = command["type"] == kind and _is_named(command, name, user.locale)
        if fits and (bot is None or app is bot):
            return app, command
    raise NotPossible(f"{user.display} is offered no command {name!r} in {channel.name}")


def _descend(command: Json, path: list[str], locale: str) -> tuple[Json, list[Json]]:
    node, wrap = command, []
    for name in path:
        inner = [o for o in node.get("options", []) if o["type"] in (SUBCOMMAND, GROUP)]
        found = next((o for o in inner if _is_named(o, name, locale)), None)
        if found is None:
            raise NotPossible(f"{command['name']} has no {name!r}: {[o['name'] for o in inner]}")
        wrap.append(found)
        node = found
    if any(o["type"] in (SUBCOMMAND, GROUP) for o in node.get("options", [])):
        raise NotPossible(f"{node['name']} needs a subcommand: {[o['name'] for o in node['options']]}")
    return node, wrap


def _options(
    leaf: Json, given: dict[str, Any], locale: str, ids: list[int], typing: str | None
) -> list[Json]:
    known = leaf.get("options", [])
    for name in given:
        if not any(_is_named(option, name, locale) for option in known):
            raise NotPossible(f"{leaf['name']} has no option {name!r}: {[o['name'] for o in known]}")
    filled = []
    for option in known:
        names = [name for name in given if _is_named(option, name, locale)]
        if names:
            focused = typing in names
            value = given[names[0]] if focused else _value(option, given[names[0]], locale, ids)
            made = {"type": option["type"], "name": option["name"], "value": value}
            filled.append({**made, "focused": True} if focused else made)
        elif option.get("required") and typing is None:
            raise NotPossible(f"the option {option['name']} is required")
    return filled


def _value(option: Json, value: Any, locale: str, ids: list[int]) -> Any:
    kind = option["type"]
    if kind in BY_ID:
        one = value if isinstance(value, int) else value.id
        ids.append(one)
        return str(one)
    if option.get("choices"):
        return _choice(option, value, locale)
    expected = EXPECTED[kind]
    if not isinstance(value, expected) or (isinstance(value, bool) and kind != BOOLEAN):
        raise NotPossible(f"{option['name']} does not take {value!r}")
    _check_bounds(option, value)
    return value


def _choice(option: Json, value: Any, locale: str) -> Any:
    for choice in option["choices"]:
        if value == choice["value"] or (isinstance(value, str) and _is_named(choice, value, locale)):
            return choice["value"]
    raise NotPossible(f"{value!r} is not offered: {[c['name'] for c in option['choices']]}")


def _check_bounds(option: Json, value: Any) -> None:
    size = len(value) if isinstance(value, str) else value
    low = option.get("min_length" if isinstance(value, str) else "min_value")
    high = option.get("max_length" if isinstance(value, str) else "max_value")
    if (low is not None and size < low) or (high is not None and size > high):
        raise NotPossible(f"{option['name']} takes {low} to {high}, not {value!r}")
