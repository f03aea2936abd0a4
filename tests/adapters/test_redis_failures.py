"""What the store on Redis promises when something goes wrong: lost answers, servers that freeze or die."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from fakeredis import FakeAsyncRedis, FakeServer
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as LostConnection
from structlog.testing import capture_logs

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_clients import RedisClients
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.lab.redis_servers import RedisServer
from mafiabot.runtime.ports import CommitStatus, CommitUnsure, StoreChanged, StoreUnavailable
from tests.support.redis_servers import one_cluster, own_cluster, own_server
from tests.support.stores import GUILD, commit, debt, earliest_due_ms, events, state

# --- answers that are lost on the way --------------------------------------------------------


class Lossy(FakeAsyncRedis):
    """Loses so many answers (or questions) to scripts; `meanwhile` happens after each loss."""

    answers_lost = 0
    questions_lost = 0
    meanwhile: Callable[[], Awaitable[object]] | None = None

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        if self.questions_lost:
            self.questions_lost -= 1
            raise LostConnection("lost on the way there")
        answer = await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        if self.answers_lost:
            self.answers_lost -= 1
            if self.meanwhile is not None:
                await self.meanwhile()
            raise LostConnection("lost on the way back")
        return answer


def pair() -> tuple[RedisStore, Lossy, RedisStore]:
    """A store behind a bad line, the line, and another process's store on the same server."""
    server = FakeServer()

    async def listener() -> Redis:
        return FakeAsyncRedis(server=server, protocol=2, socket_timeout=None)

    def store(client: Redis) -> RedisStore:
        return RedisStore(RedisClients(commands=client, listener=listener), SystemClock())

    line = Lossy(server=server, protocol=2)
    return store(line), line, store(FakeAsyncRedis(server=server, protocol=2))


async def warmed_up() -> tuple[RedisStore, Lossy, RedisStore]:
    """The same with one commit on `g`, so that the server knows the script."""
    store, line, other = pair()
    await store.commit(commit())
    return store, line, other


async def test_a_lost_answer_to_a_commit_does_not_look_like_a_conflict() -> None:
    store, line, other = await warmed_up()
    line.answers_lost = 1
    assert (await store.commit(commit(after=1))).status is CommitStatus.APPLIED
    assert await other.log("g") == events(1, 2)


async def test_nor_does_it_make_a_command_its_own_repeat() -> None:
    store, line, other = await warmed_up()
    line.answers_lost = 1
    assert (await store.commit(commit(after=1, command_id="c"))).status is CommitStatus.APPLIED
    assert (await other.commit(commit(after=1, command_id="c"))).status is CommitStatus.REPEATED
    assert await other.log("g") == events(1, 2)


async def test_nor_when_another_process_has_gone_on_from_there() -> None:
    store, line, other = await warmed_up()
    line.answers_lost = 1
    line.meanwhile = lambda: other.commit(commit(after=2))
    assert (await store.commit(commit(after=1))).status is CommitStatus.APPLIED
    assert await other.log("g") == events(1, 3)


async def test_a_question_that_was_lost_is_asked_again() -> None:
    store, line, other = await warmed_up()
    line.questions_lost = 1
    assert (await store.commit(commit(after=1))).status is CommitStatus.APPLIED
    assert await other.log("g") == events(1, 2)


async def test_somebody_elses_commit_is_a_conflict_also_after_a_lost_question() -> None:
    store, line, other = await warmed_up()
    await other.commit(commit(after=1))
    line.questions_lost = 1
    assert (await store.commit(commit(after=1, due_ms=7))).status is CommitStatus.CONFLICT
    assert await earliest_due_ms(other) is None


async def test_what_was_lost_twice_is_unavailable_and_then_a_repeat() -> None:
    store, line, other = await warmed_up()
    line.answers_lost = 2
    with pytest.raises(CommitUnsure, match="lost on the way back"):
        await store.commit(commit(after=1, command_id="c"))
    assert (await store.commit(commit(after=1, command_id="c"))).status is CommitStatus.REPEATED
    assert await other.log("g") == events(1, 2)


