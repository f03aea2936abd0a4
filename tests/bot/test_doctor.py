"""`mafiabot doctor` looks at all a bot needs, says what to do about what is wrong, and changes nothing."""

import asyncio
import logging
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import structlog

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.engine import ARCHIVE_FILE
from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.data_lock import LOCK_FILE
from mafiabot.adapters.sqlite_schema import LIVE_FILE
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.bot import doctor_archive, doctor_discord, doctor_host, doctor_store
from mafiabot.bot.findings import Finding, Level
from mafiabot.bot.run import run_from_settings
from mafiabot.bot.settings import Settings, SettingsError
from mafiabot.cli import run_command
from mafiabot.playground.server import LocalDiscord
from tests.support.redis_servers import one_cluster, own_cluster, own_server, with_prefix

Examined = tuple[int, dict[str, list[str]], str]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder and a port of one's own; logs are as before afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.setenv("MAFIABOT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("MAFIABOT_TOKEN", "1.none")
    monkeypatch.setenv("MAFIABOT_HTTP", "")
    monkeypatch.setenv("MAFIABOT_DISCORD_URL", "http://127.0.0.1:9")
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@asynccontextmanager
async def discord_of(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    """A local Discord with one bot in one guild, to which the settings point."""
    async with LocalDiscord() as local:
        judge = local.add_bot()
        local.add_guild("Club", judge)
        monkeypatch.setenv("MAFIABOT_DISCORD_URL", f"http://127.0.0.1:{local.port}")
        monkeypatch.setenv("MAFIABOT_TOKEN", judge.token)
        yield local


async def examined(capsys: pytest.CaptureFixture[str]) -> Examined:
    """Exit code, lines by level, and all of it."""
    capsys.readouterr()
    code = await asyncio.to_thread(run_command, ["doctor"])
    shown = capsys.readouterr()
    assert shown.err == ""
    lines = shown.out.splitlines()
    by_level = {
        level: [line[6:] for line in lines if line.startswith(level)] for level in ("ok", "warn", "fail")
    }
    assert sum(line.startswith("      → ") for line in lines) == len(by_level["warn"]) + len(by_level["fail"])
    return code, by_level, shown.out


def hearing(said: str) -> asyncio.Event:
    """Set when that line is logged."""
    heard = asyncio.Event()

    def hear(_logger: object, _method: str, line: structlog.typing.EventDict) -> str:
        if line["event"] == said:
            heard.set()
        raise structlog.DropEvent

    structlog.configure(processors=[hear])
    return heard


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


# --- the whole of it -----------------------------------------------------------------------------


async def test_a_bot_that_was_never_started_is_well_but_for_its_commands_and_nothing_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAFIABOT_HTTP", f"127.0.0.1:{free_port()}")
    async with discord_of(monkeypatch) as local:
        code, found, text = await examined(capsys)
        assert local.records.identifies == []
        assert local.records.unknown_routes == []
    assert code == 0
    assert found["fail"] == []
    assert [line.partition(":")[0] for line in found["warn"]] == ["commands"]
    wanted = "settings, open files, data folder, health checks, live store, archive, token, intents, gateway"
    assert set(wanted.split(", ")) <= {line.partition(":")[0] for line in found["ok"]}
    assert "of the application" in text
    assert not (tmp_path / "data").exists()


async def test_beside_a_running_bot_everything_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"127.0.0.1:{free_port()}"
    monkeypatch.setenv("MAFIABOT_HTTP", address)
    async with discord_of(monkeypatch):
        ready = hearing("ready")
        running = asyncio.ensure_future(run_from_settings(Settings.model_validate({})))
        await asyncio.wait_for(ready.wait(), 20)
        code, found, _ = await examined(capsys)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert (code, found["warn"], found["fail"]) == (0, [], [])
    assert f"health checks: a running mafiabot answers on {address}" in found["ok"]
    assert any(line.endswith("a bot works on it") for line in found["ok"])
    assert any(line.startswith("commands: ") for line in found["ok"])


async def test_a_token_that_discord_refuses_fails_and_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with discord_of(monkeypatch):
        monkeypatch.setenv("MAFIABOT_TOKEN", "1.hush")
        code, found, text = await examined(capsys)
    assert (code, found["fail"]) == (1, ["token: Discord refuses it"])
    assert "hush" not in text


async def test_further_bots_are_looked_at_by_their_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with discord_of(monkeypatch) as local:
        monkeypatch.setenv("MAFIABOT_VOICE_TOKENS", f"{local.add_bot().token},2.hush")
        code, found, text = await examined(capsys)
    assert (code, found["fail"]) == (1, ["voice bot 2: Discord refuses it"])
    assert any(line.startswith("voice bot 1: account ") for line in found["ok"])
    assert "hush" not in text


async def test_a_discord_that_cannot_be_reached_fails(capsys: pytest.CaptureFixture[str]) -> None:
    code, found, _ = await examined(capsys)
    assert code == 1
    assert [line[:29] for line in found["fail"]] == ["Discord: cannot be reached (C"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("MAFIABOT_TOKNE", "x", "unknown setting MAFIABOT_TOKNE"),
        ("MAFIABOT_TOKEN_FILE", "/nowhere", "not both"),
        ("MAFIABOT_CLUSTER", "0/3", "needs MAFIABOT_REDIS_URL"),
    ],
)
async def test_bad_settings_end_the_examination_with_2(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    code, found, _ = await examined(capsys)
    assert code == 2
    assert said in found["fail"][0]


@pytest.mark.servers
async def test_servers_are_looked_at(
    redis_url: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAFIABOT_REDIS_URL", with_prefix(redis_url))
    monkeypatch.setenv("MAFIABOT_ARCHIVE_URL", f"{postgres_url}?search_path=public")
    async with discord_of(monkeypatch):
        _, found, text = await examined(capsys)
    assert found["fail"] == []
    assert "Redis, redis://" in text
    assert "clock: the store's is " in text
    assert "archive: PostgreSQL, postgresql" in text


@pytest.mark.servers
@one_cluster
async def test_each_server_of_a_cluster_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with own_cluster() as address:
        monkeypatch.setenv("MAFIABOT_REDIS_URL", address)
        _, _, text = await examined(capsys)
    assert text.count("append-only file, evicts nothing") == 3


async def test_servers_that_do_not_answer_fail_and_no_password_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAFIABOT_REDIS_URL", "redis://:hush@127.0.0.1:1")
    monkeypatch.setenv("MAFIABOT_ARCHIVE_URL", "postgresql://me:hush@127.0.0.1:9/games")
    async with discord_of(monkeypatch):
        code, found, text = await examined(capsys)
    assert code == 1
    assert [line.partition(":")[0] for line in found["fail"]] == ["live store", "archive"]
    assert "hush" not in text


# --- its parts -----------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_to_fails(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert doctor_host.folder(tmp_path / "file" / "data").level is Level.FAIL
    assert doctor_host.folder(tmp_path / "new" / "data").level is Level.OK


async def test_a_port_that_another_program_has_fails() -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as other:
        found = await doctor_host.port(f"127.0.0.1:{other.sockets[0].getsockname()[1]}")
    assert found.level is Level.FAIL
    assert "already in use" in found.said


@pytest.mark.parametrize(
    ("told", "level", "said"),
    [
        ({}, Level.OK, "append-only file"),
        ({"redis_version": "6.0.9"}, Level.FAIL, "too old"),
        ({"aof_enabled": 0}, Level.WARN, "without append-only file"),
        ({"aof_last_write_status": "err"}, Level.FAIL, "cannot write"),
        ({"maxmemory_policy": "allkeys-lru"}, Level.WARN, "allkeys-lru"),
        ({"maxmemory_policy": "allkeys-lru", "maxmemory": 10}, Level.FAIL, "allkeys-lru"),
        ({"maxmemory": 100, "used_memory": 95}, Level.WARN, "95 %"),
    ],
)
def test_what_a_redis_says_of_itself_is_judged(told: dict[str, object], level: Level, said: str) -> None:
    found = doctor_store.server("Redis", {"redis_version": "7.2.4", "aof_enabled": 1} | told)
    assert found.level is level
    assert said in found.said


async def test_an_archive_of_a_former_or_a_newer_version_is_said(tmp_path: Path) -> None:
    await (await open_archive(None, tmp_path, SystemClock())).close()
    path = tmp_path / ARCHIVE_FILE
    assert doctor_archive.of_file(path).said == f"SQLite, {path}, up to date"
    for version, level in (("v9999", Level.FAIL), (doctor_archive.revisions()[-1], Level.WARN)):
        with sqlite3.connect(path) as file:
            file.execute("UPDATE alembic_version SET version_num = ?", (version,))
        file.close()
        assert doctor_archive.of_file(path).level is level


async def test_files_that_are_damaged_or_newer_fail(tmp_path: Path) -> None:
    settings = Settings.model_validate({"data_dir": tmp_path})
    await SqliteStore(tmp_path).close()
    assert doctor_store.embedded(settings).level is Level.OK
    with sqlite3.connect(tmp_path / LIVE_FILE) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    assert "newer mafiabot" in doctor_store.embedded(settings).said
    for name, look in ((LIVE_FILE, doctor_store.embedded), (ARCHIVE_FILE, None)):
        (tmp_path / name).write_bytes(b"no database" * 100)
        found = look(settings) if look is not None else doctor_archive.of_file(tmp_path / name)
        assert found.level is Level.FAIL


@pytest.mark.parametrize(
    ("recommended", "left", "wanted", "level"),
    [(1, 999, None, Level.OK), (2, 60, None, Level.WARN), (4, 3, None, Level.FAIL), (4, 999, 2, Level.WARN)],
)
def test_gateway_sessions_are_judged(recommended: int, left: int, wanted: int | None, level: Level) -> None:
    assert doctor_discord.sessions(recommended, left, 1000, wanted).level is level


def test_privileged_intents_are_not_needed() -> None:
    assert doctor_discord.intents(discord.ApplicationFlags()).level is Level.OK
    found = doctor_discord.intents(discord.ApplicationFlags(gateway_message_content=True))
    assert found.level is Level.WARN
    assert "Message Content" in found.said


def test_servers_in_which_rights_are_missing_are_named() -> None:
    everything, administrator = doctor_discord.PERMISSIONS, discord.Permissions.administrator.flag
    assert doctor_discord.rights(5, {1: everything, 2: administrator}).level is Level.OK
    found = doctor_discord.rights(5, {1: everything, 77: everything & ~discord.Permissions.mute_members.flag})
    assert found.level is Level.WARN
    assert "in 1 of 2" in found.said
    assert "77" in found.said
    assert str(everything) in found.todo
    assert "client_id=5" in doctor_discord.rights(5, {}).todo


@pytest.mark.parametrize(
    ("apart_ms", "level"), [(-900, Level.OK), (5_000, Level.WARN), (-60_000, Level.FAIL)]
)
def test_a_clock_that_is_wrong_is_said(apart_ms: int, level: Level) -> None:
    assert doctor_discord.clock(apart_ms).level is level


# --- what is said where files and servers are not as they should be -------------------------------


async def test_a_file_that_cannot_be_written_to_fails_though_it_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As another user left it, who had started the bot once."""
    settings = Settings.model_validate({"data_dir": tmp_path})
    await SqliteStore(tmp_path).close()
    monkeypatch.setattr("os.access", lambda path, _: Path(path) != tmp_path / LIVE_FILE)
    found = doctor_store.embedded(settings)
    assert (found.level, found.said) == (Level.FAIL, f"{tmp_path / LIVE_FILE} cannot be written to")


async def test_a_lock_that_is_not_ours_to_take_fails_too(tmp_path: Path) -> None:
    settings = Settings.model_validate({"data_dir": tmp_path})
    await SqliteStore(tmp_path).close()
    (tmp_path / LOCK_FILE).unlink()
    (tmp_path / LOCK_FILE).mkdir()
    found = doctor_store.embedded(settings)
    assert found.level is Level.FAIL
    assert "all files in its folder" in found.todo


def test_an_archive_that_cannot_be_made_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "archive.sqlite3"
    assert doctor_archive.of_file(path).level is Level.OK
    assert "there is no folder" in doctor_archive.of_file(path, folder_made=False).said
    monkeypatch.setattr("os.access", lambda *_: False)
    assert doctor_archive.of_file(path).level is Level.FAIL


async def test_an_archive_address_that_is_none_fails_and_hides_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAFIABOT_ARCHIVE_URL", "postgresql://me:hush@host:port/games")
    code, found, text = await examined(capsys)
    assert code == 1
    assert [line.partition(":")[0] for line in found["fail"]] == ["archive", "Discord"]
    assert "hush" not in text


async def test_an_examination_that_breaks_off_fails_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: object) -> Finding:
        raise RuntimeError("hush")

    monkeypatch.setattr(doctor_store, "embedded", broken)
    code, found, text = await examined(capsys)
    assert code == 1
    assert found["fail"][0] == "live store: could not be examined (RuntimeError)"
    assert any(line.startswith("archive") for line in found["ok"])
    assert "hush" not in text


@pytest.mark.servers
@pytest.mark.parametrize(
    ("spoil", "todo"),
    [
        (("CONFIG", "SET", "maxmemory", "1"), "raise its maxmemory"),
        (("CONFIG", "SET", "requirepass", "hush"), "put user and password into the address"),
        (("REPLICAOF", "127.0.0.1", "1"), "name its primary"),
        (("CONFIG", "SET", "min-replicas-to-write", "1"), "bring its replicas back"),
        (("ACL", "SETUSER", "default", "-@scripting"), "give its user the rights"),
    ],
)
async def test_what_to_do_is_said_of_a_redis_that_refuses(
    spoil: tuple[str, ...], todo: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with own_server() as server:
        with server.client() as client:
            client.execute_command(*spoil)
        monkeypatch.setenv("MAFIABOT_REDIS_URL", server.url)
        code, found, text = await examined(capsys)
        with pytest.raises(SettingsError, match=todo):
            await run_from_settings(Settings.model_validate({}))
    assert code == 1
    assert found["fail"][0].startswith("live store: ")
    assert f"      → {todo}" in text
