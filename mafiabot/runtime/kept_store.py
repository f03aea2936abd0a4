"""A live store that may lose what it had, behind a memory of this process's games that is written anew then.

Whenever an answer failed to come, or another life of the store answers, nothing passes before the store has
been looked at: games that are behind what is remembered are brought up to it, each by one compare-and-set,
and what lies beside them is written again. While it is away, one question at a time asks whether it is back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, cast

from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState
from mafiabot.runtime.bring_back import Fate, bring_back
from mafiabot.runtime.commits import Commit, CommitResult, CommitStatus
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.ports import Clock, Debt, HandRef, PanelRef, Store, StoreChanged, StoreUnavailable
from mafiabot.runtime.store_life import Look
from mafiabot.runtime.tail import LOSS_MS, Beside, Tail, Written

ASK_AGAIN_MS = 250
TIDY_MS = 10_000
AT_A_TIME = 32
"""So many writings of what lies beside the games are under way together."""

Serves = Callable[[int], bool]


class KeptStore:
    """Nobody need be told of anything, and all guilds are this process's, until somebody says otherwise."""

    def __init__(self, inner: Store, clock: Clock) -> None:
        self._inner = inner
        self._clock = clock
        self._tails: dict[str, Tail] = {}
        self._beside = Beside()
        self._numbers: dict[int, int] = {}
        self._tidy_ms = 0
        self._last: Look | None = None
        self._doubted = True
        self._looking: asyncio.Task[None] | None = None
        self._ask_again_ms = 0
        self._well_ms = clock.now_ms()
        self.serves: Serves = lambda _guild_id: True
        """Whether this process may bring games of a guild back."""
        self.failed: Callable[[int], None] = lambda _since_ms: None
        """Told at the first failure, with the moment of the last success."""
        self.answered: Callable[[], None] = lambda: None
        """Told when the store answers again, and what it had lost has been written."""
        self.gone: Callable[[GameState], None] = lambda _state: None
        """Told of a game that the store has lost and this process cannot write anew."""

    def as_store(self) -> Store:
        """The same as a `Store`: what is not written out below is passed on by name."""
        return cast("Store", self)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)

        async def passed_on(*args: Any, **named: Any) -> Any:
            return await self._through(lambda: method(*args, **named))

        return passed_on

    # --- games -----------------------------------------------------------------------------------

    async def commit(self, commit: Commit) -> CommitResult:
        """As the port has it."""
        result: CommitResult = await self._through(lambda: self._inner.commit(commit))
        if result.status is CommitStatus.APPLIED:
            self._took(commit)
        return result

    def _took(self, commit: Commit) -> None:
        state, now = commit.state, self._clock.now_ms()
        tail = self._tails.get(state.game_id)
        if tail is None:
            tail = Tail(state=state, base=commit.expected_seq, touched_ms=now)
        elif tail.seq != commit.expected_seq:
            return  # an answer was lost before: the next load reads what is missing
        self._tails[state.game_id] = tail
        tail.took(commit, now)
        self._tidy(now)

    async def load(self, game_id: str) -> GameState | None:
        """As the port has it; a game that the store has lost in part is brought back first."""
        state: GameState | None = await self._through(lambda: self._inner.load(game_id))
        tail = self._tails.get(game_id)
        if tail is not None and (state.seq if state is not None else 0) < tail.seq:
            await self._through(lambda: self._one_back(tail))
            state = await self._through(lambda: self._inner.load(game_id))
        elif tail is not None and state is not None and state.seq > tail.seq:
            missed = await self._through(lambda: self._inner.log(game_id, tail.seq))
            if tail.seq < state.seq:
                tail.read(state, missed[: state.seq - tail.seq], self._clock.now_ms())
        elif tail is None and state is not None and not state.over and self.serves(state.guild_id):
            self._tails[game_id] = Tail(state=state, base=state.seq, touched_ms=self._clock.now_ms())
        return state

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        """As the port has it."""
        events: tuple[Event, ...] = await self._through(lambda: self._inner.log(game_id, after_seq))
        tail = self._tails.get(game_id)
        if tail is not None and after_seq == 0:
            tail.complete(events)
        return events

    async def next_game_number(self, guild_id: int, after: int = 0) -> int:
        """As the port has it; none is given twice, whatever the store has lost."""
        after = max(after, self._numbers.get(guild_id, 0))
        number: int = await self._through(lambda: self._inner.next_game_number(guild_id, after))
        self._numbers[guild_id] = number
        return number

    async def forget(self, guild_id: int, game_id: str) -> None:
        """As the port has it."""
        await self._through(lambda: self._inner.forget(guild_id, game_id))
        tail = self._tails.get(game_id)
        if tail is not None and tail.state.over:
            del self._tails[game_id]
            self._beside.forget(game_id)

    async def fill(self) -> None:
        """Reads what is missing of the logs of games that were taken over. Raises `StoreUnavailable`."""
        for game_id in [name for name, tail in self._tails.items() if tail.base]:
            await self.log(game_id)

    def _tidy(self, now: int) -> None:
        """Now and then: lets go of what is over, or erased, for so long that no store can lose it."""
        if now < self._tidy_ms:
            return
        self._tidy_ms, before_ms = now + TIDY_MS, now - LOSS_MS
        self._beside.tidy(before_ms)
        over = [name for name, tail in self._tails.items() if tail.state.over and tail.touched_ms < before_ms]
        for game_id in over:
            del self._tails[game_id]
            self._beside.forget(game_id)

    # --- beside the games ------------------------------------------------------------------------

    async def save_hand(self, guild_id: int, hand: HandRef) -> None:
        """As the port has it."""
        key = ("hand", hand.game_id, hand.user_id)
        await self._written(key, guild_id, partial(self._inner.save_hand, guild_id, hand), hand.game_id)

    async def drop_hand(self, guild_id: int, game_id: str, user_id: int) -> None:
        """As the port has it."""
        key = ("hand", game_id, user_id)
        drop = partial(self._inner.drop_hand, guild_id, game_id, user_id)
        await self._written(key, guild_id, drop, game_id, erases=True)

    async def save_panel(self, guild_id: int, game_id: str, panel: PanelRef) -> None:
        """As the port has it."""
        key = ("panel", game_id)
        await self._written(key, guild_id, partial(self._inner.save_panel, guild_id, game_id, panel), game_id)

    async def set_cursor(self, guild_id: int, game_id: str, name: str, seq: int) -> None:
        """As the port has it."""
        key = ("cursor", game_id, name)
        put = partial(self._inner.set_cursor, guild_id, game_id, name, seq)
        await self._written(key, guild_id, put, game_id)

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        """As the port has it."""
        found: tuple[Debt, ...] = await self._through(lambda: self._inner.debts(guild_id))
        for debt in found:
            key = ("debt", debt.guild_id, debt.user_id)
            self._beside.found(key, Written(debt.guild_id, 0, partial(self._inner.put_debt, debt)))
        return found

    async def put_debt(self, debt: Debt) -> None:
        """As the port has it."""
        key = ("debt", debt.guild_id, debt.user_id)
        await self._written(key, debt.guild_id, partial(self._inner.put_debt, debt))

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        """As the port has it."""
        key = ("debt", guild_id, user_id)
        await self._written(key, guild_id, partial(self._inner.clear_debt, guild_id, user_id), erases=True)

    async def names(self, guild_id: int | None = None) -> tuple[GivenName, ...]:
        """As the port has it."""
        found: tuple[GivenName, ...] = await self._through(lambda: self._inner.names(guild_id))
        for name in found:
            key = ("name", name.guild_id, name.user_id)
            self._beside.found(key, Written(name.guild_id, 0, partial(self._inner.put_name, name)))
        return found

    async def put_name(self, name: GivenName) -> None:
        """As the port has it."""
        key = ("name", name.guild_id, name.user_id)
        await self._written(key, name.guild_id, partial(self._inner.put_name, name))

    async def clear_name(self, guild_id: int, user_id: int) -> None:
        """As the port has it."""
        key = ("name", guild_id, user_id)
        await self._written(key, guild_id, partial(self._inner.clear_name, guild_id, user_id), erases=True)

    async def _written(
        self,
        key: tuple[object, ...],
        guild_id: int,
        write: Callable[[], Awaitable[None]],
        game_id: str | None = None,
        *,
        erases: bool = False,
    ) -> None:
        """What belongs to a game is written again also if it is not taken now: nobody else would."""
        if game_id is None:
            await self._through(write)
        now = self._clock.now_ms()
        self._beside.put(key, Written(guild_id, now, write, erases), game_id)
        self._tidy(now)
        if game_id is not None:
            await self._through(write)

    # --- the one way to the store ----------------------------------------------------------------

    async def wait_for_earlier(self, than_ms: int | None) -> None:
        """As the port has it: nothing is asked of the store."""
        await self._inner.wait_for_earlier(than_ms)

    async def close(self) -> None:
        """As the port has it."""
        await self._inner.close()

    async def _through(self, call: Callable[[], Awaitable[Any]]) -> Any:
        for last in (False, True):
            if self._doubted:
                await self._looked()
            try:
                answer = await call()
            except StoreChanged:
                self._doubt()
                if last:
                    raise
            except StoreUnavailable:
                self._doubt()
                raise
            else:
                if not self._doubted:
                    self._well_ms = self._clock.now_ms()
                return answer
        raise AssertionError("the second time either answers or raises")

    def _doubt(self) -> None:
        if not self._doubted:
            self._doubted = True
            self.failed(self._well_ms)

    async def _looked(self) -> None:
        """One look for all who wait; after one in vain, the next callers are refused for a moment."""
        if self._looking is None:
            if self._clock.now_ms() < self._ask_again_ms:
                raise StoreUnavailable("the store does not answer")
            self._looking = asyncio.get_running_loop().create_task(self._look(), name="store looked at")
            self._looking.add_done_callback(_heard)
        looking = self._looking
        await asyncio.wait((looking,))
        if looking.cancelled():
            raise StoreUnavailable("nobody looks at the store any more")
        looking.result()

    async def _look(self) -> None:
        first = self._last is None
        try:
            await self._all_back()
        except StoreUnavailable:
            self._ask_again_ms = self._clock.now_ms() + ASK_AGAIN_MS
            raise
        finally:
            self._looking = None
        self._doubted, self._well_ms = False, self._clock.now_ms()
        if not first:
            self.answered()

    async def _all_back(self) -> None:
        tails = [tail for tail in self._tails.values() if self.serves(tail.state.guild_id)]
        now, last = self._clock.now_ms(), self._last
        look = await self._inner.look([(tail.state.guild_id, tail.state.game_id) for tail in tails], now)

        def anew(guild_id: int) -> bool:
            return last is not None and look.epoch_of(guild_id) != last.epoch_of(guild_id)

        for tail, stored_seq in zip(tails, look.seqs, strict=True):
            if stored_seq < tail.seq:
                await self._back(tail, stored_seq, anew=anew(tail.state.guild_id))
        await self._write_again(self._beside.lost(anew, self._well_ms - LOSS_MS))
        self._last = look

    async def _one_back(self, tail: Tail) -> None:
        """A game that was found to be behind although nobody had doubted the store."""
        state, last = tail.state, self._last
        look = await self._inner.look([(state.guild_id, state.game_id)], self._clock.now_ms())
        anew = last is not None and look.epoch_of(state.guild_id) != last.epoch_of(state.guild_id)
        if look.seqs[0] < tail.seq and self.serves(state.guild_id):
            await self._back(tail, look.seqs[0], anew=anew)

    async def _back(self, tail: Tail, stored_seq: int, *, anew: bool) -> None:
        fate = await bring_back(self._inner, tail, stored_seq, anew=anew, now_ms=self._clock.now_ms())
        if fate is not Fate.BACK:
            self._tails.pop(tail.state.game_id, None)
        if fate is Fate.GONE:
            self._beside.forget(tail.state.game_id)
            self.gone(tail.state)

    async def _write_again(self, lost: Iterable[Written]) -> None:
        """What is lost of one thing is written once, so order does not matter."""
        gate = asyncio.Semaphore(AT_A_TIME)

        async def write(one: Written) -> None:
            async with gate:
                await one.again()

        results = await asyncio.gather(*map(write, lost), return_exceptions=True)
        for failure in results:
            if isinstance(failure, BaseException):
                raise failure


def _heard(task: "asyncio.Task[None]") -> None:
    """Whoever waited may have gone; what came of it is no surprise to anybody."""
    if not task.cancelled():
        task.exception()
