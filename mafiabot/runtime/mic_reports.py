"""Tells the game who is at the table and may be heard, whenever that differs from what its state says.

Level-triggered: the newest level of each member is delivered, one report a game at a time; what the state
already says, or was told and left as it is, is not told again.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from mafiabot.engine.state import GameState
from mafiabot.runtime.alarm import Alarm
from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock, StoreUnavailable

log = structlog.get_logger(__name__)

RETRY_MS = 500

OnObserved = Callable[[str, int, bool, bool, int], Awaitable[None]]
"""`(game_id, user_id, present, open, at_ms)`; may raise `StoreUnavailable`: it is told again."""


@dataclass(frozen=True, slots=True)
class Level:
    present: bool
    open: bool


@dataclass(frozen=True, slots=True)
class _Report:
    level: Level
    at_ms: int
    seq: int


class MicReports:
    """One guild's reports. What the store did not take is told again when `alarm` rings."""

    def __init__(self, on_observed: OnObserved, clock: Clock, reports: Background, alarm: Alarm) -> None:
        self._on_observed = on_observed
        self._clock = clock
        self._background = reports
        self._alarm = alarm
        self._told: dict[str, dict[int, tuple[Level, int]]] = {}
        self._pending: dict[str, dict[int, _Report]] = {}
        self._running: set[str] = set()
        self._said: dict[str, tuple[GameState, dict[int, Level]]] = {}

    def review(self, state: GameState, user_id: int, level: Level, since_ms: int | None = None) -> None:
        """`level` is how `user_id` is seen now, and has been `since_ms` (None: now).

        `state`: the table's newest one.
        """
        known = self._known(state).get(user_id)
        if known is None:
            return
        pending = self._pending.setdefault(state.game_id, {})
        if level == known:
            pending.pop(user_id, None)
            return
        waiting = pending.get(user_id)
        if waiting is not None and waiting.level == level:
            return
        if self._told.get(state.game_id, {}).get(user_id) != (level, state.seq):
            at_ms = self._clock.now_ms() if since_ms is None else since_ms
            pending[user_id] = _Report(level, at_ms, state.seq)
            self._wake(state.game_id)

    def forget(self, game_id: str) -> None:
        """The game is over."""
        self._told.pop(game_id, None)
        self._pending.pop(game_id, None)
        self._said.pop(game_id, None)

    def _known(self, state: GameState) -> dict[int, Level]:
        """What the state says of everybody seated, worked out once a state."""
        known = self._said.get(state.game_id)
        if known is None or known[0] is not state:
            levels = {seat.person.user_id: Level(seat.away is None, seat.mic_open) for seat in state.seats}
            known = self._said[state.game_id] = (state, levels)
        return known[1]

    def _wake(self, game_id: str) -> None:
        if game_id not in self._running:
            self._running.add(game_id)
            self._background.start(self._deliver(game_id), "voice report", table=game_id)

    async def _deliver(self, game_id: str) -> None:
        try:
            while pending := self._pending.get(game_id):
                user_id, report = next(iter(pending.items()))
                del pending[user_id]
                await self._tell(game_id, user_id, report)
        finally:
            self._running.discard(game_id)

    async def _tell(self, game_id: str, user_id: int, report: _Report) -> None:
        told = self._told.setdefault(game_id, {})
        told[user_id] = (report.level, report.seq)
        try:
            await self._on_observed(game_id, user_id, report.level.present, report.level.open, report.at_ms)
        except StoreUnavailable:
            log.warning("voice report waits for the store", table=game_id, user=user_id)
            told.pop(user_id, None)
            self._alarm.set(self._clock.now_ms() + RETRY_MS)
