"""Every option, row and edge case of the rulebook has a test that says so."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.rules import ROOT, RULEBOOK

pytestmark = pytest.mark.skipif(not RULEBOOK.exists(), reason=f"the rulebook is not at {RULEBOOK}")


def _sections() -> dict[str, str]:
    parts = re.split(r"(?m)^## (\d)\. .*$", RULEBOOK.read_text(encoding="utf-8"))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _first_cells(text: str) -> list[str]:
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")]
    return [cell for cell in rows if cell.strip("-: ")]


def _options() -> Iterator[str]:
    for cell in _first_cells(_sections()["2"]):
        if cell == "field":
            continue
        names = re.findall(r"`(\w+)`", cell)
        if not names:
            return
        yield from (f"option: {name}" for name in names)


def _rows() -> Iterator[str]:
    before_facts = _sections()["3"].split("### Three facts")[0]
    headings = ("rule", "reason for a foul")
    yield from (f"row: {cell}" for cell in _first_cells(before_facts) if cell not in headings)


def _edges() -> Iterator[str]:
    yield from (cell for cell in _first_cells(_sections()["4"]) if re.fullmatch(r"E\d+", cell))


def _stated(preset: str) -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found.update(_ids(node, preset))
    return found


def _ids(test: ast.FunctionDef, preset: str) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
            named = {word.arg: ast.literal_eval(word.value) for word in mark.keywords}
            if named.get("preset", "club") == preset:
                yield from (ast.literal_eval(argument) for argument in mark.args)


def test_every_rule_of_the_club_has_a_test() -> None:
    wanted, stated = [*_options(), *_rows(), *_edges()], _stated("club")
    assert len(wanted) > 200
    assert [rule for rule in wanted if rule not in stated] == []


def test_every_rule_that_a_test_states_is_in_the_rulebook() -> None:
    known = {*_options(), *_rows(), *_edges()}
    assert sorted(_stated("club") - known) == []
