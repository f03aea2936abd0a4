"""The clocks: milliseconds that never go back, and sleeps that end no earlier than asked."""

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from mafiabot.adapters.clock import SystemClock, VirtualClock
from mafiabot.adapters.virtual_time import START_S, running_virtual_loop

if TYPE_CHECKING:
    from mafiabot.runtime.ports import Clock

    def _both_are_the_port(real: SystemClock, virtual: VirtualClock) -> tuple[Clock, Clock]:
        return real, virtual


EPOCH_MS = 1_750_000_000_000
STARTED_MS = EPOCH_MS + round(START_S * 1000)


class _Host:
    """A host whose wall clock somebody sets back."""

    wall, monotonic = EPOCH_MS * 1_000_000, 77_000_000

    def clock(self) -> SystemClock:
        return SystemClock(wall_ns=lambda: self.wall, monotonic_ns=lambda: self.monotonic)


def test_the_system_clock_follows_the_monotonic_clock_from_the_wall_clock_of_its_making() -> None:
    host = _Host()
    clock = host.clock()
    host.monotonic += 1_500_999_999
    assert (clock.now_ms(), clock.monotonic_ms()) == (EPOCH_MS + 1500, 1577)


def test_setting_the_hosts_wall_clock_changes_nothing() -> None:
    host = _Host()
    clock = host.clock()
    host.wall -= 3_600_000_000_000
    assert clock.now_ms() == EPOCH_MS


async def test_a_real_sleep_ends_no_earlier_than_asked() -> None:
    clock = SystemClock()
    for wait_ms in (1, 3, 10):
        at_ms = clock.now_ms() + wait_ms
        await clock.sleep_until_ms(at_ms)
        assert clock.now_ms() >= at_ms


async def test_a_hold_in_real_time_holds_nothing() -> None:
    clock = SystemClock()
    with clock.hold():
        await clock.sleep_until_ms(clock.now_ms() + 1)


@pytest.mark.virtual
async def test_a_virtual_sleep_ends_exactly_when_asked() -> None:
    loop = running_virtual_loop()
    clock = VirtualClock(loop, EPOCH_MS)
    await asyncio.sleep(0.000_7)
    for wait_ms in (1, 333, 60_000, 86_400_000):
        at_ms = clock.now_ms() + wait_ms
        await clock.sleep_until_ms(at_ms)
        assert clock.now_ms() == at_ms
        assert loop.time_us() % 1000 == 0


@pytest.mark.virtual
async def test_virtual_milliseconds_count_from_the_epoch_given() -> None:
    clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
    assert clock.now_ms() == STARTED_MS
    await asyncio.sleep(2.5)
    assert (clock.now_ms(), clock.monotonic_ms()) == (STARTED_MS + 2500, round(START_S * 1000) + 2500)


@pytest.mark.virtual
async def test_a_moment_that_is_past_still_lets_others_run() -> None:
    clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
    other = asyncio.create_task(asyncio.sleep(0))
    for _ in range(3):
        await clock.sleep_until_ms(STARTED_MS - 5)
    assert (other.done(), clock.now_ms()) == (True, STARTED_MS)


@pytest.mark.virtual
async def test_the_virtual_clocks_hold_is_the_loops() -> None:
    loop = running_virtual_loop()
    clock = VirtualClock(loop, EPOCH_MS)
    woken = asyncio.create_task(clock.sleep_until_ms(STARTED_MS + 1))
    answered = asyncio.Event()
    threading.Timer(0.02, loop.call_soon_threadsafe, (answered.set,)).start()
    with clock.hold():
        await answered.wait()
        assert not woken.done()
    await woken
