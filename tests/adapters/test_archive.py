"""The archive database: what can be used is brought up to date once, what cannot is said in one line."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy.engine import Connection

from mafiabot.adapters.archive.archive import MIGRATIONS, Archive, ArchiveUnusable, open_archive
from mafiabot.adapters.archive.engine import UnknownArchive, archive_url, open_engine
from mafiabot.adapters.archive.settings import ArchiveSettings
from mafiabot.adapters.archive.tables import METADATA
from mafiabot.adapters.clock import SystemClock, VirtualClock
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.settings_port import GuildSettings
from tests.support.archives import fresh_schema, sqlite_address


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    if request.param == "sqlite":
        yield sqlite_address(tmp_path)
    else:
        async with fresh_schema(request.getfixturevalue("postgres_url")) as schema:
            yield schema


async def opened(address: str | None, folder: Path) -> Archive:
    return await open_archive(address, folder, SystemClock())


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, METADATA))


async def test_the_migrations_lead_to_the_tables_the_code_knows(address: str, tmp_path: Path) -> None:
    archive = await opened(address, tmp_path)
    async with archive.reading() as connection:
        assert await connection.run_sync(differences) == []
    await archive.close()


@pytest.mark.parametrize("revision", [f"{n:04}" for n in range(1, 8)])
async def test_an_archive_of_every_older_version_is_brought_up_to_date_with_what_it_holds(
    address: str, tmp_path: Path, revision: str
) -> None:
    def as_it_was(connection: Connection) -> None:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS))
        command.upgrade(config, revision)
        connection.execute(sa.text("INSERT INTO guild_settings (guild_id, language) VALUES (7, 'uk')"))

    engine = open_engine(archive_url(address, tmp_path), make_folder=False)
    async with engine.begin() as connection:
        await connection.run_sync(as_it_was)
    await engine.dispose()
    archive = await opened(address, tmp_path)
    async with archive.reading() as connection:
        assert await connection.run_sync(differences) == []
    assert await ArchiveSettings(archive).get(7) == GuildSettings(language="uk")
    await archive.close()


async def test_processes_that_start_at_once_all_come_up(address: str, tmp_path: Path) -> None:
    starting = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.support.archives", address),
            stderr=asyncio.subprocess.PIPE,
        )
        for _ in range(4)
    ]
    said = [(await process.communicate())[1].decode() for process in starting]
    assert [process.returncode for process in starting] == [0] * 4, "\n".join(said)
    archive = await opened(address, tmp_path)
    assert (await ArchiveSettings(archive).get(1)).moderator_role_id == 4 * 25
    await archive.close()


async def test_an_archive_of_a_newer_version_is_left_alone(address: str, tmp_path: Path) -> None:
    archive = await opened(address, tmp_path)
    async with archive.writing() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await archive.close()
    with pytest.raises(ArchiveUnusable, match="newer mafiabot"):
        await opened(address, tmp_path)


async def test_a_transaction_that_fails_leaves_nothing(address: str, tmp_path: Path) -> None:
    archive = await opened(address, tmp_path)

    async def broken() -> None:
        async with archive.writing() as connection:
            await connection.execute(sa.text("INSERT INTO guild_settings (guild_id) VALUES (1)"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await broken()
    async with archive.reading() as connection:
        assert (await connection.execute(sa.text("SELECT count(*) FROM guild_settings"))).scalar_one() == 0
    await archive.close()


async def test_a_mistake_in_a_statement_is_no_outage(address: str, tmp_path: Path) -> None:
    archive = await opened(address, tmp_path)
    with pytest.raises(sa.exc.IntegrityError):
        async with archive.writing() as connection:
            await connection.execute(sa.text("INSERT INTO guild_settings (guild_id) VALUES (NULL)"))
    await archive.close()


@pytest.mark.virtual
async def test_virtual_time_stands_still_while_the_database_works(address: str, tmp_path: Path) -> None:
    loop = running_virtual_loop()
    began = loop.time_us()
    alarm = asyncio.ensure_future(asyncio.sleep(0.001))
    archive = await open_archive(address, tmp_path, VirtualClock(loop, 0))
    await ArchiveSettings(archive).get(1)
    assert loop.time_us() == began
    assert not alarm.done()
    await archive.close()
    await alarm


# --- what cannot be used ---------------------------------------------------------------------------


async def refusal(address: str | None, folder: Path) -> str:
    with pytest.raises(ArchiveUnusable) as refused:
        await opened(address, folder)
    text = str(refused.value)
    assert "\n" not in text
    return text


async def test_a_server_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    text = await refusal("postgresql://me:s3cret@127.0.0.1:9/games", tmp_path)
    assert "127.0.0.1:9/games" in text
    assert "start the server or correct MAFIABOT_ARCHIVE_URL" in text
    assert "s3cret" not in text


@pytest.mark.parametrize("name", ["no_such_database"])
async def test_a_database_that_is_not_there_is_named(postgres_url: str, name: str, tmp_path: Path) -> None:
    text = await refusal(postgres_url.rpartition("/")[0] + f"/{name}", tmp_path)
    assert f'"{name}" does not exist' in text


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    text = await refusal(sqlite_address(tmp_path / "nowhere"), tmp_path)
    assert "nowhere" in text
    assert "No such file or directory" in text


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "archive.sqlite3").write_text("a shopping list, longer than a header" * 30, encoding="utf-8")
    assert "file is not a database" in await refusal(None, tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
async def test_a_file_without_the_right_to_write_is_named(tmp_path: Path) -> None:
    (tmp_path / "archive.sqlite3").touch(mode=0o400)
    assert "give this user the right to write there" in await refusal(None, tmp_path)


async def test_a_role_without_rights_is_told_so(postgres_url: str, tmp_path: Path) -> None:
    async with fresh_schema(postgres_url, may_create=False) as address:
        assert "permission denied for schema" in await refusal(address, tmp_path)


async def test_an_archive_that_goes_away_is_unavailable(tmp_path: Path) -> None:
    archive = await opened(None, tmp_path)
    (tmp_path / "archive.sqlite3").unlink()
    (tmp_path / "archive.sqlite3").mkdir()
    with pytest.raises(StoreUnavailable):
        await ArchiveSettings(archive).get(1)
    await archive.close()


async def test_the_data_folder_is_made(tmp_path: Path) -> None:
    archive = await opened(None, tmp_path / "new" / "data")
    await archive.close()
    assert (tmp_path / "new" / "data" / "archive.sqlite3").stat().st_mode & 0o077 == 0


# --- addresses -------------------------------------------------------------------------------------


def test_without_an_address_it_is_a_file_in_the_data_folder() -> None:
    assert archive_url(None, Path("data")).database == str(Path("data") / "archive.sqlite3")


@pytest.mark.parametrize(
    ("address", "driver"),
    [
        ("postgres://me@server/games", "postgresql+asyncpg"),
        ("postgresql://me@server/games", "postgresql+asyncpg"),
        ("postgresql+asyncpg://me@server/games", "postgresql+asyncpg"),
        ("sqlite:///games.sqlite3", "sqlite+aiosqlite"),
    ],
)
def test_an_address_needs_no_driver(address: str, driver: str) -> None:
    assert archive_url(address, Path()).drivername == driver


@pytest.mark.parametrize("address", ["games.sqlite3", "mysql://me@server/games", "postgresql+psycopg2://x/y"])
def test_another_address_is_told_what_one_looks_like(address: str) -> None:
    with pytest.raises(UnknownArchive, match="use postgresql://"):
        archive_url(address, Path())


def test_an_archive_in_memory_is_no_archive() -> None:
    with pytest.raises(UnknownArchive, match="name a file"):
        archive_url("sqlite://", Path())


@pytest.mark.parametrize("port", ["port", "5x"])
def test_a_port_that_is_no_number_is_no_address(port: str) -> None:
    with pytest.raises(UnknownArchive, match="this is no address"):
        archive_url(f"postgresql://me:hush@host:{port}/games", Path())


def test_the_encryption_that_providers_write_into_an_address_is_the_drivers() -> None:
    url = archive_url("postgresql://me@host/games?sslmode=require&search_path=bot", Path())
    assert url.query == {"ssl": "require", "search_path": "bot"}


def test_what_the_driver_does_not_know_is_said() -> None:
    with pytest.raises(UnknownArchive, match="“channel_binding” is not understood"):
        archive_url("postgresql://me@host/games?channel_binding=require", Path())


@pytest.mark.servers
async def test_behind_a_pooler_no_statement_need_be_kept(postgres_url: str, tmp_path: Path) -> None:
    async with fresh_schema(postgres_url) as schema:
        unkept = f"{schema}&statement_cache_size=0&prepared_statement_cache_size=0"
        archive = await opened(unkept, tmp_path)
        for _ in range(2):
            async with archive.reading() as connection:
                await connection.execute(sa.text("SELECT 1 AS unkept"))
                kept = await connection.execute(sa.text("SELECT statement FROM pg_prepared_statements"))
                assert not [text for (text,) in kept if text == "SELECT 1 AS unkept"]
        await archive.close()


@pytest.mark.parametrize("name", ["statement_cache_size", "prepared_statement_cache_size"])
def test_how_many_statements_are_kept_is_a_number(name: str) -> None:
    with pytest.raises(UnknownArchive, match=f"“{name}” is a number"):
        archive_url(f"postgresql://me@host/games?{name}=none", Path())
