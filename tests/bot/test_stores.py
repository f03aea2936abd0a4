"""Which live store is used, said at the start; and what keeps it from being used, in one line."""

import asyncio
import socket
from pathlib import Path

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.bot.settings import Settings, SettingsError
from mafiabot.bot.stores import live_store
from mafiabot.lab.stores import erase
from tests.support.redis_servers import own_server, with_prefix
from tests.support.stores import commit, state


def settings(folder: Path, redis_url: str | None = None) -> Settings:
    secret = SecretStr(redis_url) if redis_url is not None else None
    return Settings.model_validate({"data_dir": folder, "redis_url": secret})


async def refusal(folder: Path, redis_url: str) -> str:
    with pytest.raises(SettingsError) as refused:
        async with live_store(settings(folder, redis_url), SystemClock()):
            raise AssertionError("there is no such store")
    line = str(refused.value)
    assert line.startswith("MAFIABOT_REDIS_URL: ")
    assert "\n" not in line
    assert "hush" not in line
    return line


async def test_without_an_address_games_are_kept_in_a_file(tmp_path: Path) -> None:
    with capture_logs() as logged:
        async with live_store(settings(tmp_path), SystemClock()) as store:
            assert isinstance(store, SqliteStore)
    assert [line["event"] for line in logged] == ["live store: SQLite, one process"]


async def test_with_an_address_they_are_kept_there(tmp_path: Path, redis_url: str) -> None:
    address, clock = with_prefix(redis_url), SystemClock()
    try:
        with capture_logs() as logged:
            async with live_store(settings(tmp_path, address), clock) as store:
                await store.commit(commit())
            async with live_store(settings(tmp_path, address), clock) as again:
                assert await again.load("g") == state()
    finally:
        await erase(parse_redis_url(address), clock)
    assert [(line["event"], line["address"]) for line in logged] == [("live store: Redis", redis_url)] * 2


@pytest.mark.servers
async def test_the_password_is_used_and_not_logged(tmp_path: Path) -> None:
    with own_server(listens=True) as server, server.client() as client:
        client.config_set("requirepass", "hush")
        address = server.url.replace("redis://", "redis://:hush@")
        with capture_logs() as logged:
            async with live_store(settings(tmp_path, address), SystemClock()) as store:
                assert isinstance(store, RedisStore)
                await store.commit(commit())
        assert "hush" not in repr(logged)
        assert "cannot be used" in await refusal(tmp_path, address.replace("hush", "hushhush"))


async def test_a_malformed_address_is_said_in_one_line(tmp_path: Path) -> None:
    assert "begin with one of" in await refusal(tmp_path, "http://:hush@127.0.0.1")
    assert "port is a number" in await refusal(tmp_path, "redis://:hush@127.0.0.1:hush")


@pytest.mark.parametrize("scheme", ["redis", "rediss", "redis+cluster", "redis+sentinel"])
async def test_an_address_at_which_nobody_listens_is_said_in_one_line(scheme: str, tmp_path: Path) -> None:
    line = await refusal(tmp_path, f"{scheme}://bot:hush@127.0.0.1:1{'/main' * scheme.endswith('sentinel')}")
    assert f"{scheme}://127.0.0.1:1" in line
    assert "start the server or correct the address; unset it to keep games in a file" in line


async def test_a_socket_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    assert "redis.sock cannot be used" in await refusal(tmp_path, f"unix://{tmp_path}/redis.sock")


async def test_an_address_that_does_not_answer_is_said_within_five_seconds(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        async with asyncio.timeout(5):
            line = await refusal(tmp_path, f"redis://:hush@127.0.0.1:{silent.getsockname()[1]}/0")
    assert "cannot be used" in line
