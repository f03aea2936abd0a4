"""Virtual time: an event loop whose clock jumps to the next timer when nothing else can happen.

Everything that plays a game (bot, local Discord, people) runs in one process on one `VirtualLoop` and
talks over loopback sockets. While callbacks are ready or a socket is readable, no time passes; once all is
quiet the clock jumps to the next timer. An hour of play takes as long as its work, and the same seed gives
the same trace under any load.

    result = run(main())                        # as fast as the machine can
    result = run(main(), pace=40)               # held back: 40 game seconds per real second

    loop = running_virtual_loop()
    with loop.hold():                           # a call that leaves the loop: a real server, a thread
        await redis.ping()                      # no jump while it is in flight

Work in the loop's executors (`run_in_executor`, `asyncio.to_thread`, `getaddrinfo`) and the start of
subprocesses hold by themselves. Waiting for another process does not: wrap it. A hold during which nothing
arrives for `HOLD_PATIENCE_S` real seconds lets the clock walk at real speed, so that a time-out around a
server that hangs still fires.

Tests: mark a module, class or test with `pytest.mark.virtual` and its async tests and fixtures run on a
fresh `VirtualLoop`, whose `time()` starts at `START_S`. The marker takes `start_s` and `pace`.
"""

import asyncio
import selectors
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeVar, TypeVarTuple

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")
_Events = list[tuple[selectors.SelectorKey, int]]

START_S = 1_000.0
"""Where a loop's clock starts unless told: not zero, which third-party code takes for "never"."""

HOLD_PATIENCE_S = 5.0
"""Real seconds without any event after which a hold lets the clock walk at real speed."""

_US = 1_000_000
_RESOLUTION_S = 1e-6
_MOST_LAG_S = 0.25  # a paced loop that is further behind gives the rest up instead of racing to catch up
_SETTLE_POLLS = 3
_MOST_BUSY_LOOKS = 1_000
# Linux hands loopback bytes over inside send(): of 950,000 under load none was late for the first look.
# Giving the processor away between looks would cost a time slice each. Elsewhere a kernel thread does it.
_SETTLE_S = 0.0 if sys.platform == "linux" else 0.000_5


class _Gate(selectors.DefaultSelector):
    """The selector that owns the clock: waiting for a timer becomes a jump.

    The clock is a whole number of microseconds, so that sums of sleeps stay exact and traces equal. Sockets
    are looked at only when no callback is ready, all that has arrived is taken at once and handed on in the
    order in which the sockets were made: when the kernel delivers must not show in a trace.
    """

    def __init__(self, start_s: float, pace: float) -> None:
        super().__init__()
        self.now_us = round(start_s * _US)
        self.holds = 0
        self._patient_until = 0.0
        self._busy_looks = 0
        self._ordinals: dict[int, int] = {}
        self._made = count()
        self.set_pace(pace)

    def set_pace(self, pace: float) -> None:
        if pace < 0:
            raise ValueError("pace must not be negative")
        self.pace = pace
        self._anchor(time.monotonic())

    def be_patient(self) -> None:
        self._patient_until = time.monotonic() + HOLD_PATIENCE_S

    def select(self, timeout: float | None = None) -> _Events:
        if timeout is not None and timeout <= 0:
            return self._glance()
        self._busy_looks = 0
        if events := self._settled():
            return events
        if self.holds:
            return self._wait_held(timeout)
        if timeout is None:
            return super().select(None)
        return self._wait_for_timer(self.now_us + round(timeout * _US))

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = super().register(fileobj, events, data)
        self._ordinals[key.fd] = next(self._made)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        key = super().unregister(fileobj)
        self._ordinals.pop(key.fd, None)
        return key

    def _glance(self) -> _Events:
        """Callbacks are ready and go first; but a loop that is never at rest must not starve its sockets."""
        self._busy_looks += 1
        if self._busy_looks < _MOST_BUSY_LOOKS:
            return []
        self._busy_looks = 0
        return self._in_order(super().select(0))

    def _settled(self) -> _Events:
        """All that has landed, after several looks in a row that found nothing new."""
        landed: dict[int, tuple[selectors.SelectorKey, int]] = {}
        look = 0
        while look < _SETTLE_POLLS:
            found = {key.fd: (key, mask) for key, mask in super().select(_SETTLE_S if look else 0)}
            look = look + 1 if found == landed else 1
            landed = found
        return self._in_order(list(landed.values()))

    def _in_order(self, events: _Events) -> _Events:
        return sorted(events, key=lambda event: self._ordinals.get(event[0].fd, -1))

    def _wait_held(self, timeout: float | None) -> _Events:
        patience = self._patient_until - time.monotonic()
        if timeout is None or patience > 0:
            events = super().select(None if timeout is None else patience)
        else:
            events = self._walk(timeout)
        if events:
            self.be_patient()
        return events

    def _walk(self, timeout: float) -> _Events:
        began = time.monotonic()
        events = super().select(timeout)
        walked = min(timeout, time.monotonic() - began) if events else timeout
        self.now_us += round(walked * _US)
        return events

    def _wait_for_timer(self, due_us: int) -> _Events:
        events = self._wait_paced(due_us) if self.pace else []
        if not events:
            self.now_us = due_us
        return events

    def _wait_paced(self, due_us: int) -> _Events:
        real = time.monotonic()
        wait_s = self._anchor_real + (due_us - self._anchor_us) / _US / self.pace - real
        if wait_s < -_MOST_LAG_S:
            self._anchor(real)
            wait_s = (due_us - self.now_us) / _US / self.pace
        events = super().select(max(0.0, wait_s))
        if events:
            walked_us = round((time.monotonic() - self._anchor_real) * self.pace * _US)
            self.now_us = max(self.now_us, min(due_us, self._anchor_us + walked_us))
        return events

    def _anchor(self, real: float) -> None:
        self._anchor_real, self._anchor_us = real, self.now_us


