"""One effect in flight and one waiting, for each key."""

import pytest
from structlog.testing import capture_logs

from mafiabot.runtime.background import Background
from mafiabot.runtime.coalescer import RETRY_MS, Coalescer
from mafiabot.runtime.ports import StoreUnavailable
from tests.support.shell import Shell

pytestmark = pytest.mark.virtual


class Worker:
    """Takes a second for each call."""

    def __init__(self, delay_ms: int = 0) -> None:
        self.shell = Shell()
        self.background = Background()
        self.began: list[tuple[str, int]] = []
        self.start_ms = self.shell.clock.now_ms()
        self.queue: Coalescer[str] = Coalescer(
            self.background, self.shell.clock, self.work, name="work", delay_ms=delay_ms
        )

    async def work(self, key: str) -> None:
        self.began.append((key, self.shell.clock.now_ms() - self.start_ms))
        if key == "bad":
            raise RuntimeError("bad")
        if key == "unkept" and len(self.began) < 3:
            raise StoreUnavailable("gone")
        await self.shell.seconds(1)


async def test_pokes_before_the_work_begins_are_one() -> None:
    worker = Worker(delay_ms=400)
    for _ in range(5):
        worker.queue.poke("a")
    await worker.background.drain()
    assert worker.began == [("a", 400)]


async def test_pokes_during_the_work_earn_one_more_call() -> None:
    worker = Worker()
    worker.queue.poke("a")
    await worker.shell.seconds(0.1)
    for _ in range(5):
        worker.queue.poke("a")
    await worker.background.drain()
    assert worker.began == [("a", 0), ("a", 1000)]


async def test_keys_do_not_wait_for_each_other() -> None:
    worker = Worker()
    worker.queue.poke("a")
    worker.queue.poke("b")
    await worker.background.drain()
    assert worker.began == [("a", 0), ("b", 0)]


async def test_a_failure_is_logged_and_the_key_works_again() -> None:
    worker = Worker()
    with capture_logs() as logs:
        worker.queue.poke("bad")
        await worker.background.drain()
    worker.queue.poke("bad")
    with capture_logs():
        await worker.background.drain()
    assert [line["event"] for line in logs] == ["background task failed"]
    assert len(worker.began) == 2


async def test_what_a_store_that_is_away_hinders_is_done_when_it_is_back() -> None:
    worker = Worker(delay_ms=400)
    with capture_logs() as logs:
        worker.queue.poke("unkept")
        await worker.background.drain()
    assert [line["event"] for line in logs] == ["store unavailable, tried again"] * 2
    every_ms = RETRY_MS + 400
    assert [at_ms for _, at_ms in worker.began] == [400, 400 + every_ms, 400 + 2 * every_ms]


async def test_nothing_is_remembered_of_keys_that_are_done() -> None:
    worker = Worker()
    worker.queue.poke("a")
    await worker.background.drain()
    assert not worker.queue._again
