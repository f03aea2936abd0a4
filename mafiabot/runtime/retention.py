"""Event logs of finished games are dropped once they are older than the server wishes; protocols stay.

Any process may do it, several at once do no harm. A server that chose nothing keeps its logs for ever.
"""

import structlog

from mafiabot.runtime.archive_port import GamesArchive
from mafiabot.runtime.ports import Clock, StoreUnavailable
from mafiabot.runtime.settings_port import SettingsStore

log = structlog.get_logger(__name__)

FIRST_AFTER_MS = 60_000
"""After a start: everything else comes first."""
EVERY_MS = 6 * 3_600_000
DAY_MS = 86_400_000


class Retention:
    def __init__(self, archive: GamesArchive, settings: SettingsStore, clock: Clock) -> None:
        self._archive = archive
        self._settings = settings
        self._clock = clock

    async def run(self) -> None:
        """One round after another, until cancelled."""
        wait_ms = FIRST_AFTER_MS
        while True:
            await self._clock.sleep_until_ms(self._clock.now_ms() + wait_ms)
            await self.round()
            wait_ms = EVERY_MS

    async def round(self) -> None:
        """Every server once; what the archive does not answer is left to the next round."""
        try:
            for guild_id in await self._archive.guilds_with_logs():
                await self._prune(guild_id)
        except StoreUnavailable:
            log.warning("archive unavailable, old logs are dropped later")

    async def _prune(self, guild_id: int) -> None:
        days = (await self._settings.get(guild_id)).log_days
        if days is None:
            return
        dropped = await self._archive.prune_logs(guild_id, self._clock.now_ms() - days * DAY_MS)
        if dropped:
            log.info("old logs dropped", guild=guild_id, games=dropped)