class VirtualLoop(asyncio.SelectorEventLoop):
    """An asyncio loop in virtual time; see the module for its rules.

    `start_s` is the first `time()`; `pace` is game seconds per real second, 0 as fast as the machine can.
    """

    def __init__(self, *, start_s: float = START_S, pace: float = 0) -> None:
        self._gate = _Gate(start_s, pace)
        super().__init__(self._gate)
        self._clock_resolution = _RESOLUTION_S

    def time(self) -> float:
        """Virtual seconds: they pass only between callbacks."""
        return self._gate.now_us / _US

    def time_us(self) -> int:
        """The same moment as a whole number of microseconds."""
        return self._gate.now_us

    @property
    def pace(self) -> float:
        """Game seconds per real second; 0 is unthrottled. May be set while the loop runs."""
        return self._gate.pace

    @pace.setter
    def pace(self, pace: float) -> None:
        self._gate.set_pace(pace)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """No jump inside: for a call answered from outside this loop. Holds may nest and overlap."""
        self._take_hold()
        try:
            yield
        finally:
            self._gate.holds -= 1

    def stall(self, seconds: float) -> None:
        """Let `seconds` pass at once, as for a process that was stopped: what is due by then runs late."""
        if seconds < 0:
            raise ValueError("a clock does not go back")
        self._gate.now_us += round(seconds * _US)

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*_Ts], _T], *args: *_Ts
    ) -> asyncio.Future[_T]:
        future = super().run_in_executor(executor, func, *args)
        self._take_hold()
        future.add_done_callback(self._release_hold)
        return future

    async def subprocess_exec(self, *args: Any, **kwargs: Any) -> Any:
        with self.hold():
            return await super().subprocess_exec(*args, **kwargs)

    async def subprocess_shell(self, *args: Any, **kwargs: Any) -> Any:
        with self.hold():
            return await super().subprocess_shell(*args, **kwargs)

    async def shutdown_default_executor(self, *args: Any, **kwargs: Any) -> None:
        with self.hold():
            await super().shutdown_default_executor(*args, **kwargs)

    def _take_hold(self) -> None:
        if not self._gate.holds:
            self._gate.be_patient()
        self._gate.holds += 1

    def _release_hold(self, _: asyncio.Future[Any]) -> None:
        self._gate.holds -= 1


def running_virtual_loop() -> VirtualLoop:
    """The running loop; RuntimeError when there is none or it lives in real time."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, VirtualLoop):
        raise RuntimeError("the running event loop does not keep virtual time")
    return loop


def run(main: Coroutine[Any, Any, _T], *, start_s: float = START_S, pace: float = 0) -> _T:
    """Run `main` on a loop of its own in virtual time, as `asyncio.run` does in real time."""
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(start_s=start_s, pace=pace)) as runner:
        return runner.run(main)
