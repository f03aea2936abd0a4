"""A Discord with a true clock, a host whose clock is wrong and drifts, and the slow ways between the two.

Only what judges moments is the bot's: the meter of the clocks, the service, the timers, the announcer.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random  # noqa: TID251 - every way is drawn from a seed

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.virtual_time import VirtualLoop
from mafiabot.engine.views import PublicView
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.runtime.offset import KEPT, OffsetMeter
from mafiabot.runtime.ports import Posted, TableAddress

EPOCH_MS = 1_800_000_000_000
MOST_AHEAD_MS, MOST_DRIFT_PPM = 5_000, 400
LONGEST_WAY_MS = 900
EVEN_WAYS, SPIKES, STRAYS = 0.3, 0.25, 0.03
SLACK_MS, ROUNDED_MS = 250, 3
"""So long before its step a press may count; and what rounding to milliseconds comes to."""
SHOWN = frozenset({Kind.WINDOW, Kind.RAISE_WINDOW})
Post = Callable[[Announcement, int, bool], None]
"""Told of a window's message and its moment, the moment it is there; and whether its request is astray."""


class HostClock(VirtualClock):
    """The bot's clock: ahead of the truth by so much, and faster by so many millionths."""

    def __init__(self, loop: VirtualLoop, ahead_ms: int, drift_ppm: int) -> None:
        super().__init__(loop, EPOCH_MS)
        self._drift_ppm, self._ahead_us = drift_ppm, ahead_ms * 1_000
        self._start_us = loop.time_us()

    def _now_us(self) -> int:
        true_us = super()._now_us()
        passed_us = self._loop.time_us() - self._start_us
        return true_us + self._ahead_us + passed_us * self._drift_ppm // 1_000_000


class Ways:
    """How long what is sent is under way, milliseconds: up to 900, each for itself, so that some overtake."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._even = rng.random() < EVEN_WAYS
        self._there, self._back = rng.randrange(LONGEST_WAY_MS), rng.randrange(LONGEST_WAY_MS)
        self._jitter = rng.randrange(1, 300)

    def there(self) -> int:
        return self._way(self._there)

    def back(self) -> int:
        return self._way(self._back)

    def _way(self, usual_ms: int) -> int:
        if self._even or self._rng.random() < SPIKES:
            return self._rng.randint(0, LONGEST_WAY_MS)
        return min(LONGEST_WAY_MS, usual_ms + self._rng.randrange(self._jitter))


@dataclass(frozen=True, slots=True)
class Error:
    """By how much docs/trust.md lets a press count that was made too late, or too early."""

    late_ms: float
    early_ms: float


class SlowMessenger:
    """As much of the `Messenger` as the announcer uses, on those ways.

    Now and then a window's request goes astray: it takes seconds more, there or back.
    """

    def __init__(
        self, truth: VirtualClock, host: HostClock, meter: OffsetMeter, ways: Ways, rng: Random, post: Post
    ) -> None:
        self._truth, self._host, self._meter, self._ways, self._rng = truth, host, meter, ways, rng
        self._post = post
        self._last = 0
        self._posts: deque[tuple[int, int, int]] = deque(maxlen=KEPT)

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        there, back = self._ways.there(), self._ways.back()
        if stray := announcement.kind in SHOWN and self._rng.random() < STRAYS:
            lost = self._rng.randint(3_000, 5_000)
            there, back = (there + lost, back) if self._rng.random() < 0.5 else (there, back + lost)
        sent_ms = self._host.now_ms()
        await self._pass(there)
        message_ms = self._truth.now_ms()
        self._last += 1
        message_id = self._last
        if announcement.kind in SHOWN:
            self._post(announcement, message_ms, stray)
        await self._pass(back)
        self._posts.append((there, back, self._truth.now_ms()))
        return self._meter.posted(message_id, message_ms, sent_ms, self._host.now_ms())

    def restarted(self, meter: OffsetMeter) -> None:
        """The bot has just been started, and has measured nothing yet."""
        self._meter = meter
        self._posts.clear()

    def stated(self, settle_ms: int) -> Error:
        """The quickest of the last nine ways there and back, and a thousandth of the time since."""
        now_ms = self._truth.now_ms()
        there = [there + (now_ms - at_ms) / 1000 for there, _, at_ms in self._posts]
        back = [back + (now_ms - at_ms) / 1000 for _, back, at_ms in self._posts]
        late_ms, early_ms = min(there, default=settle_ms), min(back, default=LONGEST_WAY_MS)
        return Error(min(settle_ms, late_ms + ROUNDED_MS), early_ms + SLACK_MS + ROUNDED_MS)

    async def _pass(self, ms: int) -> None:
        await self._truth.sleep_until_ms(self._truth.now_ms() + ms)

    async def retire_window(
        self, table: TableAddress, message_id: int, announcement: Announcement, view: PublicView
    ) -> None:
        """Its buttons stay: who presses an old one is answered all the same."""

    async def announced_steps(self, table: TableAddress) -> frozenset[int]:
        return frozenset()
