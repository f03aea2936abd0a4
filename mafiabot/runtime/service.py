"""The one way a game changes: load, decide, evolve, check, commit; effects hear of it afterwards.

Commands of one game are ordered inside a process by its lock; between processes the store's
compare-and-set guards. Persist first, effects after, always.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

import structlog

from mafiabot.engine.commands import Command, Recovered, StopGame
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.decide import decide
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.engine.invariants import check
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import GameState
from mafiabot.runtime.meters import NO_METERS, CommitEnd, Meters
from mafiabot.runtime.ports import Clock, Commit, CommitResult, CommitStatus, Store, StoreUnavailable

log = structlog.get_logger(__name__)

MAX_CONFLICTS = 20
TAKEN = (CommitStatus.CHANNEL_TAKEN, CommitStatus.MEMBER_TAKEN)
_ENDS = {
    CommitStatus.APPLIED: CommitEnd.APPLIED,
    CommitStatus.REPEATED: CommitEnd.REPEATED,
    CommitStatus.CONFLICT: CommitEnd.CONFLICT,
    CommitStatus.CHANNEL_TAKEN: CommitEnd.TAKEN,
    CommitStatus.MEMBER_TAKEN: CommitEnd.TAKEN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What listeners are told: the state before (None: a new table) and after, and the events between."""

    before: GameState | None
    state: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """`repeated`: this command id had been applied before; `events` is then empty."""

    state: GameState
    events: tuple[Event, ...]
    repeated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    refusal: Refusal
    state: GameState | None


Outcome = Applied | Refused
Decide = Callable[[GameState | None, Command, int], tuple[Event, ...] | Refusal]
Listener = Callable[[Change], None]
StuckListener = Callable[[GameState], None]


