"""One guild's microphones: what is wanted against what is seen, brought together after every change.

Everything here is a function of the tables' newest states, the voice table and the ledger, computed anew
by `reconcile`; nothing that waits holds anything a restart would need.
"""

from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import structlog

from mafiabot.engine.state import GameState
from mafiabot.runtime.alarm import Alarm
from mafiabot.runtime.background import Background
from mafiabot.runtime.coalescer import Coalescer
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.edit_scheduler import EditScheduler
from mafiabot.runtime.guild_debts import GuildDebts
from mafiabot.runtime.guild_helpers import GuildHelpers
from mafiabot.runtime.guild_picture import GuildFacts, GuildPicture
from mafiabot.runtime.guild_reading import NOTHING_KNOWN, GuildReading, KeeperStore, Known
from mafiabot.runtime.guild_speakers import GuildSpeakers
from mafiabot.runtime.ledger import Ledger
from mafiabot.runtime.mechanisms import ALL_THERE, Mechanism, Without
from mafiabot.runtime.member_edits import LINGER_MS
from mafiabot.runtime.meters import NO_METERS, Meters
from mafiabot.runtime.mic_probe import MicDelays, Probe
from mafiabot.runtime.mic_reports import MicReports, OnObserved
from mafiabot.runtime.mic_rules import Lever
from mafiabot.runtime.ports import Clock, Debt, HelperFit, MicHelper, SeenVoice, StoreUnavailable, Voice
from mafiabot.runtime.table_mics import Mics, TableBook
from mafiabot.runtime.voice_asker import UNTOLD, Pace, VoiceAsker
from mafiabot.runtime.voice_sink import MicWatcher
from mafiabot.runtime.voice_table import VoiceTable

log = structlog.get_logger(__name__)

NO_DATES: Mapping[int, int | None] = {}

