"""`/mafia protocol` through the real client: text and files of a finished game; who sees the sealed part."""

import asyncio
from dataclasses import replace
from typing import NoReturn

import pytest

from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.engine.protocol_types import JudgeTerm, NoShots, Sealed
from mafiabot.engine.ruleset import CLUB
from mafiabot.runtime.archive_port import ArchivedGame, FinishedGame, GameHead
from mafiabot.runtime.ports import StoreUnavailable
from tests.support.club import club
from tests.support.games import finished

pytestmark = pytest.mark.virtual

HOUR_MS = 3_600_000
NUMBERED = {
    "en-US": ("mafia protocol", "game"),
    "ru": ("мафия протокол", "игра"),
    "uk": ("мафія протокол", "гра"),
}


class GoneArchive(MemoryGames):
    """An archive nobody can reach."""

    async def game(self, guild_id: int, number: int | None = None) -> ArchivedGame | None:
        self._fail()

    async def heads(self, guild_id: int, limit: int = 25) -> tuple[GameHead, ...]:
        self._fail()

    def _fail(self) -> NoReturn:
        raise StoreUnavailable("down")


class SlowArchive(MemoryGames):
    """An archive that takes longer than a first answer may wait."""

    async def game(self, guild_id: int, number: int | None = None) -> ArchivedGame | None:
        await asyncio.sleep(2)
        return await super().game(guild_id, number)


def kept(number: int, guild_id: int) -> FinishedGame:
    return finished(f"g{number}", number=number, guild_id=guild_id, ended_at_ms=number * HOUR_MS)


@pytest.mark.parametrize(
    ("locale", "head"),
    [
        ("en-US", "Protocol of game no. 2"),
        ("ru", "Протокол игры № 2"),
        ("uk", "Протокол гри № 2"),
    ],
)
async def test_the_latest_game_is_given_as_text_and_files_in_the_persons_language(
    locale: str, head: str
) -> None:
    archive = MemoryGames()
    async with club(locale=locale, archive=archive) as house:
        for number in (1, 2):
            await archive.keep(kept(number, house.guild.id))
        answer = await house.slash(house.people[0], NUMBERED[locale][0])
        assert head in answer.text
        assert answer.message is not None
        files = [one["filename"] for one in answer.message.payload["attachments"]]
        assert files == ["protocol-2.txt", "protocol-2.json"]
        assert all(not seen.ephemeral for seen in house.shown(house.host))
        house.clean()


async def test_a_game_is_found_by_its_number_as_it_is_typed() -> None:
    archive = MemoryGames()
    async with club(archive=archive) as house:
        for number in (1, 2, 12):
            await archive.keep(kept(number, house.guild.id))
        offered = await house.people[0].autocomplete(house.channel, "mafia protocol", "game", "1")
        assert [one["value"] for one in offered] == [12, 1]
        assert offered[1]["name"] == "No. 1 · The red team wins! · tournament"
        answer = await house.slash(house.people[0], "mafia protocol", game=1)
        assert "Protocol of game no. 1" in answer.text
        house.clean()


async def test_a_number_that_is_not_there_and_an_empty_archive_are_answered_kindly() -> None:
    archive = MemoryGames()
    async with club(archive=archive) as house:
        assert (await house.slash(house.people[0], "mafia protocol")).text == (
            "No game has been finished here yet."
        )
        await archive.keep(kept(1, house.guild.id))
        answer = await house.slash(house.people[0], "mafia protocol", game=7)
        assert answer.text.startswith("There is no finished game no. 7 here.")
        house.clean()


async def test_games_of_another_guild_are_not_there() -> None:
    archive = MemoryGames()
    async with club(archive=archive) as house:
        await archive.keep(kept(1, house.guild.id + 1))
        answer = await house.slash(house.people[0], "mafia protocol")
        assert answer.text == "No game has been finished here yet."
        assert await house.people[0].autocomplete(house.channel, "mafia protocol", "game", "") == []
        house.clean()


async def test_an_archive_that_cannot_be_reached_is_said_and_offers_nothing() -> None:
    async with club(archive=GoneArchive()) as house:
        answer = await house.slash(house.people[0], "mafia protocol")
        assert "protocol" not in answer.text.lower()
        assert answer.text
        assert await house.people[0].autocomplete(house.channel, "mafia protocol", "game", "1") == []
        house.clean()


async def test_an_answer_that_comes_late_brings_its_files_too() -> None:
    archive = SlowArchive()
    async with club(archive=archive) as house:
        await archive.keep(kept(1, house.guild.id))
        answer = await house.slash(house.people[0], "mafia protocol")
        assert answer.deferred
        assert answer.message is not None
        assert len(answer.message.payload["attachments"]) == 2
        assert "Protocol of game no. 1" in answer.text
        house.clean()


async def test_the_sealed_part_is_for_the_judge_of_that_game_only() -> None:
    archive = MemoryGames()
    async with club(archive=archive) as house:
        game = finished(guild_id=house.guild.id, ruleset=CLUB)
        term = JudgeTerm(judge=house.host.id, co_judge=None, from_ms=0)
        sealed = Sealed(no_shots=(NoShots(night=1, seats=(3,)),))
        await archive.keep(replace(game, protocol=replace(game.protocol, judges=(term,), sealed=sealed)))
        assert "3 did not shoot" in (await house.slash(house.host, "mafia protocol")).text
        assert "did not shoot" not in (await house.slash(house.people[0], "mafia protocol")).text
        house.clean()


async def test_a_running_game_has_no_protocol_and_one_that_was_stopped_has() -> None:
    async with club() as house:
        await house.deal()
        running = await house.slash(house.people[0], "mafia protocol")
        assert running.text == "No game has been finished here yet."
        await house.slash(house.host, "mafia stop")
        await house.seconds(5)
        answer = await house.slash(house.people[0], "mafia protocol")
        assert "The game was stopped" in answer.text
        assert "Player 3" in answer.text
        house.clean()
