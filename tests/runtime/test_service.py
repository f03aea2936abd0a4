"""The one way a game changes: kept before it is told, applied once, decided again on a newer state."""

import asyncio
from dataclasses import replace

import pytest
import structlog
from structlog.testing import capture_logs

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine import commands as cmd
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import CLUB
from mafiabot.engine.state import Dealing, GameState
from mafiabot.runtime import service as service_module
from mafiabot.runtime.ports import Commit, CommitResult, StoreUnavailable
from mafiabot.runtime.service import Applied, Change, Refused
from tests.support import builders
from tests.support.shell import GAME, Shell

pytestmark = pytest.mark.virtual


class LosingStore(MemoryStore):
    """Keeps the next commit, but its answer is lost."""

    lose_next = False

    async def commit(self, commit: Commit) -> CommitResult:
        result = await super().commit(commit)
        if self.lose_next:
            self.lose_next = False
            raise StoreUnavailable
        return result


def join(number: int) -> cmd.Join:
    return cmd.Join(person=builders.person(number))


async def test_a_change_is_kept_before_anybody_hears_of_it() -> None:
    store = MemoryStore()
    shell = Shell(store)
    kept: list[tuple[int, int]] = []

    def listener(change: Change) -> None:
        game = store._games[GAME]
        kept.append((game.state.seq, change.state.seq))

    shell.service.listen(listener)
    await shell.deal()
    assert kept
    assert all(stored == told for stored, told in kept)


async def test_listeners_hear_every_change_in_order_with_what_was_before() -> None:
    shell = Shell()
    await shell.deal()
    assert shell.changes[0].before is None
    for earlier, later in zip(shell.changes, shell.changes[1:], strict=False):
        assert later.before == earlier.state
    assert sum(len(change.events) for change in shell.changes) == (await shell.state()).seq


async def test_the_same_command_id_is_applied_once_and_answered_as_repeated() -> None:
    shell = Shell()
    await shell.open()
    first = await shell.do(cmd.Leave(user_id=builders.person(6).user_id), "click 1")
    again = await shell.service.submit(GAME, join(6), "click 1")
    assert not first.repeated
    assert again == Applied(state=first.state, events=(), repeated=True)
    assert len(shell.changes) == 2


async def test_a_repeat_is_answered_as_one_also_where_it_would_now_be_refused() -> None:
    shell = Shell()
    await shell.open()
    await shell.do(join(7), "click 1")
    again = await shell.service.submit(GAME, join(7), "click 1")
    other = await shell.service.submit(GAME, join(7), "click 2")
    assert isinstance(again, Applied)
    assert again.repeated
    assert isinstance(other, Refused)
    assert other.refusal.reason is Reason.ALREADY_SEATED


async def test_nothing_is_kept_or_told_of_a_refusal() -> None:
    shell = Shell()
    before = await shell.open()
    refused = await shell.service.submit(GAME, cmd.ConfirmReady(user_id=101), "click 1")
    assert isinstance(refused, Refused)
    assert refused.state == before
    assert len(shell.changes) == 1
    assert await shell.store.load(GAME) == before
    assert not await shell.store.seen_command(GAME, "click 1")


async def test_a_conflict_is_decided_again_on_the_newer_state() -> None:
    store = MemoryStore()
    one, other = Shell(store), Shell(store)
    await one.open()
    assert await other.service.state(GAME) is not None
    await one.do(join(7))
    joined = await other.do(join(8))
    assert [seat.person.user_id for seat in joined.state.seats[6:]] == [107, 108]


async def test_a_conflict_may_end_in_a_refusal() -> None:
    store = MemoryStore()
    one, other = Shell(store), Shell(store)
    await one.open()
    await other.service.state(GAME)
    await one.do(join(7))
    refused = await other.service.submit(GAME, join(7))
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.ALREADY_SEATED


