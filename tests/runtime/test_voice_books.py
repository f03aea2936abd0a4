"""What the tables wish and what members are owed: two books that the store and commits write into."""

import asyncio
from dataclasses import replace

import pytest

from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import GameState
from mafiabot.runtime.background import Background
from mafiabot.runtime.ledger import Ledger
from mafiabot.runtime.ports import Debt, StoreUnavailable
from mafiabot.runtime.table_mics import TableBook
from tests.support.fake_voice import GUILD, TABLE
from tests.support.keeper_store import FakeKeeperStore
from tests.support.voice import (
    AS_FOUND,
    MUTED,
    OPEN,
    Wishes,
    table_state,
    virtual_clock,
)


class TestTables:
    def setup_method(self) -> None:
        self.wishes: dict[tuple[str, int], Wishes] = {}
        self.book = TableBook(lambda state: self.wishes[state.game_id, state.seq])

    def state(self, wishes: Wishes, seq: int, game_id: str = "g1", *, over: bool = False) -> GameState:
        self.wishes[game_id, seq] = wishes
        return table_state(wishes, seq=seq, game_id=game_id, over=over)

    def wish(self, user_id: int) -> MicWish:
        table = self.book.of(user_id)
        assert table is not None
        return table.wishes[user_id]

    def test_who_sits_at_no_table_is_nobodys(self) -> None:
        assert (self.book.of(1), self.book.users, self.book.in_play_at(TABLE)) == (None, frozenset(), None)

    def test_a_table_plays_in_its_channel_from_the_first_wish_on(self) -> None:
        self.book.take(self.state({1: AS_FOUND}, 1), 0)
        assert self.book.in_play_at(TABLE) is None
        self.book.take(self.state({1: MUTED}, 2), 0)
        assert self.book.in_play_at(TABLE) is self.book.of(1)

    def test_a_commit_concerns_microphones_only_where_it_changes_what_they_depend_on(self) -> None:
        first = self.state({1: OPEN, 2: MUTED}, 1)
        assert self.book.take(first, 0)
        assert not self.book.take(self.state({1: OPEN, 2: MUTED}, 2), 7)
        (table,) = self.book.tables
        assert (table.state.seq, table.read_ms) == (2, 7)
        self.wishes["g1", 3] = self.wishes["g1", 4] = {1: OPEN, 2: MUTED}
        heard = replace(first.seats[0], mic_open=not first.seats[0].mic_open)
        seen = replace(first, seq=3, seats=(heard, *first.seats[1:]))
        assert self.book.take(seen, 0)
        assert self.book.take(replace(seen, seq=4, judge_id=9), 0)
        assert self.book.take(self.state({1: MUTED, 2: OPEN}, 5), 0)

    def test_a_game_that_is_gone_from_the_store_counts_as_over(self) -> None:
        self.book.take(self.state({1: MUTED}, 2), 0)
        assert not self.book.ended("g1")
        self.book.drop("g1")
        assert self.book.ended("g1")

    def test_whose_turn_has_just_ended_is_known_until_the_next_change(self) -> None:
        self.book.take(self.state({1: OPEN, 2: MUTED}, 1), 0)
        self.book.take(self.state({1: MUTED, 2: OPEN}, 2), 0)
        self.book.take(self.state({1: MUTED, 2: OPEN}, 3), 0)
        (table,) = self.book.tables
        assert (table.spoke_last, table.turn, table.state.seq) == (frozenset({1}), 1, 3)

    def test_an_older_state_is_ignored(self) -> None:
        self.book.take(self.state({1: MUTED}, 2), 0)
        self.book.take(self.state({1: OPEN}, 1), 0)
        assert self.wish(1) is MUTED

    def test_a_reading_begun_before_the_end_does_not_wake_a_finished_game(self) -> None:
        self.book.take(self.state({1: MUTED}, 2), 0)
        self.book.take(self.state({1: AS_FOUND}, 3, over=True), 0)
        self.book.take(self.state({1: MUTED}, 2), 0)
        assert self.book.tables == ()

    def test_a_verdict_that_is_taken_back_opens_the_table_again(self) -> None:
        self.book.take(self.state({1: AS_FOUND}, 3, over=True), 0)
        self.book.take(self.state({1: MUTED}, 4), 0)
        assert self.wish(1) is MUTED

    def test_a_game_in_play_goes_before_a_lobby(self) -> None:
        for first, second in (("a", "b"), ("b", "a")):
            self.book.take(self.state({1: MUTED}, 1, first), 0)
            self.book.take(self.state({1: AS_FOUND}, 1, second), 0)
            assert self.wish(1) is MUTED
            self.book.drop(first)
            self.book.drop(second)

    def test_tokens_are_kept_back_only_while_somebody_has_the_floor(self) -> None:
        assert self.book.swap_tokens == 0
        self.book.take(self.state({1: MUTED, 2: MUTED}, 1), 0)
        assert self.book.swap_tokens == 0
        self.book.take(self.state({1: MicWish.OPEN, 2: MUTED}, 2), 0)
        assert self.book.swap_tokens == 2
        self.book.take(self.state({3: MicWish.OPEN, 4: MUTED}, 2, "g2"), 0)
        assert self.book.swap_tokens == 4


