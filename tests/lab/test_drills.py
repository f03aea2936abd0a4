"""Every drill of ours passes; and fails, where a mechanism it guards is switched off."""

from pathlib import Path

import pytest

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.drill.reading import read_drill
from mafiabot.lab.drill.report import DrillReport
from mafiabot.lab.drill.virtual import run_virtual
from tests.lab.test_demo_games import SPEC

DRILLS = Path(__file__).parent.parent / "drills"
VIRTUAL = sorted(path.stem for path in DRILLS.glob("*.toml") if not path.stem.startswith("process_"))


def played(name: str, planted: Planted = NOTHING_PLANTED) -> DrillReport:
    spec = str(SPEC) if SPEC.is_file() and planted is NOTHING_PLANTED else None
    return run_virtual(read_drill(DRILLS / f"{name}.toml"), spec, planted)


@pytest.mark.parametrize("name", VIRTUAL)
def test_the_bot_comes_through(name: str) -> None:
    report = played(name)
    assert report.line == f"{report.body['name']} passed"
    assert report.body["totals"]["schema_errors"] == 0


@pytest.mark.parametrize(
    ("name", "planted", "key"),
    [
        ("mute_left_while_muted", Planted(pays_debts=False), "totals.left_muted"),
        ("mute_dropped_before_the_end", Planted(pays_debts=False), "totals.left_muted"),
        ("limits_ten_at_once", Planted(frees_at_end=False), "totals.left_muted"),
        ("mute_died_at_the_end", Planted(catches_up=False), "totals.announcements_lost"),
        ("mute_process_died", Planted(credits_downtime=False), "tables.a.speeches.1.granted_ms"),
        ("timer_standstill", Planted(notices_standstill=False), "tables.a.speeches.2.granted_ms"),
    ],
)
def test_a_drill_fails_without_the_mechanism_it_guards(name: str, planted: Planted, key: str) -> None:
    report = played(name, planted)
    assert key in [one.key for one in report.missed]
