"""From a person's click to the INTERACTION_CREATE a bot receives; Discord itself refuses what is stale."""

from __future__ import annotations

from typing import Any

from . import controls, payloads
from .components import STRING_SELECT, walk
from .controls import Control
from .core import Core
from .errors import Json, NotPossible
from .interactions import COMPONENT, Interaction
from .model import Application, Channel, Message, User
from .permissions import in_channel


def click(
    core: Core,
    app: Application,
    user: User,
    channel: Channel,
    kind: int,
    data: Json,
    *,
    clicked_ms: float,
    source_id: int | None = None,
    parent: Interaction | None = None,
    forged: Message | None = None,
) -> Interaction:
    """The click reaches Discord: an id is stamped, the 3 s start, the bot is told.

    `forged`: the message it is said to be on, as if somebody had got past what Discord checks of it.
    """
    source = forged if forged is not None else _source(core, channel, source_id)
    made = core.interactions.open(
        id=core.ids.new(),
        kind=kind,
        app=app,
        user_id=user.id,
        channel=channel,
        data=data,
        clicked_ms=clicked_ms,
        source=source,
        parent=parent,
    )
    if not core.world.sees(user.id, channel) or channel.id not in core.world.channels:
        core.interactions.refuse(made, "gone")
        return made
    if kind == COMPONENT and forged is None and not _still_there(source, data["custom_id"]):
        core.interactions.refuse(made, "stale")
        return made
    core.gateway.send_to(app, channel.guild_id, "INTERACTION_CREATE", payload(core, made, user))
    return made


def _source(core: Core, channel: Channel, source_id: int | None) -> Message | None:
    if source_id is None:
        return None
    return channel.messages.get(source_id) or core.world.private.get(source_id)


def _still_there(source: Message | None, custom_id: str) -> bool:
    control = None if source is None else controls.find(source.payload, custom_id=custom_id)
    return control is not None and not control.disabled


def payload(core: Core, made: Interaction, user: User) -> Json:
    """What the bot is told of it."""
    channel = made.channel
    body: Json = {
        "id": str(made.id),
        "application_id": str(made.app.id),
        "type": made.kind,
        "data": made.data,
        "token": made.token,
        "version": 1,
        "channel_id": str(channel.id),
        "channel": payloads.channel(core.world, channel),
        "locale": user.locale,
        "entitlements": [],
        "attachment_size_limit": 10_485_760,
        "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
        "context": 0 if channel.guild_id is not None else 1,
        "app_permissions": str(core.world.permissions(made.app.user.id, channel)),
    }
    if made.source is not None:
        body["message"] = made.source.payload
    if channel.guild_id is None:
        return {**body, "user": payloads.user(user)}
    guild = core.world.guilds[channel.guild_id]
    member = guild.members[user.id]
    bits = str(in_channel(guild, member, channel, core.clock.epoch_ms()))
    return {
        **body,
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "guild_locale": guild.locale,
        "member": {**payloads.member(member), "permissions": bits},
        "channel": {**body["channel"], "permissions": bits},
    }


def component_data(core: Core, channel: Channel, control: Control, values: list[Any]) -> Json:
    """The data of a press or a choice; a choice must be one the control offers."""
    data: Json = {"component_type": control.kind, "custom_id": control.custom_id, "id": control.number}
    if control.is_button:
        return data
    if not control.min_values <= len(values) <= control.max_values:
        raise NotPossible(f"choose {control.min_values} to {control.max_values}, not {len(values)}")
    if control.kind == STRING_SELECT:
        return {**data, "values": [_value(control, value) for value in values]}
    ids = [value if isinstance(value, int) else value.id for value in values]
    return {**data, "values": [str(one) for one in ids], "resolved": resolved(core, channel, ids)}


def _value(control: Control, wanted: str) -> str:
    for option in control.options:
        if wanted in (option.value, option.label):
            return option.value
    raise NotPossible(f"{wanted!r} is not offered: {[option.label for option in control.options]}")


def resolved(core: Core, channel: Channel, ids: list[int]) -> Json:
    """The records behind ids chosen in a select or given as options."""
    guild = core.world.guilds.get(channel.guild_id or 0)
    found: Json = {}
    for one in ids:
        if one in core.world.users:
            found.setdefault("users", {})[str(one)] = payloads.user(core.world.users[one])
            if guild is not None and one in guild.members:
                found.setdefault("members", {})[str(one)] = _partial_member(core, channel, one)
        elif guild is not None and one in guild.roles:
            found.setdefault("roles", {})[str(one)] = payloads.role(guild.roles[one])
        elif one in core.world.channels:
            body = payloads.channel(core.world, core.world.channels[one])
            found.setdefault("channels", {})[str(one)] = {**body, "permissions": "0"}
        else:
            raise NotPossible(f"there is nobody and nothing with the id {one}")
    return found


def _partial_member(core: Core, channel: Channel, user_id: int) -> Json:
    guild = core.world.guilds[channel.guild_id or 0]
    body = payloads.member(guild.members[user_id], with_user=False)
    del body["mute"], body["deaf"]
    bits = in_channel(guild, guild.members[user_id], channel, core.clock.epoch_ms())
    return {**body, "permissions": str(bits)}


def modal_values(modal: Json, values: dict[str, Any]) -> Json:
    """The data of a submitted form: every field with its value, unnamed ones with what was filled in."""
    fields = _modal_fields(modal)
    by_name = {name: field for field, names in fields for name in names}
    if unknown := values.keys() - by_name.keys():
        raise NotPossible(f"the form has no field {sorted(unknown)}: {sorted(by_name)}")
    given = {by_name[name]["custom_id"]: value for name, value in values.items()}
    filled = [_filled(component, given) for component in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": filled}


def _modal_fields(modal: Json) -> list[tuple[Json, tuple[str, ...]]]:
    labels = {id(c["component"]): c["label"] for c in walk(modal["components"]) if c.get("component")}
    return [
        (c, tuple(n for n in (c["custom_id"], c.get("label"), labels.get(id(c))) if n))
        for c in walk(modal["components"])
        if "custom_id" in c
    ]


def _filled(component: Json, given: Json) -> Json:
    kind, number = component["type"], component.get("id", 0)
    if kind == 1:
        return {"type": 1, "id": number, "components": [_filled(c, given) for c in component["components"]]}
    if "component" in component:
        return {"type": kind, "id": number, "component": _filled(component["component"], given)}
    if "custom_id" not in component:
        return {"type": kind, "id": number}
    made: Json = {"type": kind, "id": number, "custom_id": component["custom_id"]}
    value = given.get(component["custom_id"])
    if kind == 4:
        return {**made, "value": _text(component, value)}
    return {**made, "values": _choices(component, value)}


def _text(component: Json, value: Any) -> str:
    text = str(component.get("value") or "" if value is None else value)
    low, high = component.get("min_length") or 0, component.get("max_length") or 4000
    if component.get("required", True) and not text:
        raise NotPossible(f"the field {component['custom_id']} must be filled in")
    if text and not low <= len(text) <= high:
        raise NotPossible(f"the field {component['custom_id']} takes {low} to {high} characters")
    return text


def _choices(component: Json, value: Any) -> list[str]:
    chosen = [str(one) for one in value or []]
    offered = {o["value"] for o in component.get("options", [])}
    if component["type"] == STRING_SELECT and not set(chosen) <= offered:
        raise NotPossible(f"{chosen} is not offered: {sorted(offered)}")
    return chosen