def _debt(
    found_muted: bool = False, ours_muted: bool = True, *, user_id: int = 1, game_id: str = "g1"
) -> Debt:
    return Debt(
        guild_id=GUILD,
        user_id=user_id,
        channel_id=TABLE,
        game_id=game_id,
        found_muted=found_muted,
        ours_muted=ours_muted,
        since_ms=7,
    )


@pytest.mark.virtual
class TestDebts:
    @pytest.fixture(autouse=True)
    async def books(self) -> None:
        self.store = FakeKeeperStore()
        self.writes = Background()
        self.clock = virtual_clock()
        self.ledger = Ledger(self.store, GUILD, self.clock, self.writes)

    async def test_what_he_was_found_as_is_kept_from_the_first_edit(self) -> None:
        await self.ledger.promise(_debt(found_muted=False))
        await self.ledger.promise(_debt(found_muted=True, ours_muted=False, game_id="g2"))
        assert self.store.owed[1] == _debt(found_muted=False, ours_muted=False, game_id="g2")

    async def test_the_same_debt_is_not_written_twice(self) -> None:
        await self.ledger.promise(_debt())
        await self.ledger.promise(_debt())
        assert self.store.order == [("debt", 1)]

    async def test_a_first_debt_that_is_not_stored_stops_the_edit(self) -> None:
        self.store.down = True
        with pytest.raises(StoreUnavailable):
            await self.ledger.promise(_debt())
        assert self.ledger.get(1) is None

    async def test_a_stored_debt_can_be_paid_while_the_store_is_down(self) -> None:
        await self.ledger.promise(_debt())
        self.store.down = True
        await self.ledger.promise(_debt(ours_muted=False))
        assert self.store.owed[1].ours_muted is True

    async def test_whose_debt_is_stored_is_muted_without_waiting_for_the_store(self) -> None:
        await self.ledger.promise(_debt(ours_muted=False))
        self.store.slow_s = 5.0
        began_ms = self.clock.now_ms()
        await self.ledger.promise(_debt())
        assert self.clock.now_ms() == began_ms
        await self.writes.drain()
        assert self.store.owed[1].ours_muted is True

    async def test_that_he_is_opened_is_stored_before(self) -> None:
        """Were he taken for muted by a new process, nobody would look whether he came back open."""
        await self.ledger.promise(_debt())
        self.store.slow_s = 0.1
        await self.ledger.promise(_debt(ours_muted=False))
        assert self.store.owed[1].ours_muted is False

    async def test_what_another_table_owes_is_stored_before_a_mute_as_well(self) -> None:
        await self.ledger.promise(_debt())
        self.store.slow_s = 0.1
        await self.ledger.promise(_debt(game_id="g2"))
        assert self.store.owed[1].game_id == "g2"

    async def test_a_debt_that_cannot_be_cleared_is_paid_and_its_row_goes_when_the_store_is_back(
        self,
    ) -> None:
        await self.ledger.promise(_debt())
        self.store.down = True
        await self.ledger.clear(1)
        assert (self.ledger.get(1), set(self.store.owed)) == (None, {1})
        self.store.down = False
        assert await self.ledger.load() == ()
        assert self.ledger.catch_up() is None
        await self.writes.drain()
        assert self.store.owed == {}

    async def test_after_a_clearing_without_an_answer_the_debt_is_written_again(self) -> None:
        await self.ledger.promise(_debt())
        self.store.down = True
        await self.ledger.clear(1)
        self.store.down = False
        self.store.owed.clear()  # it did happen, only its answer was lost
        await self.ledger.promise(_debt())
        assert self.store.owed[1] == _debt()

    async def test_clearing_and_promising_at_once_leave_store_and_memory_alike(self) -> None:
        await self.ledger.promise(_debt())
        self.store.slow_s = 0.01
        await asyncio.gather(self.ledger.clear(1), self.ledger.promise(_debt(found_muted=True)))
        assert self.store.owed[1] == self.ledger.get(1) == _debt(found_muted=True)

    async def test_loading_takes_over_what_others_wrote_and_drops_what_they_cleared(self) -> None:
        await self.ledger.promise(_debt(user_id=1))
        self.store.owed = {2: _debt(user_id=2)}
        assert await self.ledger.load() == (2,)
        assert [debt.user_id for debt in self.ledger.open] == [2]

    async def test_a_debt_written_while_loading_is_not_lost(self) -> None:
        self.store.slow_s = 0.01
        loading = asyncio.ensure_future(self.ledger.load())
        await asyncio.sleep(0.005)
        self.store.slow_s = 0
        await self.ledger.promise(_debt())
        await loading
        assert self.ledger.get(1) == _debt()


