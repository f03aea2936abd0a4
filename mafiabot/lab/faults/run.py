"""Plays every fault until its oracle objects, and the same tables without one, at which none may object."""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from mafiabot.adapters import virtual_time
from mafiabot.bot.logs import set_up_logs
from mafiabot.bot.planted import Planted
from mafiabot.bot.settings import load_settings
from mafiabot.lab.faults.catalogue import FAULTS, Company, Fault, nothing
from mafiabot.lab.game import Audience, play
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.report import Report
from mafiabot.playground.oracles import Violation
from mafiabot.playground.oracles_secret import PublicIdsAreTheSame

CLEAN = "clean"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault, or one table without any: `caught` by its oracle (a control: clean), and what was said.

    `others`: what else objected, by name.
    """

    name: str
    oracle: str
    caught: bool
    seed: int
    moment: str = ""
    what: str = ""
    others: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """What is printed of it."""
        if self.oracle == CLEAN:
            return f"{self.name} {CLEAN if self.caught else f'NOT CLEAN: {self.moment}: {self.what}'}"
        if self.caught:
            return f"{self.name} caught by {self.oracle} (seed {self.seed}: {self.moment}: {self.what})"
        instead = f", only by {', '.join(self.others)}" if self.others else ""
        return f"{self.name} NOT CAUGHT by {self.oracle}{instead}"


def played(company: Company, seed: int, plant: Callable[[], Planted]) -> tuple[Violation, ...]:
    """All objections to one game at such a table; each begins with its oracle's name."""
    report = _evening(company, seed, plant, company.script)
    if company.twin is None:
        return report.violations
    other = _evening(company, seed, plant, company.twin)
    oracle = PublicIdsAreTheSame(other.evidence)
    found = oracle.violations(report.evidence)
    differences = (Violation(at_ms=v.at_ms, moment=v.moment, what=f"{oracle.name}: {v.what}") for v in found)
    return (*report.violations, *other.violations, *differences)


def _evening(company: Company, seed: int, plant: Callable[[], Planted], script: Audience | None) -> Report:
    spec = load_settings().discord_spec
    options = DemoOptions(
        preset=company.preset,
        seats=company.seats,
        people=company.people,
        language=company.language,
        give_up_s=company.give_up_s,
        latency_ms=company.latency_ms,
        seed=seed,
        spec_path=None if spec is None else str(spec),
    )
    audience = () if script is None else (script,)
    return virtual_time.run(play(options, *audience, planted=plant()), pace=0)


def _by(name: str, violations: Iterable[Violation]) -> Violation | None:
    return next((one for one in violations if _oracle(one) == name), None)


def _oracle(violation: Violation) -> str:
    return violation.what.partition(": ")[0]


def hunt(fault: Fault) -> Finding:
    """Play the fault, game after game, until its oracle objects."""
    others: set[str] = set()
    for seed in fault.seeds:
        violations = played(fault.company, seed, fault.plant)
        others |= {_oracle(one) for one in violations} - {fault.oracle}
        found = _by(fault.oracle, violations)
        if found is not None:
            what = found.what.partition(": ")[2]
            return _finding(fault, others, seed=seed, caught=True, moment=found.moment, what=what)
    return _finding(fault, others, seed=fault.seeds[-1], caught=False)


def _finding(fault: Fault, others: set[str], **known: Any) -> Finding:
    return Finding(name=fault.name, oracle=fault.oracle, others=tuple(sorted(others)), **known)


def control(company: Company, seed: int) -> Finding:
    """The same table without a bug."""
    violations = played(company, seed, nothing)
    first = violations[0] if violations else None
    return Finding(
        name=f"control: {company.name}, seed {seed}",
        oracle=CLEAN,
        caught=first is None,
        seed=seed,
        moment=first.moment if first else "",
        what=first.what if first else "",
        others=tuple(sorted({_oracle(one) for one in violations})),
    )


def controls(findings: Iterable[Finding]) -> Iterator[tuple[Company, int]]:
    """Every table at which something was caught, once."""
    companies = {fault.name: fault.company for fault in FAULTS}
    tables = {(companies[finding.name], finding.seed) for finding in findings}
    yield from sorted(tables, key=lambda table: (table[0].name, table[1]))


def _quiet() -> None:
    set_up_logs("CRITICAL", "text")


def _hunted(name: str) -> Finding:
    return hunt(next(fault for fault in FAULTS if fault.name == name))


def _controlled(number: int, seed: int) -> Finding:
    return control(FAULTS[number].company, seed)


def run_all(names: list[str], processes: int) -> Iterator[Finding]:
    """Findings of the faults, then of the tables without one, as they come."""
    with ProcessPoolExecutor(max_workers=processes, initializer=_quiet) as pool:
        findings = []
        for finding in pool.map(_hunted, names):
            findings.append(finding)
            yield finding
        tables = list(controls(findings))
        numbers = [next(n for n, f in enumerate(FAULTS) if f.company == company) for company, _ in tables]
        yield from pool.map(_controlled, numbers, [seed for _, seed in tables])


def main(arguments: list[str]) -> int:
    """The exit code: 0 every fault is caught by its oracle and nothing is wrong without one."""
    parser = argparse.ArgumentParser(prog="python -m mafiabot.lab.faults", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="faults with this in their names")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")
    given = parser.parse_args(arguments)
    names = [fault.name for fault in FAULTS if given.only in fault.name]
    if not names:
        parser.error(f"--only {given.only}: no fault is called so")
    findings: list[Finding] = []
    began_s = time.perf_counter()
    for finding in run_all(names, given.processes):
        findings.append(finding)
        if not given.json:
            print(finding.line, flush=True)
    faults, tables = findings[: len(names)], findings[len(names) :]
    if given.json:
        body = {"faults": [asdict(one) for one in faults], "controls": [asdict(one) for one in tables]}
        print(json.dumps(body, ensure_ascii=False, indent=2))
    else:
        print(summed_up(faults, tables, time.perf_counter() - began_s))
    return 0 if all(one.caught for one in findings) else 1


def summed_up(faults: list[Finding], tables: list[Finding], took_s: float) -> str:
    """The closing line."""
    caught = sum(one.caught for one in faults)
    clean = CLEAN if all(one.caught for one in tables) else "NOT CLEAN"
    return f"{len(faults)} faults, {caught} caught; {len(tables)} controls {clean}; {took_s:.0f} s"
