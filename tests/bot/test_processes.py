"""A parent and its children: started, started again, told to stop; bad settings end them all."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from mafiabot.adapters.clock import SystemClock
from mafiabot.bot.processes import Parent, child_environment, run_processes
from mafiabot.bot.settings import Settings, SettingsError

CHILD = """
import os, signal, socket, sys, threading
told = socket.create_connection(("127.0.0.1", int(os.environ["PORT"])))
if int(os.environ["LAST"]) >= 0:
    signal.signal(signal.SIGTERM, lambda *_: os._exit(int(os.environ["LAST"])))
told.sendall(f"{os.environ['MAFIABOT_CLUSTER']} {os.getpid()}\\n".encode())
sys.exit(int(told.recv(9)))
"""


class Family:
    """A parent whose children report here when they run; `orders`: exit codes for the next that do."""

    def __init__(self) -> None:
        self.orders: list[int] = []
        self._born: dict[str, asyncio.Queue[int]] = {}

    async def child(self, place: str) -> int:
        """The process id of the next child that runs in this place."""
        return await self._born.setdefault(place, asyncio.Queue()).get()

    async def report(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place, pid = (await reader.readline()).decode().split()
        self._born.setdefault(place, asyncio.Queue()).put_nowait(int(pid))
        if self.orders:
            writer.write(b"%d" % self.orders.pop(0))
        await reader.read()  # until it is gone
        writer.close()


@asynccontextmanager
async def family(total: int = 2, *, last: int = 0) -> AsyncIterator[tuple[Family, "asyncio.Task[int]"]]:
    """`last`: with which code children end when they are told to; below 0: they have not got so far yet."""
    house = Family()
    server = await asyncio.start_server(house.report, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    settings = os.environ | {"PORT": str(port), "LAST": str(last)}
    environments = [child_environment(settings, "", n, total) for n in range(total)]
    parent = Parent(environments, SystemClock(), (sys.executable, "-S", "-c", CHILD))
    running = asyncio.ensure_future(parent.run())
    async with server:
        try:
            with capture_logs():
                yield house, running
        finally:
            if not running.done():
                os.kill(os.getpid(), signal.SIGTERM)
            await running


async def test_all_are_started_and_end_with_the_parent() -> None:
    async with family() as (house, running):
        pids = [await house.child(f"{n}/2") for n in range(2)]
        os.kill(os.getpid(), signal.SIGTERM)
        assert await running == 0
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def test_one_that_died_is_started_again_and_the_others_live_on() -> None:
    async with family() as (house, running):
        first, other = await house.child("0/2"), await house.child("1/2")
        os.kill(first, signal.SIGKILL)
        assert await house.child("0/2") != first
        os.kill(other, 0)
        assert not running.done()


async def test_bad_settings_at_the_first_start_end_them_all_with_2() -> None:
    async with family() as (house, running):
        house.orders = [2]
        assert await running == 2


async def test_bad_settings_later_end_nobody_else() -> None:
    async with family(1) as (house, running):
        os.kill(await house.child("0/1"), signal.SIGKILL)
        house.orders = [2]
        await house.child("0/1")
        await house.child("0/1")
        assert not running.done()


async def test_a_child_that_ends_badly_makes_the_parent_end_with_1() -> None:
    async with family(1, last=3) as (house, running):
        await house.child("0/1")
        os.kill(os.getpid(), signal.SIGTERM)
        assert await running == 1


async def test_a_child_that_was_told_to_end_before_it_could_hear_of_it_ends_well() -> None:
    async with family(last=-1) as (house, running):
        for n in range(2):
            await house.child(f"{n}/2")
        os.kill(os.getpid(), signal.SIGTERM)
        assert await running == 0


def test_every_child_has_a_place_and_a_port_of_its_own() -> None:
    assert child_environment({"A": "b"}, "127.0.0.1:8080", 2, 3) == {
        "A": "b",
        "MAFIABOT_CLUSTER": "2/3",
        "MAFIABOT_HTTP": "127.0.0.1:8082",
    }
    assert child_environment({}, "[::1]:80", 1, 3)["MAFIABOT_HTTP"] == "[::1]:81"
    assert "MAFIABOT_HTTP" not in child_environment({}, "", 1, 3)


@pytest.mark.parametrize(
    ("more", "advice"),
    [
        ({}, "MAFIABOT_REDIS_URL"),
        ({"redis_url": SecretStr("redis://h"), "cluster": "0/2"}, "MAFIABOT_CLUSTER"),
        ({"redis_url": SecretStr("redis://h"), "shards": 2}, "MAFIABOT_SHARDS"),
    ],
)
def test_what_cannot_be_several_processes_is_said_in_one_line(
    more: dict[str, object], advice: str, tmp_path: Path
) -> None:
    settings = Settings.model_validate({"token": SecretStr("1.x"), "data_dir": tmp_path} | more)
    with pytest.raises(SettingsError) as refused:
        run_processes(settings, 3)
    assert advice in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("cluster", ["3/3", "1", "a/b", "-1/2", "1/0"])
def test_a_place_in_a_cluster_is_a_number_of_how_many(cluster: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ordinal/total"):
        Settings.model_validate({"data_dir": tmp_path, "cluster": cluster})


def test_one_of_several_needs_redis_and_a_shard(tmp_path: Path) -> None:
    one = {"data_dir": tmp_path, "cluster": "1/3"}
    with pytest.raises(SettingsError, match="MAFIABOT_REDIS_URL"):
        Settings.model_validate(one).ordinal_of_total()
    on_redis = one | {"redis_url": SecretStr("redis://h")}
    with pytest.raises(SettingsError, match="MAFIABOT_SHARDS 2"):
        Settings.model_validate(on_redis | {"shards": 2}).ordinal_of_total()
    assert Settings.model_validate(on_redis | {"shards": 3}).ordinal_of_total() == (1, 3)
    assert Settings.model_validate({"data_dir": tmp_path}).ordinal_of_total() == (0, 1)
