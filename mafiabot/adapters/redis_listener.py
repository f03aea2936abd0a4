"""Hears of due times that other processes set, on a connection of its own that is made again when it is lost.

What this process sets is signalled inside it, so virtual time, which does not wait for an idle connection,
never depends on when a message arrives. Making the connection holds it like any other call.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub

from mafiabot.adapters.due_signal import DueSignal
from mafiabot.adapters.redis_link import TROUBLE, cancellable
from mafiabot.runtime.ports import Clock

log = structlog.get_logger(__name__)

CONNECT_S = 1.0
AGAIN_MS = 500


class WakeListener:
    """`process`: what this process signs its messages with."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Redis]],
        clock: Clock,
        signal: DueSignal,
        channel: str,
        process: str,
    ) -> None:
        self._connect = connect
        self._clock = clock
        self._signal = signal
        self._channel = channel
        self._process = process
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Idempotent; to be called inside the loop."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Idempotent."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        missed = False
        while True:
            try:
                await self._listen(missed)
            except TROUBLE as error:
                log.info("not hearing of due times, looking every second", error=str(error))
            missed = True
            await self._clock.sleep_until_ms(self._clock.now_ms() + AGAIN_MS)

    async def _listen(self, missed: bool) -> None:
        async with AsyncExitStack() as stack:
            with self._clock.hold(), cancellable():
                async with asyncio.timeout(CONNECT_S):
                    pubsub = await self._subscribed(stack)
            if missed:
                self._signal.tell(0)
            async for message in pubsub.listen():
                if message["type"] == "message":
                    self._heard(message["data"])

    async def _subscribed(self, stack: AsyncExitStack) -> PubSub:
        client = await self._connect()
        stack.push_async_callback(client.aclose)
        pubsub = client.pubsub()
        stack.push_async_callback(pubsub.aclose)
        await pubsub.subscribe(self._channel)
        await pubsub.get_message(timeout=None)
        return pubsub

    def _heard(self, data: bytes) -> None:
        due_ms, _, process = data.decode().partition(" ")
        if process != self._process:
            self._signal.tell(int(due_ms))
