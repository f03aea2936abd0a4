"""What one guild's microphones read from the stores, and how old it may be when an edit leaves.

Nothing is sent on a reading older than 250 ms: this process may have been stopped meanwhile. The live store
is waited for; the debts' second copy is read beside it, and nobody waits for that.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

import structlog

from mafiabot.engine.state import GameState
from mafiabot.runtime.background import Background
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.ledger import Ledger
from mafiabot.runtime.mechanisms import ALL_THERE, Mechanism, Without
from mafiabot.runtime.ports import Clock, Debt, NotServed, SeenVoice, StoreUnavailable
from mafiabot.runtime.table_mics import TableBook
from mafiabot.runtime.voice_table import VoiceTable

log = structlog.get_logger(__name__)

FRESH_MS = 250
RETRY_MS = 1_000
SECOND_RETRY_MS = 10_000


class KeeperStore(DebtStore, Protocol):
    """The part of the `Store` port microphones need."""

    async def load(self, game_id: str) -> GameState | None: ...

    async def put_voice(self, seen: SeenVoice) -> None: ...

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]: ...


@dataclass(frozen=True, slots=True)
class Known:
    """Open tables' states as they were read at a moment: good to know whose microphones are whose.

    Before anything is sent they are read again, if that was too long ago.
    """

    states: tuple[GameState, ...] = ()
    read_ms: int = 0


NOTHING_KNOWN = Known()


class GuildReading:
    """`changed(new)` is called after each reading, with the members whose debts were not known before."""

    def __init__(
        self,
        guild_id: int,
        store: KeeperStore,
        clock: Clock,
        book: TableBook,
        ledger: Ledger,
        table: VoiceTable,
        sleepers: Background,
        changed: Callable[[Collection[int]], None],
        without: Without = ALL_THERE,
    ) -> None:
        self._guild_id = guild_id
        self._store = store
        self._clock = clock
        self._book = book
        self._ledger = ledger
        self._table = table
        self._sleepers = sleepers
        self._changed = changed
        self._rereads = Mechanism.READS_AGAIN not in without
        self._lock = asyncio.Lock()
        self._taking_up = asyncio.Lock()
        self._unread = True
        self._read_ms: int | None = None

    def committed(self, now_ms: int) -> None:
        """This process has just written a state: what it knows is fresh."""
        if self._read_ms is not None:
            self._read_ms = now_ms

    def seen_anew(self) -> None:
        """Discord has told of the whole guild: it is to be taken up, if that has not been begun since."""
        self._unread = True

    async def take_up(self, known: Known = NOTHING_KNOWN) -> None:
        """Reads debts, the tables they name and the voice states kept from before; waits for the store.

        Once for each time the guild was seen, whoever asks for it; every one of them finds it done.
        """
        async with self._taking_up:
            if not self._unread and all(self._book.knows(state.game_id) for state in known.states):
                return
            self._unread = False
            await self._patiently(lambda: self._recall(known))
        self._sleepers.start(self._take_up_second(), "second copy of the debts", guild=self._guild_id)

    async def be_fresh(self, user_id: int, flag: bool) -> None:
        """Raises `StoreUnavailable`, but for giving back what a finished game owes."""
        if not self._stale(user_id):
            return
        try:
            async with self._lock:
                if self._stale(user_id):
                    await self._read()
        except NotServed:
            raise
        except StoreUnavailable:
            debt = self._ledger.get(user_id)
            if debt is None or flag not in (debt.found_muted, debt.found_suppressed) or not self._due(debt):
                raise
            log.warning("debt paid without the store", guild=self._guild_id, user=user_id)

    def _due(self, debt: Debt) -> bool:
        return self._book.of(debt.user_id) is None and self._book.ended(debt.game_id)

    def _stale(self, user_id: int) -> bool:
        if self._read_ms is None:
            return True
        table = self._book.of(user_id)
        read_ms = self._read_ms if table is None else table.read_ms
        return self._rereads and self._clock.now_ms() - read_ms > FRESH_MS

    async def _recall(self, known: Known = NOTHING_KNOWN) -> None:
        if not self._table.complete:
            for seen in await self._store.voice(self._guild_id):
                self._table.recall(seen)
        async with self._lock:
            await self._read(known)

    async def _read(self, known: Known = NOTHING_KNOWN) -> None:
        new = await self._ledger.load()
        for told in known.states:
            self._book.take(told, known.read_ms)
        named = {debt.game_id for debt in self._ledger.open}
        there = named | {table.state.game_id for table in self._book.tables}
        for game_id in there - {told.game_id for told in known.states}:
            try:
                state = await self._store.load(game_id)
            except ValueError:
                log.warning("table cannot be read, its microphones are nobody's", table=game_id)
                continue
            if state is None:
                self._book.drop(game_id)
            else:
                self._book.take(state, self._clock.now_ms())
        self._read_ms = self._clock.now_ms()
        self._changed(new)

    async def _take_up_second(self) -> None:
        """Debts that the live store has lost; the games they name decide whether they are due."""
        while True:
            try:
                new = await self._ledger.load_second()
            except StoreUnavailable:
                log.warning("second copy of the debts not read yet", guild=self._guild_id)
                await self._clock.sleep_until_ms(self._clock.now_ms() + SECOND_RETRY_MS)
                continue
            if new:
                log.warning("debts found in the second copy alone", guild=self._guild_id, users=new)
                self._changed(new)
                await self._patiently(self._recall)
            return

    async def _patiently(self, read: "Reader") -> None:
        while True:
            try:
                await read()
            except StoreUnavailable:
                log.warning("microphones wait for the store", guild=self._guild_id)
                await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)
            else:
                return


class Reader(Protocol):
    async def __call__(self) -> None: ...
