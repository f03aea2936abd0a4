"""`python -m mafiabot.lab.deaths`: what is played, and what is said of it."""

import pytest

from mafiabot.lab import deaths
from mafiabot.lab.deaths import Job, Result
from mafiabot.lab.deaths_credits import Credit
from mafiabot.lab.deaths_evenings import KINDS, drawn
from mafiabot.lab.deaths_fates import Cell
from mafiabot.lab.deaths_play import Survived
from mafiabot.lab.deaths_ports import Side

CELL = Cell(phase="vote", step="beat", side=Side.AFTER)
TOTALS = {"verdicts": 1, "accepted": 30, "lost": 0, "doubled": 0, "left_muted": 0, "debts_open": 0}


def an_evening(*problems: str) -> Survived:
    credit = Credit(table="t1", cell=CELL, down_ms=4_000, credit_ms=4_200, most_ms=60_000)
    told = {"announcements_lost": 0, "announcements_doubled": 0}
    return Survived(
        name="club 1 on sqlite",
        deaths=(CELL, CELL),
        verdicts=1,
        problems=problems,
        totals=TOTALS | told,
        credits=(credit,),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_evening_can_be_played(kind: str) -> None:
    drill = drawn(kind, 5, "fake", tables=2 if kind == "club" else 1)
    assert {table.judge for table in drill.table} == {kind != "club"}


def test_every_kind_has_a_matrix_on_every_store() -> None:
    jobs = deaths.jobs_of_matrix(("sqlite", "fake"), ("club", "tournament"), first=7)
    assert len(set(jobs)) == len(jobs) == 4
    assert all(job.matrix for job in jobs)


def test_evenings_at_random_take_turns_in_kinds_and_stores() -> None:
    jobs = deaths.jobs_at_random(16, ("sqlite", "fake"), KINDS, first=0)
    assert {(job.kind, job.store) for job in jobs} == {(k, s) for k in KINDS for s in ("sqlite", "fake")}
    assert [job.seed for job in jobs] == list(range(16))


def test_a_summary_counts_deaths_and_what_became_of_them() -> None:
    result = Result(job=Job(kind="club", store="sqlite", seed=1, matrix=True))
    result.evenings += [an_evening(), an_evening("totals.lost: wanted 0, got 1")]
    result.known.reached.update([CELL, CELL, Cell(phase="vote", step="due", side=Side.BEFORE)])
    result.known.died(CELL)
    lines = list(deaths.summed_up([result], took_s=9.7))
    assert lines == [
        "4 deaths in 2 evenings, 1 of them fine, 10 s",
        "verdicts 2, accepted 60, lost 0, doubled 0, announcements lost 0, doubled 0, "
        "left muted 0, debts open 0",
        "speeches credited 2, off by at most 200 ms",
        "  vote: reached 2, died in 1, left 1",
        "  left: club on sqlite, vote: before due; reached in 1 evenings",
        "cells reached 2, died in 1",
    ]


def test_a_kind_that_is_not_known_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        deaths.main(["--kinds", "chess"])
    assert ended.value.code == 2
    assert "chess: kinds are club" in capsys.readouterr().err
