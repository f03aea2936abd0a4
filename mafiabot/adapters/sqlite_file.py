"""One SQLite file, called inline on the event loop: one statement is atomic by itself, several in a `step`.

A file that is locked, full, unreadable or damaged is `StoreUnavailable`; a mistake in a statement is not.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os.path import samestat
from pathlib import Path
from typing import Any, Literal

from mafiabot.runtime.ports import StoreUnavailable

Synchronous = Literal["NORMAL", "FULL"]  # NORMAL survives the death of the process, FULL also a power cut
Row = tuple[Any, ...]

_BUSY_S = 0.2  # nobody else should write; the event loop stands still meanwhile
_MISTAKES = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError, sqlite3.NotSupportedError)


class _translated:  # noqa: N801 - it reads as a statement
    """What SQLite raises becomes `StoreUnavailable`; a class, since a commit goes through it ten times."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, sqlite3.Error) and not isinstance(error, _MISTAKES):
            raise StoreUnavailable(f"SQLite: {error}") from error


class SqliteFile:
    """`migrations[n]`: the statements, each closed by `;`, that lead from `PRAGMA user_version` n to n + 1.

    Raises `StoreUnavailable` when the file cannot be opened or is newer than the last migration.
    """

    def __init__(self, path: Path, migrations: Sequence[str], synchronous: Synchronous = "NORMAL") -> None:
        self._db: sqlite3.Connection | None = None
        self._path, self._migrations, self._synchronous = path, migrations, synchronous
        self._connect()

    def _connect(self) -> None:
        path = self._path
        try:
            path.touch(mode=0o600)  # it holds seeds and tokens
            self._opened = path.stat()
        except OSError as error:
            raise StoreUnavailable(f"{path.name} cannot be written: {error.strerror}") from error
        with _translated():
            self._db = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
        try:
            self.run("PRAGMA journal_mode = WAL")
            self.run(f"PRAGMA synchronous = {self._synchronous}")
            self._migrate(path, self._migrations)
        except BaseException:
            self.close()
            raise

    @property
    def in_place(self) -> bool:
        """Whether what is open is what lies there: somebody may have removed or replaced the file."""
        try:
            return self._db is not None and samestat(self._opened, self._path.stat())
        except OSError:
            return False

    def open_again(self) -> None:
        """From now on it is the file that lies there; an empty one, if there is none."""
        self.close()
        self._connect()

    def _migrate(self, path: Path, migrations: Sequence[str]) -> None:
        if self._version() == len(migrations):
            return
        with self.step():  # the version is read again inside: somebody else may be migrating
            version = self._version()
            if version > len(migrations):
                raise StoreUnavailable(f"{path.name} was written by a newer mafiabot (version {version})")
            for statement in "".join(migrations[version:]).split(";"):
                self.run(statement)
            self.run(f"PRAGMA user_version = {len(migrations)}")

    def _version(self) -> int:
        [(version,)] = self.rows("PRAGMA user_version")
        return int(version)

    @property
    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            raise StoreUnavailable("the store is closed")
        return self._db

    def rows(self, statement: str, *values: object) -> list[Row]:
        with _translated():
            return self._open.execute(statement, values).fetchall()

    def row(self, statement: str, *values: object) -> Row | None:
        return next(iter(self.rows(statement, *values)), None)

    def run(self, statement: str, *values: object) -> None:
        with _translated():
            self._open.execute(statement, values)

    def changed(self, statement: str, *values: object) -> int:
        """How many rows the statement has written."""
        with _translated():
            return self._open.execute(statement, values).rowcount

    def run_each(self, statement: str, values: Sequence[Row]) -> None:
        with _translated():
            self._open.executemany(statement, values)

    @contextmanager
    def step(self) -> Iterator[None]:
        """All statements inside happen together, or none of them."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._open.in_transaction:
                self.run("ROLLBACK")
            raise

    def close(self) -> None:
        """Idempotent."""
        if self._db is not None:
            self._db.close()
            self._db = None
