"""`mafiabot bench --quick` measures everything there is to measure, and writes it down."""

import json
from pathlib import Path
from typing import Any

import pytest

from mafiabot.cli import run_command

MEASURED = (
    "engine: commands",
    "commit, SQLite",
    "click: answered",
    "deadline → mute on the wire",
    "processor, ",
    "memory, ",
    "live store, ",
    "start → ready",
    "kill -9 → ",
    "simulation: ",
    "REST a game: ",
)

IN_WHOLE_MS = "deadline → decided, "
"""Events bear whole milliseconds: a few decisions may all fall on their deadline's own."""


@pytest.mark.drills
@pytest.mark.timeout(300)
def test_a_quick_run_measures_everything_beside_its_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bench.json"
    assert run_command(["bench", "--quick", "--json", str(file)]) == 0
    shown, report = capsys.readouterr().out, json.loads(file.read_text(encoding="utf-8"))
    assert "cores" in report["host"]
    assert report["store"].startswith(("Redis ", "SQLite only"))
    figures = {figure["name"]: figure for figure in report["figures"]}
    for name in MEASURED:
        assert any(known.startswith(name) for known in figures), name
    for name, figure in figures.items():
        assert name in shown
        assert figure["value"] > 0 or name.startswith(IN_WHOLE_MS), name
        if name.startswith(("commit", "click", "deadline → mute", "start", "engine: commands")):
            assert figure["limit"] > 0, name
            assert figure["ratio"] == pytest.approx(_ratio(figure), rel=0.01), name


def _ratio(figure: dict[str, Any]) -> float:
    """A rate is meant to be as high as the limit, a time as short."""
    if figure["unit"] == "1/s":
        return float(figure["value"] / figure["limit"])
    return float(figure["limit"] / figure["value"])
