"""A protest through the real client: by a button under the verdict, in a form, once, within ten minutes."""

import pytest

from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.engine.aftermath import Protest, ProtestState
from mafiabot.playground.errors import NotPossible
from mafiabot.playground.interactions import Interaction
from mafiabot.runtime.archive_port import FinishedGame
from mafiabot.runtime.ports import StoreUnavailable
from tests.support.club import club
from tests.support.judged import JudgedGame, judged
from tests.support.presses import forged

pytestmark = pytest.mark.virtual

BUTTON = "Protest"
FIELD = "What happened, and against which rule"
ONCE = "You have protested against this game already."
LATE = "Too late: a protest is made within 10 min after the end."


class Down(MemoryGames):
    """Takes no game until it is `up`."""

    up = False

    async def keep(self, finished: FinishedGame) -> None:
        if not self.up:
            raise StoreUnavailable("down")
        await super().keep(finished)


async def ended(game: JudgedGame) -> None:
    """The game ends by team loss of the first speaker."""
    await game.floor(1)
    await game.order("team-loss", seat=1)
    await game.house.seconds(5)


async def pressed(game: JudgedGame, seat: int) -> Interaction:
    return await game.house.press(game.person(seat), BUTTON)


async def filled(game: JudgedGame, seat: int, opened: Interaction, text: str) -> str:
    assert opened.modal is not None
    return (await (await game.person(seat).submit_modal(opened, {FIELD: text})).outcome()).text


async def kept(game: JudgedGame) -> tuple[Protest, ...]:
    archived = await game.house.archive.game(game.house.guild.id)
    assert archived is not None
    return archived.protests


async def test_a_players_protest_goes_into_the_protocol_and_is_open() -> None:
    async with judged("tournament") as game:
        await ended(game)
        opened = await pressed(game, 3)
        assert opened.modal is not None
        assert opened.modal["title"] == "Protest against game No. 1"
        answer = await filled(game, 3, opened, "No window for my vote")
        assert answer.startswith("Protest No. 1 is in the protocol.")
        (made,) = await kept(game)
        assert (made.seat, made.user_id, made.text) == (3, game.person(3).id, "No window for my vote")
        assert made.state is ProtestState.OPEN
        game.house.clean()


async def test_a_player_protests_once_and_is_told_before_he_writes_again() -> None:
    async with judged("tournament") as game:
        await ended(game)
        first, second = await pressed(game, 3), await pressed(game, 3)
        await filled(game, 3, first, "one")
        assert await filled(game, 3, second, "two") == ONCE
        assert (await pressed(game, 3)).text == ONCE
        assert [one.text for one in await kept(game)] == ["one"]
        game.house.clean()


async def test_a_protest_eleven_minutes_after_the_end_is_refused() -> None:
    """E91; a form that was opened in time and is sent too late, too."""
    async with judged("tournament") as game:
        await ended(game)
        opened = await pressed(game, 3)
        await game.house.seconds(660)
        assert await filled(game, 3, opened, "late") == LATE
        assert (await pressed(game, 4)).text == LATE
        assert await kept(game) == ()
        game.house.clean()


async def test_the_judge_did_not_play_and_cannot_protest() -> None:
    async with judged("tournament") as game:
        await ended(game)
        answer = await game.house.press(game.judge, BUTTON)
        assert answer.text == "Only somebody who played this game can protest."
        game.house.clean()


async def test_a_protest_is_taken_while_the_next_table_stands_in_the_channel() -> None:
    async with judged("tournament") as game:
        await ended(game)
        verdict = game.person(3).latest(game.house.channel, label=BUTTON)
        await game.house.slash(game.judge, "mafia rematch")
        await game.house.seconds(5)
        opened = await (await game.person(3).press(verdict, BUTTON)).outcome()
        assert (await filled(game, 3, opened, "still")).startswith("Protest No. 1 is in the protocol.")
        game.house.clean()


async def test_a_form_opened_before_a_restart_is_taken_after_it() -> None:
    async with judged("tournament") as game:
        await ended(game)
        opened = await pressed(game, 3)
        await game.house.kill_bot()
        await game.house.start_bot()
        assert (await filled(game, 3, opened, "still")).startswith("Protest No. 1 is in the protocol.")
        game.house.clean()


async def test_while_the_archive_is_down_a_protest_is_asked_for_again_later() -> None:
    archive = Down()
    async with club(10, archive=archive) as house:
        game = JudgedGame(house)
        await game.deal("tournament")
        await ended(game)
        assert (await pressed(game, 3)).text.startswith("The move cannot be written down right now.")
        archive.up = True
        await house.seconds(60)
        assert (await pressed(game, 3)).modal is not None
        house.clean()


async def test_where_the_rules_take_no_protests_there_is_no_button() -> None:
    async with judged("classic") as game:
        await game.floor(1)
        await game.house.slash(game.judge, "mafia stop")
        await game.house.seconds(5)
        with pytest.raises(NotPossible):
            game.person(3).latest(game.house.channel, label=BUTTON)
        game.house.clean()


async def test_a_protest_before_the_end_is_refused() -> None:
    """E92; the button is not there yet, so the press is forged."""
    async with judged("tournament") as game:
        house, state = game.house, await game.house.state()
        pressed = await forged(house, game.person(3), f"mb:1:{state.game_id}:protest:1")
        assert pressed.text == "The game is still on."
        house.clean()


@pytest.mark.parametrize("arg", ["2", "0", "1.1", "x", "99999999999999999999"])
async def test_a_forged_button_of_another_game_is_stale(arg: str) -> None:
    async with judged("tournament") as game:
        await ended(game)
        house = game.house
        archived = await house.archive.game(house.guild.id)
        assert archived is not None
        for game_id in (archived.game_id, "00nowhere"):
            pressed = await forged(house, game.person(3), f"mb:1:{game_id}:protest:{arg}")
            assert pressed.modal is None
        assert await kept(game) == ()
        house.clean()
