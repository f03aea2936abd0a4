"""What Discord refuses in a body, with the code and the place; refused bodies are noted."""

from __future__ import annotations

from typing import Any

import pytest

from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

pytestmark = pytest.mark.virtual

V2 = 32768
GO = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inside)}


def buttons(count: int) -> list[dict[str, Any]]:
    return [GO | {"custom_id": str(n)} for n in range(count)]


def select(**more: Any) -> dict[str, Any]:
    options = [{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]
    return row({"type": 3, "custom_id": "s", "options": options} | more)


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


GOOD = [
    {"content": "x" * 2000},
    {"components": [row(*buttons(5))]},
    {"flags": V2, "components": [text("x" * 4000)]},
    {"flags": V2, "components": [{"type": 17, "components": [text("a"), {"type": 14}, row(GO)]}]},
    {"flags": V2, "components": [{"type": 9, "components": [text("a")], "accessory": GO}]},
    {"components": [select(min_values=0, max_values=2)]},
]
BAD = [
    ({"content": "x" * 2001}, "content"),
    ({"flags": V2, "components": [text("x" * 2001), text("y" * 2000)]}, "components"),
    ({"flags": V2, "components": [text(str(n)) for n in range(41)]}, "components"),
    ({"components": [row(*buttons(6))]}, "components.0.components"),
    ({"components": [row(b) for b in buttons(6)]}, "components"),
    ({"components": [row(GO), row(GO)]}, "components"),
    ({"components": [row(GO | {"custom_id": ""})]}, "components.0.components.0.custom_id"),
    ({"components": [row(GO | {"custom_id": "x" * 101})]}, "components.0.components.0.custom_id"),
    (
        {"components": [row({k: v for k, v in GO.items() if k != "custom_id"})]},
        "components.0.components.0.custom_id",
    ),
    ({"components": [row(GO | {"label": "x" * 81})]}, "components.0.components.0.label"),
    ({"components": [row(GO | {"colour": "red"})]}, "components.0.components.0.colour"),
    ({"components": [select(min_values=2, max_values=1)]}, "components.0.components.0.min_values"),
    (
        {"components": [select(options=[{"label": str(n), "value": str(n)} for n in range(26)])]},
        "components.0.components.0.options",
    ),
    ({"components": [text("no flag")]}, "components.0.type"),
    ({"flags": V2, "content": "both", "components": [text("a")]}, "content"),
    ({"flags": V2, "components": [GO]}, "components.0.type"),
    ({"content": "x", "colour": "red"}, "colour"),
    ({"content": "x", "flags": 64}, "flags"),
    ({"content": "x", "nonce": "n" * 26}, "nonce"),
]


def place(body: Any, path: str) -> Any:
    node = body["errors"]
    for step in path.split("."):
        node = node[step]
    return node["_errors"]


@pytest.mark.parametrize("body", GOOD)
async def test_a_message_within_the_limits_is_taken(
    local: LocalDiscord, bot: RawBot, channel: Channel, body: dict[str, Any]
) -> None:
    answer = await bot.call("POST", f"/channels/{channel.id}/messages", body)
    assert (answer.status, local.records.schema_errors) == (200, [])


@pytest.mark.parametrize(("body", "path"), BAD)
async def test_a_message_beyond_a_limit_is_refused_at_its_place(
    local: LocalDiscord, bot: RawBot, channel: Channel, body: dict[str, Any], path: str
) -> None:
    answer = await bot.call("POST", f"/channels/{channel.id}/messages", body)
    assert (answer.status, answer.body["code"]) == (400, 50035)
    assert place(answer.body, path)
    assert [error.where for error in local.records.schema_errors] == ["request"]
    assert not channel.messages


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"components": []}])
async def test_an_empty_message_is_refused(bot: RawBot, channel: Channel, body: dict[str, Any]) -> None:
    answer = await bot.call("POST", f"/channels/{channel.id}/messages", body)
    assert (answer.status, answer.body["code"]) == (400, 50006)


async def test_a_message_of_components_v2_never_gets_content(bot: RawBot, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    sent = await bot.call("POST", path, {"flags": V2, "components": [text("a")]})
    answer = await bot.call("PATCH", f"{path}/{sent.body['id']}", {"content": "b"})
    assert place(answer.body, "content")


async def test_a_long_audit_reason_and_an_unknown_member_field_are_refused(
    bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    path = f"/guilds/{guild.id}/members/{anna.id}"
    assert place((await bot.call("PATCH", path, {"mute": True, "silent": True})).body, "silent")
    answer = await bot.call("PATCH", path, {"mute": True}, X_Audit_Log_Reason="x" * 513)
    assert place(answer.body, "reason")
    assert not guild.members[anna.id].mute


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ({"name": "Mafia", "description": "x"}, "0.name"),
        ({"name": "two words", "description": "x"}, "0.name"),
        ({"name": "mafia"}, "0.description"),
        ({"name": "mafia", "description": "x" * 101}, "0.description"),
        (
            {"name": "mafia", "description": "x", "name_localizations": {"ru": "Мафия"}},
            "0.name_localizations.ru",
        ),
        ({"name": "mafia", "description": "x", "name_localizations": {"xx": "m"}}, "0.name_localizations.xx"),
        ({"name": "Foul", "type": 2, "description": "x"}, "0.description"),
        (
            {
                "name": "m",
                "description": "x",
                "options": [
                    {"type": 3, "name": "a", "description": "x"},
                    {"type": 3, "name": "b", "description": "x", "required": True},
                ],
            },
            "0.options.1",
        ),
    ],
)
async def test_a_command_beyond_a_limit_is_refused(bot: RawBot, command: dict[str, Any], path: str) -> None:
    answer = await bot.call("PUT", f"/applications/{bot.app.id}/commands", [command])
    assert answer.status == 400
    assert place(answer.body, path)


async def test_cyrillic_command_names_are_taken(bot: RawBot) -> None:
    command = {"name": "мафія", "description": "Гра", "name_localizations": {"ru": "мафия"}}
    assert (await bot.call("PUT", f"/applications/{bot.app.id}/commands", [command])).status == 200


async def test_the_specification_itself_refuses_what_the_limits_let_pass(
    local: LocalDiscord, bot: RawBot, channel: Channel, spec_path: str | None
) -> None:
    if spec_path is None:
        pytest.skip("the published specification is not beside the project")
    answer = await bot.call("POST", f"/channels/{channel.id}/messages", {"content": 5})
    assert place(answer.body, "content")[0]["code"] == "SPECIFICATION"


async def test_ids_may_be_numbers_and_permission_sets_strings(
    local: LocalDiscord, bot: RawBot, anna: Person
) -> None:
    opened = await bot.call("POST", "/users/@me/channels", {"recipient_id": anna.id})
    command = {"name": "judge", "description": "x", "default_member_permissions": "8"}
    synced = await bot.call("PUT", f"/applications/{bot.app.id}/commands", [command])
    assert (opened.status, synced.status, local.records.schema_errors) == (200, 200, [])
