"""Games come and go; what a process remembers of them goes with them."""

import asyncio

import pytest

from mafiabot.bot import ended_tables
from mafiabot.bot.app import App
from mafiabot.runtime import table_mics
from mafiabot.runtime.tail import LOSS_MS
from tests.support.club import Club, club
from tests.support.containers import fullness
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


def remembered(app: App) -> dict[str, int]:
    services = app.services
    return {
        "states": len(services.game._cache),
        "locks": len(services.game._locks),
        "stuck": len(services.game._stuck),
        "announcer": len(app._announcer._tables),
        "panels": len(services.panels._shown) + len(services.panels._below),
        "queued": len(services.panels._queue._again) + len(services.hands._queue._again),
        "hands": len(services.hands._refs) + len(services.hands._shown),
        "firing": len(app._timers._firing),
        "tasks": len(app._effects.names()),
    }


async def test_four_games_leave_no_more_than_one() -> None:
    async with club() as house:
        assert house.app is not None
        await house.deal()
        for number in range(4):
            game = Game(house)
            for seat in range(1, 7):
                await game.open_hand(seat)
            await game.floor(1)
            await house.people[0].say(house.channel, f"game {number}")
            await house.slash(house.host, "mafia stop")
            await house.seconds(20)
            assert set(remembered(house.app).values()) == {0}, remembered(house.app)
            await house.slash(house.host, "mafia rematch")
            await house.seconds(2)
            await house.slash(house.host, "mafia start")
            await house.seconds(2)
            for person in house.people:
                await house.press(person, "Ready")
            await house.seconds(2)
        house.clean()


async def test_a_lobby_that_is_dissolved_leaves_nothing() -> None:
    async with club() as house:
        assert house.app is not None
        await house.open_table()
        await house.seat_everybody()
        await house.slash(house.host, "mafia stop")
        await house.seconds(20)
        assert set(remembered(house.app).values()) == {0}, remembered(house.app)
        house.clean()


async def evening(house: Club, number: int) -> None:
    """A game that is broken off: a new player, a passer-by, hands, messages, somebody who goes and comes."""
    stranger, house.people[-1] = (
        house.local.add_person(f"{who} {number}", house.guild, locale="en-US") for who in "SP"
    )
    await house.deal()
    for seat in range(1, 7):
        await Game(house).open_hand(seat)
    await Game(house).floor(1)
    await stranger.join(house.channel)
    await stranger.say(house.channel, "hello")
    await house.people[0].leave(house.guild)
    await house.seconds(2)
    await house.people[0].join(house.channel)
    await house.slash(house.host, "mafia unseat", seat=3)
    await house.slash(house.host, "mafia stop")
    await house.seconds(20)
    for person in (stranger, house.people[-1]):
        await person.leave(house.guild)
    await house.seconds(2 * LOSS_MS / 1000)


async def test_nothing_that_a_bot_holds_grows_with_the_games_it_has_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Weeks are shortened: of what is over, fewer are remembered."""
    monkeypatch.setattr(table_mics, "MOST_ENDED", 2)
    monkeypatch.setattr(ended_tables, "MOST", 2)
    async with club() as house:
        for number in range(3):
            await evening(house, number)
        before = fullness(house.app)
        for number in range(3, 6):
            await evening(house, number)
        after = fullness(house.app)
        assert {way: (before[way], full) for way, full in after.items() if full > before[way]} == {}
        house.clean()


async def test_no_hand_is_kept_once_it_was_sent() -> None:
    async with club() as house:
        await house.deal()
        for seat in range(1, 7):
            await Game(house).open_hand(seat)
        await house.seconds(1)
        assert not [task for task in asyncio.all_tasks() if "View" in str(task.get_coro())]
        house.clean()


async def test_the_librarys_store_of_views_does_not_grow() -> None:
    async with club() as house:
        assert house.app is not None
        await house.deal()
        await Game(house).to_day()
        views = house.app.client._connection._view_store
        assert not views._synced_message_views
        assert not views._views
        house.clean()
