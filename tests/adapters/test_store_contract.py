"""What every live store promises, whatever it keeps its data in: commits, claims, finding and forgetting."""

import asyncio

import pytest

from mafiabot.runtime.ports import Commit, CommitStatus, PanelRef, Served, Store
from tests.support.stores import (
    CHANNEL,
    GUILD,
    applied,
    commit,
    debt,
    earliest_due_ms,
    events,
    hand,
    state,
    status,
)

OTHER_GUILD, OTHER_CHANNEL = GUILD + 1, CHANNEL + 1


# --- one step --------------------------------------------------------------------------------


async def test_an_unknown_game_has_no_state_and_no_log(store: Store) -> None:
    assert await store.load("g") is None
    assert await store.log("g") == ()


async def test_a_commit_is_read_back_as_it_was_written(store: Store) -> None:
    await applied(store, commit(count=3))
    assert await store.load("g") == state(seq=3)
    assert await store.log("g") == events(1, 3)


async def test_the_log_grows_in_order_and_is_read_from_any_place(store: Store) -> None:
    await applied(store, commit(count=2), commit(after=2, count=9), commit(after=11))
    assert await store.log("g") == events(1, 12)
    assert await store.log("g", after_seq=10) == events(11, 2)
    assert await store.log("g", after_seq=12) == ()


async def test_of_two_commits_on_the_same_seq_exactly_one_is_applied(store: Store) -> None:
    await applied(store, commit())
    rivals = await asyncio.gather(*(store.commit(commit(after=1, count=n)) for n in (1, 2)))
    assert sorted(result.status for result in rivals) == [CommitStatus.APPLIED, CommitStatus.CONFLICT]
    winner = await store.load("g")
    assert winner is not None
    assert await store.log("g") == events(1, winner.seq)


async def test_a_game_can_be_opened_once(store: Store) -> None:
    await applied(store, commit())
    assert await status(store, commit()) is CommitStatus.CONFLICT


async def test_a_game_that_does_not_exist_cannot_be_continued(store: Store) -> None:
    assert await status(store, commit(after=4)) is CommitStatus.CONFLICT
    assert await store.load("g") is None


async def test_a_refused_commit_leaves_everything_as_it_was(store: Store) -> None:
    await applied(store, commit(claims=(1,), due_ms=50))
    assert (
        await status(store, commit(after=7, claims=(2,), due_ms=9, command_id="c")) is CommitStatus.CONFLICT
    )
    assert await store.load("g") == state()
    assert await store.log("g") == events(1, 1)
    assert await earliest_due_ms(store) == 50
    assert await store.game_of_member(GUILD, 2) is None
    assert not await store.seen_command("g", "c")


async def test_a_commit_whose_seq_does_not_add_up_is_a_bug(store: Store) -> None:
    crooked = Commit(
        state=state(seq=3), events=events(1, 1), expected_seq=0, command_id=None, claims=(), due_ms=None
    )
    with pytest.raises(ValueError, match="seq 3 after 1 events"):
        await store.commit(crooked)


# --- repeats ---------------------------------------------------------------------------------


async def test_the_same_command_twice_is_applied_once(store: Store) -> None:
    await applied(store, commit(command_id="open"))
    assert await status(store, commit(after=1, command_id="open")) is CommitStatus.REPEATED
    assert await store.log("g") == events(1, 1)


async def test_a_repeat_is_recognised_also_when_the_game_has_moved_on(store: Store) -> None:
    await applied(store, commit(command_id="a"), commit(after=1, command_id="b"), commit(after=2, over=True))
    assert await status(store, commit(command_id="a")) is CommitStatus.REPEATED
    assert await status(store, commit(after=1, command_id="b")) is CommitStatus.REPEATED


async def test_the_bots_own_commands_are_never_repeats(store: Store) -> None:
    await applied(store, commit(), commit(after=1), commit(after=2))


async def test_commands_are_known_per_game(store: Store) -> None:
    await applied(store, commit("g", command_id="c"))
    await applied(store, commit("h", channel_id=OTHER_CHANNEL, command_id="c"))
    assert await store.seen_command("g", "c")
    assert not await store.seen_command("g", "d")
    assert not await store.seen_command("i", "c")


# --- channels --------------------------------------------------------------------------------


async def test_a_channel_has_one_open_table(store: Store) -> None:
    await applied(store, commit("g"))
    assert await status(store, commit("h")) is CommitStatus.CHANNEL_TAKEN
    assert await store.load("h") is None
    assert await store.game_in_channel(CHANNEL, GUILD) == "g"


async def test_the_end_of_a_game_frees_its_channel(store: Store) -> None:
    await applied(store, commit("g"), commit("g", after=1, over=True), commit("h"))
    assert await store.game_in_channel(CHANNEL, GUILD) == "h"


async def test_the_last_table_of_a_channel_is_found_after_its_end(store: Store) -> None:
    await applied(store, commit("g"), commit("g", after=1, over=True))
    assert await store.game_in_channel(CHANNEL, GUILD) == "g"
    assert await store.load("g") == state("g", seq=2, over=True)
    assert await store.game_in_channel(OTHER_CHANNEL, GUILD) is None


async def test_a_late_commit_of_a_finished_game_does_not_take_the_channel_back(store: Store) -> None:
    await applied(store, commit("g"), commit("g", after=1, over=True), commit("h"))
    await applied(store, commit("g", after=2, over=True))
    assert await store.game_in_channel(CHANNEL, GUILD) == "h"


# --- members ---------------------------------------------------------------------------------


