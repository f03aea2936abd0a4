"""Recorded games are read strictly; what is malformed is named and stops nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from mafiabot.engine.ruleset import CLUB, Day0Vote
from mafiabot.engine.state import Role
from mafiabot.lab.replay_files import read_lines, read_votes
from mafiabot.lab.transcripts import Game
from tests.support.rules import ROOT

RECORDS = ROOT.parent / "shared" / "games"

recorded = pytest.mark.skipif(not RECORDS.exists(), reason=f"the recorded games are not at {RECORDS}")


def day() -> dict[str, Any]:
    return {
        "day": 0,
        "opener": None,
        "speakers": None,
        "nominations": [{"by": 1, "seat": 2}, {"by": 2, "seat": 3}],
        "rounds": [{"candidates": [2, 3], "ballots": {"1": 2, "2": 3, "3": 2}}],
        "raise": {"yes": None, "passed": False},
        "vote_cancelled": False,
        "left": [2],
    }


def game(**changed: Any) -> dict[str, Any]:
    return {
        "id": "made-1",
        "rules": {"preset": "club", "overrides": {"day0_vote": "none", "table_sizes": [4, 4]}},
        "roles": ["civilian", "don", "sheriff", None],
        "absent": [4],
        "days": [day()],
        "nights": [{"night": 1, "shots": {"2": 1}, "victim": 1, "don_check": None, "sheriff_check": 2}],
        "fouls": [{"seat": 1, "kind": "tech", "day": 0, "when": "vote", "round": 1}],
        "removals": [{"seat": 3, "reason": "gave_up", "night": 1, "when": "night"}],
        "best_move": {"by": 1, "seats": [2]},
        "winner": "black",
        "notes": ["opener"],
        **changed,
    }


def vote(**changed: Any) -> dict[str, Any]:
    return {
        "id": "made-1/vote1",
        "day": 0,
        "at_table": [1, 2, 3],
        "candidates_in_order": [2, 3],
        "order_known": True,
        "rounds": day()["rounds"],
        "raise": None,
        "left": [2],
        "tags": ["anything"],
        "special_rule": "first day: nobody leaves",
        **changed,
    }


def written(folder: Path, *lines: object) -> Path:
    """A file of these lines: bytes as they are, anything else as JSON."""
    path = folder / "games.jsonl"
    parts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    path.write_bytes(b"\n".join(parts) + b"\n")
    return path


def test_a_game_is_read_with_all_it_holds(tmp_path: Path) -> None:
    games, malformed = read_lines(written(tmp_path, game()))
    assert malformed == []
    (read,) = games
    assert read.roles == (Role.CIVILIAN, Role.DON, Role.SHERIFF, None)
    assert read.days[0].rounds[0].ballots == {1: 2, 2: 3, 3: 2}
    assert read.days[0].raise_vote is not None
    assert read.days[0].raise_vote.yes is None
    assert read.nights[0].shots == {2: 1}


def test_the_rules_of_a_game_are_its_preset_with_the_overrides(tmp_path: Path) -> None:
    rules = read_lines(written(tmp_path, game()))[0][0].rules.overridden().ruleset
    assert (rules.day0_vote, rules.table_sizes) == (Day0Vote.NONE, (4, 4))
    assert rules.speech_s == CLUB.speech_s


def test_a_vote_is_read(tmp_path: Path) -> None:
    (read,), malformed = read_votes(written(tmp_path, vote()))
    assert (malformed, read.left, read.raise_vote) == ([], (2,), None)


def test_what_was_read_cannot_be_changed(tmp_path: Path) -> None:
    (read,), _ = read_lines(written(tmp_path, game()))
    with pytest.raises(ValidationError, match="frozen"):
        read.winner = "red"  # type: ignore[misc]


def test_a_malformed_line_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = written(tmp_path, game(), game(winner="nobody"), b"", b"\xff{", [1], game(id="made-2"))
    games, malformed = read_lines(path)
    assert [one.id for one in games] == ["made-1", "made-2"]
    assert [(one.file, one.line, one.field) for one in malformed] == [
        ("games.jsonl", 2, "winner"),
        ("games.jsonl", 4, ""),
        ("games.jsonl", 5, ""),
    ]
    assert str(malformed[0]) == "games.jsonl:2: winner: Input should be 'red', 'black' or 'draw'"
    assert str(malformed[1]).startswith("games.jsonl:4: line: Invalid JSON")


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"unheard_of": 1}, "unheard_of"),
        ({"id": ""}, "id"),
        ({"days": [day() | {"opener": "1"}]}, "days.0.opener"),
        ({"days": [day() | {"left": [0]}]}, "days.0.left.0"),
        ({"days": [day() | {"rounds": [{"candidates": [2], "ballots": {"1": 3}}]}]}, "days.0.rounds.0"),
        ({"rules": {"preset": "club", "overrides": {"day_vote": "none"}}}, "rules.overrides.day_vote"),
        ({"rules": {"preset": "club", "overrides": {"day0_vote": "never"}}}, "rules.overrides.day0_vote"),
        ({"fouls": [{"seat": 1, "kind": "foul", "when": "vote"}]}, "fouls.0"),
        ({"removals": [{"seat": 1, "reason": "fouls", "when": "vote", "day": 1, "night": 1}]}, "removals.0"),
        ({"absent": []}, ""),
        ({"notes": ["a remark"]}, "notes.0"),
    ],
    ids=str,
)
def test_the_field_that_is_wrong_is_named(tmp_path: Path, changed: dict[str, Any], field: str) -> None:
    games, malformed = read_lines(written(tmp_path, game(**changed)))
    assert (games, [one.field for one in malformed]) == ([], [field])


def test_everything_wrong_in_a_line_is_named(tmp_path: Path) -> None:
    votes, malformed = read_votes(written(tmp_path, vote(left=None, special_rule="none", day=-1)))
    assert (votes, [one.field for one in malformed]) == ([], ["day", "left", "special_rule"])


@pytest.mark.parametrize("key", sorted(game()))
def test_no_key_of_a_game_may_be_missing(tmp_path: Path, key: str) -> None:
    lacking = {name: value for name, value in game().items() if name != key}
    assert [one.field for one in read_lines(written(tmp_path, lacking))[1]] == [key]


def test_every_key_of_the_format_is_in_its_document() -> None:
    page = (ROOT / "docs" / "transcripts.md").read_text(encoding="utf-8")
    kinds = [*Game.model_json_schema()["$defs"].values(), Game.model_json_schema()]
    keys = {key for kind in kinds for key in kind.get("properties", ())}
    assert sorted(key for key in keys if f"`{key}`" not in page) == []


@recorded
def test_all_recorded_games_are_of_the_format() -> None:
    games, malformed = read_lines(RECORDS / "recorded.jsonl")
    assert (malformed, len(games), len({one.id for one in games})) == ([], 23, 23)


@recorded
def test_all_recorded_votes_are_of_the_format_and_of_recorded_games() -> None:
    votes, malformed = read_votes(RECORDS / "votes.jsonl")
    assert (malformed, len(votes), len({one.id for one in votes})) == ([], 82, 82)
    games = {one.id for one in read_lines(RECORDS / "recorded.jsonl")[0]}
    assert {one.id.split("/")[0] for one in votes} <= games
