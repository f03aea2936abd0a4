"""Health over HTTP: alive as long as the process turns, ready only while everything it needs is there."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.bot.app import App
from mafiabot.bot.http import SILENT_MS, HttpServer, host_and_port
from mafiabot.bot.metrics import PrometheusMeters
from mafiabot.bot.settings import SettingsError
from mafiabot.runtime.archive_port import GameHead
from mafiabot.runtime.ports import StoreUnavailable
from tests.support.club import Club, club

pytestmark = pytest.mark.virtual

NEEDED = ("accepting", "gateway", "store", "archive")

Answer = tuple[int, dict[str, bool]]


class Frail(MemoryStore):
    """`trouble`: what the store answers instead of the last sign of life."""

    trouble: str = ""
    heart_hangs = False

    async def beat(self, process: str, now_ms: int) -> None:
        if self.heart_hangs:
            await asyncio.Event().wait()
        await super().beat(process, now_ms)

    async def last_beat_ms(self) -> int | None:
        if self.trouble == "down":
            raise StoreUnavailable("down")
        if self.trouble == "hangs":
            await asyncio.Event().wait()
        return await super().last_beat_ms()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


@asynccontextmanager
async def listening(app: App) -> AsyncIterator[str]:
    server, address = HttpServer(app, PrometheusMeters("1")), f"127.0.0.1:{free_port()}"
    await server.start(address)
    try:
        yield address
    finally:
        await server.close()


async def asked(address: str, path: str) -> Answer:
    async with aiohttp.ClientSession() as session, session.get(f"http://{address}{path}") as answer:
        return answer.status, await answer.json()


async def missing(address: str) -> set[str]:
    """What keeps the process from being ready."""
    status, found = await asked(address, "/readyz")
    assert status == 503
    assert found.keys() == set(NEEDED)
    return {name for name, there in found.items() if not there}


@asynccontextmanager
async def a_bot(store: MemoryStore | None = None) -> AsyncIterator[tuple[Club, str]]:
    async with club(store=store) as house:
        assert house.app is not None
        async with listening(house.app) as address:
            yield house, address


async def test_a_bot_that_takes_commands_is_alive_and_ready() -> None:
    async with a_bot() as (_, address):
        assert await asked(address, "/healthz") == (200, {"loop": True, "heart": True})
        assert await asked(address, "/readyz") == (200, dict.fromkeys(NEEDED, True))


async def test_a_bot_that_is_still_starting_is_alive_but_not_ready() -> None:
    async with club(start=False) as house:
        app = house.compose()
        async with listening(app) as address:
            assert (await asked(address, "/healthz"))[0] == 200
            assert await missing(address) == {"accepting", "gateway"}


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_bot_without_a_gateway_is_not_ready_until_it_is_back(resumable: bool) -> None:
    async with a_bot() as (house, address):
        house.local.gateway.drop(house.bot, resumable=resumable, for_s=20)
        await house.seconds(1)
        assert await missing(address) == {"gateway"}
        assert (await asked(address, "/healthz"))[0] == 200
        await house.seconds(120)
        assert (await asked(address, "/readyz"))[0] == 200


@pytest.mark.parametrize("trouble", ["down", "hangs"])
async def test_a_store_that_does_not_answer_makes_the_process_unready_and_is_no_reason_to_restart_it(
    trouble: str,
) -> None:
    store = Frail()
    async with a_bot(store) as (_, address):
        store.trouble = trouble
        assert await missing(address) == {"store"}
        assert (await asked(address, "/healthz"))[0] == 200
        store.trouble = ""
        assert (await asked(address, "/readyz"))[0] == 200


async def test_an_archive_that_does_not_answer_makes_the_process_unready() -> None:
    class Gone(MemoryGames):
        async def heads(self, guild_id: int, limit: int = 25) -> tuple[GameHead, ...]:
            raise StoreUnavailable("down")

    async with club(archive=Gone()) as house:
        assert house.app is not None
        async with listening(house.app) as address:
            assert await missing(address) == {"archive"}


async def test_a_process_whose_heart_hangs_is_to_be_restarted() -> None:
    store = Frail()
    async with a_bot(store) as (house, address):
        store.heart_hangs = True
        await house.seconds(SILENT_MS / 1000 + 1)
        assert await asked(address, "/healthz") == (503, {"loop": True, "heart": False})


async def test_a_port_in_use_is_said_in_one_line() -> None:
    async with a_bot() as (house, address):
        assert house.app is not None
        with pytest.raises(SettingsError, match="address already in use") as refused:
            await HttpServer(house.app, PrometheusMeters("1")).start(address)
        assert str(refused.value).startswith(f"MAFIABOT_HTTP: cannot listen on {address}")
        assert "\n" not in str(refused.value)


async def test_a_server_that_was_closed_is_gone() -> None:
    async with a_bot() as (house, _):
        assert house.app is not None
        server, address = HttpServer(house.app, PrometheusMeters("1")), f"127.0.0.1:{free_port()}"
        await server.start(address)
        await server.close()
        await server.close()
        with pytest.raises(aiohttp.ClientConnectionError):
            await asked(address, "/healthz")


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [("127.0.0.1:8080", "127.0.0.1", 8080), ("[::1]:9", "::1", 9), ("localhost:80", "localhost", 80)],
)
async def test_an_address_is_a_host_and_a_port(address: str, host: str, port: int) -> None:
    assert host_and_port(address) == (host, port)


@pytest.mark.parametrize(
    "address", ["8080", "localhost", ":8080", "h:port", "h:70000", "http://h:80", "h:80/x"]
)
async def test_anything_else_is_said_in_one_line(address: str) -> None:
    with pytest.raises(SettingsError, match=r"write for example 127\.0\.0\.1:8080"):
        host_and_port(address)
