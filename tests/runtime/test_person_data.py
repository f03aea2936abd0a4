"""What is kept about one person is found wherever it lies; forgetting stops at what he is still owed."""

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import CLASSIC
from mafiabot.engine.state import GameState
from mafiabot.runtime.archivist import Archivist
from mafiabot.runtime.commits import Commit
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.person_data import Forgotten, StillAtTable, forget_person, person_data
from mafiabot.runtime.ports import Debt, SeenVoice, StoreUnavailable
from tests.support.table import Table

pytestmark = pytest.mark.virtual
GUILD, SOMEBODY = 7, 103


class Shut(MemoryGames):
    async def keep(self, finished: object) -> None:
        raise StoreUnavailable("archive: gone")


async def ended(store: MemoryStore, *, told: bool = True) -> None:
    """A game of seven that was stopped, not archived yet."""
    table = Table(7).to_day_0()
    table.do(cmd.StopGame(by=1))
    await keep(store, table)
    if told:
        await store.end_told(table.state.game_id)


async def keep(store: MemoryStore, table: Table) -> None:
    """The game as it stands."""
    commit = Commit(
        state=table.state,
        events=tuple(table.log),
        expected_seq=0,
        command_id=None,
        claims=(),
        due_ms=None,
    )
    await store.commit(commit)


def archivist(store: MemoryStore, games: MemoryGames) -> Archivist:
    return Archivist(store, VirtualClock(running_virtual_loop(), 0), games)


async def owe(store: MemoryStore) -> None:
    """A microphone, a nickname, and where he was seen."""
    debt = Debt(
        guild_id=GUILD,
        user_id=SOMEBODY,
        channel_id=8,
        game_id="g1",
        found_muted=False,
        ours_muted=True,
        since_ms=1,
    )
    await store.put_debt(debt)
    await store.put_name(GivenName(guild_id=GUILD, user_id=SOMEBODY, game_id="g1", found=None, ours="3"))
    seen = dict.fromkeys(("mute", "deaf", "self_mute", "self_deaf", "suppress"), False)
    await store.put_voice(SeenVoice(guild_id=GUILD, user_id=SOMEBODY, channel_id=8, seen_ms=1, **seen))


async def test_what_is_owed_and_where_he_was_seen_is_shown_and_stays() -> None:
    store, games = MemoryStore(), MemoryGames()
    await ended(store)
    await owe(store)
    data = await person_data(store, games, SOMEBODY, GUILD)
    assert [len(kept) for kept in (data.debts, data.nicknames, data.voice)] == [1, 1, 1]
    outcome = await forget_person(store, games, archivist(store, games), SOMEBODY)
    assert outcome == Forgotten(games=1, owed=True)
    assert len(await store.debts()) == 1
    assert (await person_data(store, games, 999, GUILD)).empty


async def test_a_game_that_waits_for_the_archive_is_archived_first() -> None:
    store, games = MemoryStore(), MemoryGames()
    await ended(store)
    await forget_person(store, games, archivist(store, games), SOMEBODY)
    kept = await games.game(GUILD)
    assert kept is not None
    assert kept.protocol.seat(3).user_id == -1
    assert await store.load("g1") is None


async def test_while_the_archive_is_away_nothing_is_half_forgotten() -> None:
    store, games = MemoryStore(), Shut()
    await ended(store)
    with pytest.raises(StoreUnavailable):
        await forget_person(store, games, archivist(store, games), SOMEBODY)
    assert await store.load("g1") is not None


async def test_a_game_whose_end_is_still_being_told_counts_as_a_table() -> None:
    store, games = MemoryStore(), MemoryGames()
    await ended(store, told=False)
    outcome = await forget_person(store, games, archivist(store, games), SOMEBODY)
    assert isinstance(outcome, StillAtTable)
    assert [table.seat for table in outcome.tables] == [3]
    assert isinstance(await forget_person(store, games, archivist(store, games), 999), Forgotten)


async def test_a_table_knows_whoever_has_judged_it_until_it_ends() -> None:
    """So that he takes no seat there whose neighbours' roles he has been shown."""
    store, games = MemoryStore(), MemoryGames()
    table = Table(10, ruleset=CLASSIC, judge=True, judge_sees_roles=True).to_day_0()
    for former, judge in ((1, 500), (500, 501)):
        table.do(cmd.HandOver(by=former, to=judge))
    await keep(store, table)
    for user_id in (500, 501):
        outcome = await forget_person(store, games, archivist(store, games), user_id)
        assert isinstance(outcome, StillAtTable)
        assert [known.seat for known in outcome.tables] == [None]


async def test_a_table_that_cannot_be_read_keeps_nobody_from_his_data() -> None:
    class Newer(MemoryStore):
        async def open_games(self, *_args: object, **_named: object) -> tuple[str, ...]:
            return ("newer",)

        async def load(self, game_id: str) -> GameState | None:
            if game_id == "newer":
                raise ValueError("schema 9")
            return await super().load(game_id)

    store, games = Newer(), MemoryGames()
    await owe(store)
    with capture_logs() as logs:
        shown = await person_data(store, games, SOMEBODY, GUILD)
        outcome = await forget_person(store, games, archivist(store, games), SOMEBODY)
    assert len(shown.debts) == 1
    assert outcome == Forgotten(games=0, owed=True)
    assert {line["table"] for line in logs} == {"newer"}
