"""`mafiabot run` as a process against a local Discord: it gets ready, stops in order, says what is wrong."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.lab.stores import erase
from mafiabot.playground.server import LocalDiscord
from tests.support.redis_servers import with_prefix


async def bot(local: LocalDiscord, token: str, folder: Path, **settings: str) -> asyncio.subprocess.Process:
    """A bot process of its own; its log comes on stderr."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("MAFIABOT_")}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "mafiabot", "run"),
        env=bare
        | {
            "MAFIABOT_DISCORD_URL": f"http://127.0.0.1:{local.port}",
            "MAFIABOT_TOKEN": token,
            "MAFIABOT_DATA_DIR": str(folder),
            "MAFIABOT_HTTP": "",
        }
        | settings,
        stderr=asyncio.subprocess.PIPE,
    )


async def said_until(process: asyncio.subprocess.Process, word: bytes) -> list[bytes]:
    """Lines of the log up to the one with `word` in it."""
    assert process.stderr is not None
    lines: list[bytes] = []
    async with asyncio.timeout(30):
        while line := await process.stderr.readline():
            lines.append(line)
            if word in line:
                return lines
    raise AssertionError(b"".join(lines).decode())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_running_bot_stops_in_order(tmp_path: Path, number: signal.Signals) -> None:
    async with LocalDiscord() as local:
        judge = local.add_bot()
        local.add_guild("Club", judge)
        process = await bot(local, judge.token, tmp_path)
        await said_until(process, b" ready ")
        process.send_signal(number)
        _, rest = await process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in rest


async def test_a_second_bot_on_the_same_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    async with LocalDiscord() as local:
        judge = local.add_bot()
        local.add_guild("Club", judge)
        first = await bot(local, judge.token, tmp_path)
        await said_until(first, b" ready ")
        second = await bot(local, judge.token, tmp_path)
        _, errors = await second.communicate()
        first.send_signal(signal.SIGTERM)
        await first.communicate()
    assert second.returncode == 2
    assert errors.startswith(b"mafiabot: ")
    assert errors.count(b"\n") == 1


async def test_a_wrong_token_is_refused_in_one_line(tmp_path: Path) -> None:
    async with LocalDiscord() as local:
        local.add_bot()
        process = await bot(local, "1.wrong", tmp_path)
        _, errors = await process.communicate()
    assert process.returncode == 2
    assert b"Traceback" not in errors
    assert errors.splitlines()[-1].startswith(b"mafiabot: Discord refuses the token")


async def test_a_bot_on_redis_says_so_and_stops_in_order(tmp_path: Path, redis_url: str) -> None:
    address = with_prefix(redis_url)
    async with LocalDiscord() as local:
        judge = local.add_bot()
        local.add_guild("Club", judge)
        process = await bot(local, judge.token, tmp_path, MAFIABOT_REDIS_URL=address)
        said = await said_until(process, b" ready ")
        process.send_signal(signal.SIGTERM)
        _, rest = await process.communicate()
    await erase(parse_redis_url(address), SystemClock())
    assert any(b"live store: Redis" in line and redis_url.encode() in line for line in said)
    assert process.returncode == 0
    assert b"Traceback" not in rest


async def test_an_address_of_redis_that_does_not_answer_is_refused_in_one_line(tmp_path: Path) -> None:
    async with LocalDiscord() as local:
        judge = local.add_bot()
        address = "redis://:hush@127.0.0.1:1"
        process = await bot(local, judge.token, tmp_path, MAFIABOT_REDIS_URL=address)
        _, errors = await process.communicate()
    assert process.returncode == 2
    assert errors.startswith(b"mafiabot: MAFIABOT_REDIS_URL: redis://127.0.0.1:1 cannot be used")
    assert errors.count(b"\n") == 1
