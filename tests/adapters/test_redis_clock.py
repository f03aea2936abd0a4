"""Processes that share a store keep one time, and nobody's time ever goes back."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from mafiabot.adapters.clock import STEER_SHARE, SystemClock
from mafiabot.adapters.redis_clock import EVERY_MS, ClockDiscipline
from mafiabot.runtime.ports import StoreUnavailable

EPOCH_US = 1_790_000_000_000_000


class Host:
    """A host and a server with a true time; a question to the server takes `way_us` there and back."""

    def __init__(self, wrong_by_us: int) -> None:
        self.true_us = EPOCH_US
        self.way_us: Iterator[tuple[int, int]] = iter(lambda: (100, 100), None)
        self.reachable = True
        self.clock = SystemClock(
            wall_ns=lambda: (EPOCH_US + wrong_by_us) * 1_000, monotonic_ns=lambda: self.true_us * 1_000
        )

    async def server_us(self) -> int:
        if not self.reachable:
            raise StoreUnavailable("gone")
        there, back = next(self.way_us)
        self.true_us += there
        answer = self.true_us
        self.true_us += back
        return answer

    @property
    def wrong_us(self) -> int:
        return self.clock.now_us() - self.true_us


@pytest.mark.parametrize("wrong_by_us", [0, 40_000, -3_600_000_000])
async def test_at_start_the_clock_is_set_by_the_servers(wrong_by_us: int) -> None:
    host = Host(wrong_by_us)
    await ClockDiscipline(host.server_us, host.clock).begin()
    assert abs(host.wrong_us) <= 1


async def test_a_few_slow_or_lopsided_answers_do_not_matter() -> None:
    host = Host(0)
    host.way_us = iter([(90_000, 10), (10, 80_000), (70_000, 0), (60_000, 5), *[(100, 120)] * 5])
    await ClockDiscipline(host.server_us, host.clock).begin()
    assert abs(host.wrong_us) <= 10


@given(st.lists(st.tuples(st.integers(-500_000, 500_000), st.integers(0, 3_000_000)), max_size=20))
def test_a_steered_clock_never_goes_back_and_never_runs_off(steps: list[tuple[int, int]]) -> None:
    host = Host(0)
    for offset_us, wait_us in steps:
        host.clock.steer(offset_us)
        for part in (0, 1, 2, wait_us):
            before = host.clock.now_us()
            host.true_us += part
            passed = host.clock.now_us() - before
            assert passed >= 0
            assert abs(passed - part) <= part // STEER_SHARE + 1


def test_what_is_steered_is_there_after_twenty_times_as_long() -> None:
    host = Host(0)
    host.clock.steer(-10_000)
    host.true_us += 100_000
    assert host.wrong_us == -5_000
    host.true_us += 100_000
    assert host.wrong_us == -10_000
    host.true_us += 10_000_000
    assert host.wrong_us == -10_000


async def a_minute(host: Host) -> list[str]:
    """What is logged while the discipline compares once and the clock then runs for a while."""
    minutes, compared = iter((EVERY_MS,)), asyncio.Event()

    async def sleep_until_ms(at_ms: int) -> None:
        passed = next(minutes, None)
        if passed is None:
            compared.set()
            await asyncio.Event().wait()
            return
        host.true_us += passed * 1_000

    host.clock.sleep_until_ms = sleep_until_ms  # type: ignore[method-assign]
    with capture_logs() as logged:
        running = asyncio.ensure_future(ClockDiscipline(host.server_us, host.clock).run())
        await compared.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    host.true_us += EVERY_MS * 1_000
    return [f"{line['log_level']}: {line['event']}" for line in logged]


async def test_a_clock_that_drifts_is_brought_back_without_a_word() -> None:
    host = Host(120_000)
    assert await a_minute(host) == []
    assert abs(host.wrong_us) <= 1


async def test_more_than_a_quarter_of_a_second_raises_an_alarm() -> None:
    host = Host(-260_000)
    assert await a_minute(host) == ["error: this host's clock and the store's differ"]
    assert abs(host.wrong_us) <= 1


async def test_without_an_answer_the_clock_runs_on_as_it_was() -> None:
    host = Host(120_000)
    host.reachable = False
    assert await a_minute(host) == ["warning: store unavailable, clock not compared"]
    assert host.wrong_us == 120_000
