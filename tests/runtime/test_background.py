"""Tasks of the shell: none lost, none silent, drained or stopped at the end."""

import asyncio

import pytest
from structlog.testing import capture_logs

from mafiabot.runtime.background import Background

pytestmark = pytest.mark.virtual


async def failing() -> None:
    raise RuntimeError("broken")


async def test_a_failure_is_logged_with_its_name_and_context() -> None:
    background = Background()
    with capture_logs() as logs:
        background.start(failing(), "painter", table="t1")
        await background.drain()
    (line,) = logs
    assert (line["log_level"], line["task"], line["table"]) == ("error", "painter", "t1")
    assert isinstance(line["exc_info"], RuntimeError)


async def test_drain_waits_also_for_what_is_started_meanwhile() -> None:
    background, ended = Background(), []

    async def second() -> None:
        await asyncio.sleep(5)
        ended.append("second")

    async def first() -> None:
        await asyncio.sleep(1)
        background.start(second(), "second")
        ended.append("first")

    background.start(first(), "first")
    await background.drain()
    assert ended == ["first", "second"]


async def test_stop_cancels_what_waits_and_logs_nothing() -> None:
    background = Background()
    task = background.start(asyncio.sleep(1_000), "sleeper")
    assert background.names() == ("sleeper",)
    with capture_logs() as logs:
        await background.stop()
    assert task.cancelled()
    assert not logs
    assert background.names() == ()


async def test_stop_waits_for_who_tidies_up_after_himself() -> None:
    background, tidied = Background(), []

    async def careful() -> None:
        try:
            await asyncio.sleep(1_000)
        finally:
            await asyncio.sleep(2)
            tidied.append(True)

    background.start(careful(), "careful")
    await asyncio.sleep(0)
    await background.stop()
    assert tidied == [True]
