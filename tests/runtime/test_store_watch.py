"""Tables stand still while the store is away: told so, not cut off, and given back the time."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.state import Ended, Talk
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.heart import Heart
from mafiabot.runtime.kept_store import KeptStore
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.service import Applied
from mafiabot.runtime.store_watch import StoreWatch
from tests.support import builders
from tests.support.fragile import FragileStore, kept
from tests.support.shell import GAME, Shell, WritingMessenger

pytestmark = pytest.mark.virtual

NOTES = {Kind.STORE_AWAY, Kind.STORE_BACK, Kind.TABLE_LOST}


class Table:
    """A process with its heart, on a store that can be away, in the first speech of a game."""

    def __init__(self) -> None:
        self.fragile = FragileStore()
        bare = Shell()
        self.kept: KeptStore = kept(self.fragile, bare.clock)
        self.shell = Shell(self.kept.as_store(), WritingMessenger(bare.clock)).listen()
        watch = StoreWatch(
            self.shell.clock, self.shell.service, self.shell.announcer.note, self.shell.effects
        )
        self.kept.failed, self.kept.answered = watch.failed, watch.answered
        self.shell.run(self.shell.timers.run(), Heart(self.shell.store, self.shell.clock, "main").run())

    async def speaking(self) -> Talk:
        await self.shell.deal()
        await self.shell.until(Talk)
        await self.shell.seconds(12)
        return await self.talk()

    async def talk(self) -> Talk:
        phase = (await self.shell.state()).phase
        assert isinstance(phase, Talk)
        return phase

    async def left_ms(self) -> int:
        due = deadline(await self.shell.state())
        assert due is not None
        return due.at_ms - self.shell.clock.now_ms()

    async def away(self, seconds: float) -> None:
        self.fragile.away = True
        await self.shell.seconds(seconds)
        self.fragile.away = False
        await self.shell.seconds(0.6)

    @property
    def notes(self) -> list[Kind]:
        return [kind for kind in self.shell.messenger.kinds if kind in NOTES]


@pytest.fixture
async def table() -> Table:
    return Table()


async def test_after_two_seconds_the_table_is_told_and_told_again_when_it_goes_on(table: Table) -> None:
    await table.speaking()
    table.fragile.away = True
    await table.shell.seconds(1.7)
    assert table.notes == []
    await table.shell.seconds(0.5)
    assert table.notes == [Kind.STORE_AWAY]
    await table.shell.seconds(30)
    table.fragile.away = False
    await table.shell.seconds(0.6)
    assert table.notes == [Kind.STORE_AWAY, Kind.STORE_BACK]
    await table.shell.stop()


async def test_a_speaker_gets_back_exactly_the_time_that_was_not_kept(table: Table) -> None:
    before = (await table.speaking()).floor
    left = await table.left_ms()
    await table.away(100)
    after = (await table.talk()).floor
    assert after.turn == before.turn
    assert abs(after.granted_ms - before.granted_ms - 100_000) <= 500
    assert abs(await table.left_ms() - (left - 600)) <= 500
    await table.shell.stop()


async def test_a_deadline_that_came_meanwhile_waits_for_what_is_given_back(table: Table) -> None:
    before = (await table.speaking()).floor
    await table.shell.seconds(await table.left_ms() / 1000 - 1)
    await table.away(1.5)
    after = (await table.talk()).floor
    assert after.turn == before.turn
    assert 0 < await table.left_ms() <= 1_000
    assert table.notes == []
    await table.shell.stop()


async def test_a_hiccup_is_neither_told_nor_given_back(table: Table) -> None:
    before = (await table.speaking()).floor
    await table.away(0.5)
    assert (await table.talk()).floor == before
    assert table.notes == []
    await table.shell.stop()


async def test_a_press_while_it_is_away_is_not_kept(table: Table) -> None:
    await table.speaking()
    table.fragile.away = True
    user = (await table.shell.state()).seat(3).person.user_id
    with pytest.raises(StoreUnavailable):
        await table.shell.service.submit(GAME, cmd.GiveUp(user_id=user), "click")
    table.fragile.away = False
    await table.shell.seconds(0.6)
    assert not await table.fragile.inner.seen_command(GAME, "click")
    outcome = await table.shell.service.submit(GAME, cmd.GiveUp(user_id=user), "click")
    assert isinstance(outcome, Applied)
    assert not outcome.repeated
    await table.shell.stop()


async def test_a_table_that_was_paused_anyway_or_has_not_begun_is_told_nothing(table: Table) -> None:
    await table.shell.open()
    await table.away(5)
    await table.shell.do(cmd.StopGame(by=builders.HOST.user_id))
    assert table.notes == []
    await table.shell.stop()


async def test_a_pause_by_the_judge_stays_one(table: Table) -> None:
    await table.speaking()
    await table.shell.do(cmd.Pause(by=builders.HOST.user_id))
    await table.away(5)
    assert (await table.shell.state()).paused is not None
    assert table.notes == []
    await table.shell.stop()


async def test_an_outage_during_the_giving_back_adds_to_what_is_owed(table: Table) -> None:
    before = (await table.speaking()).floor
    table.fragile.away = True
    await table.shell.seconds(10)
    table.fragile.away, table.fragile.full = False, True
    await table.shell.seconds(10)
    table.fragile.full = False
    await table.shell.seconds(0.6)
    after = (await table.talk()).floor
    assert abs(after.granted_ms - before.granted_ms - 20_000) <= 500
    assert table.notes == [Kind.STORE_AWAY, Kind.STORE_BACK]
    await table.shell.stop()


async def test_what_was_lost_and_what_was_not_counted_come_back_together(table: Table) -> None:
    before = (await table.speaking()).floor
    table.fragile.remember()
    await table.shell.do(cmd.GiveUp(user_id=(await table.shell.state()).seat(5).person.user_id), "click")
    table.fragile.rewind()
    await table.away(10)
    state = await table.shell.state()
    stored = table.fragile.inner
    assert await stored.load(GAME) == state
    assert await stored.seen_command(GAME, "click")
    assert abs((await table.talk()).floor.granted_ms - before.granted_ms - 10_000) <= 500
    await table.shell.stop()


async def test_a_lost_table_is_closed_for_everybody_who_listens(table: Table) -> None:
    await table.speaking()
    state = await table.shell.state()
    table.fragile.wipe()
    await table.shell.service.give_up(state)
    assert isinstance(table.shell.changes[-1].state.phase, Ended)
    assert await table.fragile.inner.open_games() in ((), (GAME,))
    await table.shell.stop()


async def test_of_a_table_that_is_left_in_part_the_rest_is_closed(table: Table) -> None:
    await table.shell.open()
    table.fragile.remember()
    await table.shell.do(cmd.Join(person=builders.person(7)))
    state = await table.shell.state()
    other = FragileStore()
    other.inner = table.fragile.inner
    shell = Shell(kept(other, table.shell.clock).as_store())
    await shell.service.give_up(state)
    stored = await other.inner.load(GAME)
    assert stored is not None
    assert stored.over
    assert shell.changes[-1].state == stored
    await table.shell.stop()
