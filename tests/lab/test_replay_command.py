"""`mafiabot replay` as it is typed: what is printed, what is written, and with which code it ends."""

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from mafiabot.adapters.archive.games_lines import encode_line
from mafiabot.adapters.codec import PROTOCOLS
from mafiabot.cli import run_command
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.protocol import protocol
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.state import Outcome
from mafiabot.lab.replay import replayed
from mafiabot.lab.replay_feed import Feeder
from mafiabot.lab.replay_protocols import differences, read_protocols
from mafiabot.lab.replay_table import Table
from mafiabot.runtime.archive_port import ArchivedGame
from tests.lab.replay_kit import RandomGame, day, fouls, game, night, story
from tests.support.games import finished


def written(path: Path, *lines: object) -> str:
    parts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    path.write_bytes(b"\n".join(parts) + b"\n")
    return str(path)


def played(seed: int = 3) -> Protocol:
    return protocol(tuple(RandomGame(seed).play().log))


# --- recorded games ----------------------------------------------------------------------------------


def test_exact_games_are_one_line_each_and_the_code_is_fine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = story(id="odd", notes=["check_of_dead"])
    assert run_command(["replay", written(tmp_path / "a", story(), known)]) == 0
    assert capsys.readouterr().out == "story exact\nodd exact (check_of_dead)\n2 games, 2 exact\n"


def test_the_first_mismatch_is_printed_and_all_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = story(winner="red", nights=[night(1, 5, [1, 2, 3]), night(2, 4, [1, 2, 3]) | {"victim": 7}])
    report = tmp_path / "report.json"
    assert run_command(["replay", written(tmp_path / "a", wrong), "--json", str(report)]) == 1
    first = "story MISMATCH night 2 victim: engine 4, record 7\n1 games, 0 exact\n"
    assert capsys.readouterr().out == first
    document = json.loads(report.read_text())
    (result,) = document.pop("results")
    assert document == {"games": 1, "exact": 0, "malformed": [], "skipped": []}
    assert {key: result[key] for key in ("id", "exact", "notes")} == {
        "id": "story",
        "exact": False,
        "notes": [],
    }
    assert result["mismatches"][0] == {"night": 2, "field": "victim", "engine": 4, "record": 7}
    assert {"day": 2, "field": "winner", "engine": "black", "record": "red"} in result["mismatches"]


def test_a_malformed_line_is_named_with_file_line_and_field_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path / "games.jsonl", story(), story(winner="nobody"), b"{", story(id="last"))
    report = tmp_path / "report.json"
    assert run_command(["replay", name, "--json", str(report)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("games.jsonl:2: winner: Input should be")
    assert lines[1].startswith("games.jsonl:3: line: Invalid JSON")
    assert lines[2:] == ["story exact", "last exact", "2 games, 2 exact"]
    malformed = json.loads(report.read_text())["malformed"]
    assert [(one["file"], one["line"], one["field"]) for one in malformed] == [
        ("games.jsonl", 2, "winner"),
        ("games.jsonl", 3, ""),
    ]


MADE_WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a seat that is not there": (
        {"nights": [night(1, 11, [1])]},
        "games.jsonl:1: nights.0.shots.1: there is no seat 11",
    ),
    "a voter who is not there": (
        {"days": [day(0, [1], rounds=[{"candidates": [2], "ballots": {"12": 2}}])]},
        "games.jsonl:1: days.0.rounds.0.ballots.12: there is no seat 12",
    ),
    "a day that is there twice": (
        {"days": [day(0, [1]), day(0, [1])]},
        "games.jsonl:1: days: each once, in order",
    ),
    "rules that contradict each other": (
        {"rules": {"preset": "club", "overrides": {"third_foul": "lose_speech"}}},
        "games.jsonl:1: rules.overrides.third_foul: needs_fouls",
    ),
    "a game without black": (
        {"roles": ["civilian"] * 10},
        "games.jsonl:1: roles: the game is decided by the deal",
    ),
}


@pytest.mark.parametrize(("changed", "line"), MADE_WRONG.values(), ids=MADE_WRONG)
def test_what_cannot_be_replayed_is_malformed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], line: str
) -> None:
    assert run_command(["replay", written(tmp_path / "games.jsonl", story(**changed))]) == 1
    assert line in capsys.readouterr().out.splitlines()