async def test_a_number_may_be_left_out_but_is_never_given_twice() -> None:
    store, line, other = await warmed_up()
    line.answers_lost = 1
    given = [await store.next_game_number(GUILD), await other.next_game_number(GUILD)]
    assert given == [2, 3]


async def test_an_outage_is_logged_when_it_begins_and_when_it_ends() -> None:
    store, line, _ = await warmed_up()
    with capture_logs() as logged:
        line.questions_lost = 6
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                await store.game_of_member(GUILD, 1)
        await store.game_of_member(GUILD, 1)
        await store.game_of_member(GUILD, 1)
    assert [line["event"] for line in logged] == ["live store does not answer", "live store answers again"]


async def test_after_closing_every_question_is_refused() -> None:
    store, _, _ = await warmed_up()
    await store.close()
    for question in (store.load("g"), store.commit(commit(after=1)), store.debts()):
        with pytest.raises(StoreUnavailable, match="closed"):
            await question


async def test_a_cancelled_question_ends_at_once_and_harms_no_later_one() -> None:
    store, _, _ = await warmed_up()
    for steps in range(12):
        asked = asyncio.ensure_future(store.load("g"))
        for _ in range(steps):
            await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert asked.cancelled() or asked.result() == state()
    assert await store.load("g") == state()


# --- servers that freeze, die, or are full ---------------------------------------------------

servers = pytest.mark.servers


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with own_server() as own:
        yield own


async def started_anew(server: RedisServer, *stores: RedisStore) -> None:
    """Whoever remembers what it may have lost has looked for it."""
    server.start()
    for store in stores:
        with pytest.raises(StoreChanged):
            await store.look((), 1)
        await store.look((), 1)


async def opened(server: RedisServer) -> RedisStore:
    return await RedisStore.open(parse_redis_url(server.url), SystemClock())


@servers
async def test_rivals_in_several_processes_write_one_history(server: RedisServer) -> None:
    stores = [await opened(server) for _ in range(4)]

    async def rival(store: RedisStore) -> None:
        applied = 0
        while applied < 25:
            known = await store.load("g")
            result = await store.commit(commit(after=known.seq if known is not None else 0))
            applied += result.status is CommitStatus.APPLIED

    await asyncio.gather(*map(rival, stores))
    assert await stores[0].load("g") == state(seq=100)
    assert await stores[0].log("g") == events(1, 100)
    for store in stores:
        await store.close()


@servers
async def test_a_frozen_server_is_noticed_within_about_a_second(server: RedisServer) -> None:
    store, clock = await opened(server), SystemClock()
    await store.commit(commit())
    server.freeze()
    asked_ms = clock.now_ms()
    with pytest.raises(StoreUnavailable):
        await store.commit(commit(after=1))
    assert 800 < clock.now_ms() - asked_ms < 5_000
    server.thaw()
    assert await store.load("g") in (state(), state(seq=2))
    await store.close()


@servers
async def test_of_many_questions_to_a_frozen_server_none_waits_for_the_others(server: RedisServer) -> None:
    store = await opened(server)
    server.freeze()
    questions = [store.commit(commit(after=1)), store.due(5), store.put_debt(debt())]
    async with asyncio.timeout(20):  # one after another they would take a hundred
        many = (store.load("g") for _ in range(100))
        results = await asyncio.gather(*questions, *many, return_exceptions=True)
    assert {type(result) for result in results} == {StoreUnavailable, CommitUnsure}
    server.thaw()
    assert await store.debts() in ((), (debt(),))
    await store.close()


@servers
async def test_whatever_was_answered_survives_the_servers_death(server: RedisServer) -> None:
    store = await opened(server)
    await store.commit(commit(command_id="c", claims=(1,), due_ms=9))
    server.kill()
    with pytest.raises(StoreUnavailable):
        await store.load("g")
    await started_anew(server, store)
    assert await store.load("g") == state()
    assert await store.seen_command("g", "c")
    assert await earliest_due_ms(store) == 9
    assert (await store.commit(commit(after=1))).status is CommitStatus.APPLIED
    await store.close()


