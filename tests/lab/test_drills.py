"""Every drill of ours passes; and fails, where a mechanism it guards is switched off."""

from pathlib import Path

import pytest

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.drill.process import run_process
from mafiabot.lab.drill.reading import read_drill
from mafiabot.lab.drill.report import DrillReport
from mafiabot.lab.drill.virtual import run_virtual
from mafiabot.runtime.mechanisms import Mechanism
from tests.support.spec import SPEC

DRILLS = Path(__file__).parent.parent / "drills"
VIRTUAL = sorted(path.stem for path in DRILLS.glob("*.toml") if not path.stem.startswith("process_"))


UNTIL_S = 300
"""By then, in the midst of the first day or night, what a mechanism guards is lost; with it nothing is."""

SEEN_AT_THE_END = ("totals.left_muted", "totals.announcements_lost")


def played(name: str, planted: Planted = NOTHING_PLANTED, until_s: int | None = None) -> DrillReport:
    spec = SPEC if planted is NOTHING_PLANTED else None
    drill = read_drill(DRILLS / f"{name}.toml")
    if until_s is not None:
        drill = drill.model_copy(update={"give_up_s": until_s})
    return run_virtual(drill, spec, planted)


def without(mechanism: Mechanism) -> Planted:
    return Planted(without=frozenset({mechanism}))


@pytest.mark.parametrize("name", VIRTUAL)
@pytest.mark.drills
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
        ("mute_lifted_by_hand", without(Mechanism.REMAKES), "totals.overlap_ms_max"),
        ("limits_faulty", without(Mechanism.SENDS_AGAIN), "totals.overlap_ms_max"),
        ("limits_intruders", without(Mechanism.KEEPS_TOKENS), "totals.over_ms_max"),
        ("limits_small_budget", without(Mechanism.LEARNS_LIMITS), "totals.member_edits_limited"),
        (
            "gateway_resume_without_events",
            without(Mechanism.TAKES_ANSWERS),
            "totals.disturbed_over_ms_max",
        ),
        ("gateway_return_unseen", without(Mechanism.ASKS), "totals.overlap_ms_max"),
        ("limits_urgent_first", without(Mechanism.URGENT_FIRST), "totals.over_ms_max"),
        ("gateway_guild_told_late", without(Mechanism.FORGETS_GAPS), "totals.overlap_ms_max"),
    ],
)
@pytest.mark.drills
def test_a_drill_fails_without_the_mechanism_it_guards(name: str, planted: Planted, key: str) -> None:
    report = played(name, planted, None if key in SEEN_AT_THE_END else UNTIL_S)
    assert key in [one.key for one in report.missed]


@pytest.mark.servers
@pytest.mark.timeout(300)
def test_a_real_process_is_killed_and_stopped() -> None:
    report = run_process(read_drill(DRILLS / "process_killed_and_stopped.toml"), None)
    assert report.line == f"{report.body['name']} passed"
