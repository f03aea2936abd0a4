"""Questions asked in the same moment are one reading, and an answer is never older than its question."""

import asyncio
from collections.abc import Mapping, Sequence

from mafiabot.adapters.archive.together import MOST_AT_ONCE, Together
from mafiabot.runtime.ports import StoreUnavailable


class Shelf:
    """Answers with how often it was asked, once somebody lets it."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.go = asyncio.Event()
        self.down = False

    async def read(self, keys: Sequence[int]) -> Mapping[int, int]:
        self.asked.append(list(keys))
        number = len(self.asked)
        await self.go.wait()
        if self.down:
            raise StoreUnavailable("down")
        return dict.fromkeys(keys, number)


async def begun(together: Together[int], *keys: int) -> list["asyncio.Task[int]"]:
    """All have asked, and whoever can read is reading."""
    tasks = [asyncio.ensure_future(together.ask(key)) for key in keys]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


async def test_what_is_asked_while_a_reading_is_under_way_goes_into_the_next_one() -> None:
    shelf = Shelf()
    together = Together(shelf.read)
    tasks = await begun(together, 3) + await begun(together, 2, 1, 2, 3)
    shelf.go.set()
    assert await asyncio.gather(*tasks) == [1, 2, 2, 2, 2]
    assert shelf.asked == [[3], [1, 2, 3]]


async def test_a_shelf_that_does_not_answer_is_told_to_everybody_who_asked() -> None:
    shelf = Shelf()
    together = Together(shelf.read)
    shelf.down = True
    tasks = await begun(together, 1, 2, 3)
    shelf.go.set()
    assert [type(one) for one in await asyncio.gather(*tasks, return_exceptions=True)] == [
        StoreUnavailable
    ] * 3
    shelf.down = False
    assert await together.ask(1) == 3


async def test_who_gives_up_in_the_middle_takes_nobody_s_answer_with_him() -> None:
    shelf = Shelf()
    together = Together(shelf.read)
    first, *others = await begun(together, 1, 2, 3)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    shelf.go.set()
    assert await asyncio.gather(*others) == [2, 2]
    assert shelf.asked == [[1], [2, 3]]


async def test_who_gives_up_while_he_waits_is_not_asked_for() -> None:
    shelf = Shelf()
    together = Together(shelf.read)
    tasks = await begun(together, 1, 2, 3)
    tasks[1].cancel()
    await asyncio.gather(tasks[1], return_exceptions=True)
    shelf.go.set()
    assert [await tasks[0], await tasks[2]] == [1, 2]
    assert shelf.asked == [[1], [3]]


async def test_many_are_asked_for_in_several_questions() -> None:
    shelf = Shelf()
    together = Together(shelf.read)
    tasks = await begun(together, *range(2 * MOST_AT_ONCE))
    shelf.go.set()
    await asyncio.gather(*tasks)
    assert [len(keys) for keys in shelf.asked] == [1, MOST_AT_ONCE, MOST_AT_ONCE - 1]
