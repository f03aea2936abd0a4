"""Who was found muted and needs no edit is written down all the same, and no store is stormed over it."""

from collections.abc import AsyncIterator

import pytest

from tests.support.voice import MUTED, TEN, Room, room

pytestmark = pytest.mark.virtual


@pytest.fixture
async def r() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


async def found_muted(r: Room, *users: int) -> None:
    """A person had muted them before the game wanted it."""
    await r.seated(*users)
    for user in users:
        r.discord.by_hand(user, muted=True)
    await r.after(1)


async def test_who_was_found_muted_is_known_after_a_restart(r: Room) -> None:
    await found_muted(r, *TEN)
    r.wish(dict.fromkeys(TEN, MUTED))
    await r.after(1)
    assert {user for user, debt in r.store.owed.items() if debt.found_muted} == set(TEN)
    await r.restart()
    r.end()
    await r.after(30)
    assert r.discord.muted() == set(TEN)


async def test_stores_that_are_down_are_asked_about_once_a_second_and_get_the_notes_in_the_end(
    r: Room,
) -> None:
    await found_muted(r, *TEN)
    r.store.down = r.second.down = True
    r.wish(dict.fromkeys(TEN, MUTED))
    await r.after(30)
    assert r.store.puts <= 30 * 2 * len(TEN)
    r.store.down = r.second.down = False
    await r.after(3)
    assert set(r.store.owed) == set(TEN)
