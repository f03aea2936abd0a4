"""All moments come from the running loop's clock; nothing in this package reads the host's."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
DEFAULT_EPOCH_MS = 1_767_225_600_000


class Clock:
    """Loop time and Discord's own epoch clock, which may be off by `offset_ms` against the host's."""

    def __init__(self, epoch_ms: int, offset_ms: float) -> None:
        self.loop = asyncio.get_running_loop()
        self.started_s = self.loop.time()
        self.epoch_at_start_ms = epoch_ms
        self.offset_ms = offset_ms

    def now_s(self) -> float:
        """Loop time in seconds."""
        return self.loop.time()

    def now_ms(self) -> float:
        """Loop time in milliseconds: the unit of every record and timeline."""
        return self.loop.time() * 1000

    def epoch_ms(self) -> float:
        """Discord's idea of epoch milliseconds."""
        elapsed_ms = (self.loop.time() - self.started_s) * 1000
        return self.epoch_at_start_ms + elapsed_ms + self.offset_ms


class Snowflakes:
    """Unique, increasing ids whose upper bits are Discord's clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> int:
        """The next id: never before an earlier one, even within one millisecond."""
        stamp = (int(self._clock.epoch_ms()) - DISCORD_EPOCH_MS) << 22
        self._last = max(stamp, self._last + 1)
        return self._last


def snowflake_ms(snowflake: int) -> int:
    """Epoch milliseconds stamped into an id."""
    return (snowflake >> 22) + DISCORD_EPOCH_MS


def iso(epoch_ms: float) -> str:
    """An ISO 8601 timestamp as Discord writes it."""
    return datetime.fromtimestamp(epoch_ms / 1000, UTC).isoformat()


def from_iso(text: str) -> float:
    """Epoch milliseconds of an ISO 8601 timestamp; raises ValueError."""
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000
