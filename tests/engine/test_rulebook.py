"""Every option, row and edge case of the rulebook has a test that says so, for each of the presets."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from tests.support.rules import ROOT, RULEBOOK, RULESETS

pytestmark = pytest.mark.skipif(not RULEBOOK.exists(), reason=f"the rulebook is not at {RULEBOOK}")

STATES = re.compile(r"(?m)^@(rule|every_preset|edge_case)\b")
NO_RULE = re.compile(r"n/a|—|off")
"""How the cell of an edge case begins where it cannot happen under the preset."""

# --- what the rulebook says ----------------------------------------------------------------------


def _sections() -> dict[str, str]:
    parts = re.split(r"(?m)^## (\d)\. .*$", RULEBOOK.read_text(encoding="utf-8"))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _cells(text: str) -> list[list[str]]:
    rows = [[cell.strip() for cell in line.split("|")[1:]] for line in text.splitlines() if line[:1] == "|"]
    return [cells for cells in rows if cells[0].strip("-: ")]


def _first_cells(text: str) -> list[str]:
    return [cells[0] for cells in _cells(text)]


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


def _edges() -> dict[str, dict[str, str]]:
    """The cells of every edge case by preset; `=` is the cell to the left."""
    found: dict[str, dict[str, str]] = {}
    for number, _, *cells in _cells(_sections()["4"]):
        if not re.fullmatch(r"E\d+", number):
            continue
        said = ""
        found[number] = {}
        for preset, cell in zip(RULESETS, cells, strict=False):
            said = said if cell.startswith("=") and len(said) > 1 else cell
            found[number][preset] = said
    return found


# --- what the tests say --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One decorator of a test."""

    kind: str
    ids: tuple[str, ...]
    presets: tuple[str, ...]
    unknown_to: tuple[str, ...]


@cache
def _stated() -> tuple[Stated, ...]:
    return tuple(
        stated
        for path in (ROOT / "tests").rglob("test_*.py")
        if STATES.search(source := path.read_text(encoding="utf-8"))
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
        for mark in node.decorator_list
        if (stated := _read(mark)) is not None
    )


def _read(mark: ast.expr) -> Stated | None:
    if not (isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name)):
        return None
    kind = mark.func.id
    if kind not in ("rule", "every_preset", "edge_case"):
        return None
    named = {word.arg: ast.literal_eval(word.value) for word in mark.keywords}
    given = named.get("preset", "club") if kind == "rule" else tuple(RULESETS)
    return Stated(
        kind=kind,
        ids=tuple(ast.literal_eval(argument) for argument in mark.args),
        presets=(given,) if isinstance(given, str) else given,
        unknown_to=named.get("unknown_to", ()),
    )


def _stated_for(preset: str) -> set[str]:
    return {name for stated in _stated() if preset in stated.presets for name in stated.ids}


# --- compared ------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", RULESETS)
def test_every_rule_has_a_test_under_every_preset(preset: str) -> None:
    wanted, stated = [*_options(), *_rows(), *_edges()], _stated_for(preset)
    assert len(wanted) > 200
    assert [rule for rule in wanted if rule not in stated] == []


@pytest.mark.parametrize("preset", RULESETS)
def test_every_rule_that_a_test_states_is_in_the_rulebook(preset: str) -> None:
    known = {*_options(), *_rows(), *_edges()}
    assert sorted(_stated_for(preset) - known) == []


def test_every_edge_case_is_played_once_under_each_preset() -> None:
    played = [number for stated in _stated() if stated.kind == "edge_case" for number in stated.ids[:1]]
    assert sorted(played) == sorted(_edges())


def test_the_edge_cases_a_preset_does_not_know_are_those_of_the_rulebook() -> None:
    ours = {stated.ids[0]: set(stated.unknown_to) for stated in _stated() if stated.kind == "edge_case"}
    theirs = {
        number: {preset for preset, cell in cells.items() if NO_RULE.match(cell)}
        for number, cells in _edges().items()
    }
    assert ours == theirs
