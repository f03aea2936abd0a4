"""A keeper of microphones at work on a guild's voice, in virtual time, with processes that die."""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine.commands import Person
from mafiabot.engine.reading import MicWish
from mafiabot.engine.ruleset import CLUB
from mafiabot.engine.state import Away, Ended, GameState, Lobby, Outcome, Seat
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.voice_keeper import VoiceKeeper
from tests.support.fake_voice import GUILD, TABLE, FakeDiscord
from tests.support.keeper_store import FakeKeeperStore, Process, SecondCopy

EPOCH_MS = 1_750_000_000_000

AS_FOUND, OPEN, MUTED = MicWish.AS_FOUND, MicWish.OPEN, MicWish.MUTED
TEN = tuple(range(1, 11))


def virtual_clock() -> VirtualClock:
    return VirtualClock(running_virtual_loop(), EPOCH_MS)


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
    second: FakeKeeperStore = field(default_factory=FakeKeeperStore)
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
            self.process,
            self.clock,
            self.process,
            self._on_observed,
            self._on_refused,
            second=SecondCopy(self.process, self.second),
            mics=self._mics,
        )
        self.discord.sink = self.keeper

    async def die(self) -> None:
        """The process dies and another one begins, which has asked for nothing yet."""
        self.process.dead = True
        self.graves.append((self.process, self.keeper))
        self.boot()
        self.store.asked.clear()

    async def restart(self, *, snapshot: bool = True) -> None:
        """The process dies and comes back; what it had sent is still under way."""
        await self.die()
        self.keeper.expect(state for state in self.store.states.values() if not state.over)
        await self.keeper.start()
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


async def playing(r: Room, speaker: int | None) -> None:
    """Ten people; one has the floor and everybody has settled."""
    await r.seated(*TEN)
    r.floor(speaker, TEN)
    await r.after(30)
