"""Leases: who serves what, who waits, and how somebody finds out that he has been replaced."""

import asyncio

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.one_process import OneProcess
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.lab.agreed import Agreed, AgreedCluster
from mafiabot.runtime.cluster_port import LEASE_MS, Share, Signs
from mafiabot.runtime.ownership import FRESH_MS, Ownership, ShardsInUse
from mafiabot.runtime.ports import StoreUnavailable

pytestmark = pytest.mark.virtual

EPOCH_MS = 1_790_000_000_000


def guild(shard_id: int, shards: int) -> int:
    return (shards * 1_000 + shard_id) << 22


class Fleet:
    """Processes on one agreement, each with a cluster of its own to be cut off from."""

    def __init__(self) -> None:
        self.clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
        self.agreed = Agreed()
        self.clusters: dict[str, AgreedCluster] = {}
        self.tasks: list[asyncio.Task[None]] = []

    def process(self, name: str, ordinal: int = 0, total: int = 1) -> Ownership:
        self.clusters[name] = AgreedCluster(self.agreed, name)
        return Ownership(self.clusters[name], MemoryStore(), self.clock, ordinal=ordinal, total=total)

    async def running(self, name: str, ordinal: int = 0, total: int = 1, shards: int = 4) -> Ownership:
        one = self.process(name, ordinal, total)
        await one.take(shards)
        self.tasks.append(asyncio.ensure_future(one.run()))
        return one

    async def seconds(self, seconds: float) -> None:
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))


@pytest.fixture
async def fleet():  # type: ignore[no-untyped-def]  # an async generator of Fleet
    made = Fleet()
    yield made
    for task in made.tasks:
        task.cancel()
    await asyncio.gather(*made.tasks, return_exceptions=True)


def test_every_guild_is_one_processs() -> None:
    shares = [Share(ordinal=n, total=3, shards=8) for n in range(3)]
    assert sorted(shard for share in shares for shard in share.ids) == list(range(8))
    for shard_id in range(8):
        assert [share.has(guild(shard_id, 8)) for share in shares].count(True) == 1


def test_a_process_without_a_shard_is_refused() -> None:
    with pytest.raises(ValueError, match="has none"):
        Share(ordinal=2, total=3, shards=2)


def test_a_guilds_last_sign_of_life_is_its_shards_under_any_number_of_shards() -> None:
    signs = Signs({"1/2": 100, "3/4": 300, "0/2": 900}, any_ms=1_000)
    assert signs.last_ms(guild(3, 4)) == 300
    assert signs.last_ms(guild(0, 4)) == 900
    assert Signs({}, any_ms=7).last_ms(guild(0, 1)) == 7


async def test_the_second_waits_until_the_first_has_ended(fleet: Fleet) -> None:
    first, second = await fleet.running("a"), fleet.process("b")
    with capture_logs() as logs:
        taking = asyncio.ensure_future(second.take(4))
        await fleet.seconds(2 * LEASE_MS / 1000)
        assert not taking.done(), "a lease that is renewed does not run out"
        await first.release()
        await fleet.seconds(1)
    assert taking.done()
    assert [line["log_level"] for line in logs] == ["warning"], "said once, not four times a second"


async def test_a_lease_that_is_not_renewed_runs_out(fleet: Fleet) -> None:
    first = await fleet.running("a")
    fleet.clusters["a"].away = True
    began_ms = fleet.clock.now_ms()
    with capture_logs():
        second = await fleet.running("b")
        assert fleet.clock.now_ms() - began_ms <= LEASE_MS + 500
        fleet.clusters["a"].away = False
        await fleet.seconds(1)
    assert first.lost.is_set()
    assert not first.owns(guild(0, 4))
    assert second.owns(guild(0, 4))
    assert not second.lost.is_set()


async def test_who_was_replaced_finds_it_before_he_acts(fleet: Fleet) -> None:
    stopped = fleet.process("a")
    await stopped.take(4)
    await fleet.seconds(LEASE_MS / 1000 + 1)  # it stands still: nothing renews
    await fleet.running("b")
    assert stopped.owns(guild(1, 4)), "he does not know yet"
    with capture_logs():
        assert not await stopped.sure(guild(1, 4))
    assert stopped.lost.is_set()


async def test_a_look_is_good_for_a_quarter_of_a_second(fleet: Fleet) -> None:
    one = fleet.process("a")
    await one.take(4)
    asked = fleet.clusters["a"].asked
    assert await one.sure(guild(1, 4))
    assert fleet.clusters["a"].asked == asked
    await fleet.seconds((FRESH_MS + 1) / 1000)
    assert all(await asyncio.gather(*(one.sure(guild(1, 4)) for _ in range(5))))
    assert fleet.clusters["a"].asked == asked + 1, "those who ask at once share one answer"


async def test_without_an_answer_nobody_is_sure(fleet: Fleet) -> None:
    one = fleet.process("a")
    await one.take(4)
    await fleet.seconds(1)
    fleet.clusters["a"].away = True
    with pytest.raises(StoreUnavailable):
        await one.sure(guild(0, 4))


