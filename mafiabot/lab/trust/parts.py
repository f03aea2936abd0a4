"""The parts of `make trust`: each tries what docs/trust.md promises, and then proves that it would notice.

A part is given what is wanted and tells its findings; a further one is added to `PARTS`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from mafiabot.adapters import virtual_time
from mafiabot.bot.logs import set_up_logs
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.cogs.rights import DEEDS
from mafiabot.lab.trust import pairs_jobs
from mafiabot.lab.trust.cast import COLUMNS
from mafiabot.lab.trust.clicks import clicked
from mafiabot.lab.trust.clicks_faults import CLICK_FAULTS
from mafiabot.lab.trust.clicks_truth import Clicked
from mafiabot.lab.trust.faults import FAULTS, careless
from mafiabot.lab.trust.fuzz import A_HOUSE, Fuzzed, fuzzed
from mafiabot.lab.trust.pairs import Compared
from mafiabot.lab.trust.pairs_faults import LEAKS
from mafiabot.lab.trust.scenario import LANGUAGES, PRESETS
from mafiabot.lab.trust.scenes import Scene
from mafiabot.lab.trust.taint_evening import Searched
from mafiabot.lab.trust.taint_faults import TOLD
from mafiabot.lab.trust.walk import Walked, cells, walked


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """`interactions`: so many forged ones. `clicks`: so many on windows, by wrong clocks.

    `pairs`: of evenings, so many. `real`: so many of every preset through the real client. `pool` runs what
    can run beside another.
    """

    interactions: int
    clicks: int
    pairs: int
    real: int
    seed: int
    pool: Executor


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was tried. `figures` for the report; empty `wrong`: as it must be."""

    name: str
    figures: Mapping[str, float]
    wrong: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        told = ", ".join(f"{name} {value:g}" for name, value in self.figures.items())
        return f"{self.name}: {told}" + (f"; {len(self.wrong)} WRONG" if self.wrong else "; nothing wrong")


CARELESS = 300
"""So many forged interactions are enough to meet a check that is left out."""
Part = Callable[[Wanted], Iterator[Finding]]


# --- the table of rights -----------------------------------------------------------------------------


def rights(wanted: Wanted) -> Iterator[Finding]:
    """Every cell of the table, scene by scene."""
    jobs = [wanted.pool.submit(_scene, scene, wanted.seed) for scene in Scene]
    whole = _together(job.result() for job in jobs)
    wrong = (*whole.wrong, *(f"may, and never could: {one}" for one in whole.unable))
    figures = {
        "cells": whole.cells,
        "allowed": whole.allowed,
        "changed": sum(whole.changed.values()),
        "slowest ms": whole.slowest_ms,
    }
    yield Finding(name="rights", figures=figures, wrong=wrong)
    caught = [wanted.pool.submit(_caught, number) for number in range(len(FAULTS))]
    yield from _noticed((fault.name, job) for fault, job in zip(FAULTS, caught, strict=True))


def _scene(scene: Scene, seed: int) -> Walked:
    _quiet()
    return virtual_time.run(walked(cells([scene], DEEDS, COLUMNS), seed=seed))


def _caught(number: int) -> int:
    """How often the walk objects where that one of `FAULTS` is planted."""
    _quiet()
    fault = FAULTS[number]
    found = virtual_time.run(walked(cells(fault.scenes, fault.deeds, fault.kinds), planted=fault.plant()))
    return sum(not wrong.startswith("logged") for wrong in found.wrong)


def _together(all_walked: Iterable[Walked]) -> Walked:
    whole = Walked()
    for one in all_walked:
        whole.cells += one.cells
        whole.allowed += one.allowed
        whole.changed += one.changed
        whole.may |= one.may
        whole.wrong += one.wrong
        whole.slowest_ms = max(whole.slowest_ms, one.slowest_ms)
    return whole


# --- forged interactions -----------------------------------------------------------------------------


def forged(wanted: Wanted) -> Iterator[Finding]:
    """So many forged interactions as are wanted."""
    counts = _in_jobs(wanted.interactions, A_HOUSE)
    jobs = [wanted.pool.submit(_forged, n, wanted.seed + k) for k, n in enumerate(counts)]
    whole = Fuzzed()
    for job in jobs:
        whole.add(job.result())
    figures: dict[str, float] = {
        "tried": whole.tried,
        "answered": whole.answered,
        "changed": whole.changed,
        "slowest ms": whole.slowest_ms,
        **Counter(whole.kinds),
    }
    yield Finding(name="forged", figures=figures, wrong=tuple(whole.wrong))
    said = wanted.pool.submit(_forged, CARELESS, wanted.seed, careless()).result().wrong
    missed = () if said else ("nothing objected to checks that are left out",)
    yield Finding(name="fault caught: no checks", figures={"objections": len(said)}, wrong=missed)


