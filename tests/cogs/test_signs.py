"""The agreed sign: written in a form that every hand offers, read by the black alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from mafiabot.engine.state import NightStep
from mafiabot.playground.interactions import Interaction
from mafiabot.ui.covered import BLANK
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual
SIGN = "left ear"


@asynccontextmanager
async def mafia_minute() -> AsyncIterator[tuple[Club, Game]]:
    """The mafia minute of a classic table, whose ten seats are drawn."""
    async with club(10) as house:
        await house.slash(house.host, "mafia open", preset="classic")
        await house.seconds(2)
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in list(house.people):
            await house.press(person, "Ready")
        await house.seconds(2)
        dealt = await house.state()
        house.people.sort(key=lambda person: dealt.seat_of(person.id) or 0)
        game = Game(house)
        await game.step(NightStep.MAFIA_MINUTE)
        yield house, game
        house.clean()


async def opened_form(game: Game, seat: int) -> Interaction:
    await game.open_hand(seat)
    return await game.press_hand(seat, "Sign")


async def write(game: Game, seat: int, text: str, opened: Interaction) -> Interaction:
    return await (await game.person(seat).submit_modal(opened, {"text": text})).outcome()


async def sign(game: Game, seat: int, text: str) -> Interaction:
    return await write(game, seat, text, await opened_form(game, seat))


async def test_a_sign_is_read_by_the_black_alone() -> None:
    async with mafia_minute() as (house, game):
        first, second, _ = await game.black()
        red = (await game.red())[0]
        answered = await sign(game, first, SIGN)
        assert f"Written down: ||{SIGN}||" in answered.text
        assert f"Signs: ||{first} – {SIGN}" in answered.text
        assert f"Signs: ||{first} – {SIGN}" in (await game.open_hand(second)).text
        assert f"Signs: ||–{BLANK}" in (await game.open_hand(red)).text
        assert not any(SIGN in text for text in house.public())


async def test_a_civilians_sign_is_answered_alike_and_kept_nowhere() -> None:
    async with mafia_minute() as (house, game):
        black, red = (await game.black())[0], (await game.red())[0]
        answers = [(await sign(game, seat, SIGN)).text.splitlines()[0] for seat in (black, red)]
        assert answers[0] == answers[1]
        assert (await house.state()).signs == ((black, SIGN),)


async def test_a_sign_is_shown_again_in_the_hands_of_later_nights() -> None:
    async with mafia_minute() as (_, game):
        first, second, _ = await game.black()
        await sign(game, first, SIGN)
        await game.to_day()
        await game.play_day()
        await game.step(NightStep.SHOTS)
        assert f"{first} – {SIGN}" in (await game.open_hand(second)).text


async def test_an_empty_sign_takes_the_former_one_back() -> None:
    async with mafia_minute() as (house, game):
        black = (await game.black())[0]
        await sign(game, black, SIGN)
        answered = await sign(game, black, "")
        assert "What was written is cleared" in answered.text
        assert SIGN not in answered.text
        assert (await house.state()).signs == ()


async def test_a_sign_written_after_the_minute_is_refused() -> None:
    async with mafia_minute() as (house, game):
        black = (await game.black())[0]
        opened = await opened_form(game, black)
        await game.to_day()
        await write(game, black, SIGN, opened)
        assert (await house.state()).signs == ()


async def test_a_form_opened_before_a_restart_can_still_be_sent() -> None:
    async with mafia_minute() as (house, game):
        black = (await game.black())[0]
        opened = await opened_form(game, black)
        await house.kill_bot()
        await house.start_bot()
        await house.seconds(3)
        answered = await write(game, black, SIGN, opened)
        assert f"Written down: ||{SIGN}||" in answered.text
        assert (await house.state()).signs == ((black, SIGN),)
