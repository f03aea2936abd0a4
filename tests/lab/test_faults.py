"""Deliberate bugs are caught by the oracle that is named for them; `make faults` plays them all."""

import json
from pathlib import Path

import pytest

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.faults import run
from mafiabot.lab.faults.catalogue import FAULTS, Company, Fault, nothing
from mafiabot.lab.faults.run import Finding, control, hunt, main
from mafiabot.playground.oracles_secret import PublicIdsAreTheSame
from mafiabot.playground.oracles_world import all_oracles

BY_NAME = {fault.name: fault for fault in FAULTS}
SHORT = Company(seats=6, give_up_s=120)
TESTING = Path(__file__).parents[2] / "docs" / "testing.md"


@pytest.mark.parametrize(
    "name",
    [
        "a night without a sheriff is shorter",
        pytest.param("a vote after the window counts", marks=pytest.mark.drills),
        pytest.param("a button of a former floor ends the present one", marks=pytest.mark.drills),
        "member edits are cancelled",
        "hands have buttons nobody answers",
        pytest.param("the panel shows no fouls", marks=pytest.mark.drills),
    ],
)
def test_a_planted_bug_is_caught_by_its_oracle(name: str) -> None:
    finding = hunt(BY_NAME[name])
    assert finding.caught, finding.line
    assert finding.line.startswith(f"{name} caught by {BY_NAME[name].oracle} (seed ")


def test_where_nothing_is_planted_nothing_is_caught() -> None:
    fault = Fault(name="no bug", oracle="left muted", plant=nothing, company=SHORT, seeds=(3,))
    assert hunt(fault).line == "no bug NOT CAUGHT by left muted"


def test_a_table_without_a_bug_is_clean() -> None:
    finding = control(Company(seats=6), 3)
    assert finding.line == "control: 6 obedient (en), seed 3 clean"


def test_every_fault_expects_an_oracle_that_exists_and_stands_in_the_table() -> None:
    names = {oracle.name for oracle in all_oracles()} | {PublicIdsAreTheSame.name}
    assert {fault.oracle for fault in FAULTS} <= names
    rows = TESTING.read_text(encoding="utf-8")
    assert [fault.name for fault in FAULTS if f"| {fault.name} | {fault.oracle} |" not in rows] == []


def test_nothing_is_planted_by_default() -> None:
    assert Planted() == NOTHING_PLANTED == nothing()


def found(name: str, *, caught: bool, oracle: str = "left muted") -> Finding:
    return Finding(
        name=name, oracle=oracle, caught=caught, seed=3, moment="end", what="seat 1", others=("said twice",)
    )


CAUGHT, MISSED = found("a", caught=True), found("a", caught=False)
CLEAN, DIRTY = found("control", caught=True, oracle="clean"), found("control", caught=False, oracle="clean")


@pytest.mark.parametrize(
    ("findings", "code", "lines"),
    [
        (
            (CAUGHT, CLEAN),
            0,
            [
                "a caught by left muted (seed 3: end: seat 1)",
                "control clean",
                "1 faults, 1 caught; 1 controls clean;",
            ],
        ),
        (
            (MISSED,),
            1,
            ["a NOT CAUGHT by left muted, only by said twice", "1 faults, 0 caught; 0 controls clean;"],
        ),
        (
            (CAUGHT, DIRTY),
            1,
            [
                "a caught by left muted (seed 3: end: seat 1)",
                "control NOT CLEAN: end: seat 1",
                "1 faults, 1 caught; 1 controls NOT CLEAN;",
            ],
        ),
    ],
    ids=["all well", "missed", "not clean"],
)
def test_the_exit_code_says_whether_all_were_caught_and_nothing_else_was(
    findings: tuple[Finding, ...],
    code: int,
    lines: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(run, "run_all", lambda names, processes: iter(findings))
    only = ["--only", "cancelled"]
    assert main(only) == code
    printed = capsys.readouterr().out.splitlines()
    assert [line[: len(wanted)] for line, wanted in zip(printed, lines, strict=True)] == lines
    assert main([*only, "--json"]) == code
    body = json.loads(capsys.readouterr().out)
    assert [len(body["faults"]), len(body["controls"])] == [1, len(findings) - 1]


def test_a_fault_nobody_knows_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--only", "nonsense"])
    assert ended.value.code == 2
    assert "no fault is called so" in capsys.readouterr().err
