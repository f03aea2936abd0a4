"""docs/archive.md lists the archive's tables and the fields of a line as they are."""

import dataclasses
import re
from pathlib import Path

import pytest

from mafiabot.adapters.archive.tables import METADATA
from mafiabot.engine.aftermath import GivenAward, Penalty, Protest
from mafiabot.runtime.archive_port import ArchivedGame

PAGE = (Path(__file__).parents[2] / "docs" / "archive.md").read_text(encoding="utf-8")
TABLES = sorted(name for name in METADATA.tables if name.startswith("game"))


def row(first: str) -> list[str]:
    """What stands in backquotes in the second column beside `first`."""
    (found,) = re.findall(rf"^\| `{first}` \| (.*) \|$", PAGE, re.MULTILINE)
    return re.findall(r"`(\w+)`", found)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_listed_with_its_columns(name: str) -> None:
    assert row(name) == [column.name for column in METADATA.tables[name].columns]


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(ArchivedGame)])
def test_every_field_of_a_line_is_explained(field: str) -> None:
    line_table = PAGE.partition("| field | what |")[2]
    assert f"`{field}`" in line_table


@pytest.mark.parametrize(
    ("name", "kind"), [("awards", GivenAward), ("penalties", Penalty), ("protests", Protest)]
)
def test_what_is_added_is_explained_by_field(name: str, kind: type) -> None:
    explained = set(row(name))
    assert {field.name for field in dataclasses.fields(kind)} <= explained
