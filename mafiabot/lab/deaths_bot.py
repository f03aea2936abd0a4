"""A bot whose lives end inside any call of its ports, one after another on the same store and Discord.

At a death every task of the life is stopped where it stands and its sockets are cut, as a kill -9 would; what
it was about to do it never does. Another life starts a few seconds later.
"""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from mafiabot.bot.app import App
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState
from mafiabot.lab.crash import MortalBot
from mafiabot.lab.deaths_fates import BOOT, Cell, Fate, phase_of
from mafiabot.lab.deaths_ports import DyingStore, ProcessDied, Side, deciding, dying, trace_requests
from mafiabot.lab.drill.bots import Ledger
from mafiabot.lab.drill.stage import DrillStage, Touch
from mafiabot.lab.game import Bench
from mafiabot.playground.model import Application
from mafiabot.playground.server import LocalDiscord
from mafiabot.runtime.ports import Clock, Commit, Store
from mafiabot.runtime.service import GameService
from mafiabot.runtime.settings_port import SettingsStore


@dataclass(slots=True, kw_only=True)
class Death:
    """Loop moments: when it died, and when the next life took commands (None: it did not live to).

    `states` by table, as last committed.
    """

    cell: Cell
    at_ms: float
    states: dict[str, GameState]
    served_ms: float | None = None


@dataclass(slots=True)
class OneLife:
    """`at` ends it where fate says so: at once, and for every task of it."""

    where: Callable[[], str]
    strikes: Callable[[Cell], bool]
    ended: Callable[[Cell], None]
    dead: bool = False
    booting: bool = True
    tasks: "set[asyncio.Task[Any]] | Any" = field(default_factory=set)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def at(self, step: str, side: Side) -> None:
        """A step. Raises `ProcessDied`."""
        if self.dead:
            raise ProcessDied(f"{step} of the dead")
        cell = Cell(phase=BOOT if self.booting else self.where(), step=step, side=side)
        if not self.strikes(cell):
            return
        self.dead = True
        current = asyncio.current_task()
        for task in list(self.tasks):
            if task is not current:
                task.cancel()
        self.ended(cell)
        self.over.set()
        raise ProcessDied(str(cell))


