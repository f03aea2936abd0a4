"""Judges the engine's tests: changes one thing at a time in the rules and sees whether a test notices.

    python tools/mutants.py                        all of it; what `make mutants` runs
    python tools/mutants.py votes.py nights.py     these files only
    python tools/mutants.py votes.py:_decide       one function
    python tools/mutants.py --explained            those that docs/mutants.md explains: is it still true?
    python tools/mutants.py --list ...             only says what there is

A mutant is tried with the tests that reach its lines, the fastest first, in a process of its own forked from
one that has loaded everything. docs/mutants.md says of every mutant that may survive why no test can tell it.
Exit code 0: no other survives, and each of those does; 1: that is not so; 2: it could not be tried.
"""

import argparse
import gc
import importlib
import mmap
import os
import re
import resource
import struct
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import ceil
from pathlib import Path

import coverage
import pytest
from _pytest.runner import runtestprotocol
from mutations import Mutation, enums, install, mutations

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "mafiabot" / "engine"
PAGE = ROOT / "docs" / "mutants.md"
JUDGED = (
    *("votes", "counting", "windows", "evolve_vote"),
    *("nights", "evolve_night"),
    *("discipline", "people", "evolve_judge", "talk", "acts", "undoing"),
    *("scoring", "ci", "points"),
)
TESTS = ("tests/engine", "--ignore=tests/engine/test_random_games.py")  # a chance is no test of one rule

NOBODY, EVERYBODY = -1, -2
_NUMBER = struct.Struct("i")
_OFTEN, _LAST = 10, 1_000_000
_EXPLAINED = re.compile(r"^- (`\S+` `\S+`: `.+` → `.+?`(?: #\d+)?):\s+\S", re.MULTILINE)


