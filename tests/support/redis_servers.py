"""Redis for tests: a prefix of one's own on a shared server, or the lab's whole servers to be hurt."""

import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import pytest
from redis.exceptions import RedisError

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import RedisUrl, parse_redis_url
from mafiabot.lab.redis_servers import PROGRAM, RedisServer, redis_cluster, redis_sentinel, redis_server
from mafiabot.lab.stores import erase
from mafiabot.runtime.ports import Clock, StoreUnavailable
from tests.support.servers import require_program

one_cluster = pytest.mark.xdist_group("cluster")
"""Tests of clusters, whose nodes have to agree in time, run in one worker one after the other."""


def with_prefix(url: str) -> str:
    """The same server, and a prefix nobody else has."""
    return f"{url}?prefix=test-{secrets.token_hex(6)}"


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[RedisStore]:
    """A store at `address` as it is; nothing is erased."""
    store = await RedisStore.open(parse_redis_url(address), SystemClock())
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def real_store(address: str, clock: Clock | None = None) -> AsyncIterator[RedisStore]:
    """A store at `address` under a new prefix that is erased afterwards."""
    url, clock = parse_redis_url(with_prefix(address)), clock or SystemClock()
    store = await _opened(url, clock)
    try:
        yield store
    finally:
        await store.close()
        with suppress(RedisError):  # held up again: what is left bears a prefix that nobody else has
            await erase(url, clock)


async def _opened(url: RedisUrl, clock: Clock) -> RedisStore:
    """A busy machine may hold a server up for longer than a store waits for its answer."""
    with suppress(StoreUnavailable):
        return await RedisStore.open(url, clock)
    return await RedisStore.open(url, clock)


@contextmanager
def own_server(*options: str, listens: bool = False) -> Iterator[RedisServer]:
    """A server of one's own; where there is no such program, the test is skipped, or failed in CI."""
    require_program(PROGRAM)
    with redis_server(*options, listens=listens) as server:
        yield server


@contextmanager
def own_cluster() -> Iterator[str]:
    """Three nodes of one's own; yields the address. Skipped or failed as above."""
    require_program(PROGRAM)
    with redis_cluster() as address:
        yield address


@contextmanager
def own_sentinel() -> Iterator[str]:
    """A server behind a sentinel; yields the address. Skipped or failed as above."""
    require_program(PROGRAM)
    with redis_sentinel() as address:
        yield address
