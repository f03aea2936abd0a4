"""Tables stand still while the store is away: they are told so, and get the time back when it answers.

Nothing can be written down meanwhile, so what is said then is said from memory; that the time did not count
becomes part of the game with the first commit afterwards.
"""

import asyncio
from collections.abc import Callable

import structlog

from mafiabot.engine.commands import Recovered
from mafiabot.engine.legal import PLAYING, phase_name
from mafiabot.engine.state import GameState
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock, StoreUnavailable
from mafiabot.runtime.service import GameService

log = structlog.get_logger(__name__)

AWAY_MS = 2_000
"""After so long without an answer tables are told that they stand still."""
COUNTS_MS = 1_000
"""So long an outage is given back; a shorter one nobody notices."""

Say = Callable[[GameState, Kind], None]


class StoreWatch:
    """`say(state, kind)`: tells a table something that is in no log."""

    def __init__(self, clock: Clock, service: GameService, say: Say, loops: Background) -> None:
        self._clock = clock
        self._service = service
        self._say = say
        self._loops = loops
        self._since_ms: int | None = None
        self._told: dict[str, GameState] = {}

    def failed(self, since_ms: int) -> None:
        """The store does not answer; it last did at `since_ms`."""
        if self._since_ms is None:
            self._since_ms = since_ms
            self._loops.start(self._tell(since_ms), "store away")

    def answered(self) -> None:
        """It does again. What is owed to a table is settled before anything else happens there."""
        if self._since_ms is None:
            return
        down_ms, self._since_ms = self._clock.now_ms() - self._since_ms, None
        if down_ms < COUNTS_MS and not self._told:
            return
        tables = self._service.open_tables
        log.warning("store back", down_ms=down_ms, tables=len(tables))
        for state in tables:
            owed = Recovered(down_ms=down_ms, told=state.game_id in self._told)
            self._service.owe(state.game_id, owed)
        self._loops.start(self._settle(tuple(state.game_id for state in tables)), "store back")

    async def _tell(self, since_ms: int) -> None:
        await self._clock.sleep_until_ms(since_ms + AWAY_MS)
        if self._since_ms != since_ms:
            return
        running = [state for state in self._service.open_tables if _runs(state)]
        log.error("store away, tables stand still", tables=len(running))
        for state in running:
            if state.game_id not in self._told:
                self._told[state.game_id] = state
                self._say(state, Kind.STORE_AWAY)

    async def _settle(self, tables: tuple[str, ...]) -> None:
        results = await asyncio.gather(*map(self._settle_one, tables), return_exceptions=True)
        for failure in results:
            if isinstance(failure, BaseException):
                raise failure

    async def _settle_one(self, game_id: str) -> None:
        try:
            await self._service.settle(game_id)
        except StoreUnavailable:
            log.warning("store unavailable, what is owed waits", table=game_id)
            return
        if self._told.pop(game_id, None) is None:
            return
        state = await self._service.state(game_id)
        if state is not None and not state.over:
            self._say(state, Kind.STORE_BACK)


def _runs(state: GameState) -> bool:
    return state.paused is None and phase_name(state) in PLAYING
