"""A game that somebody else has ended, an operator or another process, is told by whoever serves it."""

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine import commands as cmd
from mafiabot.engine.state import GameState
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.ended_elsewhere import LOOK_MS, EndedElsewhere
from mafiabot.runtime.ports import Served, StoreUnavailable
from mafiabot.runtime.service import GameService
from tests.support.shell import GAME, Shell

pytestmark = pytest.mark.virtual


def watching(shell: Shell, *, owns: bool = True) -> Shell:
    elsewhere = EndedElsewhere(shell.store, shell.clock, shell.service, lambda guild_id: owns)
    return shell.run(shell.timers.run(), elsewhere.run())


async def stopped_elsewhere(shell: Shell) -> None:
    await GameService(shell.store, shell.clock).submit(GAME, cmd.StopGame(by=0))


async def test_a_game_stopped_elsewhere_is_told_here() -> None:
    shell = watching(Shell().listen())
    await shell.deal()
    await stopped_elsewhere(shell)
    await shell.seconds(2 * LOOK_MS / 1000)
    assert Kind.VERDICT in shell.messenger.kinds
    assert shell.service.open_tables == ()
    assert await shell.store.untold() == ()
    await shell.stop()


async def test_a_game_that_was_dropped_elsewhere_is_told_as_closed_here_once() -> None:
    store = MemoryStore()
    shell = watching(Shell(store).listen())
    await shell.deal()
    store._games.clear()
    await shell.seconds(3 * LOOK_MS / 1000)
    assert shell.messenger.kinds.count(Kind.VERDICT) == 1
    assert shell.service.open_tables == ()
    await shell.stop()


async def test_a_stuck_table_that_was_dropped_elsewhere_is_not_counted_as_stuck_any_more() -> None:
    store = MemoryStore()
    shell = watching(Shell(store).listen())
    await shell.deal()
    shell.service._stuck.add(GAME)
    store._games.clear()
    await shell.seconds(2 * LOOK_MS / 1000)
    assert shell.service.stuck_tables == frozenset()
    await shell.stop()


async def test_a_game_of_a_guild_that_is_not_served_here_is_left_alone() -> None:
    shell = watching(Shell().listen(), owns=False)
    await shell.deal()
    await stopped_elsewhere(shell)
    await shell.seconds(2 * LOOK_MS / 1000)
    assert Kind.VERDICT not in shell.messenger.kinds
    await shell.stop()


async def test_a_table_that_could_not_be_read_counts_no_more_once_it_is_closed() -> None:
    class Newer(MemoryStore):
        closed = False

        async def load(self, game_id: str) -> GameState | None:
            if self.closed:
                return None
            raise ValueError("schema 99")

    store = Newer()
    shell = watching(Shell(store))
    with pytest.raises(ValueError, match="schema 99"):
        await shell.service.state(GAME)
    await shell.seconds(2 * LOOK_MS / 1000)
    assert shell.service.unreadable_tables == {GAME}
    store.closed = True
    await shell.seconds(2 * LOOK_MS / 1000)
    assert shell.service.unreadable_tables == frozenset()
    await shell.stop()


async def test_a_store_that_does_not_answer_is_asked_again() -> None:
    class Ill(MemoryStore):
        ill = True

        async def untold(
            self, guild_id: int | None = None, *, served: Served | None = None
        ) -> tuple[str, ...]:
            if self.ill:
                raise StoreUnavailable
            return await super().untold(guild_id, served=served)

    store = Ill()
    shell = watching(Shell(store).listen())
    await shell.deal()
    await stopped_elsewhere(shell)
    await shell.seconds(3 * LOOK_MS / 1000)
    store.ill = False
    await shell.seconds(2 * LOOK_MS / 1000)
    assert Kind.VERDICT in shell.messenger.kinds
    await shell.stop()
