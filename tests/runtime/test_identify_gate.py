"""The gate in front of IDENTIFY: one book for all processes, and memory where the store is away."""

import asyncio

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.lab.agreed import Agreed, AgreedCluster
from mafiabot.runtime.identify_book import DAY_MS, SLOT_MS, SessionStarts
from mafiabot.runtime.identify_gate import STORE_WAIT_MS, IdentifyGate

pytestmark = pytest.mark.virtual

EPOCH_MS = 1_790_000_000_000


class Gates:
    """`gates[n]`: of the n-th process."""

    def __init__(self, number: int) -> None:
        self.clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
        agreed = Agreed()
        self.clusters = [AgreedCluster(agreed, f"p{n}") for n in range(number)]
        self.gates = [IdentifyGate(cluster, self.clock) for cluster in self.clusters]

    async def told(self, *, left: int = 1000, shards: int = 4) -> "Gates":
        for gate in self.gates:
            reset_ms = self.clock.now_ms() + DAY_MS
            await gate.told(SessionStarts(total=1000, left=left, reset_ms=reset_ms, at_once=1), shards)
        return self

    async def entered_ms(self, number: int, shard_id: int) -> int:
        """When that process's shard is let in."""
        await self.gates[number].enter(shard_id)
        return self.clock.now_ms()


async def test_processes_enter_one_after_the_other() -> None:
    gates = await Gates(3).told()
    moments = sorted(await asyncio.gather(*(gates.entered_ms(n, n) for n in range(3))))
    assert moments[1] - moments[0] >= SLOT_MS
    assert moments[2] - moments[1] >= SLOT_MS


async def test_what_one_spends_the_others_have_no_more() -> None:
    gates = await Gates(2).told(left=250)
    await gates.entered_ms(0, 0)
    began_ms = gates.clock.now_ms()
    assert await gates.entered_ms(1, 1) - began_ms > 60_000


async def test_a_long_wait_is_logged_with_what_is_left() -> None:
    gates = await Gates(1).told(left=100)
    with capture_logs() as logs:
        await gates.entered_ms(0, 0)
    waits = [line for line in logs if line["event"] == "a gateway session has to wait"]
    assert waits[0]["left"] == 100
    assert waits[0]["wait_ms"] == DAY_MS // 100


async def test_near_spends_nothing() -> None:
    gates = await Gates(1).told()
    for _ in range(20):
        await gates.gates[0].near(0)
    assert await gates.entered_ms(0, 0) == gates.clock.now_ms()


async def test_without_the_store_a_process_goes_by_what_it_remembers() -> None:
    gates = await Gates(1).told()
    first_ms = await gates.entered_ms(0, 0)
    gates.clusters[0].away = True
    with capture_logs():
        second_ms = await gates.entered_ms(0, 1)
        third_ms = await gates.entered_ms(0, 2)
    assert STORE_WAIT_MS <= second_ms - first_ms < SLOT_MS + 2 * STORE_WAIT_MS
    assert third_ms - second_ms >= SLOT_MS


async def test_a_book_nobody_can_read_is_begun_anew() -> None:
    gates = Gates(1)
    gates.clusters[0].agreed.book = b"not a book"
    with capture_logs():
        await gates.told()
    assert await gates.entered_ms(0, 0) == gates.clock.now_ms()
