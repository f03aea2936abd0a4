"""The order of start and end: nothing is taken before everything is caught up, and the end takes seconds."""

import asyncio
from typing import cast

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.bot.app import CONNECTION_ENDS_MS, EFFECTS_END_MS
from mafiabot.engine.events import Event
from mafiabot.engine.state import NightStep, Talk
from mafiabot.lab.deaths_ports import DyingStore, Side, trace_requests
from mafiabot.runtime.ports import Commit, Served, Store
from mafiabot.ui import glossary, texts
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


class SlowLog(MemoryStore):
    """Logs take `slow_s`, so that taking a table up does."""

    house: Club | None = None
    slow_s = 0.0

    async def untold(self, guild_id: int | None = None, *, served: Served | None = None) -> tuple[str, ...]:
        await self._slow_down()
        return await super().untold(guild_id, served=served)

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        await self._slow_down()
        return await super().log(game_id, after_seq)

    async def _slow_down(self) -> None:
        if self.house is not None and self.slow_s:
            await self.house.seconds(self.slow_s)


class Recorder:
    """Writes down what the bot asks of its store and of Discord, in order, before each call is made."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def at(self, step: str, side: Side) -> None:
        if side is Side.BEFORE:
            self.steps.append(step)


async def unheard(commit: Commit, store: Store) -> None:
    pass


ORDER = [
    "last_beat_ms",  # before this process gives a sign of life itself
    "load",  # tables, once for all who need them
    "GET /gateway",  # connected; what follows needs the guilds that Discord tells of then
    "debts",
    "PATCH /guilds/{}/members/{}",  # who is owed his microphone has it back
    "commit SpeechCredited",  # clocks go on, with what was lost
    "commands accepted",
    "due",  # deadlines are reached again
]


async def test_a_start_goes_in_its_order() -> None:
    async with club() as house:
        await house.deal()
        await Game(house).floor(1)
        await house.seconds(5)
        await house.kill_bot()
        await house.people[5].leave(house.guild)
        await house.people[5].join(house.local.add_channel(house.guild, "elsewhere"))
        recorder, kept = Recorder(), house.store
        house.store = cast("Store", DyingStore(kept, recorder, unheard))
        house.app = house.compose()
        trace = house.app.client.http.http_trace
        assert trace is not None
        trace_requests(recorder, trace)
        await house.app.start()
        recorder.steps.append("commands accepted")
        await house.seconds(1)
        first_comes = [recorder.steps.index(step) for step in ORDER]
        assert first_comes == sorted(first_comes)
        assert house.muted() == [2, 3, 4, 5]
        house.clean()


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


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-US", "The bot has just started; a few seconds more."),
        ("ru", "Бот только что запустился, ещё несколько секунд."),
        ("uk", "Бот щойно запустився, ще кілька секунд."),
    ],
)
async def test_whoever_asks_during_the_start_is_told_so_in_his_language(locale: str, said: str) -> None:
    store = SlowLog()
    async with club(store=store, locale=locale, start=False) as house:
        store.house, store.slow_s = house, 10.0
        starting = asyncio.ensure_future(house.start_bot())
        await house.seconds(3)
        asked = await house.slash(house.host, "mafia open", preset="club")
        assert asked.text == said
        await starting
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


async def test_once_a_bot_is_ready_no_catalogue_is_left_to_be_read() -> None:
    """Nor where others name the commands: whoever speaks first in a language waits for no file."""
    texts._catalogue.cache_clear()
    texts.Texts.load.cache_clear()
    glossary._index.cache_clear()
    async with club(start=False) as house:
        house.app = house.compose()
        house.app.client.names_commands = False
        await house.app.start()
        assert texts._catalogue.cache_info().currsize == len(texts.LOCALES)
