"""What a process that cannot start, or not yet, says: one line and what to do, never a traceback."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.discord_url import point_at
from mafiabot.adapters.sqlite_schema import LIVE_FILE
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.bot.client import MafiaClient
from mafiabot.bot.reaching import Unreachable, log_in
from mafiabot.bot.run import run_from_settings
from mafiabot.bot.settings import SettingsError, load_settings
from mafiabot.playground.server import LocalDiscord
from mafiabot.ui.texts import Texts
from tests.support.club import EPOCH_MS

TOKEN = "1.x"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def environment(folder: Path, changed: Mapping[str, str | None]) -> dict[str, str]:
    """Sound settings but for what is `changed` (None: unset)."""
    sound: dict[str, str | None] = {
        "MAFIABOT_DISCORD_URL": f"http://127.0.0.1:{free_port()}",
        "MAFIABOT_TOKEN": TOKEN,
        "MAFIABOT_DATA_DIR": str(folder / "data"),
        "MAFIABOT_HTTP": "",
    }
    bare = {name: value for name, value in os.environ.items() if not name.startswith("MAFIABOT_")}
    return bare | {name: value for name, value in (sound | dict(changed)).items() if value is not None}


async def refusal(folder: Path, **changed: str | None) -> str:
    """The line with which a bot with these settings ends, as the command line says it."""
    with pytest.MonkeyPatch.context() as patch:
        given = environment(folder, changed)
        for name in [name for name in os.environ if name not in given]:
            patch.delenv(name)
        for name, value in given.items():
            patch.setenv(name, value)
        with pytest.raises(SettingsError) as refused:
            await run_from_settings(load_settings())
    assert "\n" not in str(refused.value)
    return str(refused.value)


def started(folder: Path, **changed: str | None) -> "subprocess.CompletedProcess[str]":
    """`mafiabot run` as a process."""
    given = environment(folder, changed)
    command = [sys.executable, "-m", "mafiabot", "run"]
    return subprocess.run(command, env=given, capture_output=True, text=True, timeout=60, check=False)


def complaint(done: "subprocess.CompletedProcess[str]") -> str:
    """The one line addressed to the operator, which is the last one; log lines may stand before it."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    *logged, last = done.stderr.splitlines()
    assert last.startswith("mafiabot: ")
    assert not [line for line in logged if line.startswith(("mafiabot:", " "))]
    return last


# --- settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "advice"),
    [
        ({"MAFIABOT_TOKEN": None}, "set MAFIABOT_TOKEN or MAFIABOT_TOKEN_FILE"),
        ({"MAFIABOT_TOKEN": None, "MAFIABOT_TOKEN_FILE": "nowhere"}, "MAFIABOT_TOKEN_FILE cannot be read"),
        ({"MAFIABOT_TOKEN_FILE": "both"}, "not both"),
        ({"MAFIABOT_TOKNE": "x"}, "unknown setting MAFIABOT_TOKNE"),
        ({"MAFIABOT_LOG": "loud"}, "MAFIABOT_LOG"),
        ({"MAFIABOT_SHARDS": "many"}, "MAFIABOT_SHARDS"),
        ({"MAFIABOT_DISCORD_URL": "http://discord.example"}, "only loopback"),
        ({"MAFIABOT_HTTP": "nonsense"}, "MAFIABOT_HTTP"),
        ({"MAFIABOT_REDIS_URL": "http://127.0.0.1"}, "MAFIABOT_REDIS_URL"),
        ({"MAFIABOT_ARCHIVE_URL": "nonsense"}, "MAFIABOT_ARCHIVE_URL"),
    ],
)
async def test_a_setting_that_cannot_be_used_is_named(
    tmp_path: Path, changed: dict[str, str | None], advice: str
) -> None:
    assert advice in await refusal(tmp_path, **changed)


# --- what is outside --------------------------------------------------------------------------------


def test_a_discord_that_is_not_there_is_waited_for_a_moment_and_then_named(tmp_path: Path) -> None:
    done = started(tmp_path)
    assert "Discord cannot be reached" in complaint(done)
    assert "check this machine's network" in done.stderr
    assert "trying again" in done.stderr


