"""One goes through in each turn of the loop, in the order in which they came."""

import asyncio
import itertools

import pytest

from mafiabot.runtime.turnstile import Turnstile

pytestmark = pytest.mark.virtual


async def turns(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


def asked(turnstile: Turnstile, number: int, gone: list[int]) -> "list[asyncio.Task[None]]":
    async def go(which: int) -> None:
        await turnstile.through()
        gone.append(which)

    return [asyncio.ensure_future(go(which)) for which in range(number)]


async def test_many_go_one_after_another_with_a_turn_of_the_loop_between() -> None:
    gone: list[int] = []
    tasks = asked(Turnstile(), 5, gone)
    seen = []
    while not all(task.done() for task in tasks):
        await turns(1)
        seen.append(len(gone))
    assert gone == [0, 1, 2, 3, 4]
    assert all(after - before <= 1 for before, after in itertools.pairwise(seen))


async def test_what_was_begun_before_and_takes_two_turns_has_left_by_then() -> None:
    order: list[str] = []

    async def edit() -> None:
        await asyncio.ensure_future(write())

    async def write() -> None:
        order.append("edit")

    async def draw() -> None:
        await turnstile.through()
        order.append("drawn")

    turnstile = Turnstile()
    await asyncio.gather(edit(), draw())
    assert order == ["edit", "drawn"]


async def test_who_gives_up_keeps_nobody_waiting() -> None:
    gone: list[int] = []
    tasks = asked(turnstile := Turnstile(), 3, gone)
    await turns(1)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert gone == [0, 2]
    await asyncio.gather(*asked(turnstile, 1, gone))
    assert gone == [0, 2, 0]
