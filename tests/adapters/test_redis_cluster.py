"""Leases, signs of life and the book on Redis: one holder a shard, and nobody's lease renewed by another."""

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.one_process import BOOK_FILE, OneProcess
from mafiabot.adapters.process_place import ProcessPlace
from mafiabot.adapters.redis_cluster import RedisCluster
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.lab.stores import fake_redis
from mafiabot.runtime.cluster_port import LEASE_MS, Share
from tests.support.redis_servers import real_store

NOW_MS = 1_790_000_000_000
LATER_MS = NOW_MS + LEASE_MS
ALL = Share(shards=2)


@dataclass
class Place:
    name: str
    dead: set[str] = field(default_factory=set)

    def is_dead(self, holder: str) -> bool:
        return holder in self.dead


SERVERS = [pytest.param(kind, marks=pytest.mark.servers) for kind in ("redis", "redis_cluster")]


@pytest.fixture(params=["fake", *SERVERS])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[RedisStore]:
    if request.param != "fake":
        async with real_store(request.getfixturevalue(f"{request.param}_url")) as on_server:
            yield on_server
        return
    fake = RedisStore(fake_redis()(), SystemClock())
    yield fake
    await fake.close()


def process(store: RedisStore, name: str, *, dead: str = "") -> RedisCluster:
    return store.cluster(Place(name, {dead} if dead else set()))


async def test_a_lease_is_one_holders_until_it_runs_out(store: RedisStore) -> None:
    one, other = process(store, "one"), process(store, "other")
    assert await one.take(ALL, NOW_MS) == ()
    held = await other.take(Share(ordinal=1, total=2, shards=2), LATER_MS - 1)
    assert [(h.lease, h.holder, h.layout) for h in held] == [("1/2", "one", "0/1")]
    assert await other.take(ALL, LATER_MS) == ()
    assert not await one.renew(ALL, LATER_MS, serving=True)
    assert await other.renew(ALL, LATER_MS, serving=True)


async def test_all_leases_of_a_share_are_taken_or_none(store: RedisStore) -> None:
    one, other, third = (process(store, name) for name in ("one", "other", "third"))
    await one.take(Share(ordinal=1, total=2, shards=2), NOW_MS)
    assert len(await other.take(ALL, NOW_MS)) == 1
    assert await third.take(Share(ordinal=0, total=2, shards=2), NOW_MS) == ()


async def test_who_was_replaced_and_whose_successor_has_gone_is_replaced_all_the_same(
    store: RedisStore,
) -> None:
    one, other = process(store, "one"), process(store, "other")
    await one.take(ALL, NOW_MS)
    await other.take(ALL, LATER_MS)
    await other.release(ALL, LATER_MS)
    assert not await one.renew(ALL, LATER_MS + 2 * LEASE_MS, serving=True)
    assert await process(store, "fresh").take(ALL, LATER_MS) == ()


async def test_what_another_has_taken_is_not_given_back(store: RedisStore) -> None:
    one, other = process(store, "one"), process(store, "other")
    await one.take(ALL, NOW_MS)
    await other.take(ALL, LATER_MS)
    await one.release(ALL, LATER_MS)
    assert len(await process(store, "fresh").take(ALL, LATER_MS)) == 2


async def test_a_dead_processs_lease_need_not_run_out(store: RedisStore) -> None:
    await process(store, "one").take(ALL, NOW_MS)
    assert await process(store, "two", dead="one").shards_in_use(NOW_MS) is None
    assert await process(store, "two", dead="one").take(ALL, NOW_MS) == ()


async def test_a_store_that_has_lost_a_lease_is_told_it_again(store: RedisStore) -> None:
    assert await process(store, "one").renew(ALL, NOW_MS, serving=False)
    assert len(await process(store, "two").take(ALL, NOW_MS)) == 2


async def test_the_number_of_shards_is_what_running_processes_use(store: RedisStore) -> None:
    one, other = process(store, "one"), process(store, "other")
    await one.take(ALL, NOW_MS)
    assert await other.shards_in_use(NOW_MS) == 2
    assert await other.shards_in_use(LATER_MS) is None
    assert await one.shards_in_use(NOW_MS) is None, "its own leases bind nobody"


async def test_signs_of_life_are_those_of_tables_that_are_served(store: RedisStore) -> None:
    one = process(store, "one")
    await one.take(ALL, NOW_MS)
    await one.renew(ALL, NOW_MS + 1, serving=False)
    assert await one.signs() == {}
    await one.renew(ALL, NOW_MS + 2, serving=True)
    await one.release(ALL, NOW_MS + 3)
    assert await process(store, "two").signs() == {"0/2": NOW_MS + 2, "1/2": NOW_MS + 2}


async def test_the_book_is_written_only_over_what_was_read(store: RedisStore) -> None:
    one, other = process(store, "one"), process(store, "other")
    assert await one.book() is None
    assert await one.write_book(None, b"1")
    assert not await other.write_book(None, b"2")
    assert await other.write_book(b"1", b"2")
    assert await one.book() == b"2"


# --- one process alone ---------------------------------------------------------------------------


async def test_the_book_of_a_process_alone_outlives_it(tmp_path: Path) -> None:
    await OneProcess(tmp_path).write_book(None, b"1")
    assert await OneProcess(tmp_path).book() == b"1"
    assert (tmp_path / BOOK_FILE).read_bytes() == b"1"
    assert (tmp_path / BOOK_FILE).stat().st_mode & 0o077 == 0
    assert await OneProcess().book() is None


async def test_a_folder_that_cannot_be_written_keeps_no_shard_from_coming_back(tmp_path: Path) -> None:
    alone = OneProcess(tmp_path / "missing")
    assert await alone.write_book(None, b"1")
    assert await alone.book() == b"1"


# --- which process -------------------------------------------------------------------------------


def test_a_process_is_known_to_be_dead_only_on_its_own_machine() -> None:
    here = ProcessPlace()
    machine = here.name.rsplit(".", 2)[0]
    if not machine:
        pytest.skip("this system does not tell its boot")
    gone, running = 4_194_304, os.getppid()
    assert here.is_dead(f"{machine}.{gone}.abcd")
    assert here.is_dead(f"{machine}.{os.getpid()}.abcd"), "a former holder of this process's number"
    assert not here.is_dead(f"{machine}.{running}.abcd")
    assert not here.is_dead(here.name)
    assert not here.is_dead(f"elsewhere.1.{gone}.abcd")
    assert not here.is_dead("nonsense")


def test_every_start_has_a_name_of_its_own() -> None:
    assert ProcessPlace().name != ProcessPlace().name
    assert " " not in ProcessPlace().name
