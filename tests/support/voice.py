"""A guild's voice as Discord and the library make it behave, and a keeper at work on it, in virtual time."""

import asyncio
import random
from collections import Counter, deque
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine.commands import Person
from mafiabot.engine.reading import MicWish
from mafiabot.engine.ruleset import CLUB
from mafiabot.engine.state import Away, Ended, GameState, Lobby, Outcome, Seat
from mafiabot.runtime.ports import Clock, Debt, DiscordUnavailable, SeenVoice, StoreUnavailable
from mafiabot.runtime.voice_keeper import VoiceKeeper
from mafiabot.runtime.voice_sink import VoiceSink

EPOCH_MS = 1_750_000_000_000
GUILD, TABLE, LOUNGE = 1 << 40, 501, 502

AS_FOUND, OPEN, MUTED = MicWish.AS_FOUND, MicWish.OPEN, MicWish.MUTED


def virtual_clock() -> VirtualClock:
    return VirtualClock(running_virtual_loop(), EPOCH_MS)


@dataclass(slots=True)
class Member:
    channel_id: int | None = None
    mute: bool = False
    suppress: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    at_ms: int
    user_id: int
    muted: bool
    reason: str


@dataclass(slots=True)
class Fault:
    """What happens to one edit. `code` None: it is answered well; `hang_s` passes before it is answered.

    `late_s`: it is applied that long after its bad answer.
    """

    code: int | None = None
    applied: bool = False
    hang_s: float = 0.0
    late_s: float | None = None


class FakeDiscord:
    """One guild. Edits go through the library's queue: ten a window, the last one returns at the reset."""

    def __init__(self, clock: Clock, *, latency_ms: tuple[int, int] = (40, 40), seed: int = 0) -> None:
        self.clock = clock
        self.latency_ms = latency_ms
        self.random = random.Random(seed)
        self.sink: VoiceSink | None = None
        self.members: dict[int, Member] = {}
        self.calls: list[Call] = []
        self.applied: list[Call] = []
        self.asked: list[int] = []
        self.faults: deque[Fault] = deque()
        self.lose_events: Counter[int] = Counter()
        self.permitted = True
        self.silent = False
        self.limit, self.window_ms = 10, 10_000
        self.most_waiting = 0
        self._waiting = 0
        self._left, self._reset_ms = self.limit, 0
        self._queue = asyncio.Lock()
        self._events_ms = 0
        self._tasks: set[asyncio.Task[None]] = set()

    # --- the port --------------------------------------------------------------------------------

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        assert guild_id == GUILD
        call = Call(self.clock.now_ms(), user_id, muted, reason)
        self.calls.append(call)
        self._waiting += 1
        self.most_waiting = max(self.most_waiting, self._waiting)
        last = await self._token()
        try:
            await self._pass(self._latency())
            await self._edit(call)
            await self._pass(self._latency())
        finally:
            self._waiting -= 1
            if last:
                await self.clock.sleep_until_ms(self._reset_ms)

    async def ask(self, guild_id: int, user_id: int) -> SeenVoice | None:
        assert guild_id == GUILD
        self.asked.append(user_id)
        if self.silent:
            raise DiscordUnavailable(503, "silent")
        await self._pass(self._latency())
        member = self.members.get(user_id, Member())
        answer = self._seen(user_id, member) if member.channel_id is not None else None
        await self._pass(self._latency())
        return answer

    # --- people ----------------------------------------------------------------------------------

    def join(self, user_id: int, channel_id: int = TABLE) -> None:
        self._member(user_id).channel_id = channel_id
        self._tell(user_id)

    def leave(self, user_id: int) -> None:
        self._member(user_id).channel_id = None
        self._tell(user_id)

    def by_hand(self, user_id: int, muted: bool) -> None:
        self._member(user_id).mute = muted
        self._tell(user_id)

    def suppress(self, user_id: int, suppressed: bool) -> None:
        self._member(user_id).suppress = suppressed
        self._tell(user_id)

    def snapshot(self) -> None:
        """GUILD_CREATE, at once."""
        assert self.sink is not None
        states = [self._seen(user, m) for user, m in self.members.items() if m.channel_id is not None]
        self.sink.guild_snapshot(GUILD, states, self.clock.now_ms())

    def muted(self) -> set[int]:
        return {user for user, member in self.members.items() if member.mute}

    # --- inside ----------------------------------------------------------------------------------

    def _member(self, user_id: int) -> Member:
        return self.members.setdefault(user_id, Member())

    async def _token(self) -> bool:
        """Strictly first in, first out; whether it was the window's last."""
        async with self._queue:
            now = self.clock.now_ms()
            if now >= self._reset_ms:
                self._left, self._reset_ms = self.limit, now + self.window_ms
            elif self._left == 0:
                await self.clock.sleep_until_ms(self._reset_ms)
                self._left, self._reset_ms = self.limit, self._reset_ms + self.window_ms
            self._left -= 1
            return self._left == 0

    async def _edit(self, call: Call) -> None:
        fault = self.faults.popleft() if self.faults else Fault()
        if fault.code is None or fault.applied:
            self._apply(call)
        await self._pass(round(fault.hang_s * 1000))
        if fault.late_s is not None:
            self._start(self._apply_late(call, fault.late_s))
        if fault.code is not None:
            raise DiscordUnavailable(fault.code, "fault")

    async def _apply_late(self, call: Call, late_s: float) -> None:
        await self._pass(round(late_s * 1000))
        self._apply(call)

    def _apply(self, call: Call) -> None:
        member = self._member(call.user_id)
        if not self.permitted:
            raise DiscordUnavailable(50013, "Missing Permissions")
        if member.channel_id is None:
            raise DiscordUnavailable(40032, "Target user is not connected to voice.")
        self.applied.append(replace(call, at_ms=self.clock.now_ms()))
        if member.mute != call.muted:
            member.mute = call.muted
            self._tell(call.user_id)

    def _tell(self, user_id: int) -> None:
        """One event, in the order of the gateway."""
        seen = self._seen(user_id, self._member(user_id))
        if self.lose_events[user_id]:
            self.lose_events[user_id] -= 1
            return
        self._events_ms = max(self._events_ms + 1, self.clock.now_ms() + self._latency())
        self._start(self._deliver(seen, self._events_ms))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, seen: SeenVoice, at_ms: int) -> None:
        await self.clock.sleep_until_ms(at_ms)
        if self.sink is not None:
            self.sink.voice_seen(replace(seen, seen_ms=self.clock.now_ms()))

    def _seen(self, user_id: int, member: Member) -> SeenVoice:
        return SeenVoice(
            guild_id=GUILD,
            user_id=user_id,
            channel_id=member.channel_id,
            mute=member.mute,
            deaf=False,
            self_mute=False,
            self_deaf=False,
            suppress=member.suppress,
            seen_ms=self.clock.now_ms(),
        )

    def _latency(self) -> int:
        return self.random.randint(*self.latency_ms)

    async def _pass(self, ms: int) -> None:
        if ms:
            await self.clock.sleep_until_ms(self.clock.now_ms() + ms)


