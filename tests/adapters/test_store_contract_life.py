"""What every live store promises for its own outages: how it is found again, what comes too late."""

from dataclasses import replace

from mafiabot.runtime.ports import CommitStatus, Store
from mafiabot.runtime.store_life import born_ms
from tests.support.stores import GUILD, applied, commit, status

OTHER_GUILD, OTHER_CHANNEL = GUILD + 1, 7


async def test_a_look_tells_how_far_games_have_come(store: Store) -> None:
    other = commit("b", count=3, guild_id=OTHER_GUILD, channel_id=OTHER_CHANNEL)
    await applied(store, commit("a", count=2), other)
    look = await store.look(((OTHER_GUILD, "b"), (GUILD, "c"), (GUILD, "a")), 5)
    assert look.seqs == (3, 0, 2)


async def test_the_epoch_of_a_store_begins_with_the_first_look_and_stays(store: Store) -> None:
    first = await store.look((), 77)
    await applied(store, commit())
    later = await store.look(((GUILD, "g"),), 99)
    assert later.epochs == first.epochs
    assert {born_ms(epoch) for epoch in first.epochs} == {77}
    assert later.epoch_of(GUILD) in later.epochs


async def test_epochs_are_told_without_beginning_one(store: Store) -> None:
    await applied(store, commit())
    assert set(await store.epochs()) == {""}
    look = await store.look((), 77)
    assert await store.epochs() == look.epochs


async def test_a_commit_may_carry_the_ids_of_many_commands(store: Store) -> None:
    several = commit(count=3)
    await applied(store, replace(several, also=("a 1", "b")))
    assert await store.log("g") == several.events
    assert await store.seen_command("g", "a 1")
    assert await status(store, commit(after=3, command_id="b")) is CommitStatus.REPEATED
    await applied(store, replace(commit(after=3), also=("b", "c")))
    assert await store.seen_command("g", "c")


async def test_a_cursor_only_moves_forward(store: Store) -> None:
    await store.set_cursor(GUILD, "g", "announcer", 10)
    await store.set_cursor(GUILD, "g", "announcer", 9)
    assert await store.cursor(GUILD, "g", "announcer") == 10
    await store.set_cursor(GUILD, "g", "announcer", GUILD)
    await store.set_cursor(GUILD, "g", "announcer", GUILD - 1)
    assert await store.cursor(GUILD, "g", "announcer") == GUILD
