"""The one way to the servers: so long at most, virtual time held, failures translated.

An attempt that was lost on the way is made once more, so everything that goes through here may happen twice:
the commit recognises its repeat, the rest sets what it has set already (a number may be left out, never given
again).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import structlog
from redis.asyncio import RedisCluster
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import (
    NoPermissionError,
    NoScriptError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
)
from redis.exceptions import TimeoutError as NoAnswer

from mafiabot.adapters.redis_clients import Client
from mafiabot.adapters.redis_flights import Command, RedisFlights
from mafiabot.adapters.redis_lives import AnotherLife
from mafiabot.adapters.redis_scripts import Script
from mafiabot.runtime.ports import Clock, StoreChanged, StoreUnavailable

log = structlog.get_logger(__name__)

T = TypeVar("T")

TROUBLE = (RedisError, RedisClusterException, OSError)
"""Whatever the library raises; a time-out is an OSError."""

LOST = (LostConnection, NoAnswer)
"""Nobody knows what became of that attempt."""

LIMIT_S = 1.0


def _reason(error: Exception) -> str:
    """One line; the library's account of sentinels goes into the details of its objects."""
    return f"Redis: {str(error).partition(' : <')[0].rstrip('. ') or 'no answer in time'}"


def refused(error: StoreUnavailable) -> bool:
    """Whether a server has answered, to the only attempt there was, that it does nothing."""
    answer: BaseException | None = error.__cause__
    if not isinstance(answer, ResponseError) or isinstance(answer, NoPermissionError):
        return False
    while answer is not None and not isinstance(answer, LOST):
        answer = answer.__context__
    return answer is None


@contextmanager
def cancellable() -> Iterator[None]:
    """The library uses `wait_for`, which before Python 3.12 may swallow the cancellation of its task."""
    task = asyncio.current_task()
    before = task.cancelling() if task is not None else 0
    yield
    require_wanted(task, before)


def require_wanted(task: "asyncio.Task[Any] | None", before: int) -> None:
    """Raises `CancelledError` where `task` was cancelled since its `cancelling()` was `before`."""
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError


class RedisLink:
    """Every method raises `StoreUnavailable`, within `LIMIT_S` when nothing answers.

    `StoreChanged`, until somebody says that it is `looked_at`: where a server answers that may have lost
    something. In a Cluster that may be another server than before, of which only a lost connection tells.
    """

    def __init__(self, client: Client, clock: Clock) -> None:
        self._flights = RedisFlights(client)
        self._clock = clock
        self._closed = False
        self._of_many = isinstance(client, RedisCluster)
        self._changed: str | None = None
        self._up: bool | None = None  # None: nothing has answered yet

    async def ask(self, *command: str | int | bytes) -> Any:
        """One command's answer."""
        return await self._twice(lambda: self._flights.send(command))

    async def ask_all(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to several commands in one round trip; others may come between."""
        if len(commands) == 1:
            return [await self.ask(*commands[0])]
        return await self._twice(lambda: self._flights.together(commands))

    async def each(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to several commands, each in a round trip of its own; all but the first at once.

        By the first one the library finds its way in a Cluster, which it cannot do many times together.
        For who is about to look what a server may have lost: that it may have does not stop him.
        """
        first = await self._to_look(commands[0])
        rest = await asyncio.gather(*map(self._to_look, commands[1:]), return_exceptions=True)
        for answer in rest:
            if isinstance(answer, BaseException):
                raise answer
        return [first, *rest]

    async def run(self, script: Script, keys: Sequence[str], *values: str | int | bytes) -> Any:
        """One script, in one step; its keys lie in one bucket."""
        return await self._twice(lambda: self._script(script, (len(keys), *keys, *values)))

    async def _to_look(self, command: Command) -> Any:
        return await self._twice(lambda: self._flights.alone(command), looking=True)

    async def _script(self, script: Script, arguments: Command) -> Any:
        """In a Cluster each goes alone: there it is the library that finds the way of a batch."""
        send = self._flights.alone if self._of_many else self._flights.send
        try:
            return await send(("EVALSHA", script.sha, *arguments))
        except NoScriptError:
            return await self._flights.alone(("EVAL", script.text, *arguments))

    async def _twice(self, attempt: Callable[[], Awaitable[T]], *, looking: bool = False) -> T:
        self._require_open()
        if self._changed is not None and not looking:
            raise StoreChanged(self._changed)
        try:
            with self._clock.hold():
                answer = await self._in_time(attempt)
        except AnotherLife as error:
            log.warning("live store was started anew")
            self._changed = f"Redis: {error}"
            raise StoreChanged(self._changed) from error
        except TROUBLE as error:
            raise self._unavailable(error) from error
        if self._up is False:
            log.info("live store answers again")
        self._up = True
        return answer

    async def _in_time(self, attempt: Callable[[], Awaitable[T]]) -> T:
        task = asyncio.current_task()
        before = task.cancelling() if task is not None else 0
        async with asyncio.timeout(LIMIT_S):
            try:
                answer = await attempt()
            except ReadOnlyError:
                await self._flights.leave()
                answer = await attempt()
            except LOST:
                self._require_open()
                answer = await attempt()
                if self._of_many:
                    self._changed = "Redis: a connection was lost, another server may have taken over"
        require_wanted(task, before)
        return answer

    def _require_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("the store is closed")

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        reason = _reason(error)
        if self._up:
            log.warning("live store does not answer", error=reason)
            self._up = False
        return StoreUnavailable(reason)

    def looked_at(self) -> None:
        """Whoever remembers what may be lost is looking for it now."""
        self._changed = None

    def close(self) -> None:
        """Idempotent; nothing is asked afterwards."""
        self._closed = True
        self._flights.close()
