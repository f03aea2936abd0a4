"""Trouble on demand: n-th calls, hangs, cut lines, lost and late events, latency and order."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from mafiabot.playground.faults import CUT, MEMBER_EDIT
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.network import Order
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot, RawGateway

pytestmark = pytest.mark.virtual


@pytest.fixture
async def gateway(bot: RawBot, guild: Guild, channel: Channel, anna: Person) -> RawGateway:
    await anna.join(channel)
    connected = await bot.connect()
    await connected.event("GUILD_CREATE")
    return connected


async def mute(bot: RawBot, guild: Guild, person: Person, on: bool = True) -> int:
    return (await bot.call("PATCH", f"/guilds/{guild.id}/members/{person.id}", {"mute": on})).status


async def test_the_nth_call_fails_before_it_is_applied(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.faults.answer(MEMBER_EDIT, 502, nth=2)
    assert await mute(bot, guild, anna, True) == 200
    assert await mute(bot, guild, anna, False) == 502
    assert guild.members[anna.id].mute
    assert await mute(bot, guild, anna, False) == 200


async def test_a_call_may_fail_after_it_was_applied(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.faults.answer(MEMBER_EDIT, 500, after_apply=True)
    assert await mute(bot, guild, anna) == 500
    assert guild.members[anna.id].mute
    edit = local.records.edits[0]
    assert edit.mute is True
    assert edit.applied_ms is not None


async def test_a_call_whose_caller_hangs_up_is_applied_and_noted(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.faults.hang(MEMBER_EDIT, 1.0)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(mute(bot, guild, anna), 0.5)
    await asyncio.sleep(2)
    assert guild.members[anna.id].mute
    assert [one.given_up for one in local.records.requests if one.key == MEMBER_EDIT] == [True]
    assert await mute(bot, guild, anna, False) == 200
    assert [one.given_up for one in local.records.requests if one.key == MEMBER_EDIT] == [True, False]


async def test_an_edit_is_kept_with_what_it_found(
    bot: RawBot, local: LocalDiscord, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    for on in (True, True, False):
        await mute(bot, guild, anna, on)
    assert [(edit.was_muted, edit.mute) for edit in local.records.edits] == [
        (False, True),
        (True, True),
        (True, False),
    ]


async def test_a_429_may_come_without_its_bucket_being_empty(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.faults.answer(MEMBER_EDIT, 429, retry_after_s=7.5, scope="shared")
    answer = await bot.call("PATCH", f"/guilds/{guild.id}/members/{anna.id}", {"mute": True})
    assert answer.body["retry_after"] == 7.5
    assert (answer.headers["X-RateLimit-Scope"], answer.headers["Via"]) == ("shared", "1.1 google")
    assert (answer.body["global"], "X-RateLimit-Global" in answer.headers) == (False, False)


async def test_a_429_may_be_of_everything_the_bot_asks_for(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.faults.answer(MEMBER_EDIT, 429, scope="global")
    answer = await bot.call("PATCH", f"/guilds/{guild.id}/members/{anna.id}", {"mute": True})
    assert (answer.body["global"], answer.headers["X-RateLimit-Global"]) == (True, "true")


@pytest.mark.parametrize("after_apply", [False, True])
async def test_a_call_may_hang(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person, after_apply: bool
) -> None:
    local.faults.hang(MEMBER_EDIT, 12, after_apply=after_apply)
    before_s = local.core.clock.now_s()
    calling = asyncio.create_task(mute(bot, guild, anna))
    await asyncio.sleep(6)
    assert guild.members[anna.id].mute is after_apply
    assert await calling == 200
    assert local.core.clock.now_s() - before_s == pytest.approx(12)


async def test_a_connection_may_be_cut_instead_of_an_answer(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.faults.answer(MEMBER_EDIT, CUT, after_apply=True)
    with pytest.raises(aiohttp.ClientError):
        await mute(bot, guild, anna)
    assert guild.members[anna.id].mute


async def test_a_share_of_edits_fails_half_of_them_after_applying(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.core.limits.edit_budget = local.core.limits.global_budget = (0, 0.0)
    local.faults.faulty_edits = 0.2
    got = [await mute(bot, guild, anna, bool(n % 2)) for n in range(300)]
    failed = [edit for edit in local.records.edits if edit.status == 200]
    assert 30 <= sum(status >= 500 for status in got) <= 90
    assert set(got) == {200, 500, 502}
    assert len(failed) > sum(status == 200 for status in got)


async def test_events_get_lost_late_or_doubled(
    local: LocalDiscord, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.faults.events("VOICE_STATE_UPDATE", "lose")
    await anna.self_mute(guild, True)
    assert await gateway.events_for(1) == []
    local.faults.events("VOICE_STATE_UPDATE", "double", delay_ms=300)
    await anna.self_mute(guild, False)
    assert len(await gateway.events_for(1)) == 2
    local.faults.events("VOICE_STATE_UPDATE", "delay", delay_ms=2000)
    await anna.self_mute(guild, True)
    await anna.self_mute(guild, False)
    told = [data["self_mute"] for _, data in await gateway.events_for(3)]
    assert told == [False, True]


@pytest.mark.parametrize(("order", "first"), [("answer_first", "answer"), ("event_first", "event")])
async def test_answer_or_event_comes_first_as_chosen(
    local: LocalDiscord,
    bot: RawBot,
    guild: Guild,
    gateway: RawGateway,
    anna: Person,
    order: Order,
    first: str,
) -> None:
    for latency in ((0.0, 0.0), (20.0, 250.0)):
        local.core.network.order, local.core.network.latency_ms = order, latency
        for turn in range(4):
            event = asyncio.create_task(gateway.event("VOICE_STATE_UPDATE"))
            answer = asyncio.create_task(mute(bot, guild, anna, turn % 2 == 0))
            done, _ = await asyncio.wait({event, answer}, return_when=asyncio.FIRST_COMPLETED)
            assert done == {event if first == "event" else answer}
            await asyncio.gather(event, answer)
            await asyncio.sleep(10)


async def test_latency_delays_requests_answers_and_events(
    local: LocalDiscord, bot: RawBot, guild: Guild, gateway: RawGateway, anna: Person
) -> None:
    local.core.network.latency_ms = (100, 100)
    before_s = local.core.clock.now_s()
    await mute(bot, guild, anna)
    assert local.core.clock.now_s() - before_s == pytest.approx(0.2)
    request = local.records.requests[-1]
    assert request.applied_ms is not None
    assert request.applied_ms - request.received_ms == pytest.approx(100)


async def test_the_same_seed_gives_the_same_trace() -> None:
    async def trace() -> list[float]:
        async with LocalDiscord(seed=5, latency_ms=(10, 300)) as local:
            guild = local.add_guild("Club")
            channel = local.add_channel(guild)
            people = [local.add_person(f"P{n}", guild) for n in range(3)]
            start_ms = local.core.clock.now_ms()
            for person in people:
                await person.join(channel)
                await person.say(channel, "hello")
            await asyncio.sleep(1)
            seen = [m for person in people for m in person.messages(channel)]
            return [round(m.received_ms - start_ms, 3) for m in seen]

    assert await trace() == await trace()
