"""SIGSTOP for one bot of several in a shared loop: its tasks take no further step until it is let go on.

What the system does for a stopped process goes on: sockets fill, timers run out; whoever would wake does so
afterwards, all at once.
"""

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any


class Freezer:
    """Of one bot. Tasks whose work is `wrapped` stand still between `stop` and `go_on`."""

    def __init__(self) -> None:
        self._thaw: asyncio.Future[None] | None = None

    def stop(self) -> None:
        """From now on; idempotent."""
        if self._thaw is None:
            self._thaw = asyncio.get_running_loop().create_future()

    def go_on(self) -> None:
        """Idempotent."""
        thaw, self._thaw = self._thaw, None
        if thaw is not None:
            thaw.set_result(None)

    def wrapped(self, work: Coroutine[Any, Any, Any]) -> Coroutine[Any, Any, Any]:
        """The same work, which can be made to stand still."""
        return _Freezable(work, self)

    def pause(self) -> Any:
        """What a task that may not go on waits for; None: it may."""
        if self._thaw is not None:
            # A fresh one each time: a task that is cancelled cancels what it waits for.
            waits = asyncio.get_running_loop().create_future()
            self._thaw.add_done_callback(lambda _: _wake(waits))
            waits._asyncio_future_blocking = True
            return waits
        return None


def _wake(waits: "asyncio.Future[None]") -> None:
    if not waits.done():
        waits.set_result(None)


class _Freezable(Coroutine[Any, Any, Any]):
    def __init__(self, work: Coroutine[Any, Any, Any], freezer: Freezer) -> None:
        self._work = work
        self._freezer = freezer
        self._thrown: BaseException | None = None

    def send(self, value: Any) -> Any:
        if (waits := self._freezer.pause()) is not None:
            return waits
        thrown, self._thrown = self._thrown, None
        return self._work.throw(thrown) if thrown is not None else self._work.send(value)

    def throw(self, kind: Any, value: Any = None, trace: Any = None) -> Any:
        """What is thrown into work that stands still reaches it when it goes on."""
        if (waits := self._freezer.pause()) is not None:
            self._thrown = value if value is not None else kind() if isinstance(kind, type) else kind
            return waits
        return self._work.throw(kind) if value is None else self._work.throw(kind, value, trace)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, None, Any]:
        return self._work.__await__()
