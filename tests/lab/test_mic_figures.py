"""What microphones are promised to cost and to take, measured over whole games with a full budget.

Ways of 0 to 250 ms, ten edits in ten seconds; moments are ms of game time, edits as the report has them.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.virtual import run_virtual
from tests.support.edit_window import BURST, WINDOW_MS, least_ms

WAY_MS = 250
ROUND_TRIP_MS, SLACK_MS = 2 * WAY_MS, 50
SHORT = {
    "speech_s": 20,
    "last_word_s": 15,
    "defence_s": 15,
    "mafia_minute_s": 15,
    "free_seating_s": 0,
    "deal_s": 30,
}

Report = Mapping[str, Any]


def played(*tables: str, seats: int, seed: int) -> Report:
    """A game at each table, in one guild."""
    body = {
        "name": "figures",
        "seed": seed,
        "discord": {"latency_ms": (0.0, float(WAY_MS)), "edit_budget": (BURST, WINDOW_MS / 1000)},
        "table": [{"id": name, "seats": seats, "people": "obedient", "overrides": SHORT} for name in tables],
    }
    return run_virtual(Drill.model_validate(body, strict=False), None).body


def freeing_ms(report: Report, table: str) -> tuple[int, int]:
    """From the verdict until the last microphone was seen to be given back; and the least that could take.

    Of the only table in its guild.
    """
    end_ms = report["tables"][table]["marks"]["end"]
    given_back = [edit for edit in report["edits"] if not edit["mute"] and edit["sent_ms"] >= end_ms]
    sent_ms = [edit["sent_ms"] for edit in report["edits"]]
    took_ms = max(edit["observed_ms"] for edit in given_back) - end_ms
    return took_ms, least_ms(sent_ms, end_ms, len(given_back))


def gaps_ms(report: Report) -> list[int]:
    return [line["gap_before_ms"] for table in report["tables"].values() for line in table["speeches"]]


@pytest.mark.drills
@pytest.mark.timeout(240)
def test_a_table_of_ten_changes_speakers_at_once_frees_all_in_time_and_spends_two_edits_a_turn() -> None:
    report = played("a", seats=10, seed=2)
    totals, lines = report["totals"], report["tables"]["a"]["speeches"]
    assert totals["gap_ms_p99"] <= ROUND_TRIP_MS + SLACK_MS
    assert totals["short_ms_max"] == 0
    assert totals["over_ms_max"] <= ROUND_TRIP_MS + SLACK_MS
    assert totals["overlap_ms_max"] <= ROUND_TRIP_MS
    took_ms, least = freeing_ms(report, "a")
    assert took_ms <= least + 1_000
    assert totals["member_edits"] <= 2 * len(lines) + 2 * 10


@pytest.mark.drills
@pytest.mark.timeout(240)
def test_two_tables_in_a_guild_never_keep_each_other_waiting_for_a_second() -> None:
    report = played("a", "b", seats=8, seed=3)
    totals = report["totals"]
    turns = sum(len(table["speeches"]) for table in report["tables"].values())
    assert max(gaps_ms(report)) < 1_000
    assert totals["short_ms_max"] == 0
    assert totals["over_ms_max"] <= ROUND_TRIP_MS + SLACK_MS
    assert totals["member_edits"] <= 2 * turns + 2 * 16
