"""How long a shard waits before it connects again."""

import pytest

from mafiabot.adapters.discord_backoff import FORGIVEN_EVERY_S, Backoff


class Waiting:
    """A shard that fails again and again; `held_s`: how long the connection stood before it failed."""

    def __init__(self, shard_id: int = 0) -> None:
        self.now_s = 100.0
        self.backoff = Backoff(shard_id, lambda: round(self.now_s * 1_000_000))

    def fails(self, held_s: float = 0.0) -> float:
        self.now_s += held_s
        wait_s = self.backoff.delay()
        self.now_s += wait_s
        return wait_s


def test_it_waits_longer_each_time_and_never_longer_than_sixteen_seconds() -> None:
    shard = Waiting()
    waits = [shard.fails() for _ in range(8)]
    for wait_s, most_s in zip(waits, (2, 4, 8, 16, 16, 16, 16, 16), strict=True):
        assert most_s / 2 <= wait_s <= most_s


def test_a_connection_that_held_forgives_what_was_before() -> None:
    shard = Waiting()
    for _ in range(6):
        shard.fails()
    assert shard.fails(held_s=4 * FORGIVEN_EVERY_S + 1) <= 2


@pytest.mark.parametrize("held_s", [0.0, 3.0, 9.0])
def test_one_that_breaks_at_once_forgives_nothing(held_s: float) -> None:
    shard = Waiting()
    for _ in range(6):
        shard.fails(held_s)
    assert shard.fails(held_s) >= 8


def test_shards_that_fail_together_do_not_come_back_together() -> None:
    waits = [Waiting(shard_id).fails() for shard_id in range(16)]
    assert len({round(wait_s, 2) for wait_s in waits}) == 16