def _forged(count: int, seed: int, planted: Planted = NOTHING_PLANTED) -> Fuzzed:
    _quiet()
    return virtual_time.run(fuzzed(count, seed=seed, planted=planted))


# --- clicks on slow ways and wrong clocks -------------------------------------------------------------

A_JOB, OBJECTED = 2_500, 500
"""So many clicks on windows are made by one job, and with each fault."""


def clicks(wanted: Wanted) -> Iterator[Finding]:
    """So many clicks as are wanted, each judged by when it was made; then judges that are wrong."""
    counts = _in_jobs(wanted.clicks, A_JOB)
    jobs = [wanted.pool.submit(_clicked, n, wanted.seed + k) for k, n in enumerate(counts)]
    whole = Clicked()
    for job in jobs:
        whole.add(job.result())
    figures: dict[str, float] = {
        "tried": whole.tried,
        "on windows": whole.on_windows,
        **whole.kinds,
        "within 1 ms of an edge": whole.edges,
        "windows told": whole.windows,
        "misjudged": len(whole.misjudged),
        **{f"{kind} too late by ms": round(late) for kind, late in sorted(whole.late_ms.items())},
        "too early by ms": round(whole.early_ms),
        "refused kindly": whole.refused - len(whole.unkind),
    }
    yield Finding(name="clicks", figures=figures, wrong=tuple(whole.wrong))
    faulty = [wanted.pool.submit(_misjudged, number, wanted.seed) for number in range(len(CLICK_FAULTS))]
    yield from _noticed((fault.name, job) for fault, job in zip(CLICK_FAULTS, faulty, strict=True))


def _clicked(count: int, seed: int) -> Clicked:
    _quiet()
    return virtual_time.run(clicked(count, seed=seed))


def _misjudged(number: int, seed: int) -> int:
    """How often the oracle objects where that one of `CLICK_FAULTS` is planted."""
    _quiet()
    found = virtual_time.run(clicked(OBJECTED, seed=seed, plant=CLICK_FAULTS[number].plant))
    return len(found.wrong)


# --- nights ------------------------------------------------------------------------------------------


def nights(wanted: Wanted) -> Iterator[Finding]:
    """Pairs of evenings that must look the same, some through the real client; then leaks."""
    for real, count in ((False, wanted.pairs), (True, wanted.real * len(PRESETS))):
        whole, numbers = Compared(), pairs_jobs.numbers(count, wanted.seed)
        for job in [wanted.pool.submit(pairs_jobs.pair, number, real) for number in numbers]:
            whole.add(job.result())
        figures: dict[str, float] = {
            "pairs": whole.pairs,
            "traces": whole.traces,
            "entries": whole.entries,
            "leaks": len(whole.leaks),
            "slowest s": round(whole.slowest_s, 1),
            **whole.met,
        }
        name = "nights, through the real client" if real else "nights"
        yield Finding(name=name, figures=figures, wrong=(*whole.leaks, *whole.wrong))
    caught = [wanted.pool.submit(pairs_jobs.leak_noticed, number) for number in range(len(LEAKS))]
    yield from _noticed((leak.name, job) for leak, job in zip(LEAKS, caught, strict=True))


def secrets(wanted: Wanted) -> Iterator[Finding]:
    """Marked secrets, in every language; then some that are told."""
    evenings = [(number, language) for number in pairs_jobs.MARKED for language in LANGUAGES]
    jobs = [wanted.pool.submit(pairs_jobs.secrets_of, *evening) for evening in evenings]
    whole = Searched()
    for job in jobs:
        whole.add(job.result())
    figures: dict[str, float] = {
        "evenings": len(evenings),
        "characters": whole.read,
        "leaks": len(whole.leaks),
        **whole.seen,
    }
    yield Finding(name="secrets", figures=figures, wrong=(*whole.leaks, *whole.wrong))
    found = [wanted.pool.submit(pairs_jobs.secret_found, number) for number in range(len(TOLD))]
    yield from _noticed((told.name, job) for told, job in zip(TOLD, found, strict=True))


def _in_jobs(count: int, most: int) -> list[int]:
    """How many each job tries."""
    whole, rest = divmod(count, most)
    return [most] * whole + [rest] * (rest > 0)


def _noticed(planted: Iterable[tuple[str, "Future[int]"]]) -> Iterator[Finding]:
    for name, job in planted:
        objections = job.result()
        missed = () if objections else (f"nothing objected to: {name}",)
        yield Finding(name=f"fault caught: {name}", figures={"objections": objections}, wrong=missed)


def _quiet() -> None:
    set_up_logs("CRITICAL", "text")


PARTS: Mapping[str, Part] = {
    "rights": rights,
    "forged": forged,
    "clicks": clicks,
    "nights": nights,
    "secrets": secrets,
}
