"""What a store loses is written anew by whoever had it answered: games, their commands, what is beside."""

import asyncio
from dataclasses import replace

import pytest

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine.state import GameState
from mafiabot.runtime.kept_store import TIDY_MS, KeptStore
from mafiabot.runtime.ports import CommitStatus, PanelRef, StoreUnavailable
from mafiabot.runtime.tail import LOSS_MS
from tests.support.fragile import FragileStore, kept
from tests.support.stores import (
    CHANNEL,
    GUILD,
    applied,
    commit,
    debt,
    events,
    given_name,
    hand,
    state,
    status,
)

pytestmark = pytest.mark.virtual

START_MS = 1_800_000_000_000
PANEL = PanelRef(channel_id=CHANNEL, message_id=1, chapter="lobby")


class House:
    """A store, this process's way to it, and what it is told."""

    def __init__(self) -> None:
        loop = running_virtual_loop()
        self.clock = VirtualClock(loop, START_MS - loop.time_us() // 1_000)
        self.fragile = FragileStore()
        self.process()

    def process(self) -> KeptStore:
        """A new process on the same store."""
        self.told: list[str] = []
        self.gone: list[GameState] = []
        self.kept = kept(self.fragile, self.clock)
        self.store = self.kept.as_store()
        self.kept.failed = lambda since_ms: self.told.append(f"away since {since_ms - START_MS}")
        self.kept.answered = lambda: self.told.append("back")
        self.kept.gone = self.gone.append
        return self.kept

    async def seconds(self, seconds: float) -> None:
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))

    async def outage(self, seconds: float = 1.0) -> None:
        """Nobody answers for so long; then it is noticed that somebody does."""
        self.fragile.away = True
        with pytest.raises(StoreUnavailable):
            await self.store.beat("main", 1)
        await self.seconds(seconds)
        self.fragile.away = False
        await self.store.beat("main", 1)


@pytest.fixture
async def house() -> House:
    return House()


# --- games -------------------------------------------------------------------------------------


async def test_what_was_committed_after_the_last_backup_is_there_again_after_an_outage(house: House) -> None:
    await applied(house.store, commit(count=2, command_id="a", claims=(1,), due_ms=7))
    house.fragile.remember()
    await applied(house.store, commit(after=2, command_id="b", claims=(1, 2)), commit(after=3, count=2))
    house.fragile.rewind()
    await house.outage()
    stored = house.fragile.inner
    assert await stored.load("g") == state(seq=5)
    assert await stored.log("g") == events(1, 5)
    assert await stored.seen_command("g", "b")
    assert await status(house.store, commit(after=5, command_id="b")) is CommitStatus.REPEATED
    assert house.gone == []


async def test_a_store_that_lost_everything_has_the_game_again_as_a_whole(house: House) -> None:
    await applied(house.store, commit(count=3, command_id="a"), commit(after=3, command_id="b"))
    await house.seconds(2 * LOSS_MS / 1000)
    house.fragile.wipe()
    await house.outage()
    stored = house.fragile.inner
    assert await stored.log("g") == events(1, 4)
    assert await stored.seen_command("g", "a")
    assert await stored.open_games() == ("g",)
    assert await stored.game_in_channel(CHANNEL, GUILD) == "g"


async def test_due_time_and_claims_are_those_of_the_state(house: House) -> None:
    await applied(house.store, commit(claims=tuple(range(1, 11))))
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.game_of_member(GUILD, 10) == "g"


