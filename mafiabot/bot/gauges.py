"""What is looked at when somebody asks: how a process stands now. Nothing here waits longer than `WAIT_S`."""

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable

import structlog

from mafiabot.bot.app import App
from mafiabot.bot.metrics import PrometheusMeters
from mafiabot.engine.legal import phase_name
from mafiabot.engine.state import Ended
from mafiabot.runtime.meters import Reference
from mafiabot.runtime.ports import StoreUnavailable

log = structlog.get_logger(__name__)

WAIT_S = 2.0
READ_AT_ONCE = 20  # finished games whose ends are read for one answer
NO_GUILD = 0


async def answers(asked: Awaitable[object]) -> bool:
    """Whether a store answered in time."""
    try:
        async with asyncio.timeout(WAIT_S):
            await asked
    except (StoreUnavailable, TimeoutError):
        return False
    return True


async def store_answers(app: App) -> bool:
    return await answers(app.services.store.last_beat_ms())


async def archive_answers(app: App) -> bool:
    return await answers(app.services.archive.heads(NO_GUILD, 1))


class Gauges:
    """Sets the gauges of `meters` to how `app` stands."""

    def __init__(self, app: App, meters: PrometheusMeters) -> None:
        self._app = app
        self._meters = meters
        self._ended_ms: dict[str, int] = {}

    async def look(self) -> None:
        """Reads what is in memory, and asks the stores; what does not answer keeps its last values."""
        self._look_at_gateway()
        self._look_at_tables()
        meters, app = self._meters, self._app
        meters.ready.set(app.services.accepting.is_set())
        meters.debts.set(app.services.keeper.debts_open)
        meters.clock_compared(Reference.DISCORD, app.services.offset.offset_ms * 1000)
        store, archive = await asyncio.gather(store_answers(app), archive_answers(app))
        meters.store_up.set(store)
        meters.archive_up.set(archive)
        if store:
            await self._look_at_sessions()
            await self._look_at_unarchived()

    def _look_at_gateway(self) -> None:
        client = self._app.client
        self._meters.guilds.set(len(client.guilds))
        for shard_id, latency_s in client.latencies:
            up = client.shard_connected(shard_id)
            self._meters.shard_up.labels(str(shard_id)).set(up)
            if math.isfinite(latency_s):
                self._meters.shard_latency.labels(str(shard_id)).set(latency_s)

    def _look_at_tables(self) -> None:
        game = self._app.services.game
        tables = [state for state in game.open_tables if self._app.serves(state.guild_id)]
        self._meters.tables(
            Counter(phase_name(state) for state in tables),
            {
                "invariant": len(game.stuck_tables),
                "unreadable": len(game.unreadable_tables),
                "overdue": len(self._app.timers.overdue),
            },
        )
        self._meters.paused.set(sum(state.paused is not None for state in tables))

    async def _look_at_sessions(self) -> None:
        try:
            starts = await self._app.session_starts()
        except StoreUnavailable:
            log.warning("store unavailable, gateway sessions not counted")
            return
        if starts is not None:
            self._meters.sessions_left.set(starts.left)
            self._meters.sessions_allowed.set(starts.total)

    async def _look_at_unarchived(self) -> None:
        try:
            waiting = await self._app.services.store.unarchived(served=self._app.serves)
            for game_id in [one for one in waiting if one not in self._ended_ms][:READ_AT_ONCE]:
                await self._read_end(game_id)
        except StoreUnavailable:
            log.warning("store unavailable, unarchived games not counted")
            return
        self._ended_ms = {one: at_ms for one, at_ms in self._ended_ms.items() if one in waiting}
        now_ms = self._app.services.clock.now_ms()
        oldest_ms = min(self._ended_ms.values(), default=now_ms)
        self._meters.unarchived.set(len(waiting))
        self._meters.unarchived_age.set(max(0, now_ms - oldest_ms) / 1000)

    async def _read_end(self, game_id: str) -> None:
        try:
            state = await self._app.services.store.load(game_id)
        except ValueError:
            log.warning("finished game cannot be read", table=game_id)
            self._ended_ms[game_id] = (
                self._app.services.clock.now_ms()
            )  # at the latest; it waits all the same
            return
        if state is not None and isinstance(state.phase, Ended):
            self._ended_ms[game_id] = state.phase.at_ms
