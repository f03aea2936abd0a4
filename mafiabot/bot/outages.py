"""What stands between the live store and everything that uses it: what is lost there is written anew."""

from collections.abc import Callable

import structlog

from mafiabot.engine.state import GameState
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.background import Background
from mafiabot.runtime.kept_store import KeptStore
from mafiabot.runtime.ports import Clock, Store, StoreUnavailable
from mafiabot.runtime.service import GameService
from mafiabot.runtime.store_watch import Say, StoreWatch

log = structlog.get_logger(__name__)

FILL_MS = 5_000


class Outages:
    """`store` is the one for everything that serves tables."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._kept = KeptStore(store, clock)
        self._clock = clock
        self.store = self._kept.as_store()

    def watch(
        self,
        game: GameService,
        say: Say,
        serves: Callable[[int], bool],
        *,
        loops: Background,
        effects: Background,
    ) -> None:
        """From now on tables are told. `serves(guild_id)`: whether they are this process's."""
        watch = StoreWatch(self._clock, game, say, loops)

        def gone(state: GameState) -> None:
            say(state, Kind.TABLE_LOST)
            effects.start(game.give_up(state), "table given up", table=state.game_id)

        self._kept.serves = serves
        self._kept.failed, self._kept.answered, self._kept.gone = watch.failed, watch.answered, gone

    async def run(self) -> None:
        """Completes, now and then, what is remembered of games that were taken over; until cancelled."""
        while True:
            try:
                await self._kept.fill()
            except StoreUnavailable:
                log.info("store unavailable, logs are read later")
            await self._clock.sleep_until_ms(self._clock.now_ms() + FILL_MS)
