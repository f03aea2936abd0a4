"""People do what a client allows, on what their client has received, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mafiabot.playground import controls
from mafiabot.playground.errors import NotPossible
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

pytestmark = pytest.mark.virtual

PRESET = {
    "type": 3,
    "name": "preset",
    "name_localizations": {"ru": "набор"},
    "description": "Rules",
    "required": True,
    "choices": [{"name": "Club", "name_localizations": {"ru": "Клуб"}, "value": "club"}],
}
SEATS = {"type": 4, "name": "seats", "description": "Seats", "min_value": 6, "max_value": 12}
OPEN = {"type": 1, "name": "open", "description": "Open", "options": [PRESET, SEATS]}
MAFIA = {"name": "mafia", "description": "The game", "name_localizations": {"ru": "мафия"}, "options": [OPEN]}
JUDGE = {"name": "judge", "description": "Judge", "default_member_permissions": str(int(Perm.MUTE_MEMBERS))}
FOUL = {"name": "Foul", "type": 2}


@pytest.fixture(autouse=True)
async def synced(bot: RawBot, guild: Guild, channel: Channel) -> None:
    answer = await bot.call("PUT", f"/applications/{bot.app.id}/commands", [MAFIA, JUDGE, FOUL])
    assert answer.status == 200


async def post(bot: RawBot, channel: Channel, *parts: dict[str, Any]) -> None:
    body = {"flags": 32768, "components": list(parts)}
    assert (await bot.call("POST", f"/channels/{channel.id}/messages", body)).status == 200


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inside)}


def button(label: str, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": label.lower()} | more


async def test_a_command_may_be_typed_in_the_person_s_language(
    local: LocalDiscord, guild: Guild, channel: Channel
) -> None:
    vera = local.add_person("Vera", guild, locale="ru")
    made = await vera.slash(channel, "мафия open", набор="Клуб", seats=9)
    chosen = made.data["options"][0]
    assert (made.data["name"], chosen["name"]) == ("mafia", "open")
    assert chosen["options"] == [
        {"type": 3, "name": "preset", "value": "club"},
        {"type": 4, "name": "seats", "value": 9},
    ]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("nothing", {}),
        ("mafia", {}),
        ("mafia close", {}),
        ("mafia open", {}),
        ("mafia open", {"preset": "unheard of"}),
        ("mafia open", {"preset": "club", "seats": 13}),
        ("mafia open", {"preset": "club", "seats": "ten"}),
        ("mafia open", {"preset": "club", "speed": 1}),
        ("judge", {}),
    ],
)
async def test_a_command_not_offered_or_filled_in_wrongly_is_not_possible(
    channel: Channel, anna: Person, command: str, options: dict[str, Any]
) -> None:
    with pytest.raises(NotPossible):
        await anna.slash(channel, command, **options)


async def test_a_permitted_command_is_offered_to_whoever_has_the_permission(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    everyone = guild.roles[guild.id]
    local.admin.set_permission(guild, everyone, Perm.MUTE_MEMBERS, True)
    assert (await anna.slash(channel, "judge")).data["name"] == "judge"


async def test_a_menu_command_carries_its_member(channel: Channel, anna: Person, boris: Person) -> None:
    made = await anna.menu(channel, "Foul", boris)
    assert made.data["target_id"] == str(boris.id)
    assert str(boris.id) in made.data["resolved"]["members"]


async def test_only_an_enabled_button_that_is_there_can_be_pressed(
    bot: RawBot, channel: Channel, anna: Person
) -> None:
    off = button("Off", disabled=True)
    await post(bot, channel, {"type": 10, "content": "Round 1"}, row(button("Join"), off))
    panel = anna.latest(channel)
    assert controls.text_of(panel.payload) == "Round 1"
    assert (await anna.press(panel, "Join")).data["custom_id"] == "join"
    for label in ("Off", "Leave"):
        with pytest.raises(NotPossible):
            await anna.press(panel, label)


async def test_a_choice_must_be_offered_and_counted(bot: RawBot, channel: Channel, anna: Person) -> None:
    options = [{"label": f"Seat {n}", "value": str(n)} for n in range(1, 5)]
    select = {"type": 3, "custom_id": "pick", "options": options, "min_values": 1, "max_values": 3}
    await post(bot, channel, row(select))
    panel = anna.latest(channel)
    made = await anna.select(panel, ["Seat 3", "1"])
    assert made.data["values"] == ["3", "1"]
    for wrong in (["Seat 9"], [], ["1", "2", "3", "4"]):
        with pytest.raises(NotPossible):
            await anna.select(panel, wrong)


async def test_a_user_select_sends_the_members(
    bot: RawBot, channel: Channel, anna: Person, boris: Person
) -> None:
    await post(bot, channel, row({"type": 5, "custom_id": "who"}))
    made = await anna.select(anna.latest(channel), [boris])
    assert made.data["values"] == [str(boris.id)]
    assert made.data["resolved"]["users"][str(boris.id)]["username"] == "boris"


async def test_somebody_else_s_private_message_cannot_be_touched(
    local: LocalDiscord, bot: RawBot, channel: Channel, anna: Person, boris: Person
) -> None:
    gateway = await bot.connect()
    await gateway.event("READY")
    await anna.slash(channel, "mafia open", preset="club")
    told = await gateway.event("INTERACTION_CREATE")
    data = {"content": "hand", "flags": 64, "components": [row(button("Shoot"))]}
    path = f"/interactions/{told['id']}/{told['token']}/callback"
    await bot.call("POST", path, {"type": 4, "data": data})
    hand = anna.latest(channel)
    with pytest.raises(NotPossible):
        await boris.press(hand, "Shoot")
    assert (await anna.press(hand, "Shoot")).source is not None


async def test_a_form_must_be_open_and_filled_in(
    bot: RawBot, channel: Channel, anna: Person, boris: Person
) -> None:
    gateway = await bot.connect()
    await gateway.event("READY")
    asked = await anna.slash(channel, "mafia open", preset="club")
    told = await gateway.event("INTERACTION_CREATE")
    field = {"type": 4, "custom_id": "word", "style": 1, "min_length": 3, "label": "Word"}
    modal = {"custom_id": "f", "title": "Form", "components": [row(field)]}
    path = f"/interactions/{told['id']}/{told['token']}/callback"
    await bot.call("POST", path, {"type": 9, "data": modal})
    await asked.answered()
    for values in ({}, {"word": "ab"}, {"other": "abc"}):
        with pytest.raises(NotPossible):
            await anna.submit_modal(asked, values)
    with pytest.raises(NotPossible):
        await boris.submit_modal(asked, {"word": "abc"})
    sent = await anna.submit_modal(asked, {"Word": "abc"})
    assert sent.data["components"][0]["components"][0]["value"] == "abc"


async def test_a_full_or_forbidden_channel_cannot_be_joined(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person, boris: Person
) -> None:
    local.admin.set_user_limit(channel, 1)
    await anna.join(channel)
    with pytest.raises(NotPossible):
        await boris.join(channel)
    local.admin.set_user_limit(channel, 0)
    local.admin.set_channel_permission(channel, boris.id, Perm.CONNECT, False)
    with pytest.raises(NotPossible):
        await boris.join(channel)
    with pytest.raises(NotPossible):
        await boris.say(channel, "hello")
    with pytest.raises(NotPossible):
        await boris.slash(channel, "mafia open", preset="club")


async def test_who_is_not_in_voice_cannot_leave_or_mute_himself(guild: Guild, anna: Person) -> None:
    for act in (anna.leave, anna.self_mute, anna.self_deaf):
        with pytest.raises(NotPossible):
            await act(guild)


async def test_a_member_with_the_permission_may_unmute_himself(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    local.admin.set_mute(guild, anna.id, True)
    with pytest.raises(NotPossible):
        await anna.server_mute(guild, anna, False)
    local.admin.set_permission(guild, guild.roles[guild.id], Perm.MUTE_MEMBERS, True)
    await anna.server_mute(guild, anna, False)
    assert not guild.members[anna.id].mute


async def test_a_timed_out_member_can_do_nothing(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person
) -> None:
    local.admin.time_out(guild, anna.id, 60)
    with pytest.raises(NotPossible):
        await anna.say(channel, "hello")
    await asyncio.sleep(61)
    await anna.say(channel, "hello")


async def test_a_person_acts_only_on_what_has_arrived(
    local: LocalDiscord, bot: RawBot, channel: Channel, anna: Person
) -> None:
    local.core.network.latency_ms = (200, 200)
    await post(bot, channel, row(button("Join")))
    await asyncio.sleep(0.3)
    local.core.network.latency_ms = (5000, 5000)
    panel = anna.latest(channel, label="Join")
    local.admin.delete_message(channel, panel.id)
    assert anna.messages(channel) != []
    await asyncio.sleep(6)
    assert anna.messages(channel) == []
    with pytest.raises(NotPossible):
        await anna.press(panel, "Join")


async def test_what_became_impossible_on_the_way_does_not_happen(
    local: LocalDiscord, guild: Guild, channel: Channel, anna: Person, boris: Person
) -> None:
    await anna.join(channel)
    local.core.network.latency_ms = (100, 100)
    muting = asyncio.create_task(anna.self_mute(guild))
    joining = asyncio.create_task(boris.join(channel))
    using = asyncio.create_task(boris.slash(channel, "mafia open", preset="club"))
    await asyncio.sleep(0)
    local.admin.kick(guild, anna.id)
    local.admin.kick(guild, boris.id)
    for task in (muting, joining):
        with pytest.raises(NotPossible):
            await task
    assert (await using).failed == "gone"
