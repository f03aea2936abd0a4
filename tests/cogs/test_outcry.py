"""The paid outcry as the table sees and hears it: the panel's button, a foul said aloud, two microphones."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.state import Status
from mafiabot.playground.controls import controls, text_of
from mafiabot.playground.views import Seen
from tests.support.club import club
from tests.support.judged import JudgedGame

pytestmark = pytest.mark.virtual

SECONDS = 4
BUTTON = "Cry out (foul)"


@asynccontextmanager
async def paid(*, judge: bool = True) -> AsyncIterator[JudgedGame]:
    """A dealt game of classic with outcries, seat 1 speaking."""
    async with club(10) as house:
        overrides = {"classic": {"outcry_s": SECONDS}}
        await house.settings.change(house.guild.id, lambda kept: replace(kept, overrides=overrides))
        game = JudgedGame(house)
        await game.deal("classic", judge=judge)
        await game.floor(1)
        await house.seconds(2)
        yield game


def heard(game: JudgedGame) -> list[int]:
    members = game.house.guild.members
    return [seat for seat, person in game.seats.items() if not members[person.id].mute]


async def fouled(game: JudgedGame, seat: int, times: int) -> None:
    for _ in range(times):
        await game.order("foul", seat=seat, reason=FoulReason.KNOCKING.value)
    await game.house.seconds(1)


def table_panel(game: JudgedGame) -> Seen:
    return game.judge.latest(game.house.channel, label="My hand")


def panel(game: JudgedGame) -> str:
    return text_of(table_panel(game).payload)


def labels(game: JudgedGame) -> list[str]:
    return [control.label for control in controls(table_panel(game).payload)]


async def test_who_cries_out_is_heard_beside_the_speaker_for_what_he_paid_for() -> None:
    async with paid() as game:
        house, crying = game.house, game.person(5)
        answer = await house.press(crying, BUTTON)
        assert f"You can be heard for {SECONDS} s." in answer.text
        await house.seconds(1)
        assert heard(game) == [1, 5]
        assert any("Reason: outcry.\n📢 The microphone is open for 4 s." in text for text in house.public())
        assert f"📢 Outcry: **5** · {crying.user.display}" in panel(game)
        await house.seconds(SECONDS)
        assert heard(game) == [1]
        assert "📢 Outcry" not in panel(game)
        opened = [one for one in house.local.core.timelines.open.intervals() if one.user_id == crying.id]
        assert opened[-1].end_ms is not None
        length_ms = opened[-1].end_ms - opened[-1].start_ms
        assert SECONDS * 1000 <= length_ms <= SECONDS * 1000 + 210
        house.clean()


async def test_the_speakers_minute_is_not_shorter_for_it() -> None:
    async with paid() as game:
        house, speaker = game.house, game.person(1)
        await house.press(game.person(5), BUTTON)
        await game.floor(2)
        await house.seconds(1)
        spoken = [one for one in house.local.core.timelines.open.intervals() if one.user_id == speaker.id]
        assert spoken[-1].end_ms is not None
        assert 60_000 <= spoken[-1].end_ms - spoken[-1].start_ms <= 60_210
        house.clean()


async def test_without_a_judge_the_bot_fouls_all_the_same() -> None:
    async with paid(judge=False) as game:
        await game.house.press(game.person(5), BUTTON)
        (foul,) = (await game.house.state()).fouls
        assert (foul.seat, foul.reason) == (5, FoulReason.OUTCRY)


async def test_who_presses_twice_is_told_that_he_is_heard_already_and_pays_once() -> None:
    async with paid() as game:
        seen = game.person(5).latest(game.house.channel, label=BUTTON)
        first = await game.person(5).press(seen, BUTTON)
        second = await game.person(5).press(seen, BUTTON)
        answers = sorted([(await first.outcome()).text, (await second.outcome()).text])
        assert sum("is crying out already" in text for text in answers) == 1
        assert (await game.house.state()).seat(5).fouls == 1


async def test_the_speaker_has_nothing_to_buy() -> None:
    async with paid() as game:
        answer = await game.house.press(game.person(1), BUTTON)
        assert "You have the floor already." in answer.text
        assert (await game.house.state()).fouls == ()


async def test_the_foul_that_would_remove_him_is_asked_about_first() -> None:
    async with paid() as game:
        await fouled(game, 5, 3)
        asked = await game.house.press(game.person(5), BUTTON)
        assert "it removes you from the game" in asked.text
        assert (await game.house.state()).seat(5).fouls == 3
        done = await game.house.press(game.person(5), "Yes, I cry out")
        assert "Your fourth foul: you are removed." in done.text
        await game.house.seconds(2)
        assert (await game.house.state()).seat(5).status is Status.REMOVED
        assert heard(game) == [1]
        game.house.clean()


async def test_it_is_offered_only_where_it_can_be_had() -> None:
    async with paid() as game:
        assert BUTTON in labels(game)
        await game.house.slash(game.judge, "mafia pause")
        await game.house.seconds(2)
        assert BUTTON not in labels(game)
        await game.house.slash(game.judge, "mafia resume")
        await game.house.seconds(2)
        assert BUTTON in labels(game)
        await game.skip_talk()
        await game.house.seconds(2)
        assert BUTTON not in labels(game)


async def test_it_ends_in_time_though_the_bot_has_died_meanwhile() -> None:
    async with paid() as game:
        house = game.house
        await house.press(game.person(5), BUTTON)
        await house.seconds(1)
        assert heard(game) == [1, 5]
        await house.kill_bot()
        await house.seconds(2)
        await house.start_bot()
        await house.seconds(SECONDS + 2)
        assert heard(game) == [1]
        house.clean()
