"""Many things at once, but not all of them: order kept, a bound held."""

import asyncio

import pytest

from mafiabot.runtime.side_by_side import side_by_side

pytestmark = pytest.mark.virtual


async def test_no_more_than_so_many_run_at_once_and_results_are_in_order() -> None:
    running, most = 0, 0

    async def work(number: int) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(10 - number)
        running -= 1
        return number

    began = asyncio.get_running_loop().time()
    assert await side_by_side(range(10), work, 4) == tuple(range(10))
    assert most == 4
    assert asyncio.get_running_loop().time() - began < sum(range(1, 11)) / 2


async def test_what_one_raises_is_raised() -> None:
    async def work(number: int) -> int:
        if number == 2:
            raise LookupError(number)
        return number

    with pytest.raises(LookupError):
        await side_by_side(range(4), work)
