"""What no store and no process remembers any more, but people have read: the table is told that it is lost.

A store that forgets its last second is made good by the process that had it answered. If that one dies in the
same second, the channel alone knows of it: it shows a later step than the game has come to.
"""

from collections.abc import Callable
from dataclasses import replace

import structlog

from mafiabot.engine.legal import PLAYING, phase_name
from mafiabot.engine.state import GameState
from mafiabot.runtime.announcements import NOTE_MARK, Kind
from mafiabot.runtime.announcer import address_of
from mafiabot.runtime.ports import Clock, DiscordUnavailable, Messenger, StoreUnavailable
from mafiabot.runtime.service import GameService
from mafiabot.runtime.side_by_side import side_by_side

log = structlog.get_logger(__name__)

EVERY_MS = 50
"""Twenty channels a second, of fifty requests that Discord takes: other things are more urgent at a start."""
AT_ONCE = 8
"""So many answers may be awaited: Discord that is slow is not asked faster than it answers."""

Say = Callable[[GameState, Kind], None]


class Rewound:
    """`say(state, kind)`: tells a table something that is in no log."""

    def __init__(self, clock: Clock, service: GameService, messenger: Messenger, say: Say) -> None:
        self._clock = clock
        self._service = service
        self._messenger = messenger
        self._say = say
        self._turn_ms = 0

    async def look(self) -> None:
        """Once, when the tables have been taken over; those in play first."""
        tables = sorted(self._service.open_tables, key=lambda state: phase_name(state) not in PLAYING)
        await side_by_side(tables, self._look_at, AT_ONCE)

    async def _my_turn(self) -> None:
        """Also after a hold-up nobody is asked faster than that."""
        turn_ms = max(self._turn_ms, self._clock.now_ms())
        self._turn_ms = turn_ms + EVERY_MS
        await self._clock.sleep_until_ms(turn_ms)

    async def _look_at(self, taken_over: GameState) -> None:
        await self._my_turn()
        shown = await self._shown(taken_over)
        state = await self._now(taken_over.game_id)
        if state is not None and not state.over and shown > state.step:
            log.critical("moments lost", table=state.game_id, step=state.step, shown=shown)
            self._say(state, Kind.REWOUND)

    async def _now(self, game_id: str) -> GameState | None:
        try:
            return await self._service.state(game_id)
        except StoreUnavailable:
            return None

    async def _shown(self, state: GameState) -> int:
        """The last public step of this game that its channel shows; 0: none, or it cannot be read."""
        table = replace(address_of(state), since_ms=state.opened_at_ms)
        try:
            marks = await self._messenger.announced_steps(table)
        except DiscordUnavailable:
            return 0
        return max((mark for mark in marks if mark < NOTE_MARK), default=0)
