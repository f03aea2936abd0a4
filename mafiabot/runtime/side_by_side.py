"""Some of many at once: what waits for a store or for Discord need not wait for its neighbours as well."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

AT_ONCE = 64


async def side_by_side(
    items: Iterable[T], work: Callable[[T], Awaitable[R]], at_once: int = AT_ONCE
) -> tuple[R, ...]:
    """What `work` makes of each, in the order of `items`; begun in that order, so many at a time.

    Raises what the first one raises that fails; the others go on.
    """
    gate = asyncio.Semaphore(at_once)

    async def one(item: T) -> R:
        async with gate:
            return await work(item)

    return tuple(await asyncio.gather(*(one(item) for item in items)))