class FakeKeeperStore:
    """The keeper's part of the store; `down` refuses everything, `order` tells what was written when."""

    def __init__(self) -> None:
        self.states: dict[str, GameState] = {}
        self.owed: dict[int, Debt] = {}
        self.voices: dict[int, SeenVoice] = {}
        self.down = False
        self.slow_s = 0.0
        self.order: list[tuple[str, int]] = []

    async def load(self, game_id: str) -> GameState | None:
        await self._answer()
        return self.states.get(game_id)

    async def put_debt(self, debt: Debt) -> None:
        await self._answer()
        self.owed[debt.user_id] = debt
        self.order.append(("debt", debt.user_id))

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        await self._answer()
        self.owed.pop(user_id, None)
        self.order.append(("clear", user_id))

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        rows = tuple(self.owed.values())
        await self._answer()
        return rows

    async def put_voice(self, seen: SeenVoice) -> None:
        await self._answer()
        self.voices[seen.user_id] = seen

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]:
        await self._answer()
        return tuple(self.voices.values())

    async def _answer(self) -> None:
        if self.slow_s:
            await asyncio.sleep(self.slow_s)
        if self.down:
            raise StoreUnavailable


class Process:
    """A bot process between keeper and world: once it is dead nothing passes and nothing returns."""

    def __init__(self, discord: FakeDiscord, store: FakeKeeperStore) -> None:
        self._discord, self._store = discord, store
        self.dead = False
        self._exhumed = asyncio.Event()

    async def pulse(self) -> None:
        if self.dead:
            await self._exhumed.wait()

    def exhume(self) -> None:
        """The test is over: what hangs in the dead process may end."""
        self.dead = False
        self._exhumed.set()

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        await self.pulse()
        await self._discord.set_mute(guild_id, user_id, muted, reason)

    async def ask(self, guild_id: int, user_id: int) -> SeenVoice | None:
        await self.pulse()
        return await self._discord.ask(guild_id, user_id)

    async def load(self, game_id: str) -> GameState | None:
        await self.pulse()
        return await self._store.load(game_id)

    async def put_debt(self, debt: Debt) -> None:
        await self.pulse()
        await self._store.put_debt(debt)

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        await self.pulse()
        await self._store.clear_debt(guild_id, user_id)

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        await self.pulse()
        return await self._store.debts(guild_id)

    async def put_voice(self, seen: SeenVoice) -> None:
        await self.pulse()
        await self._store.put_voice(seen)

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]:
        await self.pulse()
        return await self._store.voice(guild_id)


Wishes = Mapping[int, MicWish]


def table_state(
    wishes: Wishes, *, seq: int, game_id: str = "g1", channel_id: int = TABLE, over: bool = False
) -> GameState:
    seats = tuple(Seat(person=Person(user_id=user, name=str(user))) for user in wishes)
    phase = Ended(outcome=Outcome.RED, at_ms=EPOCH_MS) if over else Lobby()
    return GameState(
        seq=seq,
        step=seq,
        game_id=game_id,
        guild_id=GUILD,
        channel_id=channel_id,
        host_id=1,
        locale="en",
        ruleset=CLUB,
        opened_at_ms=EPOCH_MS,
        phase=phase,
        phase_since_ms=EPOCH_MS,
        seats=seats,
    )