def test_table_sizes_and_the_deals_counts_are_not_applied(tmp_path: Path) -> None:
    four = story(
        roles=["don", "civilian", "civilian", "sheriff"],
        rules={"preset": "classic", "overrides": {"table_sizes": [3, 4]}},
        days=[day(0, [1, 2, 3, 4])],
        nights=[night(1, 2, [1]), night(2, 3, [1])],
    )
    four["days"].append(day(1, [3, 4, 1]))
    assert run_command(["replay", written(tmp_path / "a", four)]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["replay"], "Missing argument"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
        (["replay", "--what"], "No such option"),
    ],
)
def test_bad_usage_is_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run_command(arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_report_that_cannot_be_written_is_bad_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["replay", written(tmp_path / "a", story()), "--json", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err


# --- games of ours -----------------------------------------------------------------------------------


def test_protocols_one_a_line_or_one_a_file_are_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = PROTOCOLS.encode(played())
    lines = written(tmp_path / "lines", one, PROTOCOLS.encode(replace(played(5), game_id="other")))
    pretty = written(tmp_path / "pretty", json.dumps(json.loads(one), indent=2).encode())
    assert run_command(["replay", "--from-log", lines, pretty]) == 0
    assert capsys.readouterr().out == ("recorded exact\nother exact\nrecorded exact\n3 games, 3 exact\n")


def test_lines_of_the_archives_export_are_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = finished("g7", outcome=Outcome.DRAW)
    archived = ArchivedGame(**{one.name: getattr(kept, one.name) for one in fields(kept)})
    export = written(tmp_path / "export", encode_line(archived))
    assert run_command(["replay", "--from-log", export]) == 0
    assert capsys.readouterr().out == "g7 exact\n1 games, 1 exact\n"


def test_a_game_without_a_result_is_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stopped = replace(played(), outcome=Outcome.STOPPED)
    running = replace(played(), outcome=None, game_id="running")
    name = written(tmp_path / "a", PROTOCOLS.encode(stopped), PROTOCOLS.encode(running))
    assert run_command(["replay", "--from-log", name]) == 0
    assert capsys.readouterr().out == (
        "recorded skipped: stopped\nrunning skipped: not over\n0 games, 0 exact\n"
    )


def test_a_malformed_protocol_is_named_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(PROTOCOLS.encode(played()))
    lacking = {key: value for key, value in document.items() if key != "days"}
    nowhere = json.loads(json.dumps(document))
    nowhere["days"][0]["opener"] = 11
    name = written(tmp_path / "a.jsonl", lacking, b"[", nowhere, document)
    assert run_command(["replay", "--from-log", name]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("a.jsonl:1: days: ")
    assert lines[1] == "a.jsonl:2: line: no JSON"
    assert lines[2] == "a.jsonl:3: days.0.opener: there is no seat 11"
    assert lines[3:] == ["recorded exact", "1 games, 1 exact"]


def test_an_empty_file_of_protocols_holds_no_game(tmp_path: Path) -> None:
    assert read_protocols(Path(written(tmp_path / "a", b""))) == ([], [], [])


FORGED = {
    "a shot": ("nights", 0, "shots", []),
    "a victim": ("nights", 0, "victim", None),
    "an opener": ("days", 1, "opener", 9),
    "who left": ("days", 1, "left", [4, 5]),
}


@pytest.mark.parametrize(("kind", "at", "field", "value"), FORGED.values(), ids=FORGED)
def test_a_protocol_that_the_engine_would_not_have_written_is_a_mismatch(
    tmp_path: Path, kind: str, at: int, field: str, value: object
) -> None:
    ours = protocol(tuple(Feeder(game()).play().table.log))
    document = json.loads(PROTOCOLS.encode(ours))
    assert document[kind][at][field] != value
    document[kind][at][field] = value
    games, malformed, _ = read_protocols(Path(written(tmp_path / "a", document)))
    assert malformed == []
    assert not replayed(games[0], differences).exact


# --- the engine's own mistakes -----------------------------------------------------------------------


def test_a_state_that_cannot_be_is_a_mismatch_and_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Table) -> None:
        raise InvariantBroken("nothing holds")

    monkeypatch.setattr(Table, "wait", broken)
    assert str(replayed(game(fouls=fouls(1, 1, day=0, when="vote")))).startswith(
        "story MISMATCH night 0 invariant: engine broken: nothing holds, record held"
    )
