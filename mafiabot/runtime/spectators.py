"""Whether spectators are muted is a guild's setting: it is read when a table takes another turn.

What cannot be read stays as it was; a guild that has chosen nothing mutes nobody.
"""

from collections.abc import Collection

import structlog

from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock, StoreUnavailable
from mafiabot.runtime.service import Change
from mafiabot.runtime.settings_port import SettingsStore
from mafiabot.runtime.side_by_side import side_by_side
from mafiabot.runtime.voice_keeper import VoiceKeeper

log = structlog.get_logger(__name__)


READ_AFTER_MS = 500
"""A change of phase is a change of microphones as well: the archive is asked when those are under way."""


class Spectators:
    def __init__(
        self, settings: SettingsStore, keeper: VoiceKeeper, clock: Clock, background: Background
    ) -> None:
        self._settings = settings
        self._keeper = keeper
        self._clock = clock
        self._background = background
        self._asked: set[int] = set()

    def changed(self, change: Change) -> None:
        """Every phase, and the first state this process hears of."""
        before = change.before
        if before is None or type(before.phase) is not type(change.state.phase):
            if not self._asked:
                self._background.start(self._read_soon(), "spectators")
            self._asked.add(change.state.guild_id)

    async def look(self, guilds: Collection[int]) -> None:
        """At the start: guilds with open tables, before anybody's microphone is looked at."""
        await side_by_side(guilds, self._read)

    async def _read_soon(self) -> None:
        """Everybody who asks meanwhile is read together."""
        await self._clock.sleep_until_ms(self._clock.now_ms() + READ_AFTER_MS)
        asked, self._asked = self._asked, set()
        await side_by_side(asked, self._read)

    async def _read(self, guild_id: int) -> None:
        try:
            settings = await self._settings.get(guild_id)
        except StoreUnavailable:
            log.warning("settings not read, spectators stay as they are", guild=guild_id)
        else:
            self._keeper.mute_spectators(guild_id, chosen=settings.mute_spectators)
