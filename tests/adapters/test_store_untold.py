"""Which finished games still have their end to be told: every live store keeps the same books."""

from mafiabot.runtime.ports import CommitStatus, Store
from tests.support.stores import CHANNEL, GUILD, commit


async def ended(
    store: Store, game_id: str = "g", *, guild_id: int = GUILD, channel_id: int = CHANNEL
) -> None:
    for one in (
        commit(game_id, guild_id=guild_id, channel_id=channel_id),
        commit(game_id, after=1, over=True, guild_id=guild_id, channel_id=channel_id),
    ):
        assert (await store.commit(one)).status is CommitStatus.APPLIED


async def test_a_game_that_ends_has_its_end_to_be_told_until_it_was(store: Store) -> None:
    await store.commit(commit())
    assert await store.untold() == ()
    await store.commit(commit(after=1, over=True))
    assert await store.untold() == ("g",)
    await store.end_told("g")
    await store.end_told("g")
    assert await store.untold() == ()


async def test_games_are_told_one_by_one_and_asked_for_by_guild(store: Store) -> None:
    await ended(store, "g")
    await ended(store, "h", guild_id=GUILD + (1 << 22), channel_id=CHANNEL + 1)
    assert await store.untold() == ("g", "h")
    assert await store.untold(GUILD) == ("g",)
    await store.end_told("g")
    assert await store.untold() == ("h",)
    assert await store.untold(GUILD) == ()


async def test_what_comes_after_the_end_was_told_is_not_told_again(store: Store) -> None:
    await ended(store)
    await store.end_told("g")
    await store.commit(commit(after=2, over=True))
    assert await store.untold() == ()


async def test_a_game_taken_up_again_has_another_end(store: Store) -> None:
    await ended(store)
    await store.end_told("g")
    await store.commit(commit(after=2))
    assert await store.untold() == ()
    await store.commit(commit(after=3, over=True))
    assert await store.untold() == ("g",)


async def test_an_open_game_and_an_unknown_one_cannot_be_told(store: Store) -> None:
    await store.commit(commit())
    await store.end_told("g")
    await store.end_told("nobody")
    await store.commit(commit(after=1, over=True))
    assert await store.untold() == ("g",)


async def test_a_forgotten_game_has_nothing_to_be_told(store: Store) -> None:
    await ended(store)
    await store.archived(GUILD, "g", 0)
    await store.forget(GUILD, "g")
    assert await store.untold() == ()
