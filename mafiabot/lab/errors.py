"""What the bot logs as an error while a game runs: a clean game has none."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mafiabot.playground.oracles import Wrong


class ErrorLog(logging.Handler):
    """Collects errors with the loop's moment at which each was logged."""

    def __init__(self, now_ms: Callable[[], float]) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[Wrong] = []
        self._now_ms = now_ms

    def emit(self, record: logging.LogRecord) -> None:
        """One error, as one line."""
        said = record.msg.get("event") if isinstance(record.msg, dict) else record.getMessage()
        cause = record.exc_info[1] if record.exc_info else None
        what = f"{record.name}: {said}" + (f" ({cause!r})" if cause is not None else "")
        self.errors.append(Wrong(at_ms=self._now_ms(), what=what.replace("\n", " ")))


@contextmanager
def errors_logged(now_ms: Callable[[], float]) -> Iterator[list[Wrong]]:
    """The errors logged inside the block, whoever else listens and however little is asked for."""
    handler = ErrorLog(now_ms)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(min(level, logging.ERROR))
    try:
        yield handler.errors
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
