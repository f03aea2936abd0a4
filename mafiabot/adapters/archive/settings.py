"""Guild settings in the archive: the columns are the fields. A guild that chose nothing has no row."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

import sqlalchemy as sa
from pydantic import ConfigDict, JsonValue, TypeAdapter
from sqlalchemy.dialects import postgresql, sqlite

from mafiabot.adapters.archive.archive import Archive
from mafiabot.adapters.archive.tables import GUILD_SETTINGS as TABLE
from mafiabot.adapters.archive.together import Together
from mafiabot.runtime.settings_port import GuildSettings

_OVERRIDES: TypeAdapter[dict[str, dict[str, JsonValue]]] = TypeAdapter(
    dict[str, dict[str, JsonValue]], config=ConfigDict(strict=True)
)
_COLUMNS = tuple(TABLE.c[field.name] for field in fields(GuildSettings))


class ArchiveSettings:
    """`runtime.settings_port.SettingsStore` on an archive, which it closes in the end."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._guilds = Together(self._of)

    async def get(self, guild_id: int) -> GuildSettings:
        kept = await self._guilds.ask(guild_id)
        return _settings(kept) if kept is not None else GuildSettings()

    async def _of(self, guilds: Sequence[int]) -> dict[int, dict[str, Any] | None]:
        asked = sa.select(TABLE.c.guild_id, *_COLUMNS).where(TABLE.c.guild_id.in_(guilds))
        async with self._archive.reading() as connection:
            rows = [row._asdict() for row in await connection.execute(asked)]
        return dict.fromkeys(guilds) | {row.pop("guild_id"): row for row in rows}

    async def change(self, guild_id: int, edit: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        async with self._archive.writing() as connection:
            # There is nothing to lock FOR UPDATE before there is a row.
            insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(TABLE)
            await connection.execute(insert.values(guild_id=guild_id).on_conflict_do_nothing())
            row = (await connection.execute(_row_of(guild_id).with_for_update())).one()
            chosen = edit(_settings(row._asdict()))
            await connection.execute(
                sa.update(TABLE).where(TABLE.c.guild_id == guild_id).values(**_values(chosen))
            )
        return chosen

    async def close(self) -> None:
        """Idempotent; the other methods raise `StoreUnavailable` afterwards."""
        await self._archive.close()


def _row_of(guild_id: int) -> sa.Select[Any]:
    return sa.select(*_COLUMNS).where(TABLE.c.guild_id == guild_id)


def _settings(kept: dict[str, Any]) -> GuildSettings:
    return GuildSettings(**{**kept, "overrides": _OVERRIDES.validate_python(kept["overrides"] or {})})


def _values(settings: GuildSettings) -> dict[str, Any]:
    values = asdict(settings)
    return {**values, "overrides": _OVERRIDES.validate_python(values["overrides"]) or None}
