"""Real servers that lose what they had answered: everything is there again, in one history, nothing twice."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.lab.redis_servers import RedisServer
from mafiabot.runtime.kept_store import KeptStore
from mafiabot.runtime.ports import CommitStatus, Store, StoreChanged, StoreUnavailable
from tests.support.hurt_redis import Pair, die_without, log_bytes, own_cluster_pair, own_sentinel_pair
from tests.support.redis_servers import one_cluster, opened, own_server
from tests.support.stores import GUILD, applied, commit, debt, events, hand, state, status

pytestmark = [pytest.mark.servers, pytest.mark.timeout(120)]

PAIRS = {"sentinel": own_sentinel_pair, "cluster": own_cluster_pair}


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with own_server() as own:
        yield own


def kept(store: RedisStore) -> Store:
    return KeptStore(store, SystemClock()).as_store()


async def answers(store: Store) -> None:
    """Asks until all of the store is back, as heart and timers do."""
    async with asyncio.timeout(20):
        while True:
            try:
                await store.beat("main", 1)
                await store.due(0)
            except StoreUnavailable:
                await asyncio.sleep(0.1)
            else:
                return


async def answered_things(store: Store) -> None:
    """A game of four events, half of which every backup has."""
    await applied(store, commit(count=2, command_id="a", claims=(1,), due_ms=7))


async def last_things(store: Store) -> None:
    """What is lost: the other half, and what lies beside."""
    await applied(store, commit(after=2, command_id="b"), commit(after=3, command_id="c"))
    await store.save_hand(GUILD, hand())
    await store.put_debt(debt())
    await store.set_cursor(GUILD, "g", "announcer", 3)


async def assert_all_there(store: Store, raw: Store) -> None:
    await answers(store)
    assert await raw.load("g") == state(seq=4)
    assert await raw.log("g") == events(1, 4)
    assert await raw.hands(GUILD, "g") == (hand(),)
    assert await raw.debts(GUILD) == (debt(),)
    assert await raw.cursor(GUILD, "g", "announcer") == 3
    for command_id in ("a", "b", "c"):
        assert await status(store, commit(after=4, command_id=command_id)) is CommitStatus.REPEATED
    await applied(store, commit(after=4))


async def test_a_server_that_lost_its_last_second_gets_it_back(server: RedisServer) -> None:
    async with opened(server.url) as raw:
        store = kept(raw)
        await answered_things(store)
        written = log_bytes(server)
        await last_things(store)
        die_without(server, written + 40)  # in the middle of an entry
        await assert_all_there(store, raw)


async def test_a_server_that_lost_everything_gets_it_back(server: RedisServer) -> None:
    async with opened(server.url) as raw:
        store = kept(raw)
        await answered_things(store)
        await last_things(store)
        die_without(server, 0)
        await assert_all_there(store, raw)


async def test_nothing_is_done_at_a_server_started_anew_before_it_was_looked_at(server: RedisServer) -> None:
    async with opened(server.url) as raw:
        await applied(raw, commit())
        server.kill()
        server.start()
        for question in (raw.commit(commit(after=1)), raw.load("g"), raw.beat("main", 1)):
            with pytest.raises(StoreChanged):
                await question
        await raw.look((), 1)
        assert await raw.load("g") == state()


async def test_one_who_may_not_ask_which_server_it_is_works_all_the_same(server: RedisServer) -> None:
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", "-info")
    async with opened(server.url) as raw:
        await applied(raw, commit())
        assert await raw.load("g") == state()


@pytest.fixture(params=["sentinel", pytest.param("cluster", marks=one_cluster)])
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    make: Callable[[], AbstractContextManager[Pair]] = PAIRS[request.param]
    with make() as one:
        yield one


async def test_a_replica_that_lagged_and_took_over_is_brought_up_to_what_was_answered(pair: Pair) -> None:
    async with opened(pair.address) as raw:
        store = kept(raw)
        await answered_things(store)
        with pair.first.client() as client:
            client.execute_command("WAIT", 1, 5_000)
        pair.part()
        await last_things(store)
        await asyncio.to_thread(pair.fail)
        await assert_all_there(store, raw)
