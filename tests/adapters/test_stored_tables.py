"""Tables as they lie in a store, seen from outside a running bot: the same of every store."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.codec import decode_event, decode_state
from mafiabot.adapters.redis_cluster import RedisCluster
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_tables import RedisTables
from mafiabot.adapters.redis_url import DEFAULT_PREFIX, parse_redis_url
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.adapters.sqlite_tables import SqliteTables
from mafiabot.adapters.stored_tables import Owners, StoredTables
from mafiabot.lab.stores import erase, fake_redis
from mafiabot.runtime.cluster_port import Share
from mafiabot.runtime.ports import CommitStatus, Store, StoreUnavailable
from tests.adapters.conftest import SERVERS
from tests.support.stores import CHANNEL, GUILD, commit, debt, events, state

DUE_MS = 5_000


@dataclass(frozen=True)
class Both:
    """A store that is in use, and the same store from outside."""

    store: Store
    tables: StoredTables


class Here:
    """Where a process of a test is."""

    name = "here"

    def is_dead(self, holder: str) -> bool:
        return False


@pytest.fixture(params=["sqlite", "fakeredis", *SERVERS])
async def both(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Both]:
    clock = SystemClock()
    async with AsyncExitStack() as opened:
        if request.param == "sqlite":
            found = Both(SqliteStore(tmp_path), SqliteTables(tmp_path))
        elif request.param == "fakeredis":
            clients = fake_redis()
            found = Both(RedisStore(clients(), clock), RedisTables(clients(), clock, DEFAULT_PREFIX))
        else:
            address = request.getfixturevalue(f"{request.param}_url")
            url = replace(parse_redis_url(address), prefix=f"test-{secrets.token_hex(6)}")
            opened.push_async_callback(erase, url, clock)
            found = Both(await RedisStore.open(url, clock), RedisTables.at(url, clock))
        opened.push_async_callback(found.tables.close)
        opened.push_async_callback(found.store.close)
        yield found


async def test_open_tables_are_seen_as_they_lie_there(both: Both) -> None:
    await both.store.commit(commit("g1", count=3, claims=(1, 2), due_ms=DUE_MS))
    await both.store.commit(commit("g2", channel_id=CHANNEL + 1))
    await both.store.commit(commit("g3", channel_id=CHANNEL + 2, over=True))
    first, second = await both.tables.open()
    assert (first.game_id, first.guild_id, first.channel_id) == ("g1", GUILD, CHANNEL)
    assert (first.seq, first.due_ms) == (3, DUE_MS)
    assert decode_state(first.state) == state("g1", seq=3)
    assert (second.game_id, second.due_ms) == ("g2", None)


async def test_many_tables_are_all_seen(both: Both) -> None:
    for number in range(120):
        await both.store.commit(commit(f"g{number:03d}", channel_id=CHANNEL + number, due_ms=number))
    seen = await both.tables.open()
    assert [(one.game_id, one.due_ms) for one in seen] == [(f"g{n:03d}", n) for n in range(120)]


async def test_one_table_and_its_log_can_be_asked_for_also_when_it_is_over(both: Both) -> None:
    await both.store.commit(commit("g", count=3, over=True))
    one = await both.tables.one("g")
    assert one is not None
    assert decode_state(one.state).over
    assert tuple(map(decode_event, await both.tables.log("g"))) == events(1, 3)
    assert await both.tables.one("nobody") is None
    assert await both.tables.log("nobody") == ()


async def test_a_dropped_table_frees_its_channel_and_members_and_nothing_waits_for_it(both: Both) -> None:
    await both.store.commit(commit("g", count=2, claims=(1, 2), due_ms=DUE_MS, command_id="c"))
    await both.store.put_debt(debt(1))
    table = await both.tables.one("g")
    assert table is not None
    assert await both.tables.drop(table)
    assert await both.tables.one("g") is None
    assert (await both.store.open_games(), await both.store.load("g")) == ((), None)
    assert await both.store.due(10 * DUE_MS) == ()
    assert await both.store.game_of_member(GUILD, 1) is None
    assert await both.store.game_in_channel(CHANNEL, GUILD) is None
    assert [one.user_id for one in await both.store.debts()] == [1]
    other = await both.store.commit(commit("h", claims=(1, 2)))
    assert other.status is CommitStatus.APPLIED


async def test_who_still_has_a_dropped_table_cannot_bring_it_back(both: Both) -> None:
    await both.store.commit(commit("g", count=2, claims=(1,)))
    table = await both.tables.one("g")
    assert table is not None
    await both.tables.drop(table)
    late = await both.store.commit(commit("g", after=2, claims=(1,)))
    assert late.status is CommitStatus.CONFLICT


async def test_a_table_that_has_gone_on_since_it_was_seen_is_not_dropped(both: Both) -> None:
    await both.store.commit(commit("g"))
    table = await both.tables.one("g")
    assert table is not None
    await both.store.commit(commit("g", after=1))
    assert not await both.tables.drop(table)
    assert await both.store.open_games() == ("g",)


async def test_who_serves_a_guild_is_told_while_he_does(both: Both) -> None:
    if isinstance(both.store, SqliteStore):
        assert (await both.tables.owners()).of(GUILD) == "0/1"
        await both.store.close()
        assert not (await both.tables.owners()).somebody
        return
    assert isinstance(both.store, RedisStore)
    cluster, clock = both.store.cluster(Here()), SystemClock()
    assert isinstance(cluster, RedisCluster)
    assert await both.tables.owners() == Owners()
    share = Share(ordinal=1, total=2, shards=2)
    await cluster.take(share, clock.now_ms())
    owners = await both.tables.owners()
    assert owners.of_lease == (("1/2", "1/2"),)
    assert (owners.of(1 << 22), owners.of(2 << 22)) == ("1/2", None)
    await cluster.release(share, clock.now_ms())
    assert not (await both.tables.owners()).somebody


def test_a_folder_without_a_live_store_is_left_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"no live\.sqlite3"):
        SqliteTables(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []
