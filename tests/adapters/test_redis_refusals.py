"""A Redis that answers, and refuses: it is full, no primary any more, or its user may not do everything."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fakeredis import FakeAsyncRedis
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import NoScriptError, OutOfMemoryError

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_clients import RedisClients
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.lab.redis_servers import RedisServer
from mafiabot.runtime.kept_store import KeptStore
from mafiabot.runtime.ports import CommitStatus, CommitUnsure, Store, StoreUnavailable
from tests.support.redis_servers import opened, own_server
from tests.support.stores import GUILD, applied, commit, earliest_due_ms, events, state, status

pytestmark = [pytest.mark.servers, pytest.mark.timeout(120)]


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with own_server(listens=True) as own:
        yield own


# --- what is refused has not happened --------------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    [
        lambda client: client.config_set("maxmemory", 1),
        lambda client: client.config_set("min-replicas-to-write", 1),
        lambda client: client.replicaof("127.0.0.1", 1),
    ],
    ids=["full", "too few replicas", "replica"],
)
async def test_a_commit_that_was_refused_is_not_one_of_which_nobody_knows(
    server: RedisServer, spoil: Callable[[Any], object]
) -> None:
    async with opened(server.url) as store:
        await applied(store, commit())
        with server.client() as client:
            spoil(client)
        with pytest.raises(StoreUnavailable) as refused:
            await store.commit(commit(after=1))
        assert not isinstance(refused.value, CommitUnsure)
        assert await store.log("g") == events(1, 1)


class LostThenFull(FakeAsyncRedis):
    """Of the first script nobody knows what became of it; then there is no memory left.

    `failures`: what comes of one script after the other.
    """

    failures: tuple[Exception, ...] = ()
    scripts = 0

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        if str(args[0]).startswith("EVAL"):
            self.scripts += 1
            raise self.failures[self.scripts - 1]
        return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("between", [(), (NoScriptError("started anew"),)], ids=["known", "forgotten"])
async def test_what_was_refused_after_an_answer_had_been_lost_may_have_been_done(
    between: tuple[Exception, ...],
) -> None:
    async def listener() -> Redis:
        raise AssertionError("nobody listens")

    line = LostThenFull(protocol=2)
    line.failures = (LostConnection("lost"), *between, OutOfMemoryError("full"))
    store = RedisStore(RedisClients(commands=line, listener=listener), SystemClock())
    with pytest.raises(CommitUnsure, match="full"):
        await store.commit(commit())
    assert line.scripts == len(line.failures)
    await store.close()


async def test_a_full_server_takes_no_sign_of_life_so_that_tables_hear_of_it(server: RedisServer) -> None:
    failures: list[int] = []
    async with opened(server.url) as raw:
        store = KeptStore(raw, SystemClock())
        store.failed = failures.append
        await store.as_store().beat("main", 1)
        with server.client() as client:
            client.config_set("maxmemory", 1)
            with pytest.raises(StoreUnavailable, match="maxmemory"):
                await store.as_store().beat("main", 2)
            client.config_set("maxmemory", 0)
        assert len(failures) == 1
        assert await raw.last_beat_ms() == 1


# --- a user of one's own ---------------------------------------------------------------------


@contextmanager
def user(server: RedisServer, *rights: str) -> Iterator[str]:
    """The server's address for a user that has these rights."""
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "bot", "on", ">hush", *rights)
    yield server.url.replace("//", "//bot:hush@")


async def two_that_commit(store: Store, other: Store) -> None:
    await applied(store, commit(command_id="c", claims=(1,), due_ms=9))
    assert await store.open_games() == ("g",)
    assert await store.game_of_member(GUILD, 1) == "g"
    assert await earliest_due_ms(other) == 9
    assert await status(other, commit(command_id="c")) is CommitStatus.REPEATED


async def test_the_rights_that_the_page_on_redis_asks_for_are_enough(server: RedisServer) -> None:
    rights = ("~mafiabot:*", "&mafiabot:*", "+@all", "-@admin", "-@dangerous", "+info")
    with user(server, *rights) as address:
        async with opened(address) as store, opened(address) as other:
            await two_that_commit(store, other)
            waiting = asyncio.ensure_future(other.wait_for_earlier(5))
            async with asyncio.timeout(20):
                after = 1
                while not waiting.done():
                    await applied(store, commit(after=after, due_ms=4))
                    await asyncio.sleep(0.05)
                    after += 1


async def test_a_user_without_channels_commits_as_a_whole_all_the_same(server: RedisServer) -> None:
    """Redis 7 gives a new user none, and a script is not undone where it breaks off."""
    with user(server, "~mafiabot:*", "resetchannels", "+@all") as address:
        async with opened(address) as store, opened(address) as other:
            await two_that_commit(store, other)


async def test_a_server_that_does_not_know_info_will_do() -> None:
    with own_server("--rename-command", "INFO", "") as server:
        async with opened(server.url) as store:
            await applied(store, commit())


# --- another server behind the same address --------------------------------------------------


class Moved:
    """One address that leads to a server, and from some moment on to another; old connections stay."""

    def __init__(self, server: RedisServer) -> None:
        self.port = server.port
        self._pumps: set[asyncio.Task[None]] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        for source, sink in ((reader, back), (there, writer)):
            pump = asyncio.ensure_future(_pumped(source, sink))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def ended(self) -> None:
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)


async def _pumped(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    try:
        while some := await source.read(65_536):
            sink.write(some)
            await sink.drain()
    except ConnectionError:
        pass
    finally:
        sink.close()


async def test_a_primary_that_became_a_replica_is_left_for_whoever_stands_behind_the_address_now(
    server: RedisServer,
) -> None:
    with own_server(listens=True) as heir:
        place = Moved(server)
        async with await asyncio.start_server(place.connected, "127.0.0.1", 0) as gate:
            port = gate.sockets[0].getsockname()[1]
            async with opened(f"redis://127.0.0.1:{port}") as raw:
                store = KeptStore(raw, SystemClock()).as_store()
                await applied(store, commit(command_id="a", claims=(1,)))
                with server.client() as client:
                    client.replicaof("127.0.0.1", heir.port)
                place.port = heir.port
                async with asyncio.timeout(20):
                    while True:
                        try:
                            await applied(store, commit(after=1))
                            break
                        except StoreUnavailable:
                            await asyncio.sleep(0.1)
            async with opened(heir.url) as there:
                assert await there.load("g") == state(seq=2)
                assert await there.log("g") == events(1, 2)
        await place.ended()
