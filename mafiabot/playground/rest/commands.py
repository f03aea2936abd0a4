"""Application commands: bulk sync and single edits, global (guild None) or of one guild."""

from __future__ import annotations

from ..core import Core
from ..errors import ApiError, Json
from ..model import Application
from . import access
from .router import Call, Reply, route

GLOBAL = "/applications/{application_id}/commands"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(core: Core, call: Call) -> tuple[Application, int | None]:
    if call.id("application_id") != call.app.id:
        raise ApiError(403, 50001)
    guild = access.guild_of(core, call).id if "guild_id" in call.args else None
    return call.app, guild


def _registered(core: Core, call: Call) -> dict[int, Json]:
    app, guild = _scope(core, call)
    return app.commands.setdefault(guild, {})


def _store(core: Core, call: Call, body: Json) -> Json:
    app, guild = _scope(core, call)
    registered = app.commands.setdefault(guild, {})
    kind = body.get("type") or 1
    same = [i for i, c in registered.items() if (c["name"], c["type"]) == (body["name"], kind)]
    command_id = same[0] if same else core.ids.new()
    registered[command_id] = _command(core, app, guild, command_id, body)
    return registered[command_id]


def _command(core: Core, app: Application, guild: int | None, command_id: int, body: Json) -> Json:
    bits = body.get("default_member_permissions")
    made: Json = {
        "id": str(command_id),
        "application_id": str(app.id),
        "version": str(core.ids.new()),
        "type": body.get("type") or 1,
        "name": body["name"],
        "name_localizations": body.get("name_localizations"),
        "description": body.get("description") or "",
        "description_localizations": body.get("description_localizations"),
        "default_member_permissions": None if bits is None else str(bits),
        "nsfw": bool(body.get("nsfw")),
    }
    if body.get("options"):
        made["options"] = [_option(option) for option in body["options"]]
    if guild is not None:
        return {**made, "guild_id": str(guild)}
    made["dm_permission"] = body.get("dm_permission", True) is not False
    made["contexts"] = body.get("contexts")
    made["integration_types"] = body.get("integration_types") or [0]
    return made


def _option(raw: Json) -> Json:
    made = {k: v for k, v in raw.items() if v is not None}
    if "options" in made:
        made["options"] = [_option(option) for option in made["options"]]
    return made


def _list(core: Core, call: Call) -> Reply:
    return Reply(200, list(_registered(core, call).values()))


def _overwrite(core: Core, call: Call) -> Reply:
    registered = _registered(core, call)
    before = dict(registered)
    stored = [_store(core, call, body) for body in call.body or []]
    kept = {int(command["id"]) for command in stored}
    for command_id in before.keys() - kept:
        del registered[command_id]
    return Reply(200, stored)


def _create(core: Core, call: Call) -> Reply:
    before = len(_registered(core, call))
    stored = _store(core, call, call.fields)
    return Reply(201 if len(_registered(core, call)) > before else 200, stored)


def _get(core: Core, call: Call) -> Reply:
    return Reply(200, _known(core, call))


def _known(core: Core, call: Call) -> Json:
    found = _registered(core, call).get(call.id("command_id"))
    if found is None:
        raise ApiError(404, 10063)
    return found


def _edit(core: Core, call: Call) -> Reply:
    app, guild = _scope(core, call)
    command_id = call.id("command_id")
    body = {**_known(core, call), **call.fields}
    made = app.commands[guild][command_id] = _command(core, app, guild, command_id, body)
    return Reply(200, made)


def _delete(core: Core, call: Call) -> Reply:
    _known(core, call)
    del _registered(core, call)[call.id("command_id")]
    return Reply(204)


for _base in (GLOBAL, GUILD):
    route("GET", _base)(_list)
    route("PUT", _base)(_overwrite)
    route("POST", _base)(_create)
    route("GET", _base + "/{command_id}")(_get)
    route("PATCH", _base + "/{command_id}")(_edit)
    route("DELETE", _base + "/{command_id}")(_delete)
