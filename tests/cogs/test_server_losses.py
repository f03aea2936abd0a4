"""Whole games on real servers that lose what they had answered: nobody at the table loses anything."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass

import pytest

from mafiabot.adapters.redis_clients import clients_of
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import Ended, GameState, Role
from mafiabot.runtime.ports import StoreUnavailable
from tests.support.club import Club, club
from tests.support.hurt_redis import Pair, die_without, log_bytes, own_cluster_pair, own_sentinel_pair
from tests.support.playing import Game
from tests.support.redis_servers import one_cluster, own_server

pytestmark = [pytest.mark.virtual, pytest.mark.servers, pytest.mark.timeout(180)]


@dataclass(frozen=True, slots=True)
class Place:
    """`remember`: what is written from now on will be lost by `lose`."""

    address: str
    remember: Callable[[], None]
    lose: Callable[[], None]


@contextmanager
def one_server() -> Iterator[Place]:
    """Killed, and started again without the end of its log."""
    with own_server() as server:
        written: list[int] = []
        yield Place(
            server.url, lambda: written.append(log_bytes(server)), lambda: die_without(server, written[-1])
        )


@contextmanager
def _followed(pair: Pair) -> Iterator[Place]:
    yield Place(pair.address, pair.part, pair.fail)


@contextmanager
def sentinel() -> Iterator[Place]:
    """Dead, and replaced by a replica that had lagged behind."""
    with own_sentinel_pair() as pair, _followed(pair) as place:
        yield place


@contextmanager
def cluster() -> Iterator[Place]:
    """One node of three, likewise."""
    with own_cluster_pair() as pair, _followed(pair) as place:
        yield place


@asynccontextmanager
async def club_at(address: str) -> AsyncIterator[tuple[Club, RedisStore]]:
    """A club whose bot keeps its games there, and another way to the same store."""
    url = parse_redis_url(address)
    async with club(start=False) as house:
        stores = [RedisStore(clients_of(url), house.clock, url.prefix) for _ in range(2)]
        house.store = stores[0]
        await house.start_bot()
        try:
            yield house, stores[1]
        finally:
            if house.app is not None:
                await house.app.close()
                house.app = None
            for store in stores:
                await store.close()


async def answers_again(house: Club) -> None:
    """Time passes until others have agreed upon who serves."""
    for _ in range(2_000):
        try:
            await house.state()
        except StoreUnavailable:
            await house.seconds(0.5)
        else:
            return
    raise AssertionError("the store did not come back")


async def assert_one_history(house: Club, stored: RedisStore) -> None:
    """What the bot believes is what the store has, and what its log comes to."""
    known = await house.state()
    state: GameState | None = None
    for event in await stored.log(known.game_id):
        state = evolve(state, event)
    assert state == await stored.load(known.game_id) == known


@pytest.mark.parametrize("place", [one_server, sentinel, pytest.param(cluster, marks=one_cluster)])
async def test_a_game_goes_on_to_its_verdict_with_all_that_was_answered(
    place: Callable[[], AbstractContextManager[Place]],
) -> None:
    with place() as there:
        async with club_at(there.address) as (house, stored):
            await house.deal()
            game = Game(house)
            don, red = await game.seat_of(Role.DON), await game.red()
            await game.floor(1)
            there.remember()
            await game.open_hand(1)
            await game.choose(1, don)
            await game.finish()
            there.lose()
            await answers_again(house)
            await game.floor(2)
            await house.seconds(1)
            await stored.look((), house.clock.now_ms())
            await assert_one_history(house, stored)
            await game.play_day({2: red[1] if don == 2 else 2}, {don: red})
            await game.play_night(kill=red[-1])
            mafia, left = await game.seat_of(Role.MAFIA), await game.red()
            await game.play_day({left[0]: mafia, left[1]: left[0]}, {mafia: left})
            state = await game.until(lambda now: now.over)
            await house.seconds(15)
            assert isinstance(state.phase, Ended)
            assert state.phase.outcome is not None
            assert house.muted() == []
            assert await stored.debts() == ()
            house.clean()
