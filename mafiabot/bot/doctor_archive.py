"""The archive: reachable, of this version, and open for writing; nothing is brought up to date here."""

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

from mafiabot.adapters.archive.archive import MIGRATIONS
from mafiabot.adapters.archive.engine import UnknownArchive, archive_url, is_sqlite, open_engine
from mafiabot.bot.doctor_host import nearest
from mafiabot.bot.findings import Finding, fail, ok, warn
from mafiabot.bot.settings import Settings

WHAT = "archive"
_VERSION = "SELECT version_num FROM alembic_version"


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    address = settings.archive_url.get_secret_value() if settings.archive_url is not None else None
    try:
        url = archive_url(address, settings.data_dir)
    except UnknownArchive as error:
        yield fail(WHAT, f"MAFIABOT_ARCHIVE_URL: {error}", "correct the address")
        return
    if is_sqlite(url):
        yield of_file(Path(url.database or ""), folder_made=address is None)
    else:
        yield await _on_postgres(url)


def of_file(path: Path, *, folder_made: bool = True) -> Finding:
    """An SQLite file, as far as it can be read. `folder_made`: its folder need not be there."""
    if not path.exists():
        return _of_new_file(path, folder_made)
    if not os.access(path, os.R_OK | os.W_OK) or not os.access(path.parent, os.W_OK):
        return fail(WHAT, f"{path} cannot be written to", "give this user the right, also in its folder")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
            damage = [str(line) for (line,) in file.execute("PRAGMA quick_check(1)")]
            made = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
            versions = file.execute(_VERSION).fetchall() if made else []
    except sqlite3.Error as error:
        return fail(WHAT, f"{path} cannot be used ({error})", "restore it: docs/operating.md")
    if damage != ["ok"]:
        return fail(WHAT, f"{path} is damaged", "stop the bot and restore it: docs/operating.md")
    return of_version(f"SQLite, {path}", str(versions[0][0]) if versions else None)


def _of_new_file(path: Path, folder_made: bool) -> Finding:
    folder = nearest(path.parent) if folder_made else path.parent
    if not folder.is_dir():
        return fail(
            WHAT, f"{path} cannot be made: there is no folder {path.parent}", "make it, for this user"
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        return fail(WHAT, f"{path} cannot be made in its folder", "give this user the right to write there")
    return ok(WHAT, f"{path} will be made at the first start")


async def _on_postgres(url: Any) -> Finding:
    import sqlalchemy as sa

    shown, engine = url.render_as_string(), open_engine(url, make_folder=False)
    try:
        async with engine.connect() as connection:
            if (await connection.scalar(sa.text("SHOW transaction_read_only"))) == "on":
                return fail(WHAT, f"{shown} is read-only", "name the primary in MAFIABOT_ARCHIVE_URL")
            made = await connection.scalar(sa.text("SELECT to_regclass('alembic_version')"))
            version = await connection.scalar(sa.text(_VERSION)) if made is not None else None
            right = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
            may_create = bool(await connection.scalar(sa.text(right)))
    except (sa.exc.SQLAlchemyError, OSError, TimeoutError) as error:
        said = str(getattr(error, "orig", None) or error).partition("\n")[0].rpartition(">: ")[2]
        return fail(
            WHAT, f"{shown} cannot be used ({said})", "start the server, or correct MAFIABOT_ARCHIVE_URL"
        )
    finally:
        await engine.dispose()
    found = of_version(f"PostgreSQL, {shown}", version)
    if not may_create and version != newest():
        return fail(WHAT, found.said, "give its user the right to create tables in the schema")
    return found


def of_version(place: str, version: str | None) -> Finding:
    """`version` None: no tables yet."""
    if version == newest():
        return ok(WHAT, f"{place}, up to date")
    if version is None:
        return ok(WHAT, f"{place}, tables will be made at the first start")
    if version not in revisions():
        return fail(WHAT, f"{place} was written by a newer mafiabot ({version})", "update this one")
    todo = "take a backup first: an older mafiabot cannot read it afterwards"
    return warn(WHAT, f"{place}, version {version}, to be brought up to date at the next start", todo)


def revisions() -> tuple[str, ...]:
    """All there are, newest first."""
    from alembic.script import ScriptDirectory

    return tuple(one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions())


def newest() -> str:
    return revisions()[0]
