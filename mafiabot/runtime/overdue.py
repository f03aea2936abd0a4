"""Tables that do not go on: their moment has come, and for a while this process has seen nothing happen."""

from collections.abc import Callable, Iterable

import structlog

from mafiabot.runtime.ports import Due

log = structlog.get_logger(__name__)

OVERDUE_MS = 10_000

Key = tuple[str, int, int]


class OverdueTables:
    """`told(game_id)` is called once for each moment at which a table stands still."""

    def __init__(self, told: Callable[[str], None] | None = None) -> None:
        self._told = told
        self._since_ms: dict[Key, int] = {}
        self._late: set[Key] = set()

    @property
    def tables(self) -> frozenset[str]:
        """Ids of the tables that stand still now."""
        return frozenset(game_id for game_id, _, _ in self._late)

    def look(self, due: Iterable[Due], now_ms: int) -> None:
        """All deadlines of ours that have come and are still in the index."""
        keys = {(one.game_id, one.seq, one.at_ms) for one in due}
        self._since_ms = {key: self._since_ms.get(key, now_ms) for key in keys}
        late = {key for key, since_ms in self._since_ms.items() if now_ms - since_ms >= OVERDUE_MS}
        for game_id, seq, at_ms in sorted(late - self._late):
            log.critical("table does not go on", table=game_id, seq=seq, late_ms=now_ms - at_ms)
            if self._told is not None:
                self._told(game_id)
        self._late = late
