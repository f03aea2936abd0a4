"""A finished game reaches the archive whatever happens meanwhile, and its live data stay until it has."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest

from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine import commands as cmd
from mafiabot.engine.protocol import protocol
from mafiabot.engine.state import Outcome
from mafiabot.runtime.archive_port import FinishedGame
from mafiabot.runtime.archivist import LONGEST_WAIT_MS, Archivist
from mafiabot.runtime.ports import Served, StoreUnavailable
from tests.support.builders import HOST
from tests.support.shell import GAME, Shell

pytestmark = pytest.mark.virtual

GUILD = 7


class Trying(MemoryGames):
    """Writes down when it was tried; `trouble` is what it answers with."""

    def __init__(self) -> None:
        super().__init__()
        self.tried_ms: list[float] = []
        self.trouble: Exception | None = None

    async def keep(self, finished: FinishedGame) -> None:
        self.tried_ms.append(asyncio.get_running_loop().time() * 1000)
        if self.trouble is not None:
            raise self.trouble
        await super().keep(finished)


class Stumbling(MemoryStore):
    """Does not answer the first time it is asked what is not archived."""

    asked = 0

    async def unarchived(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        self.asked += 1
        if self.asked == 1:
            raise StoreUnavailable("down")
        return await super().unarchived(guild_id, served=served)


class House:
    """A shell with an archivist and an archive that can be in trouble."""

    def __init__(self, shell: Shell, archive: Trying) -> None:
        self.shell = shell
        self.archive = archive
        self.archivist = Archivist(shell.store, shell.clock, archive)
        shell.service.listen(self.archivist.changed)

    def run(self) -> None:
        self.shell.run(self.archivist.run())

    async def stop_game(self) -> None:
        await self.shell.do(cmd.StopGame(by=HOST.user_id))
        await self.shell.seconds(0.1)

    async def unarchived(self) -> tuple[str, ...]:
        return await self.shell.store.unarchived()


@pytest.fixture
async def house() -> AsyncIterator[House]:
    shell = Shell()
    yield House(shell, Trying())
    await shell.stop()


async def test_a_dealt_game_that_ends_is_archived_with_its_log_and_protocol(house: House) -> None:
    house.run()
    await house.shell.deal()
    await house.stop_game()
    game = await house.archive.game(GUILD, 1)
    assert game is not None
    log = await house.shell.store.log(GAME)
    assert (game.log, game.protocol) == (log, protocol(log))
    assert (game.game_id, game.outcome) == (GAME, Outcome.STOPPED)
    assert game.ended_at_ms == game.protocol.ended_ms
    assert await house.unarchived() == ()


async def test_a_game_that_runs_is_left_alone(house: House) -> None:
    house.run()
    await house.shell.deal()
    await house.shell.seconds(1)
    assert house.archive.tried_ms == []


async def test_a_lobby_that_was_closed_is_nothing_to_archive_and_may_go(house: House) -> None:
    house.run()
    await house.shell.open()
    await house.stop_game()
    assert await house.archive.game(GUILD) is None
    assert await house.unarchived() == ()
    await house.archivist.forget(GUILD, GAME)
    assert await house.shell.store.load(GAME) is None


async def test_while_the_archive_is_down_it_is_tried_again_ever_more_seldom(house: House) -> None:
    house.archive.trouble = StoreUnavailable("down")
    house.run()
    await house.shell.deal()
    await house.stop_game()
    await house.shell.seconds(300)
    tried = house.archive.tried_ms
    waits = [round(later - earlier) for earlier, later in itertools.pairwise(tried)]
    assert waits[:7] == [1000, 2000, 4000, 8000, 16_000, 32_000, LONGEST_WAIT_MS]
    assert set(waits[7:]) == {LONGEST_WAIT_MS}
    assert await house.unarchived() == (GAME,)
    house.archive.trouble = None
    await house.shell.seconds(60)
    assert await house.archive.game(GUILD) is not None
    assert await house.unarchived() == ()


async def test_what_ended_before_a_restart_is_archived_after_it(house: House) -> None:
    await house.shell.deal()
    await house.stop_game()
    assert await house.unarchived() == (GAME,)
    again = House(Shell(house.shell.store), house.archive)
    again.run()
    await again.shell.seconds(0.1)
    assert await again.unarchived() == ()
    assert await again.archive.game(GUILD) is not None
    await again.shell.stop()


async def test_a_live_store_that_does_not_answer_is_asked_again(house: House) -> None:
    other = House(Shell(Stumbling()), house.archive)
    await other.shell.deal()
    await other.stop_game()
    other.run()
    await other.shell.seconds(2)
    assert await other.archive.game(GUILD) is not None
    await other.shell.stop()


async def test_two_processes_archive_a_game_once(house: House) -> None:
    other = House(Shell(house.shell.store), house.archive)
    await house.shell.deal()
    await house.stop_game()
    house.run()
    other.run()
    await house.shell.seconds(1)
    assert len(await house.archive.heads(GUILD)) == 1
    await other.shell.stop()


async def test_a_game_that_cannot_be_archived_is_tried_once_and_loses_nothing(house: House) -> None:
    house.archive.trouble = ZeroDivisionError()
    house.run()
    await house.shell.deal()
    await house.stop_game()
    await house.shell.seconds(120)
    assert len(house.archive.tried_ms) == 1
    await house.archivist.forget(GUILD, GAME)
    assert await house.shell.store.load(GAME) is not None
    assert await house.unarchived() == (GAME,)


# --- forgetting ------------------------------------------------------------------------------------


async def test_a_game_is_archived_before_it_is_forgotten(house: House) -> None:
    await house.shell.deal()
    await house.stop_game()
    await house.archivist.forget(GUILD, GAME)
    assert await house.archive.game(GUILD) is not None
    assert await house.shell.store.load(GAME) is None


async def test_while_the_archive_is_down_nothing_is_forgotten(house: House) -> None:
    house.archive.trouble = StoreUnavailable("down")
    await house.shell.deal()
    await house.stop_game()
    await house.archivist.forget(GUILD, GAME)
    assert await house.shell.store.load(GAME) is not None
    assert await house.unarchived() == (GAME,)


async def test_an_archived_game_is_forgotten_also_while_the_archive_is_down(house: House) -> None:
    house.run()
    await house.shell.deal()
    await house.stop_game()
    house.archive.trouble = StoreUnavailable("down")
    await house.archivist.forget(GUILD, GAME)
    assert await house.shell.store.load(GAME) is None


async def test_a_game_that_runs_is_not_forgotten(house: House) -> None:
    await house.shell.deal()
    await house.archivist.forget(GUILD, GAME)
    assert await house.shell.store.load(GAME) is not None
    assert house.archive.tried_ms == []


async def test_a_live_store_that_does_not_answer_forgets_nothing(house: House) -> None:
    other = House(Shell(Stumbling()), house.archive)
    await other.shell.deal()
    await other.stop_game()
    await other.archivist.forget(GUILD, GAME)
    assert await other.shell.store.load(GAME) is not None
    await other.shell.stop()