async def test_a_loss_nobody_noticed_is_made_good_when_the_next_commit_finds_it(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await applied(house.store, commit(after=1))
    house.fragile.rewind()
    assert await status(house.store, commit(after=2)) is CommitStatus.CONFLICT
    assert await house.store.load("g") == state(seq=2)
    await applied(house.store, commit(after=2))
    assert await house.fragile.inner.log("g") == events(1, 3)


# --- emptied, though it never failed to answer ---------------------------------------------------


async def emptied(house: House) -> None:
    """A game with all that lies beside it; then somebody deletes whatever the store has."""
    await applied(house.store, commit(count=3, command_id="a", claims=(1,)))
    await house.store.set_cursor(GUILD, "g", "announcer", 3)
    await house.store.put_debt(debt())
    await house.seconds(2 * LOSS_MS / 1000)
    house.fragile.wipe()


async def assert_all_back(house: House, seq: int = 3) -> None:
    stored = house.fragile.inner
    assert await stored.log("g") == events(1, seq)
    assert await stored.cursor(GUILD, "g", "announcer") == 3
    assert await stored.debts(GUILD) == (debt(),)
    assert await stored.seen_command("g", "a")
    assert house.gone == []


async def test_that_it_was_emptied_is_noticed_by_asking_and_everything_is_there_again(house: House) -> None:
    await emptied(house)
    assert await house.kept.emptied()
    await assert_all_back(house)
    assert not await house.kept.emptied()


async def test_a_commit_that_finds_it_emptied_brings_back_what_lies_beside_the_games_too(
    house: House,
) -> None:
    await emptied(house)
    assert await status(house.store, commit(after=3)) is CommitStatus.CONFLICT
    assert await house.store.load("g") == state(seq=3)
    await assert_all_back(house)
    await applied(house.store, commit(after=3))


async def test_the_place_of_a_game_that_was_lost_is_not_given_away(house: House) -> None:
    await emptied(house)
    assert await status(house.store, commit("h")) is CommitStatus.CHANNEL_TAKEN
    await assert_all_back(house)


async def test_a_game_that_was_lost_is_found_by_its_channel_and_its_members(house: House) -> None:
    await emptied(house)
    assert await house.store.game_in_channel(CHANNEL, GUILD) == "g"
    house.fragile.wipe()
    assert await house.store.game_of_member(GUILD, 1) == "g"
    await assert_all_back(house)


async def test_two_processes_bring_back_each_its_own(house: House) -> None:
    other = kept(house.fragile, house.clock)
    await applied(house.store, commit("g", count=2))
    await applied(other.as_store(), commit("h", count=3, guild_id=GUILD + 1, channel_id=7))
    await other.as_store().set_cursor(GUILD + 1, "h", "announcer", 2)
    house.kept.serves = lambda guild_id: guild_id == GUILD
    other.serves = lambda guild_id: guild_id != GUILD
    house.fragile.wipe()
    assert await house.kept.emptied()
    assert await house.fragile.inner.open_games() == ("g",)
    assert await other.emptied()
    assert await house.fragile.inner.open_games() == ("g", "h")
    assert await house.fragile.inner.cursor(GUILD + 1, "h", "announcer") == 2
    assert not await house.kept.emptied()


# --- one at a time -------------------------------------------------------------------------------


async def test_nothing_passes_before_a_new_life_of_the_store_has_been_looked_at(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.wipe()
    house.fragile.another_life()
    other = commit("h")  # in the same channel
    assert await status(house.store, other) is CommitStatus.CHANNEL_TAKEN
    assert await house.fragile.inner.open_games() == ("g",)


async def test_a_store_that_changes_again_and_again_is_unavailable(house: House) -> None:
    await house.store.beat("main", 1)
    house.fragile.another_life(2)
    with pytest.raises(StoreUnavailable):
        await house.store.beat("main", 2)


async def test_a_game_that_ended_in_the_lost_moment_ends_again(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await applied(house.store, commit(after=1, over=True))
    house.fragile.rewind()
    await house.outage()
    assert await house.fragile.inner.untold() == ("g",)
    assert await house.fragile.inner.game_of_member(GUILD, 1) is None


async def test_what_another_process_played_on_is_left_as_it_is(house: House) -> None:
    await applied(house.store, commit())
    await house.fragile.inner.commit(commit(after=1))
    await house.outage()
    assert await house.fragile.inner.log("g") == events(1, 2)
    assert await house.store.load("g") == state(seq=2)
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.log("g") == events(1, 2)


async def test_a_game_that_others_ended_and_dropped_does_not_come_back(house: House) -> None:
    await applied(house.store, commit())
    opened = replace(commit(), state=replace(state("old"), opened_at_ms=START_MS, channel_id=5))
    await applied(house.store, opened)
    await house.seconds(LOSS_MS / 1000 + 1)
    await house.fragile.inner.commit(replace(commit("old", after=1, over=True, channel_id=5)))
    await house.fragile.inner.archived(GUILD, "old", 1)
    await house.fragile.inner.forget(GUILD, "old")
    await house.outage()
    assert await house.store.load("old") is None
    assert house.gone == []


async def test_a_game_this_process_dropped_does_not_come_back(house: House) -> None:
    fresh = replace(commit(), state=replace(state(), opened_at_ms=START_MS))
    await applied(house.store, fresh, commit(after=1, over=True))
    await house.store.archived(GUILD, "g", 1)
    await house.store.forget(GUILD, "g")
    await house.outage()
    assert await house.fragile.inner.load("g") is None


async def test_two_histories_never_mix(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await applied(house.store, commit(after=1, count=3))
    house.fragile.rewind()
    other = replace(commit(after=1), events=events(77, 1))
    await house.fragile.inner.commit(other)
    await house.outage()
    assert await house.fragile.inner.log("g") == (*events(1, 1), *events(77, 1))
    assert await house.store.load("g") == state(seq=2)


async def test_games_of_guilds_that_others_serve_are_not_brought_back(house: House) -> None:
    await applied(house.store, commit())
    house.kept.serves = lambda guild_id: guild_id != GUILD
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.load("g") is None


async def test_a_look_at_a_game_that_others_serve_remembers_nothing_of_it(house: House) -> None:
    """Its log would be read and kept for as long as this process lives: its end is told to others."""
    await applied(house.fragile.inner, commit(count=2))
    house.kept.serves = lambda guild_id: False
    assert await house.store.load("g") == state(seq=2)
    asked = list(house.fragile.calls)
    await house.kept.fill()
    assert house.fragile.calls == asked


async def test_no_game_is_given_a_number_that_was_given_and_lost(house: House) -> None:
    assert [await house.store.next_game_number(GUILD) for _ in range(2)] == [1, 2]
    house.fragile.wipe()
    await house.outage()
    assert await house.store.next_game_number(GUILD) == 3


# --- games that were taken over ----------------------------------------------------------------


async def test_a_game_that_was_taken_over_is_known_as_a_whole_once_its_log_was_read(house: House) -> None:
    await applied(house.store, commit(count=3))
    house.process()
    assert await house.store.load("g") == state(seq=3)
    await house.kept.fill()
    await applied(house.store, commit(after=3))
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.log("g") == events(1, 4)


async def test_a_game_of_which_too_little_is_known_is_lost_and_somebody_is_told(house: House) -> None:
    await applied(house.store, commit(count=3))
    house.process()
    await house.store.load("g")
    await applied(house.store, commit(after=3))
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.load("g") is None
    assert house.gone == [state(seq=4)]


async def test_a_game_whose_place_was_taken_is_lost(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.wipe()
    await house.fragile.inner.commit(commit("h"))
    await house.outage()
    assert house.gone == [state()]
    assert await house.fragile.inner.open_games() == ("h",)


# --- beside the games --------------------------------------------------------------------------


async def everything_beside(house: House) -> None:
    await house.store.save_panel(GUILD, "g", PANEL)
    await house.store.save_hand(GUILD, hand())
    await house.store.set_cursor(GUILD, "g", "announcer", 1)
    await house.store.put_debt(debt())
    await house.store.put_name(given_name())


async def assert_everything_there(house: House) -> None:
    stored = house.fragile.inner
    assert await stored.panel(GUILD, "g") == PANEL
    assert await stored.hands(GUILD, "g") == (hand(),)
    assert await stored.cursor(GUILD, "g", "announcer") == 1
    assert await stored.debts() == (debt(),)
    assert await stored.names() == (given_name(),)


async def test_what_lies_beside_games_is_there_again(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await everything_beside(house)
    house.fragile.rewind()
    await house.outage()
    await assert_everything_there(house)


async def test_also_when_all_was_lost_long_after_it_was_written(house: House) -> None:
    await applied(house.store, commit())
    await everything_beside(house)
    await house.seconds(2 * LOSS_MS / 1000)
    house.fragile.wipe()
    await house.outage()
    await assert_everything_there(house)


async def test_debts_and_names_that_a_former_process_wrote_are_there_again(house: House) -> None:
    await house.store.put_debt(debt())
    await house.store.put_name(given_name())
    house.process()
    await house.store.debts(GUILD)
    await house.store.names()
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.debts() == (debt(),)
    assert await house.fragile.inner.names() == (given_name(),)


async def test_what_was_erased_in_the_lost_moment_is_erased_again(house: House) -> None:
    await applied(house.store, commit())
    await everything_beside(house)
    house.fragile.remember()
    await house.store.drop_hand(GUILD, "g", 1)
    await house.store.clear_debt(GUILD, 1)
    await house.store.clear_name(GUILD, 1)
    house.fragile.rewind()
    await house.outage()
    stored = house.fragile.inner
    assert (await stored.hands(GUILD, "g"), await stored.debts(), await stored.names()) == ((), (), ())


async def test_a_cursor_that_could_not_be_written_is_written_when_the_store_is_back(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.away = True
    with pytest.raises(StoreUnavailable):
        await house.store.set_cursor(GUILD, "g", "announcer", 1)
    house.fragile.away = False
    await house.seconds(1)
    await house.store.beat("main", 1)
    assert await house.fragile.inner.cursor(GUILD, "g", "announcer") == 1


async def test_nothing_is_remembered_of_a_game_that_ended_a_while_ago(house: House) -> None:
    await applied(house.store, commit(), commit(after=1, over=True))
    await everything_beside(house)
    await house.store.clear_debt(GUILD, 1)
    await house.store.clear_name(GUILD, 1)
    await house.seconds((LOSS_MS + TIDY_MS) / 1000 + 1)
    await applied(house.store, commit("h"))
    await house.store.clear_debt(GUILD, 2)
    house.fragile.wipe()
    house.fragile.calls.clear()
    await house.outage()
    assert await house.fragile.inner.load("g") is None
    assert house.fragile.calls.count("clear_debt") == 1
    assert "save_panel" not in house.fragile.calls


# --- while it is away --------------------------------------------------------------------------


async def test_an_outage_is_told_once_with_the_moment_of_the_last_answer_and_its_end_once(
    house: House,
) -> None:
    await house.store.beat("main", 1)
    await house.seconds(3)
    await house.store.beat("main", 1)
    await house.seconds(0.2)
    await house.outage(5)
    await house.store.beat("main", 1)
    assert house.told == ["away since 3000", "back"]


async def test_while_it_is_away_one_question_at_a_time_asks_for_it(house: House) -> None:
    await house.store.beat("main", 1)
    house.fragile.away = True
    house.fragile.calls.clear()
    for _ in range(10):
        results = await asyncio.gather(*(house.store.load("g") for _ in range(20)), return_exceptions=True)
        assert {type(one) for one in results} == {StoreUnavailable}
        await house.seconds(0.1)
    asked = list(house.fragile.calls)
    assert asked.count("load") == 1
    assert 3 <= asked.count("look") <= 5


async def test_a_store_that_answers_but_takes_nothing_is_away(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.full = True
    with pytest.raises(StoreUnavailable):
        await house.store.commit(commit(after=1))
    with pytest.raises(StoreUnavailable):
        await house.store.load("g")
    assert house.told == ["away since 0"]


async def test_whoever_gives_up_waiting_harms_nobody(house: House) -> None:
    asked = asyncio.ensure_future(house.store.load("g"))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert await house.store.load("g") is None
