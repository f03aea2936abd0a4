"""Taking tables over after a restart: downtime is not charged, and the world is brought to the state.

The order is fixed: tables read → guilds seen → voice table rebuilt and debts paid (the keeper) → clocks
credited → announcements caught up → only then are commands accepted. What screens show is drawn anew after
that, a table at a time: microphones and whoever presses go first.
"""

from collections import deque
from collections.abc import Sequence
from typing import Protocol

import structlog

from mafiabot.engine.commands import Recovered
from mafiabot.engine.state import GameState
from mafiabot.runtime.announcer import Announcer
from mafiabot.runtime.cluster_port import Signs
from mafiabot.runtime.hands import Hands
from mafiabot.runtime.panels import Panels
from mafiabot.runtime.ports import Clock, Store, StoreUnavailable
from mafiabot.runtime.service import Applied, GameService
from mafiabot.runtime.side_by_side import side_by_side
from mafiabot.runtime.voice_keeper import VoiceKeeper

log = structlog.get_logger(__name__)

SCREENS_APART_MS = 20
"""Discord takes 50 requests a second of a bot; of panels after a start, it is never asked for more."""
SCREENS_RETRY_MS = 1_000


class Resuming(Protocol):
    """Whatever else is brought up to date with every open table. May raise `StoreUnavailable`."""

    async def resume(self, state: GameState) -> None: ...


class Owner(Protocol):
    """Who knows which guilds this process serves."""

    def owns(self, guild_id: int) -> bool: ...

    async def sure(self, guild_id: int) -> bool:
        """Looked up, if the last look is old. Raises `StoreUnavailable`."""
        ...


class Takeover:
    """Of guilds this process serves. `credits_downtime`: off only to show that drills catch it."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        service: GameService,
        keeper: VoiceKeeper,
        announcer: Announcer,
        panels: Panels,
        hands: Hands,
        owner: Owner,
        *,
        others: Sequence[Resuming] = (),
        credits_downtime: bool = True,
    ) -> None:
        self._store = store
        self._clock = clock
        self._service = service
        self._keeper = keeper
        self._announcer = announcer
        self._panels = panels
        self._hands = hands
        self._owner = owner
        self._others = others
        self._credits_downtime = credits_downtime
        self._found: dict[str, GameState | None] = {}
        self._in_part: set[str] = set()

    async def read(self) -> frozenset[int]:
        """Reads every open table, once for all who need it at the start; returns the guilds they are in."""
        found = await self._store.open_games(served=self._owner.owns)
        games = [game_id for game_id in found if game_id not in self._found]
        states = await side_by_side(games, self._readable)
        self._found |= zip(games, states, strict=True)
        self._keeper.expect(state for state in states if state is not None and not state.over)
        return frozenset(state.guild_id for state in self._open)

    @property
    def _open(self) -> tuple[GameState, ...]:
        """As they were read."""
        return tuple(state for state in self._found.values() if state is not None and not state.over)

    async def run(self, signs: Signs) -> int:
        """Takes up every open table; returns how many there were.

        `signs`: the last signs of life found in the store before this process gave its first.
        """
        await self.read()
        await self._keeper.start()
        states = self._open
        await side_by_side(states, lambda state: self._take_up(state, signs.last_ms(state.guild_id)))
        await self._say_verdicts()
        return len(states)

    async def show(self) -> None:
        """When commands are accepted: what a screen shows is unknown, so each table's are drawn anew."""
        waiting, self._found = deque(state.game_id for state in self._open), {}
        for game_id in waiting:
            self._panels.release(game_id)
        while waiting:
            apart_ms, game_id = SCREENS_APART_MS, waiting.popleft()
            try:
                await self._draw(game_id)
            except StoreUnavailable:
                log.warning("store unavailable, screens wait", table=game_id)
                apart_ms = SCREENS_RETRY_MS
                waiting.append(game_id)
            await self._clock.sleep_until_ms(self._clock.now_ms() + apart_ms)

    async def _down_ms(self, state: GameState, last_ms: int | None) -> int:
        """Since the last sign of life, or since a start that broke off: it has left an event."""
        if last_ms is None:
            return 0
        try:
            last, *_ = await self._store.log(state.game_id, state.seq - 1)
        except ValueError as error:
            log.critical("log cannot be read, all downtime counts", table=state.game_id, error=str(error))
        else:
            last_ms = max(last_ms, last.at_ms)
        return max(0, self._clock.now_ms() - last_ms)

    async def stalled(self, down_ms: int) -> None:
        """This process stood still for so long: every table is credited, nothing else was missed.

        But for those that another process has taken up meanwhile.
        """
        for game_id in await self._store.open_games(served=self._owner.owns):
            state = await self._readable(game_id)
            if state is not None and await self._owner.sure(state.guild_id):
                await self._credit(game_id, down_ms)

    async def _readable(self, game_id: str) -> GameState | None:
        """A table this version cannot read must not keep the others waiting."""
        try:
            return await self._service.state(game_id)
        except ValueError as error:
            log.critical("table cannot be read, left alone", table=game_id, error=str(error))
            return None

    async def _take_up(self, state: GameState, last_ms: int | None) -> None:
        """A store that does not answer for one table must not keep the others waiting."""
        self._announcer.hold(state.game_id)
        self._panels.hold(state.game_id)
        try:
            down_ms = await self._down_ms(state, last_ms)
            credited = await self._credit(state.game_id, down_ms)
            log.info("table taken up", table=state.game_id, down_ms=down_ms, credited=credited)
            await self._announcer.resume(state.game_id)
        except StoreUnavailable:
            log.error("store unavailable, table taken up in part", table=state.game_id)  # noqa: TRY400
            self._in_part.add(state.game_id)

    async def _credit(self, game_id: str, down_ms: int) -> bool:
        if not self._credits_downtime:
            return False
        return isinstance(await self._service.submit(game_id, Recovered(down_ms=down_ms)), Applied)

    async def _draw(self, game_id: str) -> None:
        """As it is now; the end of a game is drawn, too, and what a former process asked for retired."""
        self._announcer.release(game_id)
        state = await self._readable(game_id)
        if state is None:
            return
        self._panels.resume(game_id)
        await self._hands.resume(state)
        for other in self._others:
            await other.resume(state)
        if game_id in self._in_part:
            await self._announcer.resume(game_id)
            self._in_part.discard(game_id)

    async def _say_verdicts(self) -> None:
        """Games that ended in the last moment of the former process."""
        for game_id in await self._store.untold(served=self._owner.owns):
            state = await self._readable(game_id)
            if state is None or not state.over:
                continue
            if await self._announcer.owes(state):
                await self._announcer.resume(game_id)
                await self._draw(game_id)
            self._announcer.ended(game_id)
