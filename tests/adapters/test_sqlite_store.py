"""What only the SQLite store promises: durability, one process a folder, plain errors, versions."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from pydantic_core import PydanticSerializationError

from mafiabot.adapters.data_lock import LOCK_FILE, StoreLocked
from mafiabot.adapters.sqlite_file import Synchronous
from mafiabot.adapters.sqlite_schema import LIVE_FILE, LIVE_MIGRATIONS
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.engine.events import PlayerJoined
from mafiabot.runtime.ports import CommitStatus, StoreUnavailable
from tests.support.stores import (
    CHANNEL,
    GUILD,
    commit,
    debt,
    earliest_due_ms,
    events,
    hand,
    person,
    seen,
    state,
)

ROOT = Path(__file__).parents[2]
ACKNOWLEDGED = 200


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(tmp_path)
    yield opened
    await opened.close()


def _raw(data_dir: Path) -> sqlite3.Connection:
    return sqlite3.connect(data_dir / LIVE_FILE, isolation_level=None)


# --- what survives ---------------------------------------------------------------------------


async def test_everything_is_there_after_the_file_is_opened_again(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path, synchronous="FULL")
    await first.commit(commit(count=3, command_id="c", claims=(1,), due_ms=9))
    await first.save_hand(GUILD, hand())
    await first.put_debt(debt(found_muted=True, ours_muted=False))
    await first.put_voice(seen())
    await first.beat("a", 100)
    await first.close()
    again = SqliteStore(tmp_path)
    assert await again.load("g") == state(seq=3)
    assert await again.log("g") == events(1, 3)
    assert await again.seen_command("g", "c")
    assert await again.game_of_member(GUILD, 1) == "g"
    assert await earliest_due_ms(again) == 9
    assert await again.hands(GUILD, "g") == (hand(),)
    assert await again.debts() == (debt(found_muted=True, ours_muted=False),)
    assert await again.voice(GUILD) == (seen(),)
    assert await again.last_beat_ms() == 100
    await again.close()


def _last_acknowledged_before_kill_9(data_dir: Path) -> int:
    """Has another process commit until it is killed."""
    writer = subprocess.Popen(
        [sys.executable, "-m", "tests.support.stores", str(data_dir)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert writer.stdout is not None
    with writer, writer.stdout as lines:
        for _ in range(ACKNOWLEDGED - 1):
            lines.readline()
        last = lines.readline()
        writer.send_signal(signal.SIGKILL)
        for line in lines:
            last = line if line.endswith(b"\n") else last
    assert writer.returncode == -signal.SIGKILL
    return int(last)


async def test_whatever_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    last = _last_acknowledged_before_kill_9(tmp_path)
    store = SqliteStore(tmp_path)
    kept = await store.load("g")
    assert kept is not None
    assert ACKNOWLEDGED <= last <= kept.seq <= last + 1
    assert await store.log("g") == events(1, kept.seq)
    assert await store.seen_command("g", str(last - 1))
    assert await earliest_due_ms(store) == kept.seq - 1
    assert await store.game_of_member(GUILD, kept.seq - 1) == "g"
    assert len(await store.debts()) >= last
    await store.close()


# --- one process a folder --------------------------------------------------------------------


async def test_a_second_process_is_refused_in_one_line_that_says_what_to_do(
    store: SqliteStore, tmp_path: Path
) -> None:
    with pytest.raises(StoreLocked) as refused:
        SqliteStore(tmp_path)
    assert "\n" not in str(refused.value)
    assert "MAFIABOT_DATA_DIR" in str(refused.value)


async def test_a_refused_second_process_does_not_disturb_the_first(
    store: SqliteStore, tmp_path: Path
) -> None:
    with pytest.raises(StoreLocked):
        SqliteStore(tmp_path)
    assert (await store.commit(commit())).status is CommitStatus.APPLIED


async def test_a_lock_file_that_was_left_behind_locks_nobody_out(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).write_text("left behind")
    await SqliteStore(tmp_path).close()


async def test_the_folder_is_free_after_a_failed_opening(tmp_path: Path) -> None:
    (tmp_path / LIVE_FILE).write_text("no database, but long enough to have a header that says so " * 20)
    with pytest.raises(StoreUnavailable, match="not a database"):
        SqliteStore(tmp_path)
    (tmp_path / LIVE_FILE).unlink()
    await SqliteStore(tmp_path).close()


def _open_to_others(data_dir: Path) -> list[str]:
    return [path.name for path in data_dir.iterdir() if path.stat().st_mode & 0o077]


async def test_only_the_owner_can_read_seeds_and_tokens(store: SqliteStore, tmp_path: Path) -> None:
    await store.commit(commit())
    assert _open_to_others(tmp_path) == []


# --- errors ----------------------------------------------------------------------------------


async def test_a_locked_file_is_store_unavailable_and_nothing_is_half_done(
    store: SqliteStore, tmp_path: Path
) -> None:
    intruder = _raw(tmp_path)
    intruder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        await store.commit(commit())
    intruder.execute("ROLLBACK")
    intruder.close()
    assert (await store.commit(commit())).status is CommitStatus.APPLIED


async def test_a_full_disk_is_store_unavailable_and_what_was_kept_stays_readable(store: SqliteStore) -> None:
    await store.commit(commit())
    file = store._file
    [(pages,)] = file.rows("PRAGMA page_count")
    file.run(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreUnavailable, match="full"):
        await store.commit(commit(after=1, count=2000, command_id="c"))
    assert await store.load("g") == state()
    assert not await store.seen_command("g", "c")
    file.run("PRAGMA max_page_count = 1000000")
    assert (await store.commit(commit(after=1, count=2000))).status is CommitStatus.APPLIED


async def test_a_commit_that_fails_halfway_leaves_nothing(store: SqliteStore) -> None:
    await store.commit(commit())
    wanted = commit(after=1, command_id="c", due_ms=5)
    crooked = replace(wanted, events=(PlayerJoined(at_ms=cast("int", "soon"), person=person(1)),))
    with pytest.raises(PydanticSerializationError):
        await store.commit(crooked)
    assert await store.load("g") == state()
    assert await earliest_due_ms(store) is None
    assert (await store.commit(wanted)).status is CommitStatus.APPLIED


async def test_a_folder_that_cannot_be_made_is_store_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="cannot be used"):
        SqliteStore(tmp_path / "file" / "data")


async def test_a_closed_store_answers_store_unavailable(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.load("g")


# --- versions --------------------------------------------------------------------------------


async def test_the_file_says_its_version(store: SqliteStore, tmp_path: Path) -> None:
    raw = _raw(tmp_path)
    assert raw.execute("PRAGMA user_version").fetchone() == (len(LIVE_MIGRATIONS),)
    raw.close()


@pytest.mark.parametrize("version", range(1, len(LIVE_MIGRATIONS)))
async def test_a_file_of_every_older_version_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    raw = _raw(tmp_path)
    raw.executescript("".join(LIVE_MIGRATIONS[:version]))
    raw.execute("INSERT INTO numbers (guild_id, number) VALUES (?, 41)", (GUILD,))
    raw.execute(f"PRAGMA user_version = {version}")
    raw.close()
    store = SqliteStore(tmp_path)
    assert (await store.commit(commit(count=1))).status is CommitStatus.APPLIED
    await store.close()
    raw = _raw(tmp_path)
    assert raw.execute("PRAGMA user_version").fetchone() == (len(LIVE_MIGRATIONS),)
    assert raw.execute("SELECT number FROM numbers").fetchall() == [(41,)]
    raw.close()


async def test_a_file_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    await SqliteStore(tmp_path).close()
    raw = _raw(tmp_path)
    raw.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreUnavailable, match="newer"):
        SqliteStore(tmp_path)
    assert raw.execute("PRAGMA user_version").fetchone() == (99,)
    raw.close()


async def test_the_questions_asked_at_every_turn_use_an_index(store: SqliteStore, tmp_path: Path) -> None:
    raw = _raw(tmp_path)
    for question in (
        "SELECT game_id, guild_id, due_ms, seq FROM games WHERE due_ms <= 1 ORDER BY due_ms, game_id LIMIT 1",
        "SELECT due_ms FROM games WHERE due_ms IS NOT NULL ORDER BY due_ms LIMIT 1",
        "SELECT game_id FROM games WHERE open AND guild_id = ifnull(1, guild_id) ORDER BY game_id",
        "SELECT user_id FROM claims WHERE game_id = 'g'",
    ):
        [(*_, plan)] = raw.execute(f"EXPLAIN QUERY PLAN {question}").fetchall()
        assert "INDEX" in plan
    raw.close()


async def test_the_file_is_in_wal_mode_and_synchronous_as_asked(tmp_path: Path) -> None:
    for name, number in (("NORMAL", 1), ("FULL", 2)):
        store = SqliteStore(tmp_path, synchronous=cast("Synchronous", name))
        assert store._file.rows("PRAGMA journal_mode") == [("wal",)]
        assert store._file.rows("PRAGMA synchronous") == [(number,)]
        await store.close()


async def test_signs_of_life_of_former_processes_do_not_pile_up(store: SqliteStore) -> None:
    for number in range(20):
        await store.beat(f"process {number}", number)
    assert store._file.rows("SELECT process, at_ms FROM beats") == [("process 19", 19)]


async def test_ids_of_discord_fit(store: SqliteStore) -> None:
    await store.commit(commit(guild_id=2**63 - 1, channel_id=CHANNEL, claims=(2**63 - 1,)))
    assert await store.game_of_member(2**63 - 1, 2**63 - 1) == "g"


# --- commits that follow one another -----------------------------------------------------------


async def test_a_commit_that_follows_and_seats_nobody_asks_nothing(store: SqliteStore) -> None:
    await store.commit(commit(claims=(1, 2)))
    said: list[str] = []
    store._file._open.set_trace_callback(said.append)
    await store.commit(commit(after=1, claims=(1, 2), command_id="a"))
    assert [statement.split()[0] for statement in said] == ["BEGIN", "UPDATE", "INSERT", "INSERT", "COMMIT"]


async def test_who_writes_beside_is_found_by_the_writing_itself(store: SqliteStore, tmp_path: Path) -> None:
    await store.commit(commit())
    beside = SqliteStore(tmp_path, beside=True)
    assert (await beside.commit(commit(after=1, command_id="theirs"))).status is CommitStatus.APPLIED
    assert (await store.commit(commit(after=1, command_id="ours"))).status is CommitStatus.CONFLICT
    assert (await store.commit(commit(after=1, command_id="theirs"))).status is CommitStatus.REPEATED
    assert not await store.seen_command("g", "ours")
    assert (await store.commit(commit(after=2, command_id="ours"))).status is CommitStatus.APPLIED
    await beside.close()


async def test_a_repeat_that_follows_leaves_nothing_of_itself(store: SqliteStore) -> None:
    await store.commit(commit())
    await store.commit(commit(after=1, command_id="a"))
    repeat = commit(after=2, command_id="a", due_ms=5)
    assert (await store.commit(repeat)).status is CommitStatus.REPEATED
    assert await store.load("g") == state(seq=2)
    assert len(await store.log("g")) == 2
    assert await earliest_due_ms(store) is None


async def test_a_game_that_was_dropped_beside_cannot_be_followed(store: SqliteStore, tmp_path: Path) -> None:
    await store.commit(commit())
    raw = _raw(tmp_path)
    raw.execute("DELETE FROM games")
    raw.close()
    assert (await store.commit(commit(after=1))).status is CommitStatus.CONFLICT


async def test_a_commit_that_could_not_be_kept_is_not_followed(store: SqliteStore, tmp_path: Path) -> None:
    await store.commit(commit(claims=(1,)))
    intruder = _raw(tmp_path)
    intruder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable):
        await store.commit(commit(after=1, claims=(1, 2)))
    intruder.execute("ROLLBACK")
    intruder.close()
    assert (await store.commit(commit(after=1, claims=(1, 2)))).status is CommitStatus.APPLIED
    assert await store.game_of_member(GUILD, 2) == "g"
