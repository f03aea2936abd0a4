"""Guild settings close at hand: in memory for tests and the lab, or remembered in front of the archive."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from mafiabot.runtime.ports import Clock, StoreUnavailable
from mafiabot.runtime.settings_port import GuildSettings, SettingsStore

log = structlog.get_logger(__name__)

REMEMBERED_MS = 5_000
"""What another process changes is seen after so long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Remembered:
    settings: GuildSettings
    read_ms: int


class CachedSettings:
    """`runtime.settings_port.SettingsStore` in front of another one; a change goes through to it.

    An archive that does not answer leaves a guild with what is remembered of it: moderators stay moderators.
    """

    def __init__(self, behind: SettingsStore, clock: Clock) -> None:
        self._behind = behind
        self._clock = clock
        self._known: dict[int, _Remembered] = {}

    async def get(self, guild_id: int) -> GuildSettings:
        known = self._known.get(guild_id)
        began_ms = self._clock.now_ms()
        if known is not None and began_ms - known.read_ms < REMEMBERED_MS:
            return known.settings
        try:
            settings = await self._behind.get(guild_id)
        except StoreUnavailable:
            if known is None:
                raise
            log.warning("settings not read again, the remembered ones stand", guild=guild_id)
            return known.settings
        return self._remember(guild_id, settings, began_ms)

    async def change(self, guild_id: int, edit: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        settings = await self._behind.change(guild_id, edit)
        self._known[guild_id] = _Remembered(settings=settings, read_ms=self._clock.now_ms())
        return settings

    async def close(self) -> None:
        await self._behind.close()

    def _remember(self, guild_id: int, settings: GuildSettings, began_ms: int) -> GuildSettings:
        """What was changed while this was being read is newer, and stays."""
        known = self._known.get(guild_id)
        if known is not None and known.read_ms >= began_ms:
            return known.settings
        self._known[guild_id] = _Remembered(settings=settings, read_ms=began_ms)
        return settings


class MemorySettings:
    """`runtime.settings_port.SettingsStore` for tests and the lab."""

    def __init__(self) -> None:
        self._known: dict[int, GuildSettings] = {}

    async def get(self, guild_id: int) -> GuildSettings:
        return self._known.get(guild_id, GuildSettings())

    async def change(self, guild_id: int, edit: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        self._known[guild_id] = edit(await self.get(guild_id))
        return self._known[guild_id]

    async def close(self) -> None:
        """Nothing is open."""
