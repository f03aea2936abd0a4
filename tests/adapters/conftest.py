"""What adapters are tried on: each live store in turn, those on servers in their suite; a guild's voice."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from mafiabot.runtime.ports import Store
from tests.support.hall import Hall, a_hall
from tests.support.redis_servers import one_cluster, own_cluster, own_sentinel, real_store
from tests.support.stores import STORES


@pytest.fixture(scope="session")
def redis_cluster_url() -> Iterator[str]:
    with own_cluster() as address:
        yield address


@pytest.fixture(scope="session")
def redis_sentinel_url() -> Iterator[str]:
    with own_sentinel() as address:
        yield address


SERVERS = [
    pytest.param("redis", marks=pytest.mark.servers),
    pytest.param("redis_cluster", marks=[pytest.mark.servers, one_cluster]),
    pytest.param("redis_sentinel", marks=pytest.mark.servers),
]


@pytest.fixture(params=[*sorted(STORES), *SERVERS])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param not in STORES:
        async with real_store(request.getfixturevalue(f"{request.param}_url")) as on_server:
            yield on_server
        return
    opened = STORES[request.param](tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    async with a_hall() as made:
        yield made
