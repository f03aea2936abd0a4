"""`python -m mafiabot.lab.deaths --games 100` and `--matrix`: bots that die in the middle of a call.

`--games`: evenings of all presets with deaths at random steps. `--matrix`: a death before and after every
step that is reached, in every phase of the game, on every store; evenings are repeated for it until nothing
is left. The games have to go on as if nothing had happened.
"""

import argparse
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random  # noqa: TID251 - deaths are drawn from a seed
from typing import get_args

from mafiabot.bot.logs import set_up_logs
from mafiabot.lab.deaths_evenings import KINDS, drawn
from mafiabot.lab.deaths_fates import AtRandom
from mafiabot.lab.deaths_matrix import Known, fates
from mafiabot.lab.deaths_play import Survived, survive
from mafiabot.lab.drill.format import StoreName

OF_MATRIX = ("club", "tournament")
"""These have every phase between them; the other kinds would tell little more, for twice the time."""

MOST_EVENINGS = 1_000
"""Of a kind on a store; far more than are needed."""

SHOWN_A_GAME = 6
SHOWN_LEFT = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One evening with random deaths; or (`matrix`) evenings from this seed on until nothing is left."""

    kind: str
    store: StoreName
    seed: int
    matrix: bool = False


@dataclass(slots=True, kw_only=True)
class Result:
    """`known`: what the evenings of a matrix have shown."""

    job: Job
    evenings: list[Survived] = field(default_factory=list)
    known: Known = field(default_factory=Known)
    broke: str = ""

    def add(self, one: Survived) -> None:
        """An evening that is over: told at once, the job may go on for long."""
        self.evenings.append(one)
        print(
            f"{one.name}: {len(one.deaths)} deaths, {len(one.problems)} problems", file=sys.stderr, flush=True
        )
        for problem in one.problems[:SHOWN_A_GAME]:
            print(f"{one.name}: {problem}"[:500], flush=True)


def done(job: Job, most: int = MOST_EVENINGS) -> Result:
    """Everything a job is."""
    set_up_logs("CRITICAL", "text", io.StringIO())
    result = Result(job=job)
    try:
        _matrix(job, result, most) if job.matrix else _at_random(job, result)
    except Exception as error:  # noqa: BLE001 - one broken game must not end the others
        result.broke = f"broke: {error!r}"
    return result


def _at_random(job: Job, result: Result) -> None:
    fate = AtRandom(Random(f"random deaths {job.seed}"))
    two = job.kind == "club" and job.seed % 3 == 0
    result.add(survive(drawn(job.kind, job.seed, job.store, tables=2 if two else 1), fate))


def _matrix(job: Job, result: Result, most: int) -> None:
    for fate in islice(fates(result.known, job.seed), most):
        result.add(survive(drawn(job.kind, fate.seed, job.store), fate))


def jobs_of_matrix(stores: Sequence[StoreName], kinds: Sequence[str], first: int) -> list[Job]:
    """The longest first."""
    return [
        Job(kind=kind, store=store, seed=first, matrix=True) for kind in reversed(kinds) for store in stores
    ]


def jobs_at_random(games: int, stores: Sequence[StoreName], kinds: Sequence[str], first: int) -> list[Job]:
    """Kinds and stores take turns."""
    return [
        Job(kind=kinds[seed % len(kinds)], store=stores[seed // len(kinds) % len(stores)], seed=seed)
        for seed in range(first, first + games)
    ]


def all_done(jobs: Sequence[Job], processes: int, most: int) -> Iterator[Result]:
    """As they come, in order."""
    work = partial(done, most=most)
    if processes == 1:
        yield from map(work, jobs)
        return
    with ProcessPoolExecutor(max_workers=processes) as pool:
        yield from pool.map(work, jobs)


def summed_up(results: Sequence[Result], took_s: float) -> Iterator[str]:
    """The closing lines."""
    evenings = [one for result in results for one in result.evenings]
    sums: Counter[str] = Counter()
    for one in evenings:
        sums.update({key: value for key, value in one.totals.items() if isinstance(value, int)})
    deaths = sum(len(one.deaths) for one in evenings)
    fine = sum(not one.problems for one in evenings)
    errors = sorted(credit.error_ms for one in evenings for credit in one.credits)
    yield f"{deaths} deaths in {len(evenings)} evenings, {fine} of them fine, {took_s:.0f} s"
    yield (
        f"verdicts {sums['verdicts']}, accepted {sums['accepted']}, lost {sums['lost']}, "
        f"doubled {sums['doubled']}, announcements lost {sums['announcements_lost']}, "
        f"doubled {sums['announcements_doubled']}, left muted {sums['left_muted']}, "
        f"debts open {sums['debts_open']}"
    )
    if errors:
        yield f"speeches credited {len(errors)}, off by at most {errors[-1]:.0f} ms"
    if any(result.job.matrix for result in results):
        yield from _cells(results)


def _cells(results: Sequence[Result]) -> Iterator[str]:
    """How many cells there are, by phase, and in which of them nobody died."""
    reached = Counter(cell.phase for one in results for cell in one.known.reached)
    died_in = Counter(cell.phase for one in results for cell in one.known.died_in)
    for phase, cells in sorted(reached.items()):
        yield f"  {phase}: reached {cells}, died in {died_in[phase]}, left {cells - died_in[phase]}"
    left = [(one, cell) for one in results for cell in sorted(one.known.left)]
    for one, cell in left[:SHOWN_LEFT]:
        times = one.known.reached[cell]
        yield f"  left: {one.job.kind} on {one.job.store}, {cell}; reached in {times} evenings"
    if len(left) > SHOWN_LEFT:
        yield f"  left: and {len(left) - SHOWN_LEFT} more"
    yield f"cells reached {reached.total()}, died in {died_in.total()}"


def main(arguments: list[str]) -> int:
    """The exit code: 0 everything held everywhere."""
    parser = argparse.ArgumentParser(prog="python -m mafiabot.lab.deaths", description=__doc__)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="evenings with random deaths")
    parser.add_argument("--matrix", action="store_true", help="a death in every cell instead")
    parser.add_argument("--kinds", metavar="KIND,KIND", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--stores", default="sqlite,fake", metavar="STORE,STORE")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--most", type=int, default=MOST_EVENINGS, metavar="N", help="evenings of a matrix")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    given = parser.parse_args(arguments)
    usual = OF_MATRIX if given.matrix else KINDS
    kinds, stores = given.kinds.split(",") if given.kinds else usual, given.stores.split(",")
    if unknown := [*set(kinds) - set(KINDS), *set(stores) - set(get_args(StoreName))]:
        parser.error(f"{unknown[0]}: kinds are {', '.join(KINDS)}; stores {', '.join(get_args(StoreName))}")
    made = jobs_of_matrix if given.matrix else partial(jobs_at_random, given.games)
    return _run(made(stores, kinds, given.first), given.processes, given.most)


def _run(jobs: Sequence[Job], processes: int, most: int) -> int:
    began_s, results = time.perf_counter(), []
    for result in all_done(jobs, processes, most):
        results.append(result)
        if result.broke:
            print(f"{result.job}: {result.broke}", flush=True)
    for line in summed_up(results, time.perf_counter() - began_s):
        print(line)
    fine = all(not result.broke and not any(one.problems for one in result.evenings) for result in results)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
