"""What stands between the live store and everything that uses it: what is lost there is written anew."""

import asyncio
from collections.abc import Awaitable, Callable

import discord
import structlog

from mafiabot.engine.state import GameState
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.background import Background
from mafiabot.runtime.kept_store import KeptStore
from mafiabot.runtime.lost_tables import LocaleOf, LostTables
from mafiabot.runtime.ports import Clock, Store, StoreUnavailable
from mafiabot.runtime.rewound import Rewound
from mafiabot.runtime.service import GameService
from mafiabot.runtime.settings_port import SettingsStore
from mafiabot.runtime.store_watch import Say, StoreWatch
from mafiabot.ui.texts import locale_for

log = structlog.get_logger(__name__)

ASK_MS = 1_000
"""So often the store is asked whether it has its data still."""
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
        lost: LostTables,
        rewound: Rewound,
        *,
        loops: Background,
        effects: Background,
    ) -> None:
        """From now on tables are told. `serves(guild_id)`: whether they are this process's.

        `lost`, `rewound`: who look for tables of which nothing is left, or which are not what they were.
        """
        watch = StoreWatch(self._clock, game, say, loops)

        def gone(state: GameState) -> None:
            say(state, Kind.TABLE_LOST)
            effects.start(game.give_up(state), "table given up", table=state.game_id)

        self._lost, self._rewound = lost, rewound
        self._kept.serves = serves
        self._kept.failed, self._kept.answered, self._kept.gone = watch.failed, watch.answered, gone

    def run(self, loops: Background) -> tuple["asyncio.Task[None]", ...]:
        """After `watch`: looks for what is lost, and completes what is remembered; none ends with another."""
        return (
            loops.start(self._look_back(), "what was lost"),
            loops.start(self._every(FILL_MS, self._kept.fill), "logs completed"),
            loops.start(self._every(ASK_MS, self._kept.emptied), "store emptied"),
        )

    async def _every(self, interval_ms: int, ask: Callable[[], Awaitable[object]]) -> None:
        while True:
            try:
                await ask()
            except StoreUnavailable:
                log.info("store unavailable, what it has is asked later")
            await self._clock.sleep_until_ms(self._clock.now_ms() + interval_ms)

    async def _look_back(self) -> None:
        """Once: what was lost while no process was there."""
        await self._lost.look()
        await self._rewound.look()


def guild_locale(client: discord.Client, settings: SettingsStore) -> LocaleOf:
    """The language a new table of a guild would have; English where nothing is known of it."""

    async def locale_of(guild_id: int) -> str:
        guild = client.get_guild(guild_id)
        chosen = (await settings.get(guild_id)).language
        return chosen or locale_for(guild.preferred_locale.value if guild is not None else "en")

    return locale_of
