"""Discord does not let us run somebody's microphone: the game is paused and the moderator told why.

Until it does, the floor would be a lottery; the keeper asks again when that member or a permission changes.
"""

import structlog

from mafiabot.engine.commands import Pause
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.announcer import Announcer
from mafiabot.runtime.ports import HOPELESS, Store, StoreUnavailable
from mafiabot.runtime.service import Applied, GameService

log = structlog.get_logger(__name__)

THE_BOT = 0  # who paused, where nobody did


class MuteRefused:
    def __init__(self, store: Store, service: GameService, announcer: Announcer) -> None:
        self._store = store
        self._service = service
        self._announcer = announcer

    async def told(self, guild_id: int, user_id: int, code: int) -> None:
        """`code`: Discord's error; passing troubles are the keeper's business alone."""
        log.warning("Discord refuses to edit a member", guild=guild_id, user=user_id, code=code)
        if code not in HOPELESS:
            return
        try:
            await self._pause(guild_id, user_id)
        except StoreUnavailable:
            log.warning("store unavailable, not paused", guild=guild_id, user=user_id)

    async def _pause(self, guild_id: int, user_id: int) -> None:
        game_id = await self._store.game_of_member(guild_id, user_id)
        if game_id is None:
            return
        outcome = await self._service.submit(game_id, Pause(by=THE_BOT))
        if isinstance(outcome, Applied) and (seat := outcome.state.seat_of(user_id)) is not None:
            self._announcer.note(outcome.state, Kind.MUTE_REFUSED, (seat,))
