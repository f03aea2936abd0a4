"""How long a shard waits before it connects again: longer each time; a connection that held forgives it.

The library forgets former trouble only after 34 minutes, so that the third drop of an evening can cost a
table half a minute of its microphones. Storms of IDENTIFY are for the gate to hold back. Private parts of
the library are touched in this file alone.
"""

from collections.abc import Callable

import discord

FORGIVEN_EVERY_S = 10.0
MOST_STEPS = 4
_GOLDEN = 0.618_033_988_749_895


class Backoff:
    """`now_us`: any clock that does not jump. `shard_id` spreads the shards of a bot over the wait."""

    def __init__(self, shard_id: int, now_us: Callable[[], int]) -> None:
        self._now_us = now_us
        self._place = shard_id * _GOLDEN
        self._steps = 0
        self._again_s = now_us() / 1_000_000

    def delay(self) -> float:
        """Seconds to wait now: between half and the whole of 2, 4, 8, at most 16."""
        now_s = self._now_us() / 1_000_000
        forgiven = int((now_s - self._again_s) // FORGIVEN_EVERY_S)
        self._steps = min(max(0, self._steps - forgiven) + 1, MOST_STEPS)
        self._place = (self._place + _GOLDEN) % 1.0
        wait_s: float = 2**self._steps * (0.5 + self._place / 2)
        self._again_s = now_s + wait_s
        return wait_s


def back_soon(client: discord.AutoShardedClient, shard_id: int, now_us: Callable[[], int]) -> None:
    """To be called once a shard has been launched."""
    info = client.get_shard(shard_id)
    assert info is not None
    info._parent._backoff = Backoff(shard_id, now_us)  # type: ignore[assignment]  # has what is called of it
