"""What can happen to the live store: a port in front of the real one that freezes, is gone, or forgets.

*Frozen*: nothing is answered; what was written meanwhile is done when it thaws, as a server that stood still
does with what lies in its sockets. *Gone*: every call fails at once. Every commit that happens is told.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, cast

from mafiabot.runtime.ports import Commit, CommitResult, CommitStatus, Store, StoreUnavailable

ANSWER_S = 0.9
"""Within a second the real ones give up."""

_WRITES = frozenset(
    {
        *("commit", "forget", "end_told", "archived", "next_game_number", "save_hand", "drop_hand"),
        *("save_panel", "set_cursor", "put_debt", "clear_debt", "put_voice", "beat"),
    }
)

Call = Callable[[], Awaitable[Any]]
Emptying = Callable[[], Awaitable[None]]
Committed = Callable[[Commit, Store], Awaitable[None]]
"""Told of a commit that happened, and by which store (not through its trouble)."""


class Rewinder(Protocol):
    """Remembers the whole store, and brings it back as it was then."""

    async def remember(self) -> None: ...

    async def bring_back(self) -> None: ...


class Trouble:
    """What the stores of all lives of a bot suffer from. `rewinder`: where something will be forgotten.

    `emptying`: deletes all that the store has.
    """

    def __init__(self, rewinder: Rewinder | None = None, emptying: Emptying | None = None) -> None:
        self.gone = False
        self._rewinder = rewinder
        self._emptying = emptying
        self._frozen = False
        self._waiting: list[tuple[Call, asyncio.Future[Any], bool]] = []

    def freeze(self) -> None:
        """From now on nothing is answered."""
        self._frozen = True

    async def thaw(self) -> None:
        """Does what was asked for meanwhile, in order: writes whoever still waits, reads for who does."""
        self._frozen = False
        waiting, self._waiting = self._waiting, []
        for call, answer, writes in waiting:
            if writes or not answer.done():
                await _carried_out(call, answer)

    async def frozen(self, meanwhile: Awaitable[None]) -> None:
        """Nothing is answered for so long."""
        self.freeze()
        await meanwhile
        await self.thaw()

    async def away(self, meanwhile: Awaitable[None]) -> None:
        """There is no store for so long."""
        self.gone = True
        await meanwhile
        self.gone = False

    async def before_commit(self) -> None:
        """To be called before the store is changed by a commit."""
        if self._rewinder is not None:
            await self._rewinder.remember()

    async def forget_last(self) -> None:
        """The store is as it was before its last commit."""
        assert self._rewinder is not None
        await self._rewinder.bring_back()

    async def empty(self) -> None:
        """The store has nothing any more."""
        assert self._emptying is not None
        await self._emptying()

    async def through(self, call: Call, *, writes: bool) -> Any:
        """The call's result. Raises `StoreUnavailable` where there is no store to answer."""
        if self.gone:
            raise StoreUnavailable("the store is gone")
        if not self._frozen:
            return await call()
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((call, answer, writes))
        done, _ = await asyncio.wait((answer,), timeout=ANSWER_S)
        if not done:
            answer.cancel()
            raise StoreUnavailable("the store does not answer")
        return answer.result()


async def _carried_out(call: Call, answer: "asyncio.Future[Any]") -> None:
    try:
        result = await call()
    except StoreUnavailable as error:
        if not answer.done():
            answer.set_exception(error)
        return
    if not answer.done():
        answer.set_result(result)


class TroubledStore:
    """A `Store` that passes calls through its trouble; `committed` hears of each commit that happened."""

    def __init__(self, inner: Store, trouble: Trouble, committed: Committed) -> None:
        self._inner = inner
        self._trouble = trouble
        self._committed = committed

    @classmethod
    def over(cls, inner: Store, trouble: Trouble, committed: Committed) -> Store:
        """The same as a `Store`: what is not written out below is passed on by name."""
        return cast("Store", cls(inner, trouble, committed))

    async def commit(self, commit: Commit) -> CommitResult:
        """As the port has it."""

        async def kept() -> CommitResult:
            await self._trouble.before_commit()
            result = await self._inner.commit(commit)
            if result.status is CommitStatus.APPLIED:
                await self._committed(commit, self._inner)
            return result

        result: CommitResult = await self._trouble.through(kept, writes=True)
        return result

    async def wait_for_earlier(self, than_ms: int | None) -> None:
        """A wake-up that does not come harms nobody: passed on as it is."""
        await self._inner.wait_for_earlier(than_ms)

    async def close(self) -> None:
        """Closes, whatever the trouble."""
        await self._inner.close()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)

        async def passed_on(*args: Any, **named: Any) -> Any:
            return await self._trouble.through(lambda: method(*args, **named), writes=name in _WRITES)

        return passed_on