async def test_an_outage_is_logged_once_however_long_it_lasts(fleet: Fleet) -> None:
    await fleet.running("a")
    with capture_logs() as logs:
        for _ in range(2):
            fleet.clusters["a"].away = True
            await fleet.seconds(10)
            fleet.clusters["a"].away = False
            await fleet.seconds(1)
    assert [line["event"] for line in logs] == ["store unavailable, leases not renewed"] * 2


class Slow(AgreedCluster):
    """Takes so long over a question, and then does not answer while it is `away`."""

    slow_s = 0.9

    async def renew(self, share: Share, now_ms: int, *, serving: bool) -> bool:
        await asyncio.sleep(self.slow_s)
        return await super().renew(share, now_ms, serving=serving)


async def slow(fleet: Fleet) -> tuple[Ownership, Slow]:
    """A process whose last look is old."""
    cluster = Slow(fleet.agreed, "a")
    one = Ownership(cluster, MemoryStore(), fleet.clock)
    await one.take(4)
    await fleet.seconds(1)
    return one, cluster


async def test_of_a_store_that_stands_still_all_who_ask_hear_together(fleet: Fleet) -> None:
    one, cluster = await slow(fleet)
    cluster.away = True
    began_ms = fleet.clock.now_ms()
    answers = await asyncio.gather(*(one.sure(guild(0, 4)) for _ in range(9)), return_exceptions=True)
    assert {type(answer) for answer in answers} == {StoreUnavailable}
    assert fleet.clock.now_ms() - began_ms <= 1_000, "a press is to be answered within three seconds"


async def test_a_look_that_began_before_one_asked_is_not_taken_for_his(fleet: Fleet) -> None:
    one, cluster = await slow(fleet)
    asked, first = cluster.asked, asyncio.ensure_future(one.sure(guild(0, 4)))
    await fleet.seconds(0.5)
    later = [asyncio.ensure_future(one.sure(guild(0, 4))) for _ in range(3)]
    await fleet.seconds(0.5)
    assert first.done()
    assert not any(answer.done() for answer in later)
    assert await asyncio.gather(*later) == [True] * 3
    assert cluster.asked == asked + 2


async def test_a_lease_is_given_back_after_the_last_look_and_not_taken_again_by_it(fleet: Fleet) -> None:
    one, _ = await slow(fleet)
    looking = asyncio.ensure_future(one.sure(guild(0, 4)))
    await fleet.seconds(0.1)
    await one.release()
    await fleet.seconds(1)
    await asyncio.wait_for(fleet.process("b").take(4), 0.1)
    assert not await looking


async def test_a_standstill_nobody_noticed_costs_nothing(fleet: Fleet) -> None:
    one = fleet.process("a")
    await one.take(4)
    await fleet.seconds(20)
    assert await one.sure(guild(0, 4))


async def test_only_who_serves_gives_signs_of_life(fleet: Fleet) -> None:
    one = await fleet.running("a", shards=2)
    await fleet.seconds(1)
    assert fleet.agreed.served == {}
    one.serving = True
    await fleet.seconds(1)
    assert set(fleet.agreed.served) == {"0/2", "1/2"}
    last_ms = fleet.clock.now_ms()
    one.serving = False
    await fleet.seconds(5)
    assert max(fleet.agreed.served.values()) <= last_ms


async def test_processes_agree_on_one_number_of_shards(fleet: Fleet) -> None:
    await fleet.running("a", 0, 2, shards=4)
    assert (await fleet.running("b", 1, 2, shards=6)).share.shards == 4
    with pytest.raises(ShardsInUse, match="use 4"):
        await fleet.process("c", 0, 2).take(6, wanted=6)
    with pytest.raises(ShardsInUse, match="at least 5"):
        await fleet.process("d", 4, 5).take(6)


async def test_there_is_a_shard_for_every_process() -> None:
    fleet = Fleet()
    one = fleet.process("a", 0, 3)
    await one.take(1)
    assert one.share.shards == 3


async def test_another_number_of_processes_takes_up_what_the_former_ones_have_left(fleet: Fleet) -> None:
    former = [await fleet.running(f"old {n}", n, 2) for n in range(2)]
    with capture_logs():
        taking = [asyncio.ensure_future(fleet.running(f"new {n}", n, 4)) for n in range(4)]
        await fleet.seconds(1)
        assert not any(one.done() for one in taking)
        for one in former:
            await one.release()
        await fleet.seconds(1)
    assert [one.result().share.ids for one in taking] == [(0,), (1,), (2,), (3,)]


async def test_a_process_alone_asks_nobody() -> None:
    clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
    alone = Ownership(OneProcess(), MemoryStore(), clock)
    await alone.take(1)
    await alone.run()
    assert await alone.sure(guild(0, 1))
    await alone.release()
    assert not alone.owns(guild(0, 1))
