"""Guild settings in `archive.sqlite3`, or in memory. The table grows by columns, never by a second place."""

from pathlib import Path

from mafiabot.adapters.sqlite_file import SqliteFile
from mafiabot.runtime.settings_port import GuildSettings

ARCHIVE_FILE = "archive.sqlite3"

_MIGRATIONS = (
    """
    CREATE TABLE guild_settings (
        guild_id INTEGER PRIMARY KEY,
        moderator_role_id INTEGER,
        language TEXT
    ) STRICT;
    """,
)


class SqliteSettings:
    """`runtime.settings_port.SettingsStore` in a data folder that exists. Raises `StoreUnavailable`."""

    def __init__(self, data_dir: Path) -> None:
        self._file = SqliteFile(data_dir / ARCHIVE_FILE, _MIGRATIONS)

    async def get(self, guild_id: int) -> GuildSettings:
        row = self._file.row(
            "SELECT moderator_role_id, language FROM guild_settings WHERE guild_id = ?", guild_id
        )
        if row is None:
            return GuildSettings()
        return GuildSettings(moderator_role_id=row[0], language=row[1])

    async def put(self, guild_id: int, settings: GuildSettings) -> None:
        self._file.run(
            "INSERT OR REPLACE INTO guild_settings (guild_id, moderator_role_id, language) VALUES (?, ?, ?)",
            guild_id,
            settings.moderator_role_id,
            settings.language,
        )

    async def close(self) -> None:
        """Idempotent; the other methods raise `StoreUnavailable` afterwards."""
        self._file.close()


class MemorySettings:
    """`runtime.settings_port.SettingsStore` for tests and drills."""

    def __init__(self) -> None:
        self._known: dict[int, GuildSettings] = {}

    async def get(self, guild_id: int) -> GuildSettings:
        return self._known.get(guild_id, GuildSettings())

    async def put(self, guild_id: int, settings: GuildSettings) -> None:
        self._known[guild_id] = settings

    async def close(self) -> None:
        """Nothing is open."""