async def test_a_redis_that_does_not_answer_is_named_with_what_to_do(tmp_path: Path) -> None:
    said = await refusal(tmp_path, MAFIABOT_REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    assert "start the server or correct the address" in said


async def test_a_redis_that_accepts_and_says_nothing_is_named_too(tmp_path: Path) -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        port = mute.getsockname()[1]
        said = await refusal(tmp_path, MAFIABOT_REDIS_URL=f"redis://127.0.0.1:{port}/0")
    assert "MAFIABOT_REDIS_URL" in said


def test_an_archive_that_does_not_answer_is_named_and_its_password_is_not(tmp_path: Path) -> None:
    url = f"postgresql://games:s3cret@127.0.0.1:{free_port()}/games"
    done = started(tmp_path, MAFIABOT_ARCHIVE_URL=url)
    assert "MAFIABOT_ARCHIVE_URL" in complaint(done)
    assert "s3cret" not in done.stderr


async def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert f"cannot listen on {address}" in await refusal(tmp_path, MAFIABOT_HTTP=address)


# --- the data folder --------------------------------------------------------------------------------


async def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert "MAFIABOT_DATA_DIR" in await refusal(tmp_path)


async def test_a_data_folder_nobody_may_write_to_is_named(tmp_path: Path) -> None:
    """The kernel's own folder: not even root may make files there."""
    said = await refusal(tmp_path, MAFIABOT_DATA_DIR="/proc/1")
    assert "MAFIABOT_DATA_DIR cannot be used (/proc/1" in said
    assert "name another folder" in said


async def test_a_data_folder_of_a_newer_version_is_named(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    store._file.run("PRAGMA user_version = 99")
    await store.close()
    assert "written by a newer mafiabot" in await refusal(tmp_path)


async def test_a_live_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / LIVE_FILE).write_text("shopping list, " * 100)
    assert "not a database" in await refusal(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
async def test_a_full_disk_is_named(tmp_path: Path) -> None:
    """A device that is always full stands in for it."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / LIVE_FILE).symlink_to("/dev/full")
    assert "database or disk is full): put that right, or name another folder" in await refusal(tmp_path)


# --- a Discord that comes late ----------------------------------------------------------------------


@pytest.mark.virtual
async def test_a_discord_that_is_away_for_a_minute_is_waited_for() -> None:
    clock, port = VirtualClock(running_virtual_loop(), EPOCH_MS), free_port()
    point_at(f"http://127.0.0.1:{port}")
    client = MafiaClient(Texts.load(), local=True)
    with capture_logs() as logs:
        waiting = asyncio.ensure_future(log_in(client, "1.late", clock, 300_000))
        await clock.sleep_until_ms(clock.now_ms() + 60_000)
        assert not waiting.done()
        async with LocalDiscord(port=port, epoch_ms=clock.now_ms()) as local:
            local.add_bot(token="1.late")
            await waiting
            assert client.user is not None
            await client.close()
    assert {line["event"] for line in logs} == {"Discord cannot be reached, trying again"}
    assert 4 <= len(logs) <= 8


@pytest.mark.virtual
async def test_a_discord_that_does_not_come_is_given_up() -> None:
    clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
    point_at(f"http://127.0.0.1:{free_port()}")
    client = MafiaClient(Texts.load(), local=True)
    began = clock.now_ms()
    with capture_logs(), pytest.raises(Unreachable, match="check this machine's network"):
        await log_in(client, TOKEN, clock, 300_000)
    assert 240_000 < clock.now_ms() - began <= 300_000
    await client.close()


@pytest.mark.virtual
async def test_an_error_of_discords_own_at_the_start_is_tried_again() -> None:
    clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
    async with LocalDiscord(epoch_ms=clock.now_ms()) as local:
        bot = local.add_bot()
        point_at(f"http://127.0.0.1:{local.port}")
        client = MafiaClient(Texts.load(), local=True)
        local.faults.answer("GET /users/@me", 503, times=2)
        with capture_logs() as logs:
            await log_in(client, bot.token, clock, 300_000)
        assert len(logs) == 2
        await client.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_start_that_waits_can_be_stopped(tmp_path: Path, number: signal.Signals) -> None:
    """A listener that never answers stands for a Discord that hangs."""
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        address = f"http://127.0.0.1:{mute.getsockname()[1]}"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "mafiabot", "run"),
            env=environment(tmp_path, {"MAFIABOT_DISCORD_URL": address}),
            stderr=asyncio.subprocess.PIPE,
        )
        connection, _ = await asyncio.to_thread(mute.accept)
        with connection:
            process.send_signal(number)
            async with asyncio.timeout(30):
                _, errors = await process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in errors
