"""Whether this process stood still, and for how long: from the last sign that it ran until it went on."""

STALL_MS = 1_000
"""A sleep may be so much too long on a busy machine."""


class Pulse:
    """Felt by everything that sleeps: the more often, the better it knows when a standstill began."""

    def __init__(self) -> None:
        self._ran_ms: int | None = None
        self._down_ms = 0

    def ran(self, now_ms: int) -> None:
        """A sign that the process is running."""
        self._ran_ms = now_ms

    def woke(self, now_ms: int, due_ms: int) -> None:
        """What should have gone on at `due_ms` at the latest goes on now."""
        still_ms = now_ms - self._ran_ms if self._ran_ms is not None else 0
        if now_ms - due_ms > STALL_MS and still_ms > STALL_MS:
            self._down_ms += still_ms
        self._ran_ms = now_ms

    def down_ms(self) -> int:
        """How long it stood still, told once; 0: not at all."""
        down_ms, self._down_ms = self._down_ms, 0
        return down_ms
