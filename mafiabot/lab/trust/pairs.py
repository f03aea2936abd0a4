"""Pairs of evenings: one scenario, two deals. What reaches others than who may know must be equal.

Public is what a spectator's client, the audit log and the process's own pages show, private what one player
is shown. How many presses there were may show in metrics, since everybody presses: those are compared where
both evenings have the same ones.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.engine.state import Role
from mafiabot.lab.trust import pairs_loop
from mafiabot.lab.trust.pairs_line import room
from mafiabot.lab.trust.pairs_play import Evening, Where, played
from mafiabot.lab.trust.scenario import Scenario, scenario
from mafiabot.lab.trust.trace import Trace, difference, without

PRESSES = "presses"
"""The part of the public trace that counts what all together have pressed."""

Plant = Callable[[], Planted]


def nothing() -> Planted:
    """No leak."""
    return NOTHING_PLANTED


@dataclass(slots=True)
class Compared:
    """`leaks` in words, each beginning with the scenario; `wrong`: what makes a pair no proof.

    `met`: how often what matters was among the pairs. `slowest_s`: processor time of one pair.
    """

    pairs: int = 0
    traces: int = 0
    entries: int = 0
    leaks: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0

    def add(self, other: "Compared") -> None:
        """Sums up."""
        self.pairs += other.pairs
        self.traces += other.traces
        self.entries += other.entries
        self.leaks += other.leaks
        self.wrong += other.wrong
        self.met += other.met
        self.slowest_s = max(self.slowest_s, other.slowest_s)


def compared(number: int, plant: Plant = nothing, where: Where = room) -> Compared:
    """The pair of that number, played and compared, with a leak if one is planted.

    Over real sockets requests of one moment arrive in the order of whichever connections happen to be free.
    """
    made, began_s = scenario(number), time.process_time()
    one, other = (pairs_loop.run(played(made, which, plant(), where)) for which in (0, 1))
    found = Compared(pairs=1)
    for name, mine, theirs in _traces(made, one, other):
        found.traces += 1
        found.entries += mine.entries
        if leak := difference(mine, theirs, ordered=where is room):
            found.leaks.append(f"pair {number} ({made.rules.preset}), {name}: {leak}")
    found.wrong += [f"pair {number}: {what}" for what in _no_proof(made, one, other)]
    found.met += _met(made, one, other)
    found.slowest_s = time.process_time() - began_s
    return found


def _traces(made: Scenario, one: Evening, other: Evening) -> Iterable[tuple[str, Trace, Trace]]:
    """What is compared with what: the public, every third's own, a judge's from whom roles are hidden."""
    left_out = () if made.alike else (PRESSES,)
    yield "in public", without(one.public, left_out), without(other.public, left_out)
    for seat in sorted(made.thirds):
        yield f"{made.deals[0][seat - 1].value} {seat}", one.seats[seat], other.seats[seat]
    if not made.shows_roles:
        yield "the judge", one.judge, other.judge
    yield "who came late", one.late, other.late


def _no_proof(made: Scenario, one: Evening, other: Evening) -> Iterable[str]:
    yield from one.wrong
    yield from other.wrong
    for evening in (one, other):
        if evening.victims != made.victims:
            yield f"killed were {evening.victims} and not {made.victims}"


def _met(made: Scenario, one: Evening, other: Evening) -> Counter[str]:
    """Whose life or death differs between the deals, and what was pressed."""
    living = made.left(len(made.victims))
    met = Counter[str]({f"{made.rules.preset} pairs": 1})
    for role in (Role.SHERIFF, Role.DON):
        alive = [deal.index(role) + 1 in living for deal in made.deals]
        if alive[0] is not alive[1]:
            met[f"{role.value} dead in one"] += 1
        met[f"{role.value} dead in both"] += not any(alive)
    met["thirds"] += len(made.thirds)
    met["presses"] += one.deeds + other.deeds
    for evening in (one, other):
        for name in ("ShotFired", "SeatChecked", "IdlePicked", "PlanWritten", "SignWritten"):
            met[name] += evening.quiet.get(name, 0)
    return met
