"""Building a guild over REST: channels, overwrites, roles, bans, each behind its permission."""

from __future__ import annotations

import pytest

from mafiabot.playground.model import Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

pytestmark = pytest.mark.virtual


@pytest.fixture
def strong(local: LocalDiscord, bot: RawBot) -> Guild:
    """A guild in which the bot is an administrator."""
    return local.add_guild("Strong", bot.app, permissions=int(Perm.ADMINISTRATOR))


async def test_a_channel_is_made_changed_and_deleted(bot: RawBot, strong: Guild) -> None:
    made = await bot.call("POST", f"/guilds/{strong.id}/channels", {"name": "table", "type": 2})
    assert made.status == 201
    path = f"/channels/{made.body['id']}"
    assert (await bot.call("PATCH", path, {"user_limit": 11})).body["user_limit"] == 11
    overwrite = {"type": 0, "deny": str(int(Perm.SPEAK))}
    assert (await bot.call("PUT", f"{path}/permissions/{strong.id}", overwrite)).status == 204
    assert (await bot.call("GET", path)).body["permission_overwrites"][0]["deny"] == str(int(Perm.SPEAK))
    assert (await bot.call("DELETE", f"{path}/permissions/{strong.id}")).status == 204
    assert (await bot.call("DELETE", path)).status == 200
    assert (await bot.call("GET", path)).body["code"] == 10003


async def test_a_role_is_made_given_and_deleted(local: LocalDiscord, bot: RawBot, strong: Guild) -> None:
    vera = local.add_person("Vera", strong)
    made = await bot.call("POST", f"/guilds/{strong.id}/roles", {"name": "judge"})
    role_id = int(made.body["id"])
    strong.roles[role_id].position = 0
    path = f"/guilds/{strong.id}/members/{vera.id}/roles/{role_id}"
    assert (await bot.call("PUT", path)).status == 204
    assert strong.members[vera.id].roles == [role_id]
    assert (await bot.call("PATCH", f"/guilds/{strong.id}/roles/{role_id}", {"name": "host"})).status == 200
    assert (await bot.call("DELETE", f"/guilds/{strong.id}/roles/{role_id}")).status == 204
    assert strong.members[vera.id].roles == []


async def test_a_ban_throws_a_member_out_and_can_be_lifted(
    local: LocalDiscord, bot: RawBot, strong: Guild
) -> None:
    vera = local.add_person("Vera", strong)
    await vera.join(local.add_channel(strong))
    path = f"/guilds/{strong.id}/bans/{vera.id}"
    assert (await bot.call("PUT", path, {})).status == 204
    assert vera.id not in strong.members
    assert vera.id not in strong.voice
    assert (await bot.call("DELETE", path)).status == 204
    assert (await bot.call("DELETE", path)).body["code"] == 10026


async def test_a_bot_without_the_permissions_builds_nothing(bot: RawBot, guild: Guild, anna: Person) -> None:
    calls = [
        ("POST", f"/guilds/{guild.id}/channels", {"name": "x", "type": 2}),
        ("POST", f"/guilds/{guild.id}/roles", {"name": "x"}),
        ("PUT", f"/guilds/{guild.id}/bans/{anna.id}", {}),
        ("DELETE", f"/guilds/{guild.id}/members/{anna.id}", None),
    ]
    for method, path, body in calls:
        answer = await bot.call(method, path, body)
        assert (answer.status, answer.body["code"]) == (403, 50013)
