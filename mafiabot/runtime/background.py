"""Every task of the shell is owned here: none is lost, none dies in silence, none is cut in mid-effect."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

log = structlog.get_logger(__name__)


class Background:
    """A set of supervised tasks; an exception in one is logged with its name and the given context."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], name: str, **context: object) -> asyncio.Task[Any]:
        """Runs `work` as a task of its own; `context` (table, guild) goes into the log line if it fails."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)

        def done(finished: asyncio.Task[Any]) -> None:
            self._tasks.discard(finished)
            if not finished.cancelled() and (error := finished.exception()) is not None:
                log.error("background task failed", task=name, exc_info=error, **context)

        task.add_done_callback(done)
        return task

    def names(self) -> tuple[str, ...]:
        """What is running."""
        return tuple(sorted(task.get_name() for task in self._tasks))

    async def drain(self) -> None:
        """Waits until every task has ended by itself."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def stop(self) -> None:
        """Cancels what is left and waits for it; only for loops that wait, never for edits."""
        for task in self._tasks:
            task.cancel()
        while self._tasks:
            await asyncio.wait(set(self._tasks))
