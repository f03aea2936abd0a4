"""Twenty SIGKILLs and six SIGSTOPs of real bot processes, in real time at pace 10: bounds are counts."""

from typing import Any

import pytest

from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.process import run_process

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
KILLS = (
    *("lobby +8s", "deal +4s", "night 0 mafia_minute +3s"),
    *("day 0 speech 1 +3s", "day 0 speech 2 +1s", "day 0 speech 3 +9s", "day 0 speech 5 +5s"),
    *("night 1 shots +2s", "night 1 sheriff +1s", "day 1 speech 1 +4s"),
)
STOPS = ("day 0 speech 4 +2s", "night 1 open +1s", "day 1 speech 2 +3s")

PACE, GIVE_UP_S = 10, 4_800


def evening(seed: int) -> Drill:
    """Two tables of one process; the moments are the first one's."""
    tables = [
        {"id": name, "guild": f"g {name}", "seats": 6, "people": "obedient", "overrides": SHORT}
        for name in ("a", "b")
    ]
    faults: list[dict[str, Any]] = [{"at": at, "do": "kill", "restart_after_s": 3} for at in KILLS]
    faults += [{"at": at, "do": "stop", "for_s": 8} for at in STOPS]
    expect = {
        "totals.verdicts": len(tables),
        "totals.restarts": len(KILLS),
        "totals.left_muted": 0,
        "totals.debts_open": 0,
        "totals.lost": 0,
        "totals.doubled": 0,
        "totals.announcements_lost": 0,
        "totals.announcements_doubled": 0,
        "totals.unknown_routes": 0,
    }
    body = {
        "name": f"ten kills and three stops, seed {seed}",
        "mode": "process",
        "pace": PACE,
        "seed": seed,
        "give_up_s": GIVE_UP_S,
        "table": tables,
        "fault": faults,
        "expect": expect,
    }
    return Drill.model_validate(body, strict=False)


@pytest.mark.drills
@pytest.mark.timeout(GIVE_UP_S // PACE + 120)
@pytest.mark.parametrize("seed", [3, 4])
def test_real_processes_are_killed_and_stopped_and_the_games_go_on(seed: int) -> None:
    drill = evening(seed)
    report = run_process(drill, None)
    assert report.line == f"{drill.name} passed", report.missed
    assert report.body["violations"] == []
