"""Rate limits on the wire: headers, shared and hidden buckets, the global one, what a 429 carries."""

from __future__ import annotations

import asyncio

import pytest

from mafiabot.playground.buckets import Limits
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

pytestmark = pytest.mark.virtual


async def mute(bot: RawBot, guild: Guild, person: Person, on: bool = True) -> int:
    return (await bot.call("PATCH", f"/guilds/{guild.id}/members/{person.id}", {"mute": on})).status


async def test_all_edits_of_a_guild_s_members_share_ten_calls_in_ten_seconds(
    bot: RawBot, guild: Guild, channel: Channel, anna: Person, boris: Person
) -> None:
    await anna.join(channel)
    await boris.join(channel)
    got = [await mute(bot, guild, person) for person in (anna, boris) for _ in range(5)]
    assert got == [200] * 10
    path = f"/guilds/{guild.id}/members/@me"
    refused = await bot.call("PATCH", path, {"nick": "Judge"})
    assert refused.status == 429
    await asyncio.sleep(refused.body["retry_after"])
    assert (await bot.call("PATCH", path, {"nick": "Judge"})).status == 200


async def test_headers_count_down_and_name_the_bucket(
    bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    await anna.join(channel)
    path = f"/guilds/{guild.id}/members/{anna.id}"
    first = (await bot.call("PATCH", path, {"mute": True})).headers
    await asyncio.sleep(4)
    second = (await bot.call("PATCH", path, {"mute": False})).headers
    assert (first["X-RateLimit-Limit"], first["X-RateLimit-Remaining"]) == ("10", "9")
    assert (second["X-RateLimit-Remaining"], second["X-RateLimit-Reset-After"]) == ("8", "6.000")
    assert first["X-RateLimit-Bucket"] == second["X-RateLimit-Bucket"]


async def test_a_429_carries_via_retry_after_and_scope(bot: RawBot, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    for _ in range(5):
        assert (await bot.call("POST", path, {"content": "x"})).status == 200
    refused = await bot.call("POST", path, {"content": "x"})
    assert refused.status == 429
    assert {"Via", "Retry-After", "X-RateLimit-Scope"} <= refused.headers.keys()
    assert refused.body["global"] is False
    assert 0 < refused.body["retry_after"] <= 5


async def test_a_hidden_edit_budget_shows_only_in_its_429(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    local.core.limits.hidden_edit_budget = (2, 30.0)
    await anna.join(channel)
    assert [await mute(bot, guild, anna) for _ in range(3)] == [200, 200, 429]
    refused = await bot.call("PATCH", f"/guilds/{guild.id}/members/{anna.id}", {"mute": True})
    assert int(refused.headers["X-RateLimit-Remaining"]) > 0
    assert refused.body["retry_after"] > 10


async def test_another_guild_and_another_token_have_budgets_of_their_own(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    local.core.limits.edit_budget = (1, 60.0)
    other = local.add_guild("Other", bot.app)
    vera = local.add_person("Vera", other)
    await anna.join(channel)
    await vera.join(local.add_channel(other))
    assert [await mute(bot, guild, anna), await mute(bot, guild, anna)] == [200, 429]
    assert await mute(bot, other, vera) == 200
    second = local.add_bot("Second")
    local.add_guild("Third", second)
    async with RawBot(local, second) as raw:
        assert (await raw.call("GET", "/users/@me")).status == 200


async def test_more_than_fifty_a_second_hit_the_global_limit(local: LocalDiscord, bot: RawBot) -> None:
    local.core.limits.other_budget = (1000, 1.0)
    answers = [await bot.call("GET", "/users/@me") for _ in range(51)]
    refused = answers[-1]
    assert [answer.status for answer in answers[:50]] == [200] * 50
    assert (refused.status, refused.body["global"]) == (429, True)
    assert refused.headers["X-RateLimit-Global"] == "true"
    outside = await bot.call("POST", "/interactions/1/none/callback", {"type": 6})
    assert outside.status == 404
    assert local.records.invalid_requests() == 1


async def test_every_number_can_be_scaled(spec_path: str | None) -> None:
    limits = Limits(message_budget=(1, 0.5))
    async with LocalDiscord(limits=limits, spec_path=spec_path) as local, RawBot(local) as bot:
        place = local.add_channel(local.add_guild("Club", bot.app))
        path = f"/channels/{place.id}/messages"
        assert (await bot.call("POST", path, {"content": "x"})).status == 200
        assert (await bot.call("POST", path, {"content": "x"})).status == 429
        await asyncio.sleep(0.5)
        assert (await bot.call("POST", path, {"content": "x"})).status == 200
