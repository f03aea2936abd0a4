"""The archive database: brought up to date once at start, then reading and writing transactions.

Whatever keeps it from answering is `StoreUnavailable`; a mistake in a statement is not.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mafiabot.adapters.archive.engine import WRITES, UnknownArchive, archive_url, is_sqlite, open_engine
from mafiabot.runtime.ports import Clock, StoreUnavailable

MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x6D61666961  # "mafia": the key under which PostgreSQL lets one process migrate at a time
_MISTAKES = (sa.exc.IntegrityError, sa.exc.DataError, sa.exc.NotSupportedError)


class ArchiveUnusable(StoreUnavailable):
    """The archive cannot be used as it is; the text is one line and says what to do."""


class Archive:
    """Transactions on a database that `open_archive` has brought up to date."""

    def __init__(self, engine: AsyncEngine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self._failures = _failures(engine)
        self._closed = False

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """One consistent view of the database. Raises `StoreUnavailable`."""
        async with self._begun(self._engine) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """All that is done inside happens together, or none of it; on SQLite nobody else writes meanwhile.

        On PostgreSQL rows that are read to be changed are selected `FOR UPDATE`. Raises `StoreUnavailable`.
        """
        async with self._begun(self._engine.execution_options(**{WRITES: True})) as connection:
            yield connection

    @asynccontextmanager
    async def _begun(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        if self._closed:
            raise StoreUnavailable("the archive is closed")
        with self._clock.hold(), self._translated():
            async with engine.begin() as connection:
                yield connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except _MISTAKES:
            raise
        except self._failures as error:
            raise StoreUnavailable(f"archive: {_first_line(error)}") from error

    async def migrate(self) -> None:
        """Brings the tables up to date; processes that start together do it one after the other.

        Raises `StoreUnavailable`; `ArchiveUnusable` when a newer mafiabot has been here.
        """
        async with self.writing() as connection:
            if not is_sqlite(self._engine.url):
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        """Idempotent; transactions raise `StoreUnavailable` afterwards."""
        self._closed = True
        with self._clock.hold():
            await self._engine.dispose()


async def open_archive(address: str | None, data_dir: Path, clock: Clock) -> Archive:
    """The archive at `address` (None: a file in `data_dir`, which is made), its tables up to date.

    Raises `ArchiveUnusable`.
    """
    try:
        url = archive_url(address, data_dir)
    except UnknownArchive as error:
        raise ArchiveUnusable(f"MAFIABOT_ARCHIVE_URL: {error}") from error
    try:
        archive = Archive(open_engine(url, make_folder=address is None), clock)
    except OSError as error:
        raise ArchiveUnusable(_cannot(url, error.strerror or str(error))) from error
    try:
        await archive.migrate()
    except ArchiveUnusable:
        await archive.close()
        raise
    except StoreUnavailable as error:
        await archive.close()
        raise ArchiveUnusable(_cannot(url, str(error).removeprefix("archive: "))) from error
    return archive


def _cannot(url: sa.URL, why: str) -> str:
    if is_sqlite(url):
        return (
            f"the archive {url.database} cannot be used ({why}): "
            "give this user the right to write there, or name another file or server in MAFIABOT_ARCHIVE_URL"
        )
    return (
        f"the archive {url.render_as_string()} cannot be used ({why}): "
        "start the server or correct MAFIABOT_ARCHIVE_URL; unset it to keep the archive in a file"
    )


def _upgrade(connection: Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise ArchiveUnusable(
            f"the archive was written by a newer mafiabot ({error}): update this one"
        ) from error


def _failures(engine: AsyncEngine) -> tuple[type[Exception], ...]:
    """What the driver raises when the database does not answer, besides SQLAlchemy's own errors."""
    known = (sa.exc.DBAPIError, sa.exc.TimeoutError, TimeoutError, OSError)
    if is_sqlite(engine.url):
        return known
    import asyncpg

    return (*known, asyncpg.PostgresError, asyncpg.InterfaceError)


def _first_line(error: Exception) -> str:
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) and error.orig is not None else error
    said = str(cause).partition("\n")[0]
    return said.rpartition(">: ")[2] or type(error).__name__