@servers
async def test_a_full_server_refuses_a_commit_as_a_whole(server: RedisServer) -> None:
    store = await opened(server)
    await store.commit(commit())
    with server.client() as client:
        client.config_set("maxmemory", 1)
        with pytest.raises(StoreUnavailable, match="maxmemory"):
            await store.commit(commit(after=1, command_id="c", claims=(1,), due_ms=5))
        client.config_set("maxmemory", 0)
    assert await store.load("g") == state()
    assert await store.log("g") == events(1, 1)
    assert await earliest_due_ms(store) is None
    assert await store.game_of_member(GUILD, 1) is None
    assert not await store.seen_command("g", "c")
    await store.close()


@servers
async def test_a_server_that_forgot_the_scripts_is_told_them_again(server: RedisServer) -> None:
    store = await opened(server)
    await store.commit(commit())
    with server.client() as client:
        client.script_flush()
    assert (await store.commit(commit(after=1))).status is CommitStatus.APPLIED
    await store.close()


@servers
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda client: client.config_set("requirepass", "hush"), "Authentication required"),
        (lambda client: client.replicaof("127.0.0.1", 1), "read only replica"),
    ],
    ids=["password", "replica"],
)
async def test_a_server_that_cannot_be_written_to_is_refused_at_once(
    server: RedisServer, spoil: Callable[[Any], object], reason: str
) -> None:
    with server.client() as client:
        spoil(client)
    with pytest.raises(StoreUnavailable, match=reason):
        await opened(server)


# --- wake-ups between processes --------------------------------------------------------------


async def woken_by(other: RedisStore, sleeper: "asyncio.Task[None]") -> None:
    """Another process sets due times until the sleeper hears of one: he may still be connecting."""
    known = await other.load("g")
    seq = known.seq if known is not None else 0
    async with asyncio.timeout(30):
        while not sleeper.done():
            await other.commit(commit(after=seq, due_ms=49))
            await asyncio.sleep(0)
            seq += 1


async def falls_asleep(store: RedisStore, than_ms: int = 50) -> "asyncio.Task[None]":
    sleeper = asyncio.get_running_loop().create_task(store.wait_for_earlier(than_ms))
    await asyncio.sleep(0)
    return sleeper


async def test_another_process_wakes_a_sleeper() -> None:
    store, _, other = pair()
    await woken_by(other, await falls_asleep(store))
    await store.close()


@servers
async def test_wake_ups_survive_the_servers_death(server: RedisServer) -> None:
    store, other = await opened(server), await opened(server)
    await woken_by(other, await falls_asleep(store))
    sleeper = await falls_asleep(store, than_ms=1)
    server.kill()
    await started_anew(server, store, other)
    async with asyncio.timeout(30):
        await sleeper  # nothing is due so early, but something may have gone unheard
    await woken_by(other, await falls_asleep(store))
    await store.close()
    await other.close()


@servers
@one_cluster
async def test_on_a_cluster_any_node_hears_of_every_due_time() -> None:
    with own_cluster() as address:
        store, other = [await RedisStore.open(parse_redis_url(address), SystemClock()) for _ in range(2)]
        await woken_by(other, await falls_asleep(store))
        await store.close()
        await other.close()


@servers
@one_cluster
async def test_a_look_at_a_cluster_is_not_refused_for_connections_lost_before_it() -> None:
    with own_cluster() as address:
        store = await RedisStore.open(parse_redis_url(address), SystemClock())
        await store.commit(commit())
        await lose_connections(address)
        look = await store.look([(GUILD, "g")], 1)
        assert look.seqs == (state().seq,)
        assert await store.load("g") == state()
        await store.close()


async def lose_connections(address: str) -> None:
    """Every node of a cluster drops whoever talks to it."""
    for host, port in parse_redis_url(address).hosts:
        async with Redis(host=host, port=port) as node:
            await node.client_kill_filter(_type="normal", skipme=True)