OnRefused = Callable[[int, int, int], Coroutine[Any, Any, None]]
"""`(guild_id, user_id, code)`: Discord does not let us edit this member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceTools:
    """What all guilds share. `edits` is drained at shutdown, `sleepers` are stopped.

    `burst`, `window_s`: what Discord lets us edit in a guild, until it says more.
    `second`: the debts' second copy. `helpers`: further bots that edit. `without`: see `VoiceKeeper`.
    """

    store: KeeperStore
    second: DebtStore | None
    voice: Voice
    helpers: tuple[MicHelper, ...]
    clock: Clock
    edits: Background
    sleepers: Background
    mics: Mics
    on_observed: OnObserved
    on_refused: OnRefused
    watchers: Sequence[MicWatcher] = ()
    burst: int = 10
    window_s: float = 10.0
    without: Without = ALL_THERE
    meters: Meters = NO_METERS


class GuildVoice:
    """`reconcile` is called after every change; the other methods are what may change."""

    def __init__(self, guild_id: int, tools: VoiceTools) -> None:
        self.guild_id = guild_id
        self._store, self._clock, self._edits = tools.store, tools.clock, tools.edits
        self._on_refused = tools.on_refused
        self._without = tools.without
        self._table = VoiceTable(guild_id)
        self._book = TableBook(tools.mics)
        self._ledger = Ledger(
            tools.store, guild_id, tools.clock, tools.edits, tools.second, failed=self.reconcile
        )
        self._probes: dict[int, Probe] = {}
        self._facts = GuildFacts()
        self._picture = GuildPicture(
            guild_id, self._table, self._book, self._ledger, self._probes, self._facts
        )
        self._helpers = GuildHelpers(
            guild_id,
            tools.voice,
            tools.helpers,
            tools.clock,
            tools.edits,
            self.reconcile,
            burst=tools.burst,
            window_s=tools.window_s,
        )
        self._schedulers = {
            lever: EditScheduler(
                guild_id, lever, tokens, tools.clock, self, tools.edits, tools.without, tools.meters
            )
            for lever, tokens in self._helpers.tokens.items()
        }
        self._debts = GuildDebts(
            self._picture, self._ledger, tools.clock, tools.edits, self._settled, self.reconcile
        )
        self._speakers = GuildSpeakers(self._picture, self._schedulers, tools.watchers)
        self._alarm = Alarm(tools.clock, tools.sleepers, self.reconcile, guild=guild_id)
        self._asker = VoiceAsker(guild_id, tools.voice, tools.clock, self, tools.edits)
        self._reports = MicReports(tools.on_observed, tools.clock, tools.edits, self._alarm)
        self._kept = Coalescer[int](tools.edits, tools.clock, self._keep, name="voice state kept")
        self._reading = GuildReading(
            guild_id,
            tools.store,
            tools.clock,
            self._book,
            self._ledger,
            self._table,
            tools.sleepers,
            self._read,
            tools.without,
        )
        self._reachable = True
        self._closed = False

    # --- what changes ----------------------------------------------------------------------------

    def table_changed(self, state: GameState) -> None:
        now = self._clock.now_ms()
        concerned = self._book.take(state, now)
        if state.over:
            self._reports.forget(state.game_id)
            self._speakers.forget(state.game_id)
            if Mechanism.PAYS_DEBTS in self._without:
                self._debts.write_off()
            self._try_again()
        else:
            self._helpers.needed(state.channel_id)
        self._reading.committed(now)
        if concerned:
            self.reconcile()

    async def take_up(self, known: Known = NOTHING_KNOWN) -> None:
        """Reads debts, the tables they name and the voice states kept from before; waits for the store."""
        await self._reading.take_up(known)
        for table in self._book.tables:
            self._helpers.needed(table.state.channel_id)

    def mutes_spectators(self, chosen: bool) -> None:
        """Whether this guild has whoever looks on in a table's channel muted."""
        if chosen is not self._facts.mutes_spectators:
            self._facts.mutes_spectators = chosen
            self.reconcile()

    def bot_seen(self, user_id: int) -> None:
        self._facts.bots.add(user_id)

    def stage_seen(self, channel_id: int) -> None:
        self._facts.stages.add(channel_id)

    def snapshot(self, states: Iterable[SeenVoice], at_ms: int) -> None:
        self._reachable = True
        self._reading.seen_anew()
        self._table.snapshot(states, at_ms)
        for user_id in self._picture.concerned():
            self._noted(user_id)
        self.reconcile()

    def lost(self, *, reachable: bool) -> None:
        """Events were or are being missed; not `reachable`: nothing can be asked or edited either."""
        self._reachable = reachable
        if Mechanism.FORGETS_GAPS not in self._without:
            self._table.forget()
        self.reconcile()

    def see(self, seen: SeenVoice) -> None:
        self._table.see(seen)
        if seen.user_id in self._picture.concerned():
            self._noted(seen.user_id)
            self.reconcile()
        else:
            self._table.let_go(seen.user_id)

    def timeout_seen(self, user_id: int, until_ms: int | None) -> None:
        if self._table.set_timeout(user_id, until_ms) and user_id in self._picture.concerned():
            self.reconcile()

    def channel_gone(self, channel_id: int) -> None:
        for user_id in self._table.channel_gone(channel_id, self._clock.now_ms()):
            if user_id in self._picture.concerned():
                self._noted(user_id)
        self.reconcile()

    def _try_again(self) -> None:
        """Whom Discord refused to edit: once more, also where a game ends, for nobody may be left muted."""
        for scheduler in self._schedulers.values():
            scheduler.permissions_changed()

    def permissions_changed(self) -> None:
        self._try_again()
        self._helpers.forget()
        for table in self._book.tables:
            self._helpers.needed(table.state.channel_id)
        self.reconcile()

    def close(self) -> None:
        """Nothing new is started any more; what is under way ends by itself."""
        self._closed = True

    async def measure(
        self, user_id: int, channel_id: int, game_id: str, editor: int | None = None
    ) -> MicDelays | None:
        """Mutes him and gives his microphone back; None where he is not to be touched. See `mic_probe`."""
        seen = self._table.get(user_id)
        here = seen is not None and seen.channel_id == channel_id and not seen.mute and not seen.suppress
        owed = self._ledger.get(user_id) is not None
        if not here or owed or not self._table.sure(user_id) or not self._picture.free(user_id):
            return None
        probe = self._probes[user_id] = Probe(channel_id=channel_id, game_id=game_id, editor=editor)
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

    async def helpers_fit(self, channel_id: int) -> tuple[HelperFit, ...]:
        """What each further bot lacks in a channel."""
        return await self._helpers.fits(channel_id)

    async def turn_for_a_name(self) -> None:
        """Returns when a nickname may be edited; see the scheduler."""
        await self._schedulers[Lever.MUTE].turn_for_a_name()

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

    async def prepare(self, user_id: int, lever: Lever, muted: bool) -> bool:
        scheduler = self._schedulers[lever]
        await self._reading.be_fresh(user_id, muted)
        debt = self._picture.debt(user_id, lever, muted, self._clock.now_ms())
        if debt is None or scheduler.wanted(user_id) is not muted:
            return False
        await self._ledger.promise(debt)
        await self._reading.be_fresh(user_id, muted)
        if scheduler.wanted(user_id) is not muted:
            return False
        if (probe := self._probes.get(user_id)) is not None:
            probe.sent(muted, self._clock.now_ms())
        return True

    def not_in_voice(self, user_id: int, sent_ms: int) -> None:
        self._ledger.mute_was_refused(user_id)
        self._table.mark_out(user_id, sent_ms)

    def refused(self, user_id: int, code: int) -> None:
        told = self._on_refused(self.guild_id, user_id, code)
        self._edits.start(told, "refusal told", guild=self.guild_id, user=user_id)

    def helper_refused(self, place: int) -> None:
        self._helpers.refused(place)

    def edit_done(self, user_id: int, lever: Lever, flag: bool) -> None:
        seen, scheduler = self._table.get(user_id), self._schedulers[lever]
        if seen is not None and seen.channel_id is not None and self._table.sure(user_id):
            self._table.see(replace(scheduler.with_flag(seen, flag), seen_ms=self._clock.now_ms()))
            self._kept.poke(user_id)

    def ask_now(self, user_id: int) -> bool:
        if self._asks and not self._closed:
            self._asker.ask_now(user_id)
        return self._asks

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
        since = [scheduler.learn(user_id, answer, asked_ms) for scheduler in self._schedulers.values()]
        self._kept.poke(user_id)
        self.reconcile({user_id: min((at_ms for at_ms in since if at_ms is not None), default=None)})

    # --- bringing it together --------------------------------------------------------------------

    def reconcile(self, since_ms: Mapping[int, int | None] = NO_DATES) -> None:
        """Compares what is wanted with what is seen and starts what is missing. Returns at once.

        `since_ms`: since when somebody has been as he is seen now, where that is known to be earlier.
        """
        if self._closed:
            return
        now, concerned, moments = self._clock.now_ms(), self._picture.concerned(), []
        for lever, scheduler in self._schedulers.items():
            wants = self._picture.wants(lever) if self._reachable else {}
            moments.append(scheduler.replace(wants, self._book.swap_tokens))
        moments.append(self._debts.review())
        moments.append(self._asker.review(self._doubts(concerned, now) if self._asks else {}))
        for state, user_id, level in self._picture.levels(now):
            self._reports.review(state, user_id, level, since_ms.get(user_id))
        moments.append(self._speakers.review(now))
        moments.extend(self._table.timeout_ms(user, now) for user in concerned)
        for moment in moments:
            if moment is not None:
                self._alarm.set(moment)

    @property
    def _asks(self) -> bool:
        return self._reachable and Mechanism.ASKS not in self._without

    def _doubts(self, concerned: Iterable[int], now: int) -> dict[int, Pace]:
        found = {user: self._picture.doubt(user, now) or self._edits_in_doubt(user) for user in concerned}
        return {user: pace for user, pace in found.items() if pace is not None}

    def _edits_in_doubt(self, user_id: int) -> Pace | None:
        late = any(scheduler.doubtful(user_id) for scheduler in self._schedulers.values())
        return UNTOLD if late else None

    def _settled(self, user_id: int) -> bool:
        return all(scheduler.settled(user_id) for scheduler in self._schedulers.values())

    def _noted(self, user_id: int) -> None:
        """He was seen; the flag of somebody who is out says nothing about our edits."""
        told = seen = self._table.get(user_id)
        if seen is not None and seen.channel_id is not None:
            for scheduler in self._schedulers.values():
                seen = scheduler.observe(seen)
            if seen is not told:
                self._table.see(seen)
            if (probe := self._probes.get(user_id)) is not None:
                probe.seen(seen.mute, self._clock.now_ms())
        self._kept.poke(user_id)

    def _read(self, new: Collection[int]) -> None:
        """The stores have been read; edits of a former process about `new` may still be under way."""
        for user_id in new:
            for scheduler in self._schedulers.values():
                scheduler.linger(user_id, self._clock.now_ms() + LINGER_MS)
        self.reconcile()

    async def _keep(self, user_id: int) -> None:
        seen = self._table.get(user_id)
        if seen is None:
            return
        try:
            await self._store.put_voice(seen)
        except StoreUnavailable:
            log.warning("voice state not kept", guild=self.guild_id, user=user_id)
