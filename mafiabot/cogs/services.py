"""What the cogs are given: the shell's services, put together by the composition root."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from mafiabot.cogs.rights import Rights
from mafiabot.engine.published import Published
from mafiabot.engine.state import GameState
from mafiabot.runtime.archive_port import GamesArchive
from mafiabot.runtime.archivist import Archivist
from mafiabot.runtime.background import Background
from mafiabot.runtime.hands import Hands
from mafiabot.runtime.judge_panels import JudgePanels
from mafiabot.runtime.meters import NO_METERS, Meters
from mafiabot.runtime.note_takers import NightWriters
from mafiabot.runtime.offset import OffsetMeter
from mafiabot.runtime.ownership import Ownership
from mafiabot.runtime.panels import Panels
from mafiabot.runtime.ports import Clock, Store
from mafiabot.runtime.public_views import PublicViews
from mafiabot.runtime.service import GameService
from mafiabot.runtime.settings_port import SettingsStore
from mafiabot.runtime.table_notes import NotesOf
from mafiabot.runtime.voice_keeper import VoiceKeeper
from mafiabot.ui.texts import Texts


class Identities(Protocol):
    """Fresh game ids and seeds (32 bytes as lower-case hex)."""

    def new_game_id(self, guild_id: int) -> str: ...

    def new_seed(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """`accepting` is set once the boot sequence is through; before that a click gets “one moment”.

    `owner`: which guilds this process serves.
    """

    store: Store
    settings: SettingsStore
    archive: GamesArchive
    published_json: Callable[[Published], bytes]
    archivist: Archivist
    clock: Clock
    game: GameService
    keeper: VoiceKeeper
    panels: Panels
    hands: Hands
    judges: JudgePanels
    writers: NightWriters
    notes: NotesOf
    views: PublicViews
    offset: OffsetMeter
    texts: Texts
    identities: Identities
    background: Background
    owner: Ownership
    meters: Meters = NO_METERS
    rights: Rights = field(default_factory=Rights)
    accepting: asyncio.Event = field(default_factory=asyncio.Event)

    async def table_in(self, guild_id: int, channel_id: int) -> GameState | None:
        """The open table of a channel, else the last game that stood there."""
        game_id = await self.store.game_in_channel(channel_id, guild_id)
        return await self.game.state(game_id) if game_id is not None else None

    async def table_of(self, guild_id: int, user_id: int) -> GameState | None:
        """The open game in which a member sits or waits."""
        game_id = await self.store.game_of_member(guild_id, user_id)
        return await self.game.state(game_id) if game_id is not None else None
