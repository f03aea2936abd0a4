"""`mafiabot verify` of a file: whatever protocol it holds, and the page's recipe written down once more."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

from mafiabot.cli import run_command
from mafiabot.engine.randomness import commitment, deal_key, draw_roles, draw_seating
from tests.support.builders import SEED

VECTOR = re.compile(r"\| `[0-9a-f]{64}`")
PAGE = Path(__file__).parents[2] / "docs" / "trust.md"


def protocol(seats: int = 10, *, words: tuple[str, ...] = (), empty: bool = False, **more: Any) -> Any:
    """What a protocol says of its deal, drawn as the engine draws it."""
    key, numbers = deal_key(SEED, words), seats + empty
    seating = list(draw_seating(key, numbers)) if more.pop("drawn", empty) else []
    roles = iter(draw_roles(key, seats, empty_number=empty))
    former = seating or list(range(1, numbers + 1))
    told = [{"number": n, "role": next(roles) if f <= seats else None} for n, f in enumerate(former, 1)]
    head = {"game_id": "g1", "seed": SEED, "commitment": commitment(SEED), "explicit_deal": False}
    return {**head, "seating": seating, "words": list(words), "seats": told, **more}


def written(folder: Path, *documents: Any) -> str:
    path = folder / "game.json"
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in documents), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "told",
    [
        protocol(),
        protocol(8, drawn=True),
        protocol(10, words=tuple("абвгґдежзі"), drawn=True),
        protocol(9, words=(*[""] * 8, "x"), empty=True),
        {"schema": 1, "protocol": protocol(), "awards": []},
    ],
    ids=["bare", "drawn seats", "words", "empty number", "published"],
)
def test_a_protocol_is_verified(told: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["verify", written(tmp_path, told)]) == 0
    first, *roles = capsys.readouterr().out.splitlines()
    seats = told.get("protocol", told)["seats"]
    assert first == "commitment ok"
    assert roles == [f"{seat['number']} {seat['role'] or '-'}" for seat in seats]


def test_lines_of_an_export_are_verified_game_by_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = protocol(6, game_id="g2")
    assert run_command(["verify", written(tmp_path, {"protocol": protocol()}, {"protocol": other})]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("game")] == ["game g1", "game g2"]
    assert lines.count("commitment ok") == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"commitment": "0" * 64}, "commitment MISMATCH"),
        ({"seating": [2, 1, *range(3, 11)]}, "seating MISMATCH"),
        ({"words": ["x", *[""] * 9]}, "roles MISMATCH"),
        ({"seats": protocol()["seats"][::-1]}, "roles MISMATCH: the record differs at"),
    ],
)
def test_what_the_seed_does_not_give_is_a_failed_check(
    change: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["verify", written(tmp_path, {**protocol(), **change})]) == 1
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("told", "advice"),
    [
        ("[]", "holds no protocol"),
        ("", "holds no protocol"),
        ("{", "is no JSON"),
        ('{"protocol": 7}', "holds no protocol"),
        (json.dumps(protocol(explicit_deal=True)), "nothing to verify"),
        (json.dumps(protocol(seed=None)), "seed"),
        (json.dumps({**protocol(), "seats": [{}]}), "6 to 12"),
        (json.dumps({**protocol(), "seats": [{"role": "bishop"}] * 6}), "role"),
        (json.dumps({**protocol(), "seats": [{"role": {}}] * 6}), "role"),
        (json.dumps(protocol(words=("x",))), "each of the 10"),
        (json.dumps(protocol(seating=[1, 1])), "every number once"),
        (json.dumps({**protocol(), "words": ["\ud800"] * 10}), "hashed"),
    ],
)
def test_a_file_without_a_readable_deal_is_bad_usage(
    told: str, advice: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(told, encoding="utf-8")
    assert run_command(["verify", str(path)]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert advice in shown.err


@pytest.mark.parametrize("arguments", [[], ["--seed", SEED], ["x.json", "--seed", SEED], ["nowhere.json"]])
def test_neither_file_nor_seed_or_both_is_bad_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["verify", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# --- the page ------------------------------------------------------------------------------------


def recipe() -> Any:
    """The page's own lines, run as they stand."""
    code = PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    assert "mafiabot" not in code
    names: dict[str, Any] = {"hashlib": hashlib, "hmac": hmac}
    exec(code, names)  # noqa: S102 - what is tested is that these very lines work
    return names["deal"]


def vectors() -> list[list[str]]:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if VECTOR.match(line)]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in rows]


def test_the_pages_lines_deal_what_the_bot_deals() -> None:
    deal = recipe()
    for number in range(200):
        seed = hashlib.sha256(str(number).encode()).hexdigest()
        people = 6 + number % 7
        empty = people == 9 and number % 2 == 0
        words = tuple(f"слово {n}" for n in range(people)) if number % 3 else ()
        key = deal_key(seed, words)
        seats, roles = deal(seed, list(words), people, people + empty)
        assert seats == list(draw_seating(key, people + empty))
        assert roles == [role.value for role in draw_roles(key, people, empty_number=empty)]


def test_the_pages_vectors_are_what_its_lines_deal() -> None:
    deal = recipe()
    assert len(vectors()) == 5
    for seed, people, numbers, words, seating, roles in vectors():
        given = [] if words == "none" else [word.replace("–", "") for word in words.split(" · ")]
        seats, dealt = deal(seed, given, int(people), int(numbers))
        assert " ".join(map(str, seats)) == seating
        assert " ".join(dealt) == roles
