"""The order of start and end: nothing is taken before everything is caught up, and the end takes seconds."""

import asyncio

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.bot.app import CONNECTION_ENDS_MS, EFFECTS_END_MS
from mafiabot.engine.events import Event
from mafiabot.engine.state import NightStep, Talk
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


class SlowLog(MemoryStore):
    """Logs take `slow_s`, so that taking a table up does."""

    house: Club | None = None
    slow_s = 0.0

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        if self.house is not None and self.slow_s:
            await self.house.seconds(self.slow_s)
        return await super().log(game_id, after_seq)


async def test_a_click_before_everything_is_caught_up_is_asked_to_wait() -> None:
    store = SlowLog()
    async with club(store=store) as house:
        await house.deal()
        game = Game(house)
        await game.step(NightStep.MAFIA_MINUTE)
        await house.kill_bot()
        store.house, store.slow_s = house, 10.0
        starting = asyncio.ensure_future(house.start_bot())
        await house.seconds(3)
        pressed = await game.open_hand(1)
        asked = await house.slash(house.people[0], "mafia status")
        assert pressed.text == "The bot has just started; a few seconds more."
        assert asked.text == pressed.text
        await starting
        assert "Your number is 1" in (await game.open_hand(1)).text
        house.clean()


async def test_no_deadline_is_reached_before_the_lost_time_is_given_back() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        before = await game.floor(1)
        await house.kill_bot()
        await house.seconds(90)
        await house.start_bot()
        after = await house.state()
        assert isinstance(before.phase, Talk)
        assert isinstance(after.phase, Talk)
        assert after.phase.floor.turn == before.phase.floor.turn
        house.clean()


async def test_a_fresh_bot_with_nothing_to_do_is_ready_at_once() -> None:
    async with club(start=False) as house:
        began = house.clock.now_ms()
        app = await house.start_bot()
        assert app.services.accepting.is_set()
        assert house.clock.now_ms() - began < 3_000
        house.clean()


# --- the end -------------------------------------------------------------------------------------


async def closed_after_ms(house: Club) -> int:
    app, house.app = house.app, None
    assert app is not None
    began = house.clock.now_ms()
    await app.close()
    return house.clock.now_ms() - began


async def test_an_orderly_end_takes_no_time() -> None:
    async with club() as house:
        await house.deal()
        assert await closed_after_ms(house) < 1_000
        house.clean()


@pytest.mark.parametrize(
    "route",
    [
        "POST /channels/{}/messages",
        "PATCH /channels/{}/messages/{}",
        "PATCH /guilds/{}/members/{}",
    ],
)
async def test_the_end_takes_seconds_even_where_discord_does_not_answer(route: str) -> None:
    async with club() as house:
        await house.deal()
        for nth in range(1, 20):
            house.local.faults.hang(route, 3_600, nth=nth)
        await house.slash(house.host, "mafia stop")
        await house.seconds(1)
        assert await closed_after_ms(house) <= EFFECTS_END_MS + CONNECTION_ENDS_MS + 100
        assert EFFECTS_END_MS + CONNECTION_ENDS_MS + 1000 < 5_000, "a second is for the leases"


async def test_after_an_end_nobody_is_answered() -> None:
    async with club() as house:
        await house.deal()
        await closed_after_ms(house)
        pressed = await Game(house).open_hand(1)
        assert pressed.unanswered


async def test_what_was_on_its_way_is_finished_first() -> None:
    async with club() as house:
        await house.deal()
        await house.slash(house.host, "mafia stop")
        await closed_after_ms(house)
        await house.seconds(1)
        assert any("The game was stopped" in text for text in house.public())
        house.clean()
