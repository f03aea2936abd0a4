"""Finished games go to the archive, as soon as it takes them; only then may their live data go.

Level-triggered: the live store knows which games are not archived, so a crash or an outage loses none.
"""

import asyncio

import structlog

from mafiabot.engine.events import Event
from mafiabot.engine.protocol import protocol
from mafiabot.engine.state import GameState
from mafiabot.runtime.archive_port import FinishedGame, GamesArchive
from mafiabot.runtime.ports import Clock, Served, Store, StoreUnavailable
from mafiabot.runtime.service import Change

log = structlog.get_logger(__name__)

FIRST_WAIT_MS = 1_000
LONGEST_WAIT_MS = 60_000


class Archivist:
    """One a process, for the guilds it serves; several may archive the same game, which is then kept once."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        archive: GamesArchive,
        served: Served = lambda guild_id: True,
    ) -> None:
        self._store = store
        self._clock = clock
        self._archive = archive
        self._served = served
        self._ended = asyncio.Event()
        self._given_up: set[str] = set()

    def changed(self, change: Change) -> None:
        """A game that has ended is archived soon."""
        if change.state.over:
            self._ended.set()

    async def run(self) -> None:
        """Archives what waits for it, then whatever ends, until cancelled."""
        while True:
            await self._until_nothing_waits()
            await self._ended.wait()

    async def _until_nothing_waits(self) -> None:
        wait_ms = FIRST_WAIT_MS
        while not await self._archived_all():
            await self._clock.sleep_until_ms(self._clock.now_ms() + wait_ms)
            wait_ms = min(2 * wait_ms, LONGEST_WAIT_MS)

    async def _archived_all(self) -> bool:
        self._ended.clear()
        try:
            waiting = await self._store.unarchived(served=self._served)
        except StoreUnavailable:
            log.warning("store unavailable, what is to be archived is asked for again")
            return False
        done = [await self._archived(game_id) for game_id in waiting if game_id not in self._given_up]
        return all(done)

    async def forget(self, guild_id: int, game_id: str) -> None:
        """Drops the live data of a finished game; while the archive does not take it, they stay."""
        try:
            if game_id in await self._store.unarchived(guild_id) and not await self._archived(game_id):
                return
            await self._store.forget(guild_id, game_id)
        except StoreUnavailable:
            log.warning("store unavailable, the former game is not forgotten", table=game_id)

    async def _archived(self, game_id: str) -> bool:
        """Whether there is nothing left to do for it; what cannot be archived at all waits for a person."""
        where: dict[str, int] = {}
        try:
            state = await self._store.load(game_id)
            if state is not None:
                where["guild"] = state.guild_id
                await self._keep(state)
        except StoreUnavailable as unavailable:
            log.warning("not archived yet", table=game_id, reason=str(unavailable), **where)
            return False
        except Exception:
            self._given_up.add(game_id)
            log.exception("cannot be archived, its live data are kept", table=game_id, **where)
        return True

    async def _keep(self, state: GameState) -> None:
        game_id = state.game_id
        events = await self._store.log(game_id)
        with self._clock.hold():  # a long game takes a while to read, and other tables wait for the loop
            finished = await asyncio.to_thread(finished_game, state, events)
        if finished is not None:
            await self._archive.keep(finished)
            log.info("archived", table=game_id, guild=state.guild_id, number=finished.game_number)
        await self._store.archived(state.guild_id, game_id, self._clock.now_ms())


def finished_game(state: GameState, events: tuple[Event, ...]) -> FinishedGame | None:
    """What is kept of a game that is over; None where nothing had been dealt."""
    told = protocol(events)
    if told.dealt_ms is None or told.ended_ms is None or told.outcome is None or told.number is None:
        return None
    return FinishedGame(
        guild_id=state.guild_id,
        game_number=told.number,
        game_id=state.game_id,
        channel_id=state.channel_id,
        opened_at_ms=told.opened_ms,
        ended_at_ms=told.ended_ms,
        preset=told.preset,
        outcome=told.outcome,
        protocol=told,
        log=events,
    )
