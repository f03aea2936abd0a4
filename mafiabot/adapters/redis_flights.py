"""Commands on their way: one alone goes at once; those asked for while others are under way go together.

A round trip costs about the same for one command as for fifty. At start, and whenever many tables are busy,
what is wanted of the server in one turn of the loop is written at once; nothing waits for a batch to fill up.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as LostConnection

from mafiabot.adapters.redis_clients import Client

Command = tuple[str | int | bytes, ...]

AT_A_TIME = 32
BATCHES = 4
MOST_TOGETHER = 64


class RedisFlights:
    """Raises whatever the library raises, each command what befell it; nothing is tried twice."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._gate = asyncio.Semaphore(AT_A_TIME)
        self._flying = 0
        self._waiting: deque[tuple[Command, asyncio.Future[Any]]] = deque()
        self._batches: set[asyncio.Task[None]] = set()
        self._boarding: asyncio.Task[None] | None = None

    async def send(self, command: Command) -> Any:
        """One command's answer. Who is cancelled keeps no other waiting."""
        if not self._flying:
            return await self.alone(command)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, answer))
        self._take_off()
        return await answer

    async def alone(self, command: Command) -> Any:
        """The same without company, however busy it is."""
        async with self._gate:
            self._flying += 1
            try:
                return await self._client.execute_command(*command)
            finally:
                self._flying -= 1

    async def together(self, commands: Sequence[Command], *, each: bool = False) -> list[Any]:
        """Their answers, in one round trip. `each`: the answer to one that fails is its error."""
        pipe: Any = self._client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        async with self._gate:
            self._flying += 1
            try:
                answers: list[Any] = await pipe.execute(raise_on_error=not each)
                return answers
            finally:
                self._flying -= 1

    async def leave(self) -> None:
        """The next command goes over a new connection, to whoever stands behind the address by then."""
        if isinstance(self._client, Redis):
            await self._client.connection_pool.disconnect(inuse_connections=False)

    def close(self) -> None:
        """Whoever waits is told that the connection is lost."""
        for batch in self._batches:
            batch.cancel()
        while self._waiting:
            _fail([self._waiting.popleft()[1]], LostConnection("closed"))

    def _take_off(self) -> None:
        """Who asks before the loop comes to the batch is on board."""
        if self._boarding is not None or not self._waiting or len(self._batches) >= BATCHES:
            return
        batch = self._boarding = asyncio.get_running_loop().create_task(self._fly(), name="redis batch")
        self._batches.add(batch)
        batch.add_done_callback(self._landed)

    def _landed(self, batch: "asyncio.Task[None]") -> None:
        self._batches.discard(batch)
        if self._boarding is batch:
            self._boarding = None  # given up before it began
        self._take_off()

    def _boarded(self) -> list[tuple[Command, asyncio.Future[Any]]]:
        some = [self._waiting.popleft() for _ in range(min(MOST_TOGETHER, len(self._waiting)))]
        return [(command, answer) for command, answer in some if not answer.done()]

    async def _fly(self) -> None:
        """Never fails itself: what befalls it befalls those who asked."""
        self._boarding = None
        batch = self._boarded()
        self._take_off()
        answers = [answer for _, answer in batch]
        try:
            found = await self.together([command for command, _ in batch], each=True)
        except asyncio.CancelledError:
            _fail(answers, LostConnection("closed"))
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, those who asked are told
            _fail(answers, error)
            return
        for answer, one in zip(answers, found, strict=True):
            if isinstance(one, Exception):
                _fail([answer], one)
            elif not answer.done():
                answer.set_result(one)


def _fail(answers: Sequence[asyncio.Future[Any]], error: Exception) -> None:
    for answer in answers:
        if not answer.done():
            answer.set_exception(error)
