"""From an address to an SQLAlchemy engine: drivers, time-outs, and how a transaction begins.

On SQLite a transaction that will write begins with `BEGIN IMMEDIATE`: one that only reads first and writes
later loses updates or fails in the middle. An error never tells the values of its statement: they may be
secret.
"""

import inspect
from pathlib import Path
from typing import Any

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

ARCHIVE_FILE = "archive.sqlite3"
WAIT_S = 5.0
WRITES = "mafiabot_writes"  # the execution option of a connection that will write

_CACHES = ("statement_cache_size", "prepared_statement_cache_size")
"""Of the driver and of the layer above it. Behind a pooler that shares connections out, both have to be 0."""

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


class UnknownArchive(ValueError):
    """The address is none of an archive; the text says what one looks like."""


def archive_url(address: str | None, data_dir: Path) -> URL:
    """The address of the archive; None: a file in `data_dir`. Raises `UnknownArchive`."""
    if address is None:
        return URL.create("sqlite+aiosqlite", database=str(data_dir / ARCHIVE_FILE))
    try:
        url = make_url(address)
    except (sa.exc.ArgumentError, ValueError) as error:  # the latter where the port is no number
        raise UnknownArchive(_looks_like("this is no address")) from error
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise UnknownArchive(_looks_like(f"“{url.drivername}” is not supported"))
    if driver == "sqlite+aiosqlite" and url.database in (None, "", ":memory:"):
        raise UnknownArchive("name a file: what is kept in memory ends with the process")
    return _understood(url.set(drivername=driver))


def _understood(url: URL) -> URL:
    """What follows the `?` is the driver's; `sslmode` is what most providers call its `ssl`."""
    if is_sqlite(url):
        return url
    import asyncpg

    mode = url.query.get("sslmode")
    url = url.difference_update_query(["sslmode"])
    if mode is not None:
        url = url.update_query_dict({"ssl": mode})
    known = {"search_path", *_CACHES, *inspect.signature(asyncpg.connect).parameters}
    unknown = sorted(set(url.query) - known)
    if unknown:
        raise UnknownArchive(_looks_like(f"“{unknown[0]}” is not understood, leave it out"))
    wordy = [name for name in _CACHES if not str(url.query.get(name, 0)).isdecimal()]
    if wordy:
        raise UnknownArchive(f"“{wordy[0]}” is a number")
    return url


def _looks_like(trouble: str) -> str:
    return f"{trouble}; use postgresql://user:password@host/database or sqlite:////folder/file"


def open_engine(url: URL, *, make_folder: bool) -> AsyncEngine:
    """An engine that has not connected yet. `?search_path=` of a PostgreSQL address names a schema.

    Raises `OSError` where an SQLite file cannot be made, in a folder that is made, too, if so wished.
    """
    if not is_sqlite(url):
        return _postgres(url)
    path = Path(url.database or "")
    if make_folder:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    return _sqlite(url, path)


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _sqlite(url: URL, path: Path) -> AsyncEngine:
    # A connection is a thread: one a step costs half a millisecond and leaves nothing to a killed process.
    engine = create_async_engine(
        url, poolclass=sa.NullPool, async_creator=lambda: _connected(path), hide_parameters=True
    )
    sa.event.listen(engine.sync_engine, "begin", _begin)
    return engine


async def _connected(path: Path) -> aiosqlite.Connection:
    connection = aiosqlite.connect(path, isolation_level=None, timeout=WAIT_S)
    connection._thread.daemon = True
    try:
        return await connection
    except BaseException:
        connection._thread.join()  # it is ending; left alone it may report to a loop that is closed by then
        raise


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgres(url: URL) -> AsyncEngine:
    schema = url.query.get("search_path")
    more: dict[str, Any] = {"server_settings": {"search_path": schema}} if schema else {}
    more |= {name: int(str(url.query[name])) for name in _CACHES if name in url.query}
    return create_async_engine(
        url.difference_update_query(["search_path", *_CACHES]),
        pool_pre_ping=True,
        pool_timeout=WAIT_S,
        hide_parameters=True,
        connect_args={"timeout": WAIT_S, "command_timeout": WAIT_S, **more},
    )
