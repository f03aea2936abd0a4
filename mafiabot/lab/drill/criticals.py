"""What the bot logs as critical while a drill runs: a table that is stuck, one that cannot be read."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from mafiabot.playground.oracles import Violation


class Criticals(logging.Handler):
    """Collects them, one line each."""

    def __init__(self) -> None:
        super().__init__(logging.CRITICAL)
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """One line."""
        said = record.msg.get("event") if isinstance(record.msg, dict) else record.getMessage()
        self._lines.append(f"{record.name}: {said}")

    def violations(self, at_ms: float) -> tuple[Violation, ...]:
        """They come without a moment: only the end is known."""
        return tuple(Violation(at_ms=at_ms, moment="", what=f"alarm: {line}") for line in self._lines)


@contextmanager
def criticals_logged() -> Iterator[Criticals]:
    """Those logged inside the block, whoever else listens."""
    handler, root = Criticals(), logging.getLogger()
    root.addHandler(handler)
    try:
        yield handler
    finally:
        root.removeHandler(handler)
