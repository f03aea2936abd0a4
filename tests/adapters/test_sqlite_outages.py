"""A file that is locked by somebody else, or for which there is no room: unavailable, whole, and told so."""

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.sqlite_schema import LARGEST_COMMIT, LIVE_FILE
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.state import Talk
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.heart import Heart
from mafiabot.runtime.kept_store import KeptStore
from mafiabot.runtime.ports import CommitStatus, StoreChanged, StoreUnavailable
from mafiabot.runtime.store_watch import StoreWatch
from mafiabot.runtime.tail import LOSS_MS
from tests.support import builders
from tests.support.shell import GAME, Shell, WritingMessenger
from tests.support.stores import GUILD, applied, commit, debt, events, state, status

PAGE = 4096


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    one = SqliteStore(tmp_path)
    yield one
    one._file.close()


class Other:
    """Another program that has the file open."""

    def __init__(self, folder: Path) -> None:
        self._db = sqlite3.connect(folder / LIVE_FILE, isolation_level=None)

    def lock(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def unlock(self) -> None:
        self._db.execute("ROLLBACK")

    def close(self) -> None:
        self._db.close()


@pytest.fixture
def other(store: SqliteStore, tmp_path: Path) -> Iterator[Other]:
    one = Other(tmp_path)
    yield one
    one.close()


def leave_room(store: SqliteStore, pages: int | None) -> None:
    """So many pages more fit onto the disk; None: as many as are wanted."""
    [(used,)] = store._file.rows("PRAGMA page_count")
    store._file.rows(f"PRAGMA max_page_count = {used + pages if pages is not None else 1 << 30}")


async def fill(store: SqliteStore) -> None:
    """Goes on from one commit until there is no room."""
    for seq in itertools.count(1, 20):
        await store.commit(commit(after=seq, count=20, command_id=f"c{seq}", claims=(seq,)))


async def test_a_locked_file_refuses_a_commit_and_takes_it_later(store: SqliteStore, other: Other) -> None:
    await store.commit(commit())
    other.lock()
    with pytest.raises(StoreUnavailable, match="locked"):
        await store.commit(commit(after=1))
    with pytest.raises(StoreUnavailable):
        await store.look((), 1)
    assert await store.load("g") == state()
    other.unlock()
    assert await status(store, commit(after=1)) is CommitStatus.APPLIED


async def test_a_full_disk_refuses_a_commit_as_a_whole(store: SqliteStore) -> None:
    await store.commit(commit())
    leave_room(store, 0)
    with pytest.raises(StoreUnavailable, match="full"):
        await fill(store)
    leave_room(store, None)
    kept = await store.load("g")
    assert kept is not None
    assert await store.log("g") == events(1, kept.seq)
    assert await store.seen_command("g", f"c{kept.seq - 20}")
    assert not await store.seen_command("g", f"c{kept.seq}")
    assert await status(store, commit(after=kept.seq)) is CommitStatus.APPLIED


async def test_a_disk_without_room_for_a_large_commit_is_found_out_by_a_look(store: SqliteStore) -> None:
    leave_room(store, LARGEST_COMMIT // PAGE // 2)
    with pytest.raises(StoreUnavailable, match="full"):
        await store.look((), 1)
    leave_room(store, None)
    await store.look((), 1)
    leave_room(store, 0)
    await store.look((), 1)  # the room it takes is kept


@pytest.mark.virtual
@pytest.mark.parametrize("instead", ["nothing", "a copy of before"])
async def test_a_file_that_somebody_removes_or_replaces_is_written_anew(tmp_path: Path, instead: str) -> None:
    """As whoever puts a backup in its place without stopping the bot."""
    clock = VirtualClock(running_virtual_loop(), builders.START_MS)
    file, kept = _opened(tmp_path, clock)
    store, place = kept.as_store(), tmp_path / LIVE_FILE
    await store.beat("main", 1)
    with contextlib.closing(sqlite3.connect(place)) as now, sqlite3.connect(tmp_path / "copy") as copy:
        now.backup(copy)
    copy.close()
    await applied(store, commit(command_id="c", claims=(1,), due_ms=9))
    await store.put_debt(debt())
    await clock.sleep_until_ms(clock.now_ms() + 2 * LOSS_MS)
    place.unlink()
    if instead != "nothing":
        (tmp_path / "copy").rename(place)
    await kept.emptied()
    await applied(store, commit(after=1, claims=(1,)))
    await file.close()
    again = SqliteStore(tmp_path)
    assert await again.log("g") == events(1, 2)
    assert await again.seen_command("g", "c")
    assert await again.game_of_member(GUILD, 1) == "g"
    assert await again.debts() == (debt(),)
    await again.close()


@pytest.mark.virtual
async def test_a_folder_that_is_gone_is_an_outage_until_it_is_back(tmp_path: Path) -> None:
    clock = VirtualClock(running_virtual_loop(), builders.START_MS)
    folder = tmp_path / "data"
    file, kept = _opened(folder, clock)
    await applied(kept.as_store(), commit())
    folder.rename(tmp_path / "elsewhere")
    with capture_logs() as logs:
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="No such file"):
                await kept.emptied()
            await clock.sleep_until_ms(clock.now_ms() + 1_000)
        folder.mkdir()
        await kept.emptied()
    assert ["replaced" in line["event"] for line in logs if line["log_level"] == "critical"] == [True]
    assert await file.log("g") == events(1, 1)
    await file.close()


async def test_a_copy_in_the_files_place_is_another_one_also_where_it_cannot_be_written_at_first(
    tmp_path: Path,
) -> None:
    file = SqliteStore(tmp_path)
    await file.look((), 1)
    (epoch,) = await file.epochs()
    with sqlite3.connect(tmp_path / "copy") as copy, sqlite3.connect(tmp_path / LIVE_FILE) as whole:
        whole.backup(copy)
    (tmp_path / "copy").rename(tmp_path / LIVE_FILE)
    someone = Other(tmp_path)
    someone.lock()
    with pytest.raises(StoreUnavailable):
        await file.epochs()
    someone.unlock()
    with pytest.raises(StoreChanged):
        await file.epochs()
    assert await file.epochs() != (epoch,)
    someone.close()
    await file.close()


@pytest.mark.virtual
@pytest.mark.parametrize("trouble", ["locked", "read-only"])
async def test_a_speaker_is_not_cut_off_and_gets_the_time_back(tmp_path: Path, trouble: str) -> None:
    clock = VirtualClock(running_virtual_loop(), builders.START_MS)
    file, kept = _opened(tmp_path, clock)
    shell = Shell(kept.as_store(), WritingMessenger(clock)).listen()
    watch = StoreWatch(clock, shell.service, shell.announcer.note, shell.effects)
    kept.failed, kept.answered = watch.failed, watch.answered
    shell.run(shell.timers.run(), Heart(shell.store, clock, "main").run())
    await shell.deal()
    await shell.until(Talk)
    await shell.seconds(12)
    phase = (await shell.state()).phase
    assert isinstance(phase, Talk)
    someone = Other(tmp_path)
    if trouble == "locked":
        someone.lock()
    else:
        file._file.run("PRAGMA query_only = 1")
    await shell.seconds(4)
    if trouble == "locked":
        someone.unlock()
    else:
        file._file.run("PRAGMA query_only = 0")
    await shell.seconds(1)
    after = (await shell.state()).phase
    assert isinstance(after, Talk)
    assert abs(after.floor.granted_ms - phase.floor.granted_ms - 4_000) <= 600
    notes = [kind for kind in shell.messenger.kinds if kind in (Kind.STORE_AWAY, Kind.STORE_BACK)]
    assert notes == [Kind.STORE_AWAY, Kind.STORE_BACK]
    assert await file.load(GAME) == await shell.state()
    assert deadline(await shell.state()) is not None
    someone.close()
    await shell.stop()
    await file.close()


def _opened(folder: Path, clock: VirtualClock) -> tuple[SqliteStore, KeptStore]:
    file = SqliteStore(folder)
    return file, KeptStore(file, clock)
