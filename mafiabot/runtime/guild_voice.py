"""One guild's microphones: what is wanted against what is seen, brought together after every change.

Everything here is a function of the tables' newest states, the voice table and the ledger, computed anew
by `reconcile`; nothing that waits holds anything a restart would need.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import structlog

from mafiabot.engine.state import GameState
from mafiabot.runtime.alarm import Alarm
from mafiabot.runtime.background import Background
from mafiabot.runtime.coalescer import Coalescer
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.edit_scheduler import EditScheduler
from mafiabot.runtime.guild_picture import GuildPicture
from mafiabot.runtime.ledger import Ledger
from mafiabot.runtime.member_edits import LINGER_MS
from mafiabot.runtime.mic_probe import MicDelays, Probe
from mafiabot.runtime.mic_reports import MicReports, OnObserved
from mafiabot.runtime.ports import Clock, Debt, SeenVoice, StoreUnavailable, Voice
from mafiabot.runtime.table_mics import Mics, TableBook
from mafiabot.runtime.voice_asker import VoiceAsker
from mafiabot.runtime.voice_table import VoiceTable

log = structlog.get_logger(__name__)

FRESH_MS = 250
RETRY_MS = 1_000
SECOND_RETRY_MS = 10_000

OnRefused = Callable[[int, int, int], Coroutine[Any, Any, None]]
"""`(guild_id, user_id, code)`: Discord does not let us edit this member."""


class KeeperStore(DebtStore, Protocol):
    """The part of the `Store` port microphones need."""

    async def load(self, game_id: str) -> GameState | None: ...

    async def put_voice(self, seen: SeenVoice) -> None: ...

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceTools:
    """What all guilds share. `edits` is drained at shutdown, `sleepers` are stopped.

    `burst`, `window_s`: what Discord lets us edit in a guild. `pays_debts`: see `VoiceKeeper`.
    `second`: the debts' second copy.
    """

    store: KeeperStore
    second: DebtStore | None
    voice: Voice
    clock: Clock
    edits: Background
    sleepers: Background
    mics: Mics
    on_observed: OnObserved
    on_refused: OnRefused
    burst: int = 10
    window_s: float = 10.0
    pays_debts: bool = True


class GuildVoice:
    """`reconcile` is called after every change; the other methods are what may change."""

    def __init__(self, guild_id: int, tools: VoiceTools) -> None:
        self.guild_id = guild_id
        self._store, self._clock, self._edits = tools.store, tools.clock, tools.edits
        self._sleepers = tools.sleepers
        self._on_refused = tools.on_refused
        self._pays_debts = tools.pays_debts
        self._table = VoiceTable(guild_id)
        self._book = TableBook(tools.mics)
        self._ledger = Ledger(tools.store, guild_id, tools.clock, tools.edits, tools.second)
        self._probes: dict[int, Probe] = {}
        self._picture = GuildPicture(guild_id, self._table, self._book, self._ledger, self._probes)
        self._scheduler = EditScheduler(
            guild_id, tools.voice, tools.clock, self, tools.edits, burst=tools.burst, window_s=tools.window_s
        )
        self._alarm = Alarm(tools.clock, tools.sleepers, self.reconcile, guild=guild_id)
        self._asker = VoiceAsker(guild_id, tools.voice, tools.clock, self, tools.edits)
        self._reports = MicReports(tools.on_observed, tools.clock, tools.edits, self._alarm)
        self._kept = Coalescer[int](tools.edits, tools.clock, self._keep, name="voice state kept")
        self._reading = asyncio.Lock()
        self._read_ms: int | None = None
        self._clearing: set[int] = set()
        self._noting: set[int] = set()
        self._reachable = True
        self._closed = False

    # --- what changes ----------------------------------------------------------------------------

    def table_changed(self, state: GameState) -> None:
        now = self._clock.now_ms()
        self._book.take(state, now)
        if state.over:
            self._reports.forget(state.game_id)
            if not self._pays_debts:
                self._write_off()
        if self._read_ms is not None:
            self._read_ms = now
        self.reconcile()

    async def take_up(self) -> None:
        """Reads debts, the tables they name and the voice states kept from before; waits for the store."""
        while True:
            try:
                for seen in await self._store.voice(self.guild_id):
                    self._table.recall(seen)
                async with self._reading:
                    await self._read()
            except StoreUnavailable:
                log.warning("microphones wait for the store", guild=self.guild_id)
                await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)
            else:
                break
        self._sleepers.start(self._take_up_second(), "second copy of the debts", guild=self.guild_id)

    async def _take_up_second(self) -> None:
        """Debts that the live store has lost; nobody waits for a database that may be slow."""
        while True:
            try:
                new = await self._ledger.load_second()
            except StoreUnavailable:
                log.warning("second copy of the debts not read yet", guild=self.guild_id)
                await self._clock.sleep_until_ms(self._clock.now_ms() + SECOND_RETRY_MS)
                continue
            if new:
                log.warning("debts found in the second copy alone", guild=self.guild_id, users=new)
                self._linger(new)
                await self._be_fresh_soon()
            return

    async def _be_fresh_soon(self) -> None:
        """The games these debts name decide whether they are due."""
        while not self._closed:
            try:
                async with self._reading:
                    await self._read()
            except StoreUnavailable:
                await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)
            else:
                return

    def snapshot(self, states: Iterable[SeenVoice], at_ms: int) -> None:
        self._reachable = True
        self._table.snapshot(states, at_ms)
        for user_id in self._picture.concerned():
            self._noted(user_id)
        self.reconcile()

    def lost(self, *, reachable: bool) -> None:
        """Events were or are being missed; not `reachable`: nothing can be asked or edited either."""
        self._reachable = reachable
        self._table.forget()
        self.reconcile()

    def see(self, seen: SeenVoice) -> None:
        self._table.see(seen)
        if seen.user_id in self._picture.concerned():
            self._noted(seen.user_id)
            self.reconcile()

    def timeout_seen(self, user_id: int, until_ms: int | None) -> None:
        self._table.set_timeout(user_id, until_ms)
        if user_id in self._picture.concerned():
            self.reconcile()

    def channel_gone(self, channel_id: int) -> None:
        for user_id in self._table.channel_gone(channel_id, self._clock.now_ms()):
            if user_id in self._picture.concerned():
                self._noted(user_id)
        self.reconcile()

    def permissions_changed(self) -> None:
        self._scheduler.permissions_changed()
        self.reconcile()

    def close(self) -> None:
        """Nothing new is started any more; what is under way ends by itself."""
        self._closed = True

    async def measure(self, user_id: int, channel_id: int, game_id: str) -> MicDelays | None:
        """Mutes him and gives his microphone back; None where he is not to be touched. See `mic_probe`."""
        seen = self._table.get(user_id)
        here = seen is not None and seen.channel_id == channel_id and not seen.mute and not seen.suppress
        owed = self._ledger.get(user_id) is not None
        if not here or owed or not self._table.sure(user_id) or not self._picture.free(user_id):
            return None
        probe = self._probes[user_id] = Probe(channel_id=channel_id, game_id=game_id)
        try:
            self.reconcile()
            mute_ms = await probe.took_ms(self._clock)
            probe.turn()
            self.reconcile()
            unmute_ms = await probe.took_ms(self._clock) if mute_ms is not None else None
        finally:
            del self._probes[user_id]
            self.reconcile()
        return MicDelays(mute_ms=mute_ms, unmute_ms=unmute_ms)

    # --- what is asked back by scheduler and asker -----------------------------------------------

    def seen(self, user_id: int) -> SeenVoice | None:
        return self._table.get(user_id)

    def in_channel(self, channel_id: int) -> tuple[int, ...]:
        return self._table.in_channel(channel_id)

    @property
    def owed(self) -> tuple[Debt, ...]:
        return self._ledger.open

    def timed_out(self, user_id: int) -> bool:
        return self._table.timeout_ms(user_id, self._clock.now_ms()) is not None

    def reason(self, user_id: int) -> str:
        debt = self._ledger.get(user_id)
        return f"mafiabot: table {debt.game_id}" if debt is not None else "mafiabot"

    async def prepare(self, user_id: int, muted: bool) -> bool:
        await self._be_fresh_for(user_id, muted)
        debt = self._picture.debt(user_id, muted, self._clock.now_ms())
        if debt is None or self._scheduler.wanted(user_id) is not muted:
            return False
        await self._ledger.promise(debt)
        await self._be_fresh_for(user_id, muted)
        if self._scheduler.wanted(user_id) is not muted:
            return False
        if (probe := self._probes.get(user_id)) is not None:
            probe.sent(muted, self._clock.now_ms())
        return True

    def not_in_voice(self, user_id: int, sent_ms: int) -> None:
        self._table.mark_out(user_id, sent_ms)

    def refused(self, user_id: int, code: int) -> None:
        told = self._on_refused(self.guild_id, user_id, code)
        self._edits.start(told, "refusal told", guild=self.guild_id, user=user_id)

    def come_back(self, at_ms: int) -> None:
        if not self._closed:
            self._alarm.set(at_ms)

    def edit_ended(self) -> None:
        self.reconcile()

    def answered(
        self, user_id: int, answer: SeenVoice | None, before: SeenVoice | None, asked_ms: int
    ) -> None:
        if self._table.get(user_id) != before or not self._reachable:
            return  # an event came in between and may be newer
        if answer is not None:
            self._table.see(answer)
        else:
            self._table.mark_out(user_id, self._clock.now_ms())
        self._scheduler.learn(user_id, answer.mute if answer is not None else None, asked_ms)
        self._kept.poke(user_id)
        self.reconcile()

    # --- bringing it together --------------------------------------------------------------------

    def reconcile(self) -> None:
        """Compares what is wanted with what is seen and starts what is missing. Returns at once."""
        if self._closed:
            return
        now, concerned = self._clock.now_ms(), self._picture.concerned()
        wants = self._picture.wants() if self._reachable else {}
        moments = [self._scheduler.replace(wants, self._book.swap_tokens)]
        self._clear_paid()
        self._note_found()
        moments.append(self._ledger.catch_up())
        doubtful = [u for u in concerned if self._picture.unheard(u, now) or self._scheduler.doubtful(u)]
        moments.append(self._asker.review(doubtful if self._reachable else ()))
        for state, user_id, level in self._picture.levels(now):
            self._reports.review(state, user_id, level)
        moments.extend(self._table.timeout_ms(user, now) for user in concerned)
        for moment in moments:
            if moment is not None:
                self._alarm.set(moment)

    def _clear_paid(self) -> None:
        for user_id in self._picture.paid():
            if self._scheduler.settled(user_id) and user_id not in self._clearing:
                self._clearing.add(user_id)
                self._edits.start(self._clear(user_id), "debt cleared", guild=self.guild_id, user=user_id)

    def _note_found(self) -> None:
        for user_id in self._picture.unnoted():
            if user_id not in self._noting:
                self._noting.add(user_id)
                self._edits.start(self._note(user_id), "found muted", guild=self.guild_id, user=user_id)

    async def _note(self, user_id: int) -> None:
        try:
            if (debt := self._picture.debt(user_id, True, self._clock.now_ms())) is not None:
                await self._ledger.promise(debt)
        except StoreUnavailable:
            log.warning("found muted, not noted yet", guild=self.guild_id, user=user_id)
        finally:
            self._noting.discard(user_id)

    def _write_off(self) -> None:
        """Whoever is away is owed nothing any more: the fault that `pays_debts` stands against."""
        for debt in self._ledger.open:
            seen = self._table.get(debt.user_id)
            if seen is None or seen.channel_id is None:
                self._edits.start(self._clear(debt.user_id), "debt written off", guild=self.guild_id)

    async def _clear(self, user_id: int) -> None:
        try:
            await self._ledger.clear(user_id)
        finally:
            self._clearing.discard(user_id)
            self.reconcile()

    def _noted(self, user_id: int) -> None:
        """He was seen; the flag of somebody who is out says nothing about our edits."""
        seen = self._table.get(user_id)
        if seen is not None and seen.channel_id is not None:
            self._scheduler.observe(seen)
            if (probe := self._probes.get(user_id)) is not None:
                probe.seen(seen.mute, self._clock.now_ms())
        self._kept.poke(user_id)

    # --- the store -------------------------------------------------------------------------------

    async def _be_fresh_for(self, user_id: int, muted: bool) -> None:
        """A store that is down does not keep us from giving back what a finished game owes."""
        try:
            await self._be_fresh(user_id)
        except StoreUnavailable:
            debt = self._ledger.get(user_id)
            if debt is None or debt.found_muted is not muted or not self._due_for_good(debt):
                raise
            log.warning("debt paid without the store", guild=self.guild_id, user=user_id)

    def _due_for_good(self, debt: Debt) -> bool:
        return self._book.of(debt.user_id) is None and self._book.ended(debt.game_id)

    async def _be_fresh(self, user_id: int) -> None:
        """Nothing is sent on a reading older than 250 ms: this process may have been stopped meanwhile."""
        if self._stale(user_id):
            async with self._reading:
                if self._stale(user_id):
                    await self._read()

    def _stale(self, user_id: int) -> bool:
        if self._read_ms is None:
            return True
        table = self._book.of(user_id)
        read_ms = self._read_ms if table is None else table.read_ms
        return self._clock.now_ms() - read_ms > FRESH_MS

    async def _read(self) -> None:
        self._linger(await self._ledger.load())
        named = {debt.game_id for debt in self._ledger.open}
        for game_id in named | {table.state.game_id for table in self._book.tables}:
            state = await self._store.load(game_id)
            if state is None:
                self._book.drop(game_id)
            else:
                self._book.take(state, self._clock.now_ms())
        self._read_ms = self._clock.now_ms()
        self.reconcile()

    def _linger(self, users: Iterable[int]) -> None:
        """Edits of a former process may still be under way."""
        for user_id in users:
            self._scheduler.linger(user_id, self._clock.now_ms() + LINGER_MS)

    async def _keep(self, user_id: int) -> None:
        seen = self._table.get(user_id)
        if seen is None:
            return
        try:
            await self._store.put_voice(seen)
        except StoreUnavailable:
            log.warning("voice state not kept", guild=self.guild_id, user=user_id)
