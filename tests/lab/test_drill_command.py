"""`mafiabot drill` as it is typed: what is printed, what is written, and its exit code."""

import json
from pathlib import Path
from typing import Any

import pytest

from mafiabot.cli import run_command
from mafiabot.lab.drill.format import TOTALS
from mafiabot.lab.drill.reading import drill_of
from mafiabot.lab.drill.virtual import run_virtual
from mafiabot.runtime.heart import BEAT_MS

SHORT = """
seed = 1
give_up_s = 240
[[table]]
id = "a"
seats = 6
people = "obedient"
overrides = { deal_s = 20, mafia_minute_s = 10, free_seating_s = 0, speech_s = 20 }
"""
KEYS = {"name", "mode", "seed", "passed", "failed", "tables", "members", "edits", "violations", "totals"}


def written(folder: Path, name: str, more: str = "") -> str:
    path = folder / f"{name}.toml"
    path.write_text(f'name = "{name}"\n{SHORT}{more}', encoding="utf-8")
    return str(path)


def test_a_report_has_every_key_and_a_passed_drill_is_exit_code_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leave = "[[fault]]\nat = 'day 0 speech 2 +2s'\ndo = 'leave'\nseat = 2\nfor_s = 3\n"
    out = tmp_path / "out.json"
    file = written(
        tmp_path, "leaves", leave + "[expect]\n'totals.verdicts' = 0\n'tables.a.verdict' = 'none'\n"
    )
    assert run_command(["drill", file, "--json", str(out)]) == 0
    assert capsys.readouterr().out.splitlines() == ["leaves passed", "1 drills, 1 passed"]
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report.keys() == KEYS
    assert report["totals"].keys() == set(TOTALS)
    assert [line["seat"] for line in report["members"]] == [1, 2, 3, 4, 5, 6]
    speeches = report["tables"]["a"]["speeches"]
    assert [line["disturbed"] for line in speeches[:2]] == [False, True]
    _edits_make_sense(report["edits"])


def _edits_make_sense(edits: list[dict[str, Any]]) -> None:
    assert edits
    for edit in edits:
        assert edit["wanted_ms"] <= edit["sent_ms"]
        assert edit["observed_ms"] is None or edit["sent_ms"] < edit["observed_ms"]
        assert edit["attempts"] >= 1
    assert sum(edit["attempts"] == 1 for edit in edits) > len(edits) / 2


def test_what_failed_is_said_and_the_rest_is_run_if_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    never = "[[fault]]\nat = 'day 9'\ndo = 'delete_panel'\n"
    wrong = "[expect]\n'totals.verdicts' = 7\n'totals.restarts' = { min = 1 }\n"
    files = [written(tmp_path, "never", never), written(tmp_path, "wrong", wrong), written(tmp_path, "fine")]
    assert run_command(["drill", files[0], files[2]]) == 1
    assert capsys.readouterr().out.splitlines() == [
        'never FAILED fault at day 9: wanted "to come", got "never came"',
        "1 drills, 0 passed",
    ]
    assert run_command(["drill", "--keep-going", files[1], files[2]]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "wrong FAILED totals.verdicts: wanted 7, got 0 (and 1 more)",
        "fine passed",
        "2 drills, 1 passed",
    ]


def test_a_fault_that_may_never_come_fails_nothing(tmp_path: Path) -> None:
    optional = "[[fault]]\nat = 'day 9'\ndo = 'delete_panel'\noptional = true\n"
    assert run_command(["drill", written(tmp_path, "optional", optional)]) == 0


def test_a_file_that_is_wrong_is_exit_code_2_before_anything_is_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = written(tmp_path, "bad", "[[fault]]\nat = 'noon'\ndo = 'leave'\nseat = 1\n")
    assert run_command(["drill", written(tmp_path, "fine"), bad]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"mafiabot: {bad}: fault 1.at: 'noon' is no moment")
    assert told.err.count("\n") == 1


def test_the_same_file_gives_the_same_report() -> None:
    text = f'name = "same"\n{SHORT}[[fault]]\nat = "day 0 speech 2 +2s"\ndo = "kill"\nrestart_after_s = 3\n'
    first, again = (run_virtual(drill_of(text, "same"), None).body for _ in range(2))
    assert first == again


def test_a_fault_before_a_moment_comes_exactly_so_long_before_it() -> None:
    stands_still = '[[fault]]\nat = "day 0 speech 2 -4s"\ndo = "stop"\nfor_s = 3\n'
    text = f'name = "before"\n{SHORT}{stands_still}'
    report = run_virtual(drill_of(text, "before"), None)
    rehearsed = run_virtual(drill_of(f'name = "before"\n{SHORT}', "before"), None)
    foreseen = rehearsed.body["tables"]["a"]["marks"]["day 0 speech 2"]
    speech = report.body["tables"]["a"]["speeches"][0]
    assert report.passed
    assert speech["disturbed"]
    assert 1_900 <= speech["granted_ms"] - 20_000 <= 3_000 + BEAT_MS
    assert report.body["tables"]["a"]["marks"]["day 0 speech 2"] > foreseen - 4_000
