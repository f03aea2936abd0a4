"""Discord's clock against ours: offset = snowflake − middle of request and answer, median of the last nine.

Converted presses err in the player's favour: earlier by the measured uncertainty.
"""

from collections import deque
from statistics import median_low

KEPT = 9


class OffsetMeter:
    """Learns from requests whose answer carries a snowflake; without any, the two clocks count as one."""

    def __init__(self) -> None:
        self._seen: deque[tuple[int, int]] = deque(maxlen=KEPT)

    def observe(self, sent_ms: int, answered_ms: int, discord_ms: int) -> None:
        """`sent_ms`, `answered_ms`: host's clock around a request; `discord_ms`: its snowflake's moment."""
        self._seen.append((discord_ms - (sent_ms + answered_ms) // 2, (answered_ms - sent_ms + 1) // 2))

    @property
    def offset_ms(self) -> int:
        """Discord minus host."""
        return median_low(offset for offset, _ in self._seen) if self._seen else 0

    @property
    def uncertainty_ms(self) -> int:
        return median_low(doubt for _, doubt in self._seen) if self._seen else 0

    def to_host_ms(self, discord_ms: int) -> int:
        return discord_ms - self.offset_ms

    def press_host_ms(self, discord_ms: int) -> int:
        """When a press was made by our clock, in the player's favour."""
        return self.to_host_ms(discord_ms) - self.uncertainty_ms