@pytest.mark.virtual
class TestTwoCopies:
    @pytest.fixture(autouse=True)
    async def books(self) -> None:
        self.live, self.second = FakeKeeperStore(), FakeKeeperStore()
        self.writes, self.clock = Background(), virtual_clock()
        self.ledger = self.opened()
        await self.ledger.load_second()

    def opened(self) -> Ledger:
        """A ledger of a process that has just begun."""
        return Ledger(self.live, GUILD, self.clock, self.writes, self.second)

    async def test_both_have_the_debt_before_its_edit_may_leave(self) -> None:
        self.second.slow_s = 0.1
        await self.ledger.promise(_debt())
        assert (self.live.owed, self.second.owed) == ({1: _debt()}, {1: _debt()})

    async def test_a_second_copy_that_hangs_holds_an_edit_up_a_quarter_of_a_second_at_most(self) -> None:
        self.second.slow_s = 5.0
        began_ms = self.clock.now_ms()
        await self.ledger.promise(_debt())
        assert self.clock.now_ms() - began_ms == 250
        await self.writes.drain()
        assert self.second.owed == {1: _debt()}

    @pytest.mark.parametrize("down", ["live", "second"])
    async def test_one_store_suffices_for_a_promise(self, down: str) -> None:
        getattr(self, down).down = True
        await self.ledger.promise(_debt())
        assert self.ledger.get(1) == _debt()
        getattr(self, down).down = False
        await self.clock.sleep_until_ms(self.ledger.catch_up() or 0)
        self.ledger.catch_up()
        await self.writes.drain()
        assert self.live.owed == self.second.owed == {1: _debt()}

    async def test_without_either_nothing_is_promised(self) -> None:
        self.live.down = self.second.down = True
        with pytest.raises(StoreUnavailable):
            await self.ledger.promise(_debt())
        assert self.ledger.get(1) is None

    async def test_which_way_the_last_edit_went_is_no_reason_to_write_the_copy_again(self) -> None:
        await self.ledger.promise(_debt())
        await self.ledger.promise(_debt(ours_muted=False))
        assert (len(self.live.order), len(self.second.order)) == (2, 1)

    async def test_it_is_cleared_in_both(self) -> None:
        await self.ledger.promise(_debt())
        await self.ledger.clear(1)
        assert (self.live.owed, self.second.owed) == ({}, {})

    async def test_what_the_live_store_has_lost_is_found_in_the_copy_after_a_restart(self) -> None:
        await self.ledger.promise(_debt())
        self.live.owed.clear()
        begun = self.opened()
        assert (await begun.load(), begun.complete) == ((), False)
        assert (await begun.load_second(), begun.complete) == ((1,), True)
        assert begun.get(1) == _debt()

    async def test_what_an_earlier_process_found_stands_against_a_later_finding(self) -> None:
        await self.ledger.promise(_debt(found_muted=True))
        self.live.owed.clear()
        begun = self.opened()
        await begun.load()
        await begun.promise(replace(_debt(), found_muted=False, since_ms=900))
        assert self.second.owed == {1: _debt(found_muted=True)}
        await begun.load_second()
        assert begun.get(1) == _debt(found_muted=True)

    async def test_what_the_live_store_loses_while_we_run_is_written_into_it_again(self) -> None:
        await self.ledger.promise(_debt())
        self.live.owed.clear()
        await self.ledger.load()
        self.ledger.catch_up()
        await self.writes.drain()
        assert self.live.owed == {1: _debt()}

    async def test_what_another_process_cleared_in_both_is_cleared_here(self) -> None:
        await self.ledger.promise(_debt())
        self.live.owed.clear()
        self.second.owed.clear()
        await self.ledger.load()
        assert self.ledger.get(1) is None

    async def test_a_first_writing_without_an_answer_leaves_no_row_behind(self) -> None:
        self.second.down = True
        self.live.loses_answers = True
        with pytest.raises(StoreUnavailable):
            await self.ledger.promise(_debt())
        assert set(self.live.owed) == {1}
        self.live.loses_answers = self.second.down = False
        await self.clock.sleep_until_ms(self.clock.now_ms() + 1_000)
        self.ledger.catch_up()
        await self.writes.drain()
        assert self.live.owed == {}
