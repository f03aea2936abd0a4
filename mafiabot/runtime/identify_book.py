"""When the next gateway session may begin: a pure rule over what has been begun lately.

Discord allows `at_once` IDENTIFYs per five seconds and some 1,000 a day, over all processes of a bot; who
exceeds the latter loses his token. So a shard that begins again and again has to wait longer each time,
until all shards together spend half of a day's allowance at most; and the last quarter of what is left is
spread over the time until Discord allows more.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

SLOT_MS = 5_500
"""Between two of the same slot: Discord's five seconds, and what the network may make of them."""
FREE = 5
"""So many starts of a shard in a row cost no waiting."""
FIRST_PAUSE_MS = 10_000
LEAST_LONGEST_MS = 60_000
DAY_MS = 86_400_000
LOW_SHARE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStarts:
    """What Discord says: `left` of `total` sessions until `reset_ms`, `at_once` of them beside each other."""

    total: int
    left: int
    reset_ms: int
    at_once: int


@dataclass(frozen=True, slots=True)
class Book:
    """`slots`: slot → its last start. `restless`: shard → how many starts of late (each is forgotten after a
    while), and when the last was. Moments are epoch ms.
    """

    starts: SessionStarts
    slots: Mapping[int, int] = field(default_factory=dict)
    restless: Mapping[int, tuple[float, int]] = field(default_factory=dict)
    last_ms: int = 0

    def told(self, starts: SessionStarts, now_ms: int) -> "Book":
        """Discord has been asked anew. What was begun before the book was is taken for begun now."""
        return replace(self, starts=starts, last_ms=self.last_ms or now_ms)

    def wait_ms(self, shard_id: int, shards: int, now_ms: int) -> int:
        """How long this shard has to wait; 0: it may begin now."""
        slot_ms = self.slots.get(shard_id % self.starts.at_once, -SLOT_MS) + SLOT_MS
        last_ms = self.restless.get(shard_id, (0.0, 0))[1]
        pause_ms = self._pause_ms(self._level(shard_id, shards, now_ms), shards)
        return max(0, slot_ms - now_ms, last_ms + pause_ms - now_ms, self._low_until_ms(now_ms) - now_ms)

    def begun(self, shard_id: int, shards: int, now_ms: int) -> "Book":
        """A session of this shard begins now."""
        starts = self.current(now_ms)
        level = self._level(shard_id, shards, now_ms) + 1
        return Book(
            starts=replace(starts, left=max(0, starts.left - 1)),
            slots={**self.slots, shard_id % starts.at_once: now_ms},
            restless={**self.restless, shard_id: (level, now_ms)},
            last_ms=now_ms,
        )

    def left(self, now_ms: int) -> int:
        return self.current(now_ms).left

    def _level(self, shard_id: int, shards: int, now_ms: int) -> float:
        level, at_ms = self.restless.get(shard_id, (0.0, now_ms))
        return max(0.0, level - max(0, now_ms - at_ms) / self._longest_ms(shards))

    def _longest_ms(self, shards: int) -> int:
        return max(LEAST_LONGEST_MS, 2 * DAY_MS * shards // self.starts.total)

    def _pause_ms(self, level: float, shards: int) -> int:
        over = math.ceil(level) - FREE
        return min(self._longest_ms(shards), FIRST_PAUSE_MS << min(over, 20)) if over >= 0 else 0

    def current(self, now_ms: int) -> SessionStarts:
        """What Discord allows now."""
        starts = self.starts
        if now_ms < starts.reset_ms:
            return starts
        return replace(starts, left=starts.total, reset_ms=now_ms + DAY_MS)

    def _low_until_ms(self, now_ms: int) -> int:
        starts = self.current(now_ms)
        if starts.left * LOW_SHARE >= starts.total:
            return now_ms
        if starts.left == 0:
            return starts.reset_ms
        return self.last_ms + (starts.reset_ms - now_ms) // starts.left

    def encoded(self) -> bytes:
        """JSON; only compared as a whole, and read by this class."""
        one = self.starts
        written = {
            "starts": [one.total, one.left, one.reset_ms, one.at_once],
            "slots": list(self.slots.items()),
            "restless": [[shard, level, at_ms] for shard, (level, at_ms) in self.restless.items()],
            "last_ms": self.last_ms,
        }
        return json.dumps(written).encode()

    @classmethod
    def decoded(cls, written: bytes) -> "Book":
        """Raises `ValueError`, `KeyError` or `TypeError` for anything else than `encoded` gives."""
        found = json.loads(written)
        total, left, reset_ms, at_once = found["starts"]
        return cls(
            starts=SessionStarts(total=total, left=left, reset_ms=reset_ms, at_once=at_once),
            slots=dict(found["slots"]),
            restless={shard: (level, at_ms) for shard, level, at_ms in found["restless"]},
            last_ms=found["last_ms"],
        )
