"""The page about drills: every example can be read, and it names every fault, every total and every key."""

import re
from collections import Counter
from pathlib import Path

from mafiabot.lab.drill import faults, reading
from mafiabot.lab.drill.format import TOTALS, Discord, Drill, Table

PAGE = (Path(__file__).parents[2] / "docs" / "drills.md").read_text(encoding="utf-8")
FILES = {path.stem for path in (Path(__file__).parents[1] / "drills").glob("*.toml")}
KINDS = PAGE.partition("## Kinds")[2].partition("\n## ")[0]
TROUBLES = {"mute": 12, "limits": 6, "permissions": 5, "gateway": 5, "timers": 7, "store": 4, "processes": 5}
"""How many of each kind there are to survive at least."""

FAULTS = PAGE.partition("## What each")[2].partition("\n## ")[0]
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_every_example_is_a_drill() -> None:
    drills = [reading.drill_of(example, "docs/drills.md") for example in EXAMPLES]
    assert [drill.mode for drill in drills] == ["virtual", "process"]


def test_every_fault_has_a_line_with_all_its_parameters() -> None:
    for name, model in reading.MODELS.items():
        (line,) = [line for line in FAULTS.splitlines() if re.match(rf"\| [^|]*`{name}`", line)]
        for parameter in model.model_fields.keys() - faults.Fault.model_fields.keys() - {"do"}:
            assert f"`{parameter}`" in line, f"{name}: {parameter}"


def test_every_key_of_a_file_and_every_total_is_explained() -> None:
    keys = (*Drill.model_fields, *Discord.model_fields, *Table.model_fields, *TOTALS)
    for key in keys:
        told = re.search(rf"`{key}`|\[\[?{key}\]\]?", PAGE)
        assert told, key


def kinds() -> list[tuple[str, list[str]]]:
    rows = [line.strip("| ").split(" | ") for line in KINDS.splitlines() if line.startswith("| ")][1:]
    return [(kind, re.findall(r"`(\w+)`", drills)) for kind, _, drills in rows]


def test_every_kind_of_trouble_has_a_drill() -> None:
    told = Counter(kind for kind, _ in kinds())
    assert all(told[kind] >= least for kind, least in TROUBLES.items())
    for kind, drills in kinds():
        assert drills, kind
        assert set(drills) <= FILES


def test_every_drill_is_named_with_its_kind() -> None:
    assert {drill for _, drills in kinds() for drill in drills} == FILES
