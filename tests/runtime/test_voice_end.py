"""The end gives all microphones back as soon as the window of edits allows, whatever has been used of it."""

import random

import pytest

from tests.support.edit_window import least_ms
from tests.support.voice import TEN, room


def test_the_least_is_the_rest_of_the_window_and_whole_windows_after_it() -> None:
    assert least_ms([0, 100], 5_000, 8) == 0
    assert least_ms([0, 100], 5_000, 9) == 5_000
    assert least_ms([0, 100], 5_000, 18) == 5_000
    assert least_ms([0, 100], 5_000, 19) == 15_000
    assert least_ms([0, 100], 10_000, 10) == 0
    assert least_ms([0, 9_999, 10_000], 10_001, 10) == 9_999


@pytest.mark.virtual
@pytest.mark.parametrize("seed", range(8))
async def test_ten_are_free_within_a_second_of_the_least_their_edits_can_take(seed: int) -> None:
    rng = random.Random(seed)
    async with room(latency_ms=(20, 120), seed=seed) as r:
        r.discord.says_limits = True
        await r.seated(*TEN)
        r.floor(None, TEN)
        await r.after(rng.uniform(8, 25))
        for _ in range(rng.randint(0, 6)):
            r.floor(rng.choice(TEN), TEN)
            await r.after(rng.uniform(1, 5))
        end_ms = r.clock.now_ms()
        before = [call.at_ms for call in r.discord.calls]
        r.end()
        await r.after(40)
        assert r.discord.muted() == set()
        freed = [call.at_ms for call in r.discord.applied if call.at_ms > end_ms and not call.muted]
        assert max(freed) - end_ms <= least_ms(before, end_ms, len(freed)) + 1_000
