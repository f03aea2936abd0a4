"""The live store goes away, forgets, or is found empty in the middle of a game: what people see of it."""

from typing import cast

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine.state import Floor, GameState, Talk
from mafiabot.runtime.ports import Store
from tests.support.club import Club, club
from tests.support.fragile import FragileStore
from tests.support.games import finished
from tests.support.playing import Game

pytestmark = pytest.mark.virtual

AWAY = "cannot write the game down"
BACK = "is being written down again"
LOST = "the record of this game is lost"


def floor_of(state: GameState) -> Floor:
    assert isinstance(state.phase, Talk), state.phase
    return state.phase.floor


def said(house: Club, text: str) -> int:
    return sum(text in message for message in house.public())


def shaky(fragile: FragileStore) -> Store:
    return cast("Store", fragile)


async def test_a_speaker_goes_on_through_an_outage_and_a_press_is_told_that_it_does_not_count() -> None:
    fragile = FragileStore()
    async with club(store=shaky(fragile)) as house:
        await house.deal()
        game = Game(house)
        before = floor_of(await game.floor(1))
        await house.seconds(10)
        fragile.away = True
        await house.seconds(5)
        answer = await house.slash(house.host, "mafia pause")
        assert "cannot be written down right now" in answer.text
        assert (said(house, AWAY), said(house, BACK)) == (1, 0)
        await house.seconds(25)
        assert house.muted() == [2, 3, 4, 5, 6]
        fragile.away = False
        await house.seconds(2)
        after = floor_of(await house.state())
        assert after.turn == before.turn
        assert 29_500 <= after.granted_ms - before.granted_ms <= 31_000
        assert (said(house, AWAY), said(house, BACK)) == (1, 1)
        house.clean()


async def test_of_several_outages_in_a_game_each_is_told_and_given_back_by_itself() -> None:
    fragile = FragileStore()
    async with club(store=shaky(fragile)) as house:
        await house.deal()
        game = Game(house)
        told = 0
        for seat, away_s in ((1, 4), (2, 1.2), (3, 30), (4, 9)):
            before = floor_of(await game.floor(seat))
            await house.seconds(3)
            fragile.away = True
            await house.seconds(away_s - 1)
            answer = await house.slash(house.host, "mafia pause")
            assert "cannot be written down right now" in answer.text
            await house.seconds(1)
            fragile.away = False
            await house.seconds(2)
            after = floor_of(await house.state())
            told += away_s > 2
            assert after.turn == before.turn
            assert away_s * 1000 - 500 <= after.granted_ms - before.granted_ms <= away_s * 1000 + 1_500
            assert (said(house, AWAY), said(house, BACK)) == (told, told), away_s
            await game.finish()
        house.clean()


async def test_a_game_goes_on_in_a_store_that_lost_all_of_it() -> None:
    fragile = FragileStore()
    async with club(store=shaky(fragile)) as house:
        await house.deal()
        game = Game(house)
        before = floor_of(await game.floor(1))
        fragile.wipe()
        fragile.another_life()
        await house.seconds(1)
        assert floor_of(await house.state()).turn == before.turn
        await game.floor(2)
        assert house.muted() == [1, 3, 4, 5, 6]
        stored = await fragile.inner.load((await house.state()).game_id)
        assert stored == await house.state()
        assert len(await fragile.inner.log(stored.game_id)) == stored.seq
        house.clean()


async def test_a_table_that_waits_for_its_time_alone_goes_on_when_the_store_was_emptied_in_silence() -> None:
    fragile = FragileStore()
    async with club(store=shaky(fragile)) as house:
        await house.deal()
        game = Game(house)
        first = floor_of(await game.floor(1))
        await house.seconds(5)
        fragile.wipe()
        await house.seconds(first.granted_ms / 1000)
        after = floor_of(await house.state())
        assert after.turn.seat == 2
        assert house.muted() == [1, 3, 4, 5, 6]
        assert (said(house, AWAY), said(house, BACK), said(house, LOST)) == (0, 0, 0)
        stored = await fragile.inner.load((await house.state()).game_id)
        assert stored == await house.state()
        assert len(await fragile.inner.log(stored.game_id)) == stored.seq
        house.clean()


async def test_of_a_table_that_died_with_its_store_microphones_come_back_and_the_channel_is_told_once() -> (
    None
):
    fragile = FragileStore()
    async with club(store=shaky(fragile), start=False) as house:
        house.debts = MemoryStore()
        await house.start_bot()
        await house.deal()
        await Game(house).floor(1)
        await house.kill_bot()
        await house.seconds(60)
        fragile.wipe()
        await house.start_bot()
        await house.seconds(10)
        assert house.muted() == []
        assert said(house, LOST) == 1
        await house.kill_bot()
        await house.seconds(300)
        await house.start_bot()
        await house.seconds(10)
        assert said(house, LOST) == 1


async def test_a_table_of_which_too_little_is_known_is_closed_with_an_apology() -> None:
    fragile = FragileStore()
    async with club(store=shaky(fragile)) as house:
        await house.deal()
        await Game(house).floor(1)
        assert house.app is not None
        for tail in house.app._outages._kept._tails.values():
            tail.events.clear()
            tail.base = tail.seq
        fragile.wipe()
        fragile.another_life()
        await house.seconds(10)
        assert house.muted() == []
        assert said(house, LOST) == 1
        await house.open_table()
        assert await fragile.inner.open_games() != ()


async def test_of_a_second_that_died_with_its_process_the_table_is_told() -> None:
    fragile = FragileStore()
    async with club(store=shaky(fragile)) as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        fragile.remember()
        await game.open_hand(1)
        await game.finish()
        await house.seconds(1)
        await house.kill_bot()
        fragile.rewind()
        await house.start_bot()
        await house.seconds(3)
        assert said(house, "the last seconds are lost") == 1
        assert floor_of(await house.state()).turn.seat == 1
        house.clean()


async def test_after_a_death_alone_and_in_a_second_game_nobody_is_told_of_a_loss() -> None:
    async with club() as house:
        await house.deal()
        await Game(house).floor(2)
        await house.slash(house.host, "mafia stop")
        await house.seconds(3)
        await house.slash(house.host, "mafia rematch")
        await house.seconds(2)
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in house.people:
            await house.press(person, "Ready")
        await house.seconds(2)
        await house.kill_bot()
        await house.start_bot()
        await house.seconds(3)
        assert said(house, "the last seconds are lost") == 0
        house.clean()


async def test_a_store_that_lost_its_count_gives_no_archived_games_number_again() -> None:
    fragile = FragileStore()
    async with club(store=shaky(fragile)) as house:
        await house.archive.keep(finished("old", number=7, guild_id=house.guild.id))
        await house.deal()
        assert (await house.state()).game_number == 8
        house.clean()
