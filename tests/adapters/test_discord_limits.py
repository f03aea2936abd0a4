"""What Discord's answers say of limits and of the edit itself is heard as soon as they come."""

import pytest

from mafiabot.adapters.discord_limits import limits_trace
from mafiabot.adapters.discord_voice import DiscordVoice
from mafiabot.runtime.edit_budget import LimitsSeen, hearing_limits
from tests.playground.clients import Client, logged_in
from tests.support.hall import Hall

pytestmark = pytest.mark.virtual


def traced() -> Client:
    """A client whose edits' answers are heard."""
    client = Client()
    client.http.http_trace = limits_trace()
    return client


async def test_what_the_headers_say_is_heard_when_the_answer_comes_not_when_the_call_returns(
    hall: Hall,
) -> None:
    heard: list[tuple[int, LimitsSeen]] = []
    for person in hall.people[:2]:
        await person.join(hall.channel)
    hall.local.core.limits.edit_budget = (2, 10.0)
    async with logged_in(traced(), hall.local, hall.app) as client:
        voice, began_ms = DiscordVoice(client, hall.clock), hall.clock.now_ms()
        with hearing_limits(lambda seen: heard.append((hall.clock.now_ms() - began_ms, seen))):
            for person in hall.people[:2]:
                await voice.set_mute(hall.guild.id, person.id, True, "")
        assert hall.clock.now_ms() - began_ms >= 9_000  # the last of a bucket returns at its reset
    assert [(seen.limit, seen.remaining) for _, seen in heard] == [(2, 1), (2, 0)]
    assert max(at_ms for at_ms, _ in heard) < 1_000


async def test_a_refusal_says_exactly_when_to_come_again(hall: Hall) -> None:
    heard: list[LimitsSeen] = []
    await hall.people[0].join(hall.channel)
    hall.local.core.faults.answer("PATCH /guilds/{}/members/{}", 429, retry_after_s=1.25, scope="shared")
    async with logged_in(traced(), hall.local, hall.app) as client:
        with hearing_limits(heard.append):
            await DiscordVoice(client, hall.clock).set_mute(hall.guild.id, hall.people[0].id, True, "")
    assert (heard[0].retry_after_ms, heard[0].shared) == (1_250, True)
    assert heard[1].retry_after_ms is None


@pytest.mark.parametrize(
    ("scope", "shared", "everywhere"),
    [("user", False, False), ("shared", True, False), ("global", False, True)],
)
async def test_a_refusal_says_whose_requests_were_too_many(
    hall: Hall, scope: str, shared: bool, everywhere: bool
) -> None:
    heard: list[LimitsSeen] = []
    await hall.people[0].join(hall.channel)
    hall.local.core.faults.answer("PATCH /guilds/{}/members/{}", 429, scope=scope)
    async with logged_in(traced(), hall.local, hall.app) as client:
        with hearing_limits(heard.append):
            await DiscordVoice(client, hall.clock).set_mute(hall.guild.id, hall.people[0].id, True, "")
    assert (heard[0].shared, heard[0].everywhere) == (shared, everywhere)
    assert not heard[1].everywhere


async def test_an_answer_tells_that_the_edit_was_done_and_what_the_members_mute_is_now(hall: Hall) -> None:
    heard: list[LimitsSeen] = []
    await hall.people[0].join(hall.channel)
    async with logged_in(traced(), hall.local, hall.app) as client:
        voice = DiscordVoice(client, hall.clock)
        with hearing_limits(heard.append):
            for muted in (True, False):
                await voice.set_mute(hall.guild.id, hall.people[0].id, muted, "")
            hall.local.core.faults.answer("PATCH /guilds/{}/members/{}", 500, after_apply=True)
            await voice.set_mute(hall.guild.id, hall.people[0].id, True, "")
    assert [(seen.done, seen.mute) for seen in heard] == [
        (True, True),
        (True, False),
        (False, None),
        (True, True),
    ]
