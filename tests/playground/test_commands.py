"""Application commands over REST: bulk sync keeps ids, single edits, global and guild scopes."""

from __future__ import annotations

from typing import Any

import pytest

from mafiabot.playground.errors import NotPossible
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

pytestmark = pytest.mark.virtual


def command(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": name, "type": 1} | more


async def test_a_bulk_sync_keeps_ids_and_forgets_what_is_not_in_it(bot: RawBot) -> None:
    path = f"/applications/{bot.app.id}/commands"
    first = (await bot.call("PUT", path, [command("a"), command("b")])).body
    second = (await bot.call("PUT", path, [command("b", description="new")])).body
    assert [(c["id"], c["description"]) for c in second] == [(first[1]["id"], "new")]
    assert (await bot.call("GET", path)).body == second


async def test_single_commands_are_made_read_changed_and_deleted(bot: RawBot) -> None:
    path = f"/applications/{bot.app.id}/commands"
    made = await bot.call("POST", path, command("a"))
    assert (made.status, (await bot.call("POST", path, command("a"))).status) == (201, 200)
    one = f"{path}/{made.body['id']}"
    assert (await bot.call("GET", one)).body["name"] == "a"
    assert (await bot.call("PATCH", one, {"description": "new"})).body["description"] == "new"
    assert (await bot.call("DELETE", one)).status == 204
    assert (await bot.call("GET", one)).body["code"] == 10063


async def test_another_application_s_commands_are_out_of_reach(local: LocalDiscord, bot: RawBot) -> None:
    other = local.add_bot("Other")
    assert (await bot.call("PUT", f"/applications/{other.id}/commands", [])).status == 403


async def test_a_guild_s_command_is_offered_there_only(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    other = local.add_guild("Other", bot.app)
    place = local.add_channel(other, "text", "text")
    vera = local.add_person("Vera", other)
    await bot.call("PUT", f"/applications/{bot.app.id}/guilds/{guild.id}/commands", [command("here")])
    assert (await anna.slash(channel, "here")).data["guild_id"] == str(guild.id)
    with pytest.raises(NotPossible):
        await vera.slash(place, "here")


async def test_of_two_bots_with_the_same_command_one_may_be_named(
    local: LocalDiscord, bot: RawBot, anna: Person
) -> None:
    async with RawBot(local, local.add_bot("Second")) as second:
        both = local.add_guild("Both", bot.app, second.app)
        place = local.add_channel(both, "text", "text")
        vera = local.add_person("Vera", both)
        for raw in (bot, second):
            await raw.call("PUT", f"/applications/{raw.app.id}/commands", [command("same")])
        assert (await vera.slash(place, "same", bot=second.app)).app is second.app
        assert (await vera.slash(place, "same")).app is bot.app
