"""A live store that may lose what it had, behind a memory of this process's games that is written anew then.

Whenever an answer failed to come, another life of the store answers, or its epoch is another one, nothing
passes before it has been looked at: games that are behind what is remembered are brought up to it, each by
one compare-and-set, and what lies beside them is written again. While it is away, one question at a time
asks whether it is back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, cast

import structlog

from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState
from mafiabot.runtime.bring_back import Fate, bring_back
from mafiabot.runtime.commits import Commit, CommitResult, CommitStatus
from mafiabot.runtime.kept_beside import KeptBeside
from mafiabot.runtime.ports import Clock, Store, StoreChanged, StoreUnavailable
from mafiabot.runtime.store_life import Look
from mafiabot.runtime.tail import LOSS_MS, Tail, Written

log = structlog.get_logger(__name__)

ASK_AGAIN_MS = 250
TIDY_MS = 10_000
BREATH_MS = 25
AT_A_TIME = 32
"""So many writings of what lies beside the games are under way together."""

Serves = Callable[[int], bool]


class KeptStore(KeptBeside):
    """Nobody need be told of anything, and all guilds are this process's, until somebody says otherwise."""

    def __init__(self, inner: Store, clock: Clock) -> None:
        super().__init__(inner, clock)
        self._tails: dict[str, Tail] = {}
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
        """As the port has it. A place is not given away before it is certain that nobody's game was lost."""
        if commit.expected_seq == 0:
            await self.emptied()
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

    async def game_in_channel(self, channel_id: int, guild_id: int) -> str | None:
        """As the port has it."""
        return await self._or_lost(lambda: self._inner.game_in_channel(channel_id, guild_id))

    async def game_of_member(self, guild_id: int, user_id: int) -> str | None:
        """As the port has it."""
        return await self._or_lost(lambda: self._inner.game_of_member(guild_id, user_id))

    async def _or_lost(self, question: Callable[[], Awaitable[str | None]]) -> str | None:
        """What is not there is looked for once more where the store turns out to have been emptied."""
        found: str | None = await self._through(question)
        if found is None and await self.emptied():
            found = await self._through(question)
        return found

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
        """Reads what is missing of the logs of games that were taken over. Raises `StoreUnavailable`.

        One after the other with a breath between: a whole log is much to read where deadlines are due.
        """
        for game_id, tail in [one for one in self._tails.items() if one[1].base and not one[1].closed]:
            try:
                await self.log(game_id)
            except ValueError:
                tail.closed = True
                log.warning("log cannot be read, its end alone is remembered", table=game_id)
            await self._clock.sleep_until_ms(self._clock.now_ms() + BREATH_MS)

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

    async def emptied(self) -> bool:
        """Whether all data of some part were lost; they are back then. Raises `StoreUnavailable`.

        A server whose data somebody deletes answers as before. No commit finds that out at a table that waits
        for its time alone: what is due is lost, too. So this is to be asked every second or so.
        """
        epochs = await self._through(self._inner.epochs)
        if self._last is None or epochs == self._last.epochs:
            return False
        await self._all_doubted()
        return True

    async def _all_doubted(self) -> None:
        self._doubt()
        await self._looked()

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
        if last is not None and look.epochs != last.epochs:
            await self._all_doubted()
        elif look.seqs[0] < tail.seq and self.serves(state.guild_id):
            await self._back(tail, look.seqs[0], anew=False)

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
