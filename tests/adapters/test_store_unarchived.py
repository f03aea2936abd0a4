"""Which finished games are not archived yet, and that nothing of them is lost, whatever the live store."""

from pathlib import Path

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.runtime.ports import ARCHIVED_KEPT_S, Store
from tests.support.stores import CHANNEL, GUILD, applied, commit

OTHER_GUILD = GUILD + (1 << 22)
DAY_MS = ARCHIVED_KEPT_S * 1000


async def ended(
    store: Store, game_id: str = "g", *, guild_id: int = GUILD, channel_id: int = CHANNEL
) -> None:
    await applied(
        store,
        commit(game_id, guild_id=guild_id, channel_id=channel_id),
        commit(game_id, after=1, over=True, guild_id=guild_id, channel_id=channel_id),
    )


async def test_a_game_that_ends_is_to_be_archived_until_it_was(store: Store) -> None:
    await store.commit(commit())
    assert await store.unarchived() == ()
    await store.commit(commit(after=1, over=True))
    assert await store.unarchived() == ("g",)
    await store.archived(GUILD, "g", 5)
    await store.archived(GUILD, "g", 6)
    assert await store.unarchived() == ()
    assert await store.load("g") is not None


async def test_games_are_archived_one_by_one_and_asked_for_by_guild(store: Store) -> None:
    await ended(store, "g")
    await ended(store, "h", guild_id=OTHER_GUILD, channel_id=CHANNEL + 1)
    assert await store.unarchived() == ("g", "h")
    assert await store.unarchived(GUILD) == ("g",)
    await store.archived(GUILD, "g", 5)
    assert await store.unarchived() == ("h",)
    assert await store.unarchived(GUILD) == ()


async def test_a_game_that_is_not_archived_is_not_forgotten(store: Store) -> None:
    await ended(store)
    await store.forget(GUILD, "g")
    assert await store.load("g") is not None
    assert len(await store.log("g")) == 2
    assert await store.unarchived() == ("g",)
    await store.archived(GUILD, "g", 5)
    await store.forget(GUILD, "g")
    assert await store.load("g") is None


async def test_an_open_game_and_an_unknown_one_cannot_be_archived(store: Store) -> None:
    await store.commit(commit())
    await store.archived(GUILD, "g", 5)
    await store.archived(GUILD, "nobody", 5)
    await store.commit(commit(after=1, over=True))
    assert await store.unarchived() == ("g",)


async def test_a_game_taken_up_again_is_archived_again(store: Store) -> None:
    await ended(store)
    await store.archived(GUILD, "g", 5)
    await store.commit(commit(after=2))
    assert await store.unarchived() == ()
    await store.forget(GUILD, "g")
    await store.commit(commit(after=3, over=True))
    assert await store.unarchived() == ("g",)


async def test_what_comes_after_it_was_archived_leaves_it_archived(store: Store) -> None:
    await ended(store)
    await store.archived(GUILD, "g", 5)
    await store.commit(commit(after=2, over=True))
    assert await store.unarchived() == ()


@pytest.fixture(params=["memory", "sqlite"])
def pruned(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Stores without a clock of their own: they drop what is old when something new is archived."""
    return MemoryStore() if request.param == "memory" else SqliteStore(tmp_path)


async def test_a_game_is_dropped_a_day_after_it_was_archived_and_its_successor_stays(pruned: Store) -> None:
    await ended(pruned, "g")
    await ended(pruned, "h", channel_id=CHANNEL + 1)
    await ended(pruned, "i", channel_id=CHANNEL + 2)
    await pruned.archived(GUILD, "g", 1000)
    await pruned.archived(GUILD, "h", 1000 + DAY_MS - 1)
    assert await pruned.load("g") is not None
    await pruned.archived(GUILD, "h", 1000 + DAY_MS)
    assert await pruned.load("g") is None
    assert await pruned.log("g") == ()
    assert await pruned.game_in_channel(CHANNEL, GUILD) is None
    assert await pruned.load("h") is not None
    assert await pruned.load("i") is not None
    await pruned.close()
