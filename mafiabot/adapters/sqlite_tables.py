"""Tables in `live.sqlite3`, read beside whoever has the folder; the file is opened for reading alone.

Only `drop` writes, in one step, which a running bot waits for a millisecond.
"""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from mafiabot.adapters.data_lock import DataLock, StoreLocked
from mafiabot.adapters.sqlite_schema import FORGET, LIVE_FILE
from mafiabot.adapters.stored_tables import Owners, StoredTable
from mafiabot.runtime.ports import StoreUnavailable

_WAIT_S = 5.0
_TABLES = (
    "SELECT g.game_id, g.guild_id, c.channel_id, g.seq, g.due_ms, g.state FROM games g"
    " LEFT JOIN channels c ON c.game_id = g.game_id"
)


class SqliteTables:
    """`stored_tables.StoredTables` of a data folder. Raises `StoreUnavailable` where there is none."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._path = data_dir / LIVE_FILE
        if not self._path.is_file():
            raise StoreUnavailable(f"there is no {LIVE_FILE} in {data_dir}")

    async def open(self) -> tuple[StoredTable, ...]:
        return self._tables("WHERE g.open ORDER BY g.game_id")

    async def one(self, game_id: str) -> StoredTable | None:
        return next(iter(self._tables("WHERE g.game_id = ?", game_id)), None)

    def _tables(self, which: str, *values: object) -> tuple[StoredTable, ...]:
        with self._opened("ro") as file:
            rows = file.execute(f"{_TABLES} {which}", values).fetchall()
        return tuple(
            StoredTable(game_id=game, guild_id=guild, channel_id=channel, seq=seq, due_ms=due, state=state)
            for game, guild, channel, seq, due, state in rows
        )

    async def log(self, game_id: str) -> tuple[bytes, ...]:
        with self._opened("ro") as file:
            rows = file.execute("SELECT event FROM log WHERE game_id = ? ORDER BY seq", (game_id,)).fetchall()
        return tuple(event for (event,) in rows)

    async def owners(self) -> Owners:
        return Owners(everybody="0/1" if self.in_use() else None)

    def in_use(self) -> bool:
        """Whether a process has the folder now."""
        try:
            DataLock(self._data_dir).release()
        except StoreLocked:
            return True
        return False

    def version(self) -> int:
        """The last migration of the file."""
        with self._opened("ro") as file:
            [(version,)] = file.execute("PRAGMA user_version").fetchall()
        return int(version)

    def damage(self) -> str:
        """What is wrong with the file; empty: nothing."""
        with self._opened("ro") as file:
            found = [str(line) for (line,) in file.execute("PRAGMA quick_check(1)").fetchall()]
        return "" if found == ["ok"] else "; ".join(found).replace("\n", " ")

    async def drop(self, table: StoredTable) -> bool:
        with self._opened("rw") as file:
            file.execute("BEGIN IMMEDIATE")
            stored = file.execute("SELECT seq FROM games WHERE game_id = ?", (table.game_id,)).fetchone()
            same = stored is not None and stored[0] == table.seq
            if same:
                _run_each(file, (*FORGET, "DELETE FROM claims WHERE game_id = ?"), table.game_id)
            file.execute("COMMIT")
        return same

    async def close(self) -> None:
        """Nothing is open between two questions."""

    @contextlib.contextmanager
    def _opened(self, mode: str) -> Iterator[sqlite3.Connection]:
        try:
            address = f"{self._path.resolve().as_uri()}?mode={mode}"
            with contextlib.closing(
                sqlite3.connect(address, uri=True, timeout=_WAIT_S, isolation_level=None)
            ) as file:
                yield file
        except sqlite3.Error as error:
            raise StoreUnavailable(f"{self._path} cannot be used: {error}") from error


def _run_each(file: sqlite3.Connection, statements: Sequence[str], game_id: str) -> None:
    for statement in statements:
        file.execute(statement, (game_id,))
