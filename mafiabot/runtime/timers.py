"""One task a process sleeps from due time to due time, and looks anew once a second or when one appears.

The due-time index only says where to look; the state says whether its moment has come, so firing
twice is harmless and timers need no lease. At a deadline nothing is asked: the index was read before.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import structlog

from mafiabot.engine.commands import DeadlineReached
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.state import GameState
from mafiabot.runtime.background import Background
from mafiabot.runtime.meters import NO_METERS, Meters
from mafiabot.runtime.overdue import OverdueTables
from mafiabot.runtime.ports import Clock, Due, Store, StoreUnavailable
from mafiabot.runtime.pulse import Pulse
from mafiabot.runtime.service import GameService

log = structlog.get_logger(__name__)

RELOOK_MS = 1000
RETRY_MS = 500
MOST_AT_ONCE = 500
"""Deadlines read in one look; where there are more, the next look is at the last one."""

Stalled = Callable[[int], Awaitable[None]]


class Timers:
    """`owns(guild_id)`: whether this process serves that guild's tables.

    `stalled(down_ms)` is called before any deadline fires when this process stood still for so long, as the
    `pulse` tells that others feel, too.
    `stands_still(game_id)`: of a table whose deadline has come and is dealt with in vain.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        service: GameService,
        background: Background,
        owns: Callable[[int], bool] = lambda guild_id: True,
        *,
        stalled: Stalled | None = None,
        pulse: Pulse | None = None,
        stands_still: Callable[[str], None] | None = None,
        meters: Meters = NO_METERS,
    ) -> None:
        self._store = store
        self._clock = clock
        self._service = service
        self._background = background
        self._owns = owns
        self._stalled = stalled
        self._pulse = pulse or Pulse()
        self._meters = meters
        self._firing: set[str] = set()
        self._unreadable: dict[str, int] = {}
        self._overdue = OverdueTables(stands_still)

    @property
    def overdue(self) -> frozenset[str]:
        """Ids of tables that do not go on although their moment has come."""
        return self._overdue.tables

    async def run(self) -> None:
        """Fires deadlines until cancelled."""
        while True:
            try:
                await self._look_and_wait()
            except StoreUnavailable:
                log.warning("store unavailable, timers wait", retry_ms=RETRY_MS)
                await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)

    async def _look_and_wait(self) -> None:
        now = self._clock.now_ms()
        until = now + RELOOK_MS
        dues = await self._store.due(until, MOST_AT_ONCE, wanted=self._concerned)
        if len(dues) == MOST_AT_ONCE and dues[-1].at_ms > now:
            until = dues[-1].at_ms
        if await self._stood_still(now):
            return
        come = (due for due in dues if due.at_ms <= now and not self._service.stuck(due.game_id))
        self._overdue.look(come, now)
        await self._fire_all(dues, until)

    async def _fire_all(self, dues: Sequence[Due], until_ms: int) -> None:
        """Each at its moment; returns before `until_ms` when there is to be looked again."""
        async with self._earlier(until_ms) as earlier:
            for due in dues:
                if due.at_ms > self._clock.now_ms() and not await self._slept(due.at_ms, earlier):
                    return
                self._start(due)
            await self._slept(until_ms, earlier)

    def _start(self, due: Due) -> None:
        if due.game_id not in self._firing and self._concerned(due):
            self._firing.add(due.game_id)
            self._background.start(self._fire(due), "deadline", table=due.game_id)

    async def _stood_still(self, due_ms: int) -> bool:
        """Whether it did when this was to go on at `due_ms`; every table has then been credited."""
        self._pulse.woke(self._clock.now_ms(), due_ms)
        down_ms = self._pulse.down_ms()
        if not down_ms or self._stalled is None:
            return False
        log.warning("this process stood still", down_ms=down_ms)
        await self._stalled(down_ms)
        return True

    def _concerned(self, due: Due) -> bool:
        """Whether the table is served here, and could be read as far as it was tried: at another `seq`."""
        return self._owns(due.guild_id) and self._unreadable.get(due.game_id) != due.seq

    @asynccontextmanager
    async def _earlier(self, than_ms: int) -> AsyncIterator["asyncio.Future[None]"]:
        """Done when a due time before `than_ms` has been set."""
        waiting = asyncio.ensure_future(self._store.wait_for_earlier(than_ms))
        try:
            yield waiting
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    async def _slept(self, until_ms: int, earlier: "asyncio.Future[None]") -> bool:
        """Whether all is as expected: nothing `earlier` is to be looked for, and no standstill.

        It sleeps in this very task: on a busy loop each further one is a turn of the loop later.
        """
        if not earlier.done():
            sleep = _Sleep()
            earlier.add_done_callback(sleep.end)
            try:
                await sleep.until(self._clock, until_ms)
            finally:
                earlier.remove_done_callback(sleep.end)
        return not await self._stood_still(until_ms) and not earlier.done()

    async def _read(self, due: Due) -> GameState | None:
        try:
            return await self._service.state(due.game_id)
        except ValueError as error:
            self._unreadable[due.game_id] = due.seq
            log.critical(
                "table cannot be read, its time stands still",
                table=due.game_id,
                guild=due.guild_id,
                error=str(error),
            )
            return None

    async def _fire(self, due: Due) -> None:
        try:
            state = await self._read(due)
            moment = deadline(state) if state is not None else None
            if moment is not None and moment.at_ms <= (now_ms := self._clock.now_ms()):
                self._meters.deadline_fired(now_ms - moment.at_ms)
                await self._service.submit(due.game_id, DeadlineReached(generation=moment.generation))
        except StoreUnavailable:
            log.warning("store unavailable at a deadline", table=due.game_id)
        finally:
            self._firing.discard(due.game_id)


class _Sleep:
    """One that can be ended. Its end may be called for in the very moment in which it is over by itself."""

    def __init__(self) -> None:
        self._limit: asyncio.Timeout | None = None

    async def until(self, clock: Clock, at_ms: int) -> None:
        """Returns at `at_ms`, or when it is ended."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as limit:
                self._limit = limit
                try:
                    await clock.sleep_until_ms(at_ms)
                finally:
                    self._limit = None

    def end(self, _: "asyncio.Future[None]") -> None:
        """Now, whatever time it is."""
        if self._limit is not None:
            self._limit.reschedule(-1)
