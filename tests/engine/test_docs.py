"""The page about phases says what the engine's table says, the page about mutants explains what there is."""

import re
import subprocess
import sys
from pathlib import Path

from mafiabot.engine.legal import TABLE

ROOT = Path(__file__).parents[2]


def test_the_page_of_phases_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, "tools/phases.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run: python tools/phases.py"
    page = (ROOT / "docs" / "phases.md").read_text(encoding="utf-8")
    assert {command.__name__ for command in TABLE} == set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))


def test_every_mutant_that_is_explained_can_still_be_made() -> None:
    command = [sys.executable, "tools/mutants.py", "--explained", "--list"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