@dataclass(frozen=True, slots=True)
class Observed:
    user_id: int
    present: bool
    open: bool
    at_ms: int


@dataclass
class Room:
    """A keeper, its Discord, its store and one table whose wishes a test sets by hand."""

    clock: VirtualClock
    discord: FakeDiscord
    store: FakeKeeperStore = field(default_factory=FakeKeeperStore)
    observed: list[Observed] = field(default_factory=list)
    refusals: list[tuple[int, int]] = field(default_factory=list)
    wishes: dict[tuple[str, int], Wishes] = field(default_factory=dict)
    graves: list[tuple[Process, VoiceKeeper]] = field(default_factory=list)
    process: Process = field(init=False)
    keeper: VoiceKeeper = field(init=False)

    def __post_init__(self) -> None:
        self.boot()

    def boot(self) -> None:
        """A new process: nothing but store and Discord is left."""
        self.process = Process(self.discord, self.store)
        self.keeper = VoiceKeeper(
            self.process, self.clock, self.process, self._on_observed, self._on_refused, mics=self._mics
        )
        self.discord.sink = self.keeper

    async def restart(self, *, snapshot: bool = True) -> None:
        """The process dies and comes back; what it had sent is still under way."""
        self.process.dead = True
        self.graves.append((self.process, self.keeper))
        self.boot()
        await self.keeper.start([state for state in self.store.states.values() if not state.over])
        if snapshot:
            self.discord.snapshot()

    async def seated(self, *users: int) -> None:
        """A lobby with `users`, all in the table's channel."""
        for user in users:
            self.discord.join(user)
        self.discord.snapshot()
        self.wish(dict.fromkeys(users, AS_FOUND))
        await self.after(1)

    def wish(self, wishes: Wishes, *, game_id: str = "g1", over: bool = False) -> None:
        """One commit."""
        old = self.store.states.get(game_id)
        state = table_state(wishes, seq=old.seq + 1 if old is not None else 1, game_id=game_id, over=over)
        if old is not None:
            state = replace(state, seats=tuple(_carry(seat, old) for seat in state.seats))
        self._commit(state, wishes)

    def elsewhere(self, wishes: Wishes, *, over: bool = False, game_id: str = "g1") -> None:
        """Another process commits: this one hears nothing of it."""
        old = self.store.states[game_id]
        state = table_state(wishes, seq=old.seq + 50, game_id=game_id, over=over)
        self.wishes[game_id, state.seq] = wishes
        self.store.states[game_id] = state

    def end(self, game_id: str = "g1") -> None:
        users = [seat.person.user_id for seat in self.store.states[game_id].seats]
        self.wish(dict.fromkeys(users, AS_FOUND), game_id=game_id, over=True)

    def floor(self, speaker: int | None, users: Iterable[int]) -> None:
        """Everybody is muted but the speaker."""
        self.wish(self.floor_wishes(speaker, users))

    @staticmethod
    def floor_wishes(speaker: int | None, users: Iterable[int]) -> Wishes:
        return {user: OPEN if user == speaker else MUTED for user in users}

    async def close(self) -> None:
        for process, _ in self.graves:
            process.exhume()
        for keeper in (*(keeper for _, keeper in self.graves), self.keeper):
            await keeper.close()

    async def after(self, seconds: float) -> None:
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))

    def _commit(self, state: GameState, wishes: Wishes) -> None:
        self.wishes[state.game_id, state.seq] = wishes
        self.store.states[state.game_id] = state
        self.keeper.table_changed(state)

    def _mics(self, state: GameState) -> Wishes:
        return self.wishes[state.game_id, state.seq]

    async def _on_observed(self, game_id: str, user_id: int, present: bool, heard: bool, at_ms: int) -> None:
        await self.process.pulse()
        if self.store.down:
            raise StoreUnavailable
        self.observed.append(Observed(user_id, present, heard, at_ms))
        state = self.store.states[game_id]
        if state.over:
            return
        wishes = self.wishes[game_id, state.seq]
        away = None if present else Away(since_ms=at_ms)
        seats = tuple(
            replace(seat, away=away, mic_open=heard) if seat.person.user_id == user_id else seat
            for seat in state.seats
        )
        self._commit(replace(state, seq=state.seq + 1, seats=seats), wishes)

    async def _on_refused(self, guild_id: int, user_id: int, code: int) -> None:
        self.refusals.append((user_id, code))


def _carry(seat: Seat, old: GameState) -> Seat:
    number = old.seat_of(seat.person.user_id)
    return old.seat(number) if number is not None else seat


@asynccontextmanager
async def room(*, latency_ms: tuple[int, int] = (40, 40), seed: int = 0) -> AsyncIterator[Room]:
    """A room in virtual time; afterwards everything in it has ended."""
    clock = virtual_clock()
    made = Room(clock, FakeDiscord(clock, latency_ms=latency_ms, seed=seed))
    yield made
    await made.close()