async def test_what_was_kept_though_its_answer_was_lost_is_told_with_the_next_command() -> None:
    store = LosingStore()
    shell = Shell(store)
    await shell.open()
    store.lose_next = True
    with pytest.raises(StoreUnavailable):
        await shell.service.submit(GAME, join(7), "click 1")
    assert len(shell.changes) == 1
    await shell.do(join(8))
    assert [len(change.state.seats) for change in shell.changes] == [6, 7, 8]
    assert sum(len(change.events) for change in shell.changes) == (await shell.state()).seq


async def test_a_click_whose_answer_was_lost_counts_when_it_comes_again() -> None:
    store = LosingStore()
    shell = Shell(store)
    await shell.open()
    store.lose_next = True
    with pytest.raises(StoreUnavailable):
        await shell.service.submit(GAME, join(7), "click 1")
    again = await shell.do(join(7), "click 1")
    assert again.repeated
    assert len(again.state.seats) == 7
    assert [len(change.state.seats) for change in shell.changes] == [6, 7]


async def test_who_sits_elsewhere_is_named() -> None:
    store = MemoryStore()
    shell = Shell(store)
    await shell.open()
    command = cmd.OpenTable(
        game_id="g2",
        guild_id=7,
        channel_id=9,
        host=builders.HOST,
        ruleset=CLUB,
        locale="en",
        seated=(builders.person(3),),
    )
    refused = await shell.service.submit("g2", command)
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.SEATED_ELSEWHERE
    assert dict(refused.refusal.params) == {"user": 103}


async def test_one_channel_holds_one_table() -> None:
    shell = Shell()
    await shell.open()
    second = builders.open_table()
    refused = await shell.service.submit("g2", replace(second, game_id="g2"))
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.TABLE_OPEN_HERE


async def test_a_command_for_no_table_says_so() -> None:
    refused = await Shell().service.submit("nothing", join(1))
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.NO_TABLE


# --- invariants ----------------------------------------------------------------------------------


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any state with a seventh player breaks an invariant."""

    def check(state: GameState) -> None:
        if len(state.seats) > 6:
            raise InvariantBroken("seven at the table")

    monkeypatch.setattr(service_module, "check", check)
    structlog.reset_defaults()


@pytest.mark.usefixtures("breaking")
async def test_a_broken_invariant_stops_the_table_and_keeps_its_state() -> None:
    shell = Shell()
    before = await shell.open()
    told: list[GameState] = []
    shell.service.listen_stuck(told.append)
    with capture_logs() as logs:
        refused = await shell.service.submit(GAME, join(7))
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.TABLE_STUCK
    assert shell.service.stuck(GAME)
    assert await shell.store.load(GAME) == before
    assert told == [before]
    assert [(line["log_level"], line["command"]) for line in logs] == [("critical", "Join")]


@pytest.mark.usefixtures("breaking")
async def test_a_stuck_table_takes_nothing_but_its_end() -> None:
    shell = Shell()
    await shell.open()
    await shell.service.submit(GAME, join(7))
    refused = await shell.service.submit(GAME, cmd.Leave(user_id=101))
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.TABLE_STUCK
    assert (await shell.do(cmd.StopGame(by=1))).state.over
    assert not shell.service.stuck(GAME)


# --- what is kept in memory ----------------------------------------------------------------------


async def test_a_finished_game_leaves_nothing_behind() -> None:
    shell = Shell()
    await shell.deal()
    assert isinstance((await shell.state()).phase, Dealing)
    await shell.do(cmd.StopGame(by=1))
    await shell.service.submit(GAME, join(9))
    assert not shell.service._cache
    assert not shell.service._locks


async def test_forged_games_leave_nothing_behind() -> None:
    shell = Shell()
    for number in range(20):
        await shell.service.submit(f"forged{number}", join(1))
        assert await shell.service.state(f"forged{number}") is None
    assert not shell.service._locks
    assert not shell.service._cache


async def test_who_waits_for_the_lock_while_the_game_ends_is_refused_in_turn() -> None:
    shell = Shell()
    await shell.open()
    ends, waits = await asyncio.gather(
        shell.service.submit(GAME, cmd.StopGame(by=1)), shell.service.submit(GAME, join(7))
    )
    assert isinstance(ends, Applied)
    assert isinstance(waits, Refused)
    assert waits.refusal.reason is Reason.GAME_OVER