class Judge:
    """The plugin that runs the tests once as they are and then those of each mutant."""

    def __init__(self, mutants: list[Mutation], jobs: int, most_tests: int | None) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.most_tests = most_tests
        self.survivors: list[Mutation] = []
        self.broken: list[str] = []

    def pytest_configure(self) -> None:
        """The same examples each time. Imported here, since pytest wants to be first to see its plugins."""
        from hypothesis import HealthCheck, settings

        settings.register_profile(
            "mutants",
            derandomize=True,
            database=None,
            deadline=None,
            suppress_health_check=[*HealthCheck],
        )
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self.seconds = [0.0] * len(self.items)
        self._run_as_they_are()
        if not self.broken:
            gc.freeze()
            self._run_mutants()
        return True

    def _run_as_they_are(self) -> None:
        files = sorted({str(mutant.path) for mutant in self.mutants})
        measured = coverage.Coverage(config_file=False, data_file=None, include=files)
        measured.start()
        for at, item in enumerate(self.items):
            measured.switch_context(str(at))
            began = time.process_time()
            if not _passes(item, self.items[at + 1] if at + 1 < len(self.items) else None):
                self.broken.append(item.nodeid)
            self.seconds[at] = time.process_time() - began
        measured.stop()
        data = measured.get_data()
        self.reached: dict[Path, dict[int, set[int]]] = {
            Path(file): {
                line: {int(context) for context in contexts if context}
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in files
        }

    def _tests_of(self, mutant: Mutation) -> list[int]:
        """Those that reach the changed lines, for a constant all; what is likely to notice comes first.

        That is what has noticed others in this function and in this file; then for every line of the function
        the fastest test that reaches it, since a wrong branch shows where few tests get to; then the same for
        the file.
        """
        reached = self.reached[mutant.path]
        found = set().union(*(reached.get(line, ()) for line in mutant.lines))
        found = found or set().union(*(reached.get(line, ()) for line in mutant.owner_lines))
        if mutant.function.isupper():
            found = set(range(len(self.items)))
        near = self._ranks(found, [reached[line] for line in mutant.owner_lines if line in reached])
        far = self._ranks(found, reached.values())
        here = reversed(self.noticed[mutant.path, mutant.function])
        often = (at for at, _ in self.noticed_in[mutant.path].most_common(_OFTEN))
        later = sorted(found, key=lambda at: (near.get(at, 1) > 0, far.get(at, _LAST), self.seconds[at], at))
        return [at for at in dict.fromkeys((*here, *often, *later)) if at in found]

    def _ranks(self, found: set[int], lines: Iterable[set[int]]) -> dict[int, int]:
        """The best place of each test among those that reach a line, the fastest first."""
        best: dict[int, int] = {}
        for tests in lines:
            for rank, at in enumerate(sorted(tests & found, key=lambda at: self.seconds[at])):
                best[at] = min(rank, best.get(at, rank))
        return best

    def _run_mutants(self) -> None:
        self.noticed: dict[tuple[Path, str], list[int]] = defaultdict(list)
        self.noticed_in: dict[Path, Counter[int]] = defaultdict(Counter)
        running: dict[int, int] = {}
        with mmap.mmap(-1, _NUMBER.size * len(self.mutants)) as noticers:
            for number, mutant in enumerate(self.mutants):
                if len(running) == self.jobs:
                    self._wait(running, noticers)
                pid = os.fork()
                if pid == 0:
                    noticer = self._noticer(mutant)
                    _NUMBER.pack_into(noticers, _NUMBER.size * number, NOBODY if noticer is None else noticer)
                    os._exit(0)  # at once: what this process has open is its parent's
                running[pid] = number
            while running:
                self._wait(running, noticers)

    def _wait(self, running: dict[int, int], noticers: mmap.mmap) -> None:
        pid, status = os.wait()
        number = running.pop(pid)
        mutant = self.mutants[number]
        (noticer,) = _NUMBER.unpack_from(noticers, _NUMBER.size * number)
        if status:  # the kernel has ended it: an endless loop, a crash
            return
        if noticer == NOBODY:
            self.survivors.append(mutant)
            _say(f"{mutant.path.relative_to(ROOT)}:{mutant.line} survived: {mutant}")
        elif noticer != EVERYBODY:
            self.noticed[mutant.path, mutant.function].append(noticer)
            self.noticed_in[mutant.path][noticer] += 1

    def _noticer(self, mutant: Mutation) -> int | None:
        """The test that fails with this mutant, `EVERYBODY` if the module cannot even be loaded."""
        at = EVERYBODY
        try:
            install(mutant, sys.modules[f"mafiabot.engine.{mutant.path.stem}"])
            tests = self._tests_of(mutant)[: self.most_tests]
            for at, after in zip(tests, [*tests[1:], None], strict=True):
                _limit(self.seconds[at])
                if not _passes(self.items[at], None if after is None else self.items[after]):
                    return at
        except BaseException:  # noqa: BLE001 - whatever a mutant raises, it is noticed
            return at
        return None


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _limit(usual_s: float) -> None:
    """The kernel ends a process that takes ten times as long as the test does; an endless loop is noticed."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(time.process_time() + 10 * usual_s) + 2, hard))


# --- what is tried, what is known ----------------------------------------------------------------


def chosen(names: list[str]) -> Iterator[Mutation]:
    """The mutants of `file.py` or `file.py:function`; of everything that is judged if nothing is named."""
    modules = [
        importlib.import_module(f"mafiabot.engine.{path.stem}") for path in sorted(ENGINE.glob("*.py"))
    ]
    members = enums(modules)
    wanted: dict[str, set[str]] = defaultdict(set)
    for name in names or [f"{stem}.py" for stem in JUDGED]:
        file, _, function = name.partition(":")
        wanted[file].add(function)
    for file, functions in wanted.items():
        for mutant in mutations(ENGINE / file, members):
            if "" in functions or mutant.function in functions:
                yield mutant


def explained() -> set[str]:
    return set(_EXPLAINED.findall(PAGE.read_text(encoding="utf-8")))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _summary(judge: Judge, whole: bool, began: float) -> int:
    known = explained()
    tried = {str(mutant) for mutant in judge.mutants}
    survived = {str(mutant) for mutant in judge.survivors}
    files = {f"`{mutant.path.name}`" for mutant in judge.mutants}
    unexplained = [mutant for mutant in judge.survivors if str(mutant) not in known]
    by_file = Counter(mutant.path.name for mutant in judge.mutants)
    _say("mutants: " + ", ".join(f"{file} {count}" for file, count in by_file.items()))
    for mutant in unexplained:
        _say(f"unexplained: {mutant.path.relative_to(ROOT)}:{mutant.line} {mutant}")
    outdated = [one for one in sorted(known & tried) if one not in survived]
    outdated += [one for one in sorted(known - tried) if one.split()[0] in files and whole]
    for one in outdated:
        _say(f"explained in docs/mutants.md, yet it is noticed or is no more: {one}")
    killed, excused = len(tried) - len(survived), len(survived) - len(unexplained)
    took_s = time.monotonic() - began
    _say(
        f"{len(tried)} mutants: {killed} killed, {excused} explained, {len(unexplained)} not; {took_s:.0f} s"
    )
    return 1 if unexplained or outdated else 0


def main(arguments: Iterable[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="file.py[:function]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", type=int, help="at most so many tests a mutant: for a first look")
    parser.add_argument("--explained", action="store_true", help="only what docs/mutants.md explains")
    parser.add_argument("--list", action="store_true", help="say what there is and try nothing")
    asked = parser.parse_args([*arguments])
    began = time.monotonic()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    known = explained()
    found = [one for one in chosen(asked.names) if not asked.explained or str(one) in known]
    if asked.list:
        for mutant in found:
            _say(f"{mutant.path.relative_to(ROOT)}:{mutant.line} {mutant}")
        gone = known.difference(map(str, found)) if asked.explained and not asked.names else ()
        for one in gone:
            _say(f"explained in docs/mutants.md, yet it is no more: {one}")
        return 1 if gone else 0
    judge = Judge(found, asked.jobs, asked.tests)
    quiet = ("-p", "no:randomly", "-o", "timeout=0", "-p", "no:cacheprovider", "--capture=sys", "-qq")
    pytest.main([*TESTS, *quiet], plugins=[judge])
    if judge.broken or not hasattr(judge, "reached"):
        _say("the tests must pass before mutants are tried: " + ", ".join(judge.broken))
        return 2
    return _summary(judge, not any(":" in name for name in asked.names), began)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
