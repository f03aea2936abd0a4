"""Two real processes on one real Redis that stands still and loses everything: bounds are counts."""

from typing import Any

import pytest

from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.process import run_process
from mafiabot.lab.redis_servers import PROGRAM
from tests.support.servers import require_program

SHORT = {
    "speech_s": 12,
    "last_word_s": 10,
    "defence_s": 10,
    "mafia_minute_s": 10,
    "free_seating_s": 0,
    "deal_s": 30,
    "shot_window_s": 10,
    "check_s": 8,
    "day0_vote": "none",  # deals are drawn anew each time: a vote could end the game before its first night
}
FROZEN = (
    *(("deal +4s", 4), ("day 0 speech 2 +3s", 12), ("day 0 speech 5 +1s", 3)),
    *(("night 1 shots +3s", 30), ("day 1 speech 2 +5s", 20)),
)
EMPTIED = (("day 0 speech 3 +2s", 0), ("night 1 open +1s", 0), ("day 1 speech 1 +4s", 5))

PACE, GIVE_UP_S = 6, 3_600


def evening() -> Drill:
    """A table each; the moments are the first one's."""
    tables = [
        {"id": name, "guild": f"g {name}", "seats": 6, "people": "obedient", "overrides": SHORT}
        for name in ("a", "b")
    ]
    faults: list[dict[str, Any]] = []
    for mode, moments in (("frozen", FROZEN), ("emptied", EMPTIED)):
        faults += [{"at": at, "do": "store", "mode": mode, "for_s": for_s} for at, for_s in moments]
    expect = {
        "totals.verdicts": len(tables),
        "totals.restarts": 0,
        "totals.left_muted": 0,
        "totals.debts_open": 0,
        "totals.unanswered": 0,
        "totals.unanswered_while_away": 0,
        "totals.lost": 0,
        "totals.doubled": 0,
        "totals.announcements_lost": 0,
        "totals.announcements_doubled": 0,
        "totals.unknown_routes": 0,
    }
    body = {
        "name": "a Redis that stands still and loses everything",
        "mode": "process",
        "pace": PACE,
        "seed": 5,
        "give_up_s": GIVE_UP_S,
        "store": "redis",
        "processes": 2,
        "table": tables,
        "fault": faults,
        "expect": expect,
    }
    return Drill.model_validate(body, strict=False)


@pytest.mark.drills
@pytest.mark.timeout(GIVE_UP_S // PACE + 120)
def test_two_real_processes_play_on_through_a_redis_that_stands_still_and_loses_everything() -> None:
    require_program(PROGRAM)
    drill = evening()
    report = run_process(drill, None)
    assert report.line == f"{drill.name} passed", report.missed
    assert report.body["violations"] == []