class GameService:
    """Submits commands to games. Raises `StoreUnavailable` when the outcome could not be kept.

    `decide`: the rules; other ones only to show that the oracles catch them.
    """

    def __init__(
        self, store: Store, clock: Clock, *, decide: Decide = decide, meters: Meters = NO_METERS
    ) -> None:
        self._store = store
        self._clock = clock
        self._meters = meters
        self._decide = decide
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._cache: dict[str, GameState] = {}
        self._stuck: set[str] = set()
        self._unreadable: set[str] = set()
        self._listeners: list[Listener] = []
        self._stuck_listeners: list[StuckListener] = []
        self._owed: dict[str, Recovered] = {}

    def listen(self, listener: Listener) -> None:
        """`listener` is called after every commit, in order, and must not block."""
        self._listeners.append(listener)

    def listen_stuck(self, listener: StuckListener) -> None:
        """`listener` is called with the kept state of a table at which an invariant broke."""
        self._stuck_listeners.append(listener)

    def stuck(self, game_id: str) -> bool:
        """Whether an invariant broke at this table; it can only be stopped then."""
        return game_id in self._stuck

    @property
    def open_tables(self) -> tuple[GameState, ...]:
        """The games that are not over, of those this process has had to do with, as it knows them."""
        return tuple(self._cache.values())

    def as_known(self, game_id: str) -> GameState | None:
        """The game as this process knows it, without asking the store; None: over, or not known."""
        return self._cache.get(game_id)

    @property
    def stuck_tables(self) -> frozenset[str]:
        """Ids of the tables at which an invariant broke."""
        return frozenset(self._stuck)

    @property
    def unreadable_tables(self) -> frozenset[str]:
        """Ids of the games that this version could not read when it last tried."""
        return frozenset(self._unreadable)

    def owe(self, game_id: str, owed: Recovered) -> None:
        """Before anything else happens at this table it gets that back."""
        known = self._owed.get(game_id)
        if known is not None:
            owed = replace(owed, down_ms=known.down_ms + owed.down_ms, told=known.told or owed.told)
        self._owed[game_id] = owed

    async def settle(self, game_id: str) -> None:
        """Gives back what is owed, if nobody has yet. Raises `StoreUnavailable`: it is owed still."""
        async with self._lock(game_id):
            await self._give_back(game_id)

    async def _give_back(self, game_id: str) -> None:
        owed = self._owed.pop(game_id, None)
        if owed is None:
            return
        try:
            await self._submit(game_id, owed, None)
        except StoreUnavailable:
            self.owe(game_id, owed)
            raise

    async def give_up(self, state: GameState) -> None:
        """Closes a table which the store has lost: what is left of it there, else as it was known here."""
        game_id, stop = state.game_id, StopGame(by=state.host_id)
        async with self._lock(game_id):
            known = self._cache.pop(game_id, None)
            self._owed.pop(game_id, None)
            self._stuck.discard(game_id)
            stored = await self._load(game_id)
            if stored is not None and not stored.over:
                await self._submit(game_id, stop, None)
            elif known is not None:
                self._tell_closed(state)

    def _tell_closed(self, state: GameState) -> None:
        """Of a table of which nothing is stored any more, so that nobody stays muted for it."""
        decided = self._decide(state, StopGame(by=state.host_id), self._clock.now_ms())
        if not isinstance(decided, Refusal):
            self._tell(Change(before=state, state=_evolved(state, decided), events=decided))

    async def state(self, game_id: str) -> GameState | None:
        """The game as last committed by this process, else as stored."""
        known = self._cache.get(game_id)
        if known is not None:
            return known
        async with self._lock(game_id):
            return await self._current(game_id)

    async def refresh(self, game_id: str) -> bool:
        """Reads the game again and tells what others have committed; whether it is over, unheard of so far.

        One that somebody has dropped is told as closed.
        Raises `StoreUnavailable`, and `ValueError` for what this version cannot read.
        """
        async with self._lock(game_id):
            known = self._cache.get(game_id)
            if known is None:
                await self._load(game_id)
                return False
            stored = await self._caught_up(game_id, known)
            if stored is None and self._cache.pop(game_id, None) is not None:
                self._stuck.discard(game_id)
                self._tell_closed(known)
            return stored is None or stored.over

    def _lock(self, game_id: str) -> asyncio.Lock:
        """One lock a game, alive as long as somebody holds it or waits for it."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def _current(self, game_id: str) -> GameState | None:
        known = self._cache.get(game_id)
        return known if known is not None else await self._load(game_id)

    async def submit(self, game_id: str, command: Command, command_id: str | None = None) -> Outcome:
        """Decides and commits one command; the same `command_id` twice is applied once."""
        if game_id in self._stuck and not isinstance(command, StopGame):
            return Refused(refusal=refuse(Reason.TABLE_STUCK), state=self._cache.get(game_id))
        async with self._lock(game_id):
            await self._give_back(game_id)
            outcome = await self._submit(game_id, command, command_id)
        if isinstance(outcome, Refused):
            self._meters.refused(outcome.refusal.reason)
        return outcome

    async def _submit(self, game_id: str, command: Command, command_id: str | None) -> Outcome:
        before = await self._current(game_id)
        for _ in range(MAX_CONFLICTS):
            decided = self._decide(before, command, self._clock.now_ms())
            if isinstance(decided, Refusal):
                return await self._refused(game_id, decided, before, command_id)
            if not decided:
                return self._nothing(before)
            try:
                after = _evolved(before, decided)
                check(after)
            except InvariantBroken as broken:
                return self._mark_stuck(game_id, command, before, broken)
            result = await self._metered(self._commit(before, after, decided, command_id))
            if result.status is CommitStatus.REPEATED:
                stored = await self._caught_up(game_id, before)
                return Applied(state=stored if stored is not None else after, events=(), repeated=True)
            if result.status in TAKEN and (opened := await self._opened_already(after, command_id)):
                return Applied(state=opened, events=(), repeated=True)
            if result.status is not CommitStatus.CONFLICT:
                return self._settle(result, before, after, decided)
            log.info("commit conflict, deciding again", table=game_id)
            before = await self._caught_up(game_id, before)
        raise RuntimeError(f"{MAX_CONFLICTS} conflicts in a row at table {game_id}")

    async def _metered(self, commit: Awaitable[CommitResult]) -> CommitResult:
        began_us = self._clock.now_us()
        try:
            result = await commit
        except StoreUnavailable:
            self._meters.committed(CommitEnd.LOST, self._clock.now_us() - began_us)
            raise
        self._meters.committed(_ENDS[result.status], self._clock.now_us() - began_us)
        return result

    async def _commit(
        self, before: GameState | None, after: GameState, events: tuple[Event, ...], command_id: str | None
    ) -> CommitResult:
        due = deadline(after)
        return await self._store.commit(
            Commit(
                state=after,
                events=events,
                expected_seq=before.seq if before is not None else 0,
                command_id=command_id,
                claims=claims(after),
                due_ms=due.at_ms if due is not None else None,
            )
        )

    async def _opened_already(self, state: GameState, command_id: str | None) -> GameState | None:
        """The table that stands in the way, if this very command has opened it: each try has a new id."""
        stands = await self._store.game_in_channel(state.channel_id, state.guild_id)
        if command_id is None or stands is None or not await self._store.seen_command(stands, command_id):
            return None
        return await self._load(stands)

    async def _caught_up(self, game_id: str, before: GameState | None) -> GameState | None:
        """The stored state; what was kept without our knowing (its answer was lost) is told now."""
        stored = await self._load(game_id)
        known_seq = before.seq if before is not None else 0
        if stored is not None and stored.seq > known_seq:
            missed = await self._store.log(game_id, known_seq)
            self._tell(Change(before=before, state=stored, events=missed[: stored.seq - known_seq]))
        return stored

    def _tell(self, change: Change) -> None:
        for listener in self._listeners:
            listener(change)

    def _settle(
        self, result: CommitResult, before: GameState | None, after: GameState, events: tuple[Event, ...]
    ) -> Outcome:
        match result.status:
            case CommitStatus.APPLIED:
                self._remember(after)
                self._tell(Change(before=before, state=after, events=events))
                return Applied(state=after, events=events)
            case CommitStatus.CHANNEL_TAKEN:
                return Refused(refusal=refuse(Reason.TABLE_OPEN_HERE), state=before)
            case _:
                taken = result.taken_user or 0
                return Refused(refusal=refuse(Reason.SEATED_ELSEWHERE, user=taken), state=before)

    async def _refused(
        self, game_id: str, refusal: Refusal, before: GameState | None, command_id: str | None
    ) -> Outcome:
        if (
            command_id is not None
            and before is not None
            and await self._store.seen_command(game_id, command_id)
        ):
            return Applied(state=before, events=(), repeated=True)
        return Refused(refusal=refusal, state=before)

    @staticmethod
    def _nothing(before: GameState | None) -> Outcome:
        if before is None:
            return Refused(refusal=refuse(Reason.NO_TABLE), state=None)
        return Applied(state=before, events=())

    def _mark_stuck(
        self, game_id: str, command: Command, before: GameState | None, broken: InvariantBroken
    ) -> Outcome:
        self._stuck.add(game_id)
        log.critical("table stuck", table=game_id, command=type(command).__name__, broken=str(broken))
        if before is not None:
            for listener in self._stuck_listeners:
                listener(before)
        return Refused(refusal=refuse(Reason.TABLE_STUCK), state=before)

    def _remember(self, state: GameState) -> None:
        if state.over:
            self._cache.pop(state.game_id, None)
            self._stuck.discard(state.game_id)
        else:
            self._cache[state.game_id] = state

    async def _load(self, game_id: str) -> GameState | None:
        try:
            state = await self._store.load(game_id)
        except ValueError:
            self._unreadable.add(game_id)
            raise
        self._unreadable.discard(game_id)
        if state is not None:
            self._remember(state)
        return state


def _evolved(before: GameState | None, events: tuple[Event, ...]) -> GameState:
    first, *rest = events
    state = evolve(before, first)
    for event in rest:
        state = evolve(state, event)
    return state


def claims(state: GameState) -> tuple[int, ...]:
    """The users whom this table holds while it is open: seated (dead or alive) or waiting."""
    if state.over:
        return ()
    return tuple(person.user_id for person in (*state.seated, *state.waiting))
