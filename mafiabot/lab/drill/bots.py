"""The bot of a drill: its lives one after another on the same files, and what can be done to a life.

In virtual time a life is an object graph of its own in the shared loop; killed, it is dropped as it stands.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.bot.app import App
from mafiabot.bot.going_on import go_on
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.engine.commands import Command
from mafiabot.lab.crash import MortalBot
from mafiabot.lab.drill.book import on_our_clock
from mafiabot.lab.drill.stage import DrillStage
from mafiabot.lab.drill.trouble import Trouble, TroubledStore
from mafiabot.lab.freezing import Freezer
from mafiabot.lab.game import Bench
from mafiabot.playground.model import Application
from mafiabot.playground.server import LocalDiscord
from mafiabot.runtime.ports import Clock, Commit, Store, StoreUnavailable
from mafiabot.runtime.service import Applied, GameService, Outcome

log = structlog.get_logger(__name__)

AGAIN_MS = 1_000
"""Whoever looks after a process starts it again so soon after a start that failed."""


class Bot(Protocol):
    """What a fault can do to the bot, whatever it lives in."""

    @property
    def restarts(self) -> int:
        """Lives after the first one."""
        ...

    async def kill(self, restart_after_s: float, process: int = 0) -> None:
        """Dead without a word; returns when the next life serves the tables."""
        ...

    async def stop(self, for_s: float, process: int = 0) -> None: ...

    async def freeze_store(self, for_s: float) -> None: ...

    async def lose_store(self, for_s: float) -> None: ...

    async def forget_last_commit(self, for_s: float) -> None: ...

    async def empty_store(self, for_s: float) -> None: ...

    def step_clock(self, ms: int) -> None: ...


@runtime_checkable
class Fleet(Protocol):
    """What besides can be done to a bot of several processes; see `faults`."""

    async def replace_stopped(self, for_s: float, process: int) -> None: ...

    async def roll(self) -> None: ...

    async def cut_off(self, for_s: float, process: int, *, replaced: bool) -> None: ...

    async def twin(self, for_s: float, process: int) -> None: ...

    async def crash_loop(self, n: int, every_s: float, process: int) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """What `put_together` asks for: the stage as this life sees it, with the clock of its birth."""

    judge: Application
    clock: Clock
    local: LocalDiscord
    watch: Callable[[GameService], None]

    def attend(self, app: App) -> None:
        """This bot judges from now on."""
        self.watch(app.services.game)


@dataclass(slots=True, kw_only=True)
class Ledger:
    """Which commands were answered as taken, and how often each was kept: by table and command id."""

    accepted: set[tuple[str, str]] = field(default_factory=set)
    kept: Counter[tuple[str, str]] = field(default_factory=Counter)

    def watch(self, game: GameService) -> None:
        """From now on what this service answers is noted."""
        submit = game.submit

        async def noted(game_id: str, command: Command, command_id: str | None = None) -> Outcome:
            outcome = await submit(game_id, command, command_id)
            if command_id is not None and isinstance(outcome, Applied):
                self.accepted.add((game_id, command_id))
            return outcome

        # The service tells listeners what was committed, not which press was told that it counts.
        game.submit = noted  # type: ignore[method-assign]


class VirtualBot:
    """`clock_of(ahead_ms)`: a new clock ahead of everybody's. `trouble`: its store's, through all lives."""

    def __init__(
        self,
        stage: DrillStage,
        bench: Bench,
        trouble: Trouble,
        clock_of: Callable[[int], SystemClock],
        planted: Planted = NOTHING_PLANTED,
    ) -> None:
        self.restarts = 0
        self.commands = Ledger()
        self.settings = MemorySettings()
        self._stage = stage
        self._bench = bench
        self._trouble = trouble
        self._clock_of = clock_of
        self._planted = planted
        self._freezer: Freezer | None = None
        self._ahead_ms = 0
        self._mortal: MortalBot | None = None
        self._buried: list[MortalBot] = []
        self._last: Commit | None = None

    async def start(self) -> None:
        """A life; returns when it serves the tables."""
        while True:
            clock = self._clock_of(self._ahead_ms)
            mortal = self._mortal = self._born(clock)
            try:
                await go_on(mortal.store, clock)
                await mortal.start()
            except StoreUnavailable:
                await self._drop(mortal)
                await self._stage.sleep_ms(AGAIN_MS)
                self.restarts += 1
            except asyncio.CancelledError:
                if self._mortal is mortal:
                    raise
                return  # killed while it was starting
            else:
                return

    def _born(self, clock: SystemClock) -> MortalBot:
        async def committed(commit: Commit, store: Store) -> None:
            await self._committed(commit, store, clock.now_ms() - self._stage.clock.now_ms())

        def opened() -> Store:
            return TroubledStore.over(self._open(), self._trouble, committed)

        life = Life(
            judge=self._stage.judge,
            clock=clock,
            local=self._stage.local,
            watch=self.commands.watch,
        )
        bench = replace(self._bench, open_store=opened)
        return MortalBot(life, bench, self.settings, self._planted, self._freezer)

    def _open(self) -> Store:
        """The store of a life, without its trouble."""
        return self._bench.open_store()

    async def _committed(self, commit: Commit, store: Store, ahead_ms: int) -> None:
        """Into the book, with what an earlier life kept without living to tell it."""
        state, events = commit.state, commit.events
        known = next(
            (t.book.state for t in self._stage.tables.values() if t.channel.id == state.channel_id), None
        )
        known_seq = known.seq if known is not None and known.game_id == state.game_id else 0
        if state.seq - len(events) > known_seq:
            events = (await store.log(state.game_id, known_seq))[: state.seq - known_seq]
        events = events[max(0, known_seq - state.seq + len(events)) :]  # the others are written anew
        if events:
            self._stage.kept(state, tuple(on_our_clock(event, ahead_ms) for event in events))
        for command_id in _commands(commit):
            self.commands.kept[state.game_id, command_id] += 1
        self._last = commit

    # --- what is done to it ----------------------------------------------------------------------

    async def kill(self, restart_after_s: float, process: int = 0) -> None:
        await self.die()
        await self._stage.sleep_ms(restart_after_s * 1000)
        if self._mortal is None:
            self.restarts += 1
            await self.start()

    async def die(self) -> None:
        """As it stands; whoever starts it is told nothing."""
        mortal, self._mortal = self._mortal, None
        if mortal is not None:
            await self._drop(mortal)

    async def _drop(self, mortal: MortalBot) -> None:
        await mortal.kill()
        with contextlib.suppress(ConnectionError, RuntimeError):
            await mortal.bury()

    async def stop(self, for_s: float, process: int = 0) -> None:
        running_virtual_loop().stall(for_s)
        await self._stage.sleep_ms(0)

    async def freeze_store(self, for_s: float) -> None:
        await self._trouble.frozen(self._stage.sleep_ms(for_s * 1000))

    async def lose_store(self, for_s: float) -> None:
        await self._trouble.away(self._stage.sleep_ms(for_s * 1000))

    async def forget_last_commit(self, for_s: float) -> None:
        last, self._last = self._last, None
        self._trouble.gone = True
        if last is not None:
            await self._trouble.forget_last()
            self._forget(last)
        await self._stage.sleep_ms(for_s * 1000)
        self._trouble.gone = False

    async def empty_store(self, for_s: float) -> None:
        self._trouble.gone = for_s > 0
        await self._trouble.empty()
        self.commands.kept.clear()
        await self._stage.sleep_ms(for_s * 1000)
        self._trouble.gone = False

    def _forget(self, commit: Commit) -> None:
        for table in self._stage.tables.values():
            if table.channel.id == commit.state.channel_id:
                table.book.forget_last()
        for command_id in _commands(commit):
            self.commands.kept[commit.state.game_id, command_id] -= 1

    def step_clock(self, ms: int) -> None:
        self._ahead_ms += ms

    async def close(self) -> None:
        """An orderly end of the last life."""
        mortal, self._mortal = self._mortal, None
        if mortal is not None:
            await mortal.close()


def _commands(commit: Commit) -> tuple[str, ...]:
    return commit.also if commit.command_id is None else (commit.command_id, *commit.also)
