"""A game that was played is in the archive before its channel's next table takes its place."""

import pytest

from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.engine.state import Lobby, Outcome
from mafiabot.runtime.archive_port import FinishedGame
from mafiabot.runtime.ports import StoreUnavailable
from tests.support.club import Club, club

pytestmark = pytest.mark.virtual


class Down(MemoryGames):
    """Does not answer until it is `up`."""

    up = False

    async def keep(self, finished: FinishedGame) -> None:
        if not self.up:
            raise StoreUnavailable("down")
        await super().keep(finished)


async def stopped(house: Club) -> str:
    """A dealt game is stopped; its id."""
    await house.deal()
    game_id = (await house.state()).game_id
    await house.slash(house.host, "mafia stop")
    await house.seconds(1)
    return game_id


async def test_a_stopped_game_is_in_the_archive_and_a_rematch_takes_its_place() -> None:
    async with club() as house:
        former = await stopped(house)
        game = await house.archive.game(house.guild.id)
        assert game is not None
        assert (game.game_id, game.game_number, game.outcome) == (former, 1, Outcome.STOPPED)
        await house.slash(house.host, "mafia rematch")
        await house.seconds(1)
        assert await house.store.load(former) is None
        assert isinstance((await house.state()).phase, Lobby)
        house.clean()


async def test_while_the_archive_is_down_the_next_table_opens_and_the_former_game_is_not_lost() -> None:
    archive = Down()
    async with club(archive=archive) as house:
        former = await stopped(house)
        await house.slash(house.host, "mafia rematch")
        await house.seconds(1)
        assert isinstance((await house.state()).phase, Lobby)
        assert await house.store.load(former) is not None
        archive.up = True
        await house.seconds(60)
        game = await archive.game(house.guild.id)
        assert game is not None
        assert game.game_id == former
        house.clean()
