"""The same click twice, at two processes, or with its answer lost: done once, and answered with the truth."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.redis_clients import RedisClients
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason
from mafiabot.lab.stores import fake_redis
from mafiabot.playground.interactions import Interaction
from mafiabot.runtime.ports import Commit, CommitResult, CommitUnsure, Store
from mafiabot.runtime.service import Applied, GameService, Refused
from tests.support import builders
from tests.support.club import EPOCH_MS, Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual

INTERACTION = "INTERACTION_CREATE"
OpenStore = Callable[[], Store]


@pytest.fixture(params=["sqlite", "redis"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    """Opens the store of that kind. Inside the loop: it needs the clock."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path)
    clients: Callable[[], RedisClients] = fake_redis()
    return lambda: RedisStore(clients(), VirtualClock(running_virtual_loop(), EPOCH_MS))


@asynccontextmanager
async def open_club(store: OpenStore) -> AsyncIterator[Club]:
    kept = store()
    try:
        async with club(store=kept) as house:
            yield house
    finally:
        await kept.close()


async def log_of(house: Club) -> tuple[ev.Event, ...]:
    return await house.store.log((await house.state()).game_id)


def twice(house: Club) -> None:
    """The next interaction is delivered twice."""
    house.local.faults.events(INTERACTION, "double", n=1)


async def joined(house: Club) -> Interaction:
    return await house.press(house.people[0], "Take a seat")


async def test_a_click_that_is_delivered_twice_is_done_once(store: OpenStore) -> None:
    async with open_club(store) as house:
        await house.open_table()
        twice(house)
        pressed = await joined(house)
        await house.seconds(1)
        assert "your number is 1" in pressed.text
        assert sum(isinstance(event, ev.PlayerJoined) for event in await log_of(house)) == 1
        house.clean()


async def test_a_command_that_is_delivered_twice_opens_one_table(store: OpenStore) -> None:
    async with open_club(store) as house:
        twice(house)
        opened = await house.slash(house.host, "mafia open", preset="club")
        await house.seconds(2)
        assert opened.text.startswith("The table is open: ")
        assert len(await house.store.open_games()) == 1
        house.clean()


async def test_a_nomination_that_is_delivered_twice_is_one(store: OpenStore) -> None:
    async with open_club(store) as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        await game.open_hand(1)
        twice(house)
        named = await game.choose(1, 3)
        await house.seconds(1)
        assert "3" in named.text
        assert sum(isinstance(event, ev.Nominated) for event in await log_of(house)) == 1
        house.clean()


# --- two processes -------------------------------------------------------------------------------


@asynccontextmanager
async def two_processes() -> AsyncIterator[Club]:
    """Both on one Redis, both connected as the same bot: what each is sent, the other is too."""
    clients = fake_redis()
    clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
    first, second = RedisStore(clients(), clock), RedisStore(clients(), clock)
    async with club(store=first) as house:
        house.store, house.seed = second, 2
        other = house.compose()
        house.store = first
        await other.start()
        try:
            yield house
        finally:
            await other.close()
    await second.close()
    await first.close()


async def test_a_click_that_two_processes_answer_is_done_once() -> None:
    async with two_processes() as house:
        await house.open_table()
        pressed = await joined(house)
        await house.seconds(1)
        assert "your number is 1" in pressed.text
        assert sum(isinstance(event, ev.PlayerJoined) for event in await log_of(house)) == 1
        house.clean()


async def test_a_table_that_two_processes_open_at_once_is_one_and_neither_says_it_is_taken() -> None:
    async with two_processes() as house:
        opened = await house.slash(house.host, "mafia open", preset="club")
        await house.seconds(2)
        assert opened.text.startswith("The table is open: ")
        assert len(await house.store.open_games()) == 1
        house.clean()


async def test_whoever_comes_second_with_the_click_that_opened_a_table_hears_the_same(
    store: OpenStore,
) -> None:
    kept = store()
    clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
    first, second = GameService(kept, clock), GameService(kept, clock)
    command = builders.open_table()
    opened = await first.submit(command.game_id, command, "click 1")
    another = replace(command, game_id="g2")
    again = await second.submit("g2", another, "click 1")
    taken = await second.submit("g2", another, "click 2")
    assert isinstance(opened, Applied)
    assert again == Applied(state=opened.state, events=(), repeated=True)
    assert isinstance(taken, Refused)
    assert taken.refusal.reason is Reason.TABLE_OPEN_HERE
    await kept.close()


# --- an answer that is lost ----------------------------------------------------------------------


class Unsure(MemoryStore):
    """Keeps the next commit or not; whoever asked for it is told nothing."""

    keeps: bool | None = None

    async def commit(self, commit: Commit) -> CommitResult:
        keeps, self.keeps = self.keeps, None
        if keeps is None:
            return await super().commit(commit)
        if keeps:
            await super().commit(commit)
        raise CommitUnsure("no answer in time")


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize(
    ("locale", "label", "said"),
    [
        ("en-US", "Take a seat", "It is not clear whether your move was written down."),
        ("ru", "Сесть за стол", "Неясно, записан ли ваш ход."),
        ("uk", "Сісти за стіл", "Неясно, чи записано ваш хід."),
    ],
)
async def test_nobody_is_told_that_his_move_was_not_taken_where_it_may_have_been(
    keeps: bool, locale: str, label: str, said: str
) -> None:
    store = Unsure()
    async with club(store=store, locale=locale) as house:
        await house.open_table()
        store.keeps = keeps
        unsure = await house.press(house.people[0], label)
        again = await house.press(house.people[0], label)
        assert unsure.text.startswith(said)
        log = await log_of(house)
        assert sum(isinstance(event, ev.PlayerJoined) for event in log) == 1
        assert again.text != unsure.text
        house.clean()
