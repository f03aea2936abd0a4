"""A store in trouble: what it does to whoever asks, and what it has kept afterwards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.lab.drill.format import StoreName
from mafiabot.lab.drill.stores import drill_store
from mafiabot.lab.drill.trouble import Trouble, TroubledStore
from mafiabot.lab.stage import virtual_clock
from mafiabot.runtime.ports import Commit, Store, StoreUnavailable
from tests.support.stores import commit, debt

pytestmark = pytest.mark.virtual


class Bench:
    """A troubled store, and the commits it has told of."""

    def __init__(self, inner: Store, trouble: Trouble) -> None:
        self.trouble = trouble
        self.told: list[int] = []
        self.store = TroubledStore.over(inner, trouble, self._committed)

    async def _committed(self, made: Commit, store: Store) -> None:
        assert await store.load(made.state.game_id) is not None
        self.told.append(made.state.seq)


@asynccontextmanager
async def troubled(folder: Path, kind: StoreName = "sqlite") -> AsyncIterator[Bench]:
    async with drill_store(kind, folder, virtual_clock()) as there:
        bench = Bench(there.open(), Trouble(there.rewinder))
        yield bench
        await bench.store.close()


async def seq(store: Store) -> int | None:
    state = await store.load("g")
    return None if state is None else state.seq


async def test_without_trouble_everything_is_passed_on_and_commits_are_told(tmp_path: Path) -> None:
    async with troubled(tmp_path) as bench:
        await bench.store.commit(commit())
        await bench.store.put_debt(debt())
        assert await seq(bench.store) == 1
        assert bench.told == [1]
        assert len(await bench.store.debts()) == 1


async def test_a_store_that_is_gone_fails_at_once_and_keeps_nothing(tmp_path: Path) -> None:
    async with troubled(tmp_path) as bench:
        bench.trouble.gone = True
        before_s = running_virtual_loop().time()
        with pytest.raises(StoreUnavailable):
            await bench.store.commit(commit())
        with pytest.raises(StoreUnavailable):
            await bench.store.load("g")
        assert running_virtual_loop().time() == before_s
        bench.trouble.gone = False
        assert await seq(bench.store) is None


async def test_a_frozen_store_is_given_up_within_a_second_and_writes_when_it_thaws(tmp_path: Path) -> None:
    async with troubled(tmp_path) as bench:
        bench.trouble.freeze()
        before_s = running_virtual_loop().time()
        with pytest.raises(StoreUnavailable):
            await bench.store.commit(commit())
        assert 0 < running_virtual_loop().time() - before_s < 1
        assert bench.told == []
        await bench.trouble.thaw()
        assert await seq(bench.store) == 1
        assert bench.told == [1]


async def test_a_store_that_thaws_in_time_answers_whoever_still_waits(tmp_path: Path) -> None:
    async with troubled(tmp_path) as bench:
        await bench.store.commit(commit())
        bench.trouble.freeze()
        asked = asyncio.ensure_future(seq(bench.store))
        await asyncio.sleep(0.5)
        assert not asked.done()
        await bench.trouble.thaw()
        assert await asked == 1


@pytest.mark.parametrize("kind", ["sqlite", "fake"])
async def test_a_store_that_forgets_is_as_it_was_before_its_last_commit(
    tmp_path: Path, kind: StoreName
) -> None:
    async with troubled(tmp_path, kind) as bench:
        await bench.store.commit(commit())
        await bench.store.put_debt(debt(user_id=1))
        await bench.store.commit(commit(after=1))
        await bench.store.put_debt(debt(user_id=2))
        await bench.trouble.forget_last()
        assert await seq(bench.store) == 1
        assert [one.user_id for one in await bench.store.debts()] == [1]
        await bench.store.commit(commit(after=1))
        assert await seq(bench.store) == 2
