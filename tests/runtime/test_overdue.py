"""A table whose moment has come and that does not go on is an alarm: once, and not before it has lasted."""

from structlog.testing import capture_logs

from mafiabot.runtime.overdue import OVERDUE_MS, OverdueTables
from mafiabot.runtime.ports import Due

T0 = 1_000_000


def due(seq: int = 5, game_id: str = "g") -> Due:
    return Due(game_id=game_id, guild_id=1, at_ms=T0 - 60_000, seq=seq)


def looks(watch: OverdueTables, *moments: int, seq: int = 5) -> None:
    for moment in moments:
        watch.look([due(seq)], T0 + moment)


def test_a_table_is_overdue_when_it_has_been_seen_so_for_ten_seconds_however_old_its_moment_is() -> None:
    told: list[str] = []
    watch = OverdueTables(told.append)
    with capture_logs() as logged:
        looks(watch, 0, OVERDUE_MS - 1)
        assert (told, watch.tables, logged) == ([], frozenset(), [])
        looks(watch, OVERDUE_MS, OVERDUE_MS + 1_000)
    assert (told, watch.tables) == (["g"], frozenset({"g"}))
    assert [(line["log_level"], line["table"]) for line in logged] == [("critical", "g")]


def test_a_table_that_goes_on_is_no_longer_overdue() -> None:
    told: list[str] = []
    watch = OverdueTables(told.append)
    looks(watch, 0, OVERDUE_MS)
    looks(watch, OVERDUE_MS + 1_000, seq=6)
    assert watch.tables == frozenset()
    watch.look([], T0 + 2 * OVERDUE_MS)
    looks(watch, 3 * OVERDUE_MS, 4 * OVERDUE_MS, seq=6)
    assert told == ["g", "g"]