async def test_a_member_sits_at_one_table_of_a_guild(store: Store) -> None:
    await applied(store, commit("g", claims=(1, 2, 3)))
    result = await store.commit(commit("h", channel_id=OTHER_CHANNEL, claims=(9, 3, 2)))
    assert (result.status, result.taken_user) == (CommitStatus.MEMBER_TAKEN, 3)
    assert await store.game_of_member(GUILD, 3) == "g"
    assert await store.game_of_member(GUILD, 9) is None


async def test_the_same_person_may_sit_in_two_guilds(store: Store) -> None:
    await applied(
        store,
        commit("g", claims=(1,)),
        commit("h", guild_id=OTHER_GUILD, channel_id=OTHER_CHANNEL, claims=(1,)),
    )
    assert await store.game_of_member(GUILD, 1) == "g"
    assert await store.game_of_member(OTHER_GUILD, 1) == "h"


async def test_each_commit_replaces_the_claims_of_its_game(store: Store) -> None:
    await applied(store, commit("g", claims=(1, 2)), commit("g", after=1, claims=(2, 3)))
    await applied(store, commit("h", channel_id=OTHER_CHANNEL, claims=(1,)))
    assert [await store.game_of_member(GUILD, user) for user in (1, 2, 3)] == ["h", "g", "g"]


async def test_the_end_of_a_game_frees_its_members_whatever_it_claims(store: Store) -> None:
    await applied(store, commit("g", claims=(1, 2)), commit("g", after=1, claims=(1, 2), over=True))
    assert await store.game_of_member(GUILD, 1) is None
    await applied(store, commit("h", claims=(1, 2)))


async def test_a_game_may_end_though_its_members_sit_elsewhere_by_now(store: Store) -> None:
    await applied(store, commit("g", claims=(1,)), commit("g", after=1, claims=()))
    await applied(store, commit("h", channel_id=OTHER_CHANNEL, claims=(1,)))
    await applied(store, commit("g", after=2, claims=(1,), over=True))
    assert await store.game_of_member(GUILD, 1) == "h"


# --- listing and forgetting ------------------------------------------------------------------


async def test_open_games_are_listed_by_guild_or_all(store: Store) -> None:
    await applied(store, commit("b"), commit("c", channel_id=OTHER_CHANNEL))
    await applied(store, commit("a", guild_id=OTHER_GUILD, channel_id=OTHER_CHANNEL + 1))
    await applied(store, commit("c", after=1, channel_id=OTHER_CHANNEL, over=True))
    assert await store.open_games() == ("a", "b")
    assert await store.open_games(GUILD) == ("b",)
    assert await store.open_games(OTHER_GUILD + 1) == ()


async def test_only_games_of_guilds_that_are_served_are_listed(store: Store) -> None:
    for name, guild, channel in (("a", GUILD, CHANNEL), ("b", OTHER_GUILD, OTHER_CHANNEL)):
        await applied(store, commit(name, guild_id=guild, channel_id=channel))
    mine: Served = GUILD.__eq__
    assert await store.open_games(served=mine) == ("a",)
    assert await store.open_games(OTHER_GUILD, served=mine) == ()
    for name, guild, channel in (("a", GUILD, CHANNEL), ("b", OTHER_GUILD, OTHER_CHANNEL)):
        await applied(store, commit(name, after=1, guild_id=guild, channel_id=channel, over=True))
    assert await store.untold(served=mine) == await store.unarchived(served=mine) == ("a",)


async def test_nothing_is_left_of_a_forgotten_game_but_debts(store: Store) -> None:
    await applied(store, commit(command_id="c"), commit(after=1, over=True, due_ms=5))
    await store.save_hand(GUILD, hand())
    await store.save_panel(GUILD, "g", PanelRef(channel_id=CHANNEL, message_id=1, chapter="lobby"))
    await store.set_cursor(GUILD, "g", "announcer", 2)
    await store.put_debt(debt())
    await store.archived(GUILD, "g", 0)
    await store.forget(GUILD, "g")
    assert await store.load("g") is None
    assert await store.log("g") == ()
    assert not await store.seen_command("g", "c")
    assert await store.game_in_channel(CHANNEL, GUILD) is None
    assert await earliest_due_ms(store) is None
    assert await store.hands(GUILD, "g") == ()
    assert await store.panel(GUILD, "g") is None
    assert await store.cursor(GUILD, "g", "announcer") == 0
    assert await store.debts() == (debt(),)


async def test_an_open_game_is_not_forgotten(store: Store) -> None:
    await applied(store, commit(claims=(1,), due_ms=7))
    await store.forget(GUILD, "g")
    await store.forget(GUILD, "unknown")
    assert await store.load("g") == state()
    assert await store.game_of_member(GUILD, 1) == "g"


async def test_forgetting_an_old_game_leaves_its_successor_alone(store: Store) -> None:
    await applied(store, commit("g"), commit("g", after=1, over=True), commit("h", claims=(1,)))
    await store.save_hand(GUILD, hand(game_id="h"))
    await store.archived(GUILD, "g", 0)
    await store.forget(GUILD, "g")
    assert await store.game_in_channel(CHANNEL, GUILD) == "h"
    assert await store.hands(GUILD, "h") == (hand(game_id="h"),)


async def test_games_of_a_guild_are_numbered_from_one(store: Store) -> None:
    assert [await store.next_game_number(GUILD) for _ in range(3)] == [1, 2, 3]
    assert await store.next_game_number(OTHER_GUILD) == 1
    assert await store.next_game_number(GUILD, 2) == 4
    assert await store.next_game_number(GUILD, 9) == 10
    assert await store.next_game_number(GUILD) == 11