class DyingBot:
    """`down_ms`: how long nobody is there after each death; `served` hears when the next life serves.

    `immortal`: nothing kills it any more. `problems`: what was wrong with the store at a restart.
    `planted`: deliberate bugs, only to show that they are noticed.
    """

    def __init__(
        self,
        stage: DrillStage,
        bench: Bench,
        settings: SettingsStore,
        fate: Fate,
        down_ms: Callable[[], float],
        served: Callable[[Death], None],
        planted: Planted = NOTHING_PLANTED,
    ) -> None:
        self.commands = Ledger()
        self.deaths: list[Death] = []
        self.problems: list[str] = []
        self.settings = settings
        self._stage = stage
        self._bench = bench
        self._fate = fate
        self._down_ms = down_ms
        self._served = served
        self._planted = planted
        self._mortal: MortalBot | None = None
        self._touch: Touch | None = None
        self.immortal = False
        self.serving = asyncio.Event()

    async def live(self) -> None:
        """One life after another, until cancelled. Raises what a start broke with."""
        while True:
            life, mortal = self._born()
            starting = asyncio.ensure_future(mortal.start())
            over = asyncio.ensure_future(life.over.wait())
            try:
                await asyncio.wait((starting, over), return_when=asyncio.FIRST_COMPLETED)
                if not life.dead:
                    starting.result()
                    life.booting = False
                    self._takes_commands()
                    await over
            finally:
                over.cancel()
            await asyncio.gather(starting, over, return_exceptions=True)
            await self._buried(mortal)
            await self._stage.sleep_ms(self._down_ms())
            await self._catch_up()

    def _takes_commands(self) -> None:
        now_ms = self._stage.now_ms()
        self._fate.served(now_ms)
        self.serving.set()
        if self._touch is not None:
            self._touch.until_ms, self._touch = now_ms, None
            self.deaths[-1].served_ms = now_ms
            self._served(self.deaths[-1])

    # --- a life ----------------------------------------------------------------------------------

    def _born(self) -> tuple[OneLife, MortalBot]:
        life = OneLife(self._phase, self._strikes, self._died)
        hosting = _Hosting(
            judge=self._stage.judge,
            clock=self._stage.clock,
            local=self._stage.local,
            watch=self.commands.watch,
            life=life,
        )
        bench = replace(
            self._bench,
            open_store=lambda: cast("Store", DyingStore(self._bench.open_store(), life, self._committed)),
            archive=dying(self._bench.archive, life, "archive "),
            debts=dying(self._bench.debts, life, "second "),
        )
        bugs = self._planted
        planted = replace(
            bugs,
            decide=deciding(life, bugs.decide),
            voice=lambda voice, clock: dying(bugs.voice(voice, clock), life),
            messenger=lambda messenger: dying(bugs.messenger(messenger), life),
        )
        mortal = MortalBot(hosting, bench, dying(self.settings, life, "settings "), planted)
        life.tasks = mortal.tasks
        self._mortal = mortal
        return life, mortal

    def _strikes(self, cell: Cell) -> bool:
        return not self.immortal and self._fate.strikes(cell, self._stage.now_ms())

    def _phase(self) -> str:
        return phase_of(next(iter(self._stage.tables.values())).book.state)

    def _died(self, cell: Cell) -> None:
        now_ms = self._stage.now_ms()
        states = {key: table.book.state for key, table in self._stage.tables.items() if table.book.state}
        self.deaths.append(Death(cell=cell, at_ms=now_ms, states=states))
        self.serving.clear()
        if self._touch is None:
            self._touch = Touch(from_ms=now_ms, dead=True)
            self._stage.touches.append(self._touch)

    async def _buried(self, mortal: MortalBot) -> None:
        self._mortal = None
        await mortal.kill()
        with contextlib.suppress(ConnectionError, RuntimeError):
            await mortal.bury()

    async def close(self) -> None:
        """An orderly end of the last life, if there is one."""
        mortal, self._mortal = self._mortal, None
        if mortal is not None:
            await mortal.close()

    # --- what is written down ----------------------------------------------------------------------

    async def _committed(self, commit: Commit, store: Store) -> None:
        if commit.command_id is not None:
            self.commands.kept[commit.state.game_id, commit.command_id] += 1
        await self._write(store, commit.state, commit.events)

    async def _catch_up(self) -> None:
        """What a life kept without living to tell it, from the store itself."""
        store = self._bench.open_store()
        try:
            for table in self._stage.tables.values():
                game_id = await store.game_in_channel(table.channel.id, table.guild.id)
                state = await store.load(game_id) if game_id is not None else None
                if state is not None:
                    await self._write(store, state)
                    await self._replay(store, state)
        finally:
            await store.close()

    async def _replay(self, store: Store, state: GameState) -> None:
        replayed: GameState | None = None
        for event in await store.log(state.game_id):
            replayed = evolve(replayed, event)
        if replayed != state:
            self.problems.append(f"the log from zero is not the state after {self.deaths[-1].cell}")

    async def _write(self, store: Store, state: GameState, events: tuple[Event, ...] = ()) -> None:
        """Into the table's book, with whatever came before and is not there yet."""
        for table in self._stage.tables.values():
            if table.channel.id != state.channel_id:
                continue
            known = table.book.state
            known_seq = known.seq if known is not None and known.game_id == state.game_id else 0
            if state.seq <= known_seq:
                continue
            if len(events) != state.seq - known_seq:
                events = (await store.log(state.game_id, known_seq))[: state.seq - known_seq]
            table.book.kept(state, events)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hosting:
    """The stage, as one life sees it; its client's requests are steps, too."""

    judge: Application
    clock: Clock
    local: LocalDiscord
    watch: Callable[[GameService], None]
    life: OneLife

    def attend(self, app: App) -> None:
        """This bot judges from now on."""
        self.watch(app.services.game)
        trace = app.client.http.http_trace
        assert trace is not None
        trace_requests(self.life, trace)
