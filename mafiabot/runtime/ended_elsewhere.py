"""Games that were ended by somebody else than this process: by an operator, or by a process before it.

What is open here and over in the store, or not there any more, is told as if it had been ended here, so every
effect follows.
"""

from collections.abc import Callable

import structlog

from mafiabot.runtime.ports import Clock, Store, StoreUnavailable
from mafiabot.runtime.service import GameService

log = structlog.get_logger(__name__)

LOOK_MS = 2_000


class EndedElsewhere:
    """`owns(guild_id)`: whether this process serves that guild's tables."""

    def __init__(self, store: Store, clock: Clock, service: GameService, owns: Callable[[int], bool]) -> None:
        self._store = store
        self._clock = clock
        self._service = service
        self._owns = owns

    async def run(self) -> None:
        """Looks every two seconds until cancelled."""
        while True:
            await self._clock.sleep_until_ms(self._clock.now_ms() + LOOK_MS)
            try:
                await self._look()
            except StoreUnavailable:
                log.warning("store unavailable, games that were ended elsewhere wait")

    async def _look(self) -> None:
        """Tables that could not be read are looked at again, too: they may have been closed."""
        unreadable = self._service.unreadable_tables
        known = {state.game_id for state in self._service.open_tables if self._owns(state.guild_id)}
        over = set(await self._store.untold(served=self._owns))
        open_games = set(await self._store.open_games(served=self._owns))
        for game_id in sorted((over & known) | (known - open_games) | unreadable):
            try:
                ended = await self._service.refresh(game_id)
            except ValueError:
                continue  # has been said when it was first tried, and is counted
            if ended:
                log.warning("game was ended elsewhere", table=game_id)
