"""Archives for tests: a file of its own, or a schema of its own in a real PostgreSQL.

Run as a program (`python -m tests.support.archives ADDRESS`) it opens the archive and changes guild 1's
settings 25 times.
"""

import asyncio
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.settings import ArchiveSettings
from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.virtual_time import VirtualLoop
from mafiabot.runtime.settings_port import GuildSettings


def sqlite_address(folder: Path) -> str:
    return f"sqlite:///{folder / 'archive.sqlite3'}"


@asynccontextmanager
async def fresh_schema(postgres_url: str, *, may_create: bool = True) -> AsyncIterator[str]:
    """The address of an empty schema, dropped in the end. Not `may_create`: of a role without rights."""
    name = f"test_{secrets.token_hex(6)}"
    engine = create_async_engine(postgres_url)
    url = make_url(postgres_url).update_query_dict({"search_path": name})
    async with held(), engine.begin() as connection:
        await connection.execute(sa.schema.CreateSchema(name))
        if not may_create:
            await connection.execute(sa.text(f"CREATE ROLE {name} LOGIN"))
            await connection.execute(sa.text(f"GRANT USAGE ON SCHEMA {name} TO {name}"))
            url = url.set(username=name)
    try:
        yield url.render_as_string(hide_password=False)
    finally:
        async with held(), engine.begin() as connection:
            await connection.execute(sa.schema.DropSchema(name, cascade=True))
            if not may_create:
                await connection.execute(sa.text(f"DROP ROLE {name}"))
        await engine.dispose()


@asynccontextmanager
async def held() -> AsyncIterator[None]:
    """Virtual time, where there is such, stands still inside."""
    loop = asyncio.get_running_loop()
    with loop.hold() if isinstance(loop, VirtualLoop) else nullcontext():
        yield


async def change_settings(address: str) -> None:
    def one_more(kept: GuildSettings) -> GuildSettings:
        return replace(kept, moderator_role_id=(kept.moderator_role_id or 0) + 1)

    settings = ArchiveSettings(await open_archive(address, Path(), SystemClock()))
    for _ in range(25):
        await settings.change(1, one_more)
    await settings.close()


if __name__ == "__main__":
    asyncio.run(change_settings(sys.argv[1]))
