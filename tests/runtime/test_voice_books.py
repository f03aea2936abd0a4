"""What the tables wish and what members are owed: two books that the store and commits write into."""

import asyncio

import pytest

from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import GameState
from mafiabot.runtime.ledger import Ledger
from mafiabot.runtime.ports import Debt, StoreUnavailable
from mafiabot.runtime.table_mics import TableBook
from tests.support.fake_voice import GUILD, TABLE
from tests.support.voice import AS_FOUND, MUTED, OPEN, FakeKeeperStore, Wishes, table_state


class TestTables:
    def setup_method(self) -> None:
        self.wishes: dict[tuple[str, int], Wishes] = {}
        self.book = TableBook(lambda state: self.wishes[state.game_id, state.seq])

    def state(self, wishes: Wishes, seq: int, game_id: str = "g1", *, over: bool = False) -> GameState:
        self.wishes[game_id, seq] = wishes
        return table_state(wishes, seq=seq, game_id=game_id, over=over)

    def test_who_sits_at_no_table_is_as_found(self) -> None:
        assert (self.book.wish(1), self.book.of(1), self.book.users) == (AS_FOUND, None, frozenset())

    def test_whose_turn_has_just_ended_is_known_until_the_next_change(self) -> None:
        self.book.take(self.state({1: OPEN, 2: MUTED}, 1), 0)
        self.book.take(self.state({1: MUTED, 2: OPEN}, 2), 0)
        self.book.take(self.state({1: MUTED, 2: OPEN}, 3), 0)
        (table,) = self.book.tables
        assert (table.spoke_last, table.turn, table.state.seq) == (frozenset({1}), 1, 3)

    def test_an_older_state_is_ignored(self) -> None:
        self.book.take(self.state({1: MUTED}, 2), 0)
        self.book.take(self.state({1: OPEN}, 1), 0)
        assert self.book.wish(1) is MUTED

    def test_a_reading_begun_before_the_end_does_not_wake_a_finished_game(self) -> None:
        self.book.take(self.state({1: MUTED}, 2), 0)
        self.book.take(self.state({1: AS_FOUND}, 3, over=True), 0)
        self.book.take(self.state({1: MUTED}, 2), 0)
        assert self.book.tables == ()

    def test_a_verdict_that_is_taken_back_opens_the_table_again(self) -> None:
        self.book.take(self.state({1: AS_FOUND}, 3, over=True), 0)
        self.book.take(self.state({1: MUTED}, 4), 0)
        assert self.book.wish(1) is MUTED

    def test_a_game_in_play_goes_before_a_lobby(self) -> None:
        for first, second in (("a", "b"), ("b", "a")):
            self.book.take(self.state({1: MUTED}, 1, first), 0)
            self.book.take(self.state({1: AS_FOUND}, 1, second), 0)
            assert self.book.wish(1) is MUTED
            self.book.drop(first)
            self.book.drop(second)

    def test_tokens_are_kept_back_only_while_somebody_has_the_floor(self) -> None:
        assert self.book.swap_tokens == 0
        self.book.take(self.state({1: MUTED, 2: MUTED}, 1), 0)
        assert self.book.swap_tokens == 0
        self.book.take(self.state({1: MicWish.OPEN, 2: MUTED}, 2), 0)
        assert self.book.swap_tokens == 2


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
    def setup_method(self) -> None:
        self.store = FakeKeeperStore()
        self.ledger = Ledger(self.store, GUILD)

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

    async def test_a_debt_that_cannot_be_cleared_stays(self) -> None:
        await self.ledger.promise(_debt())
        self.store.down = True
        await self.ledger.clear(1)
        assert self.ledger.get(1) == _debt()

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
