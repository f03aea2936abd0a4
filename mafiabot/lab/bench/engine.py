"""The rules alone: commands a second, a whole game, recorded games; beside one copy of the state an event."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from mafiabot.engine.invariants import check
from mafiabot.engine.state import GameState
from mafiabot.lab.bench.capture import Captured, steps_of
from mafiabot.lab.bench.figures import Figure, Spread, spread
from mafiabot.lab.replay import replayed
from mafiabot.lab.replay_files import read_lines

RECORDED = Path("../shared/games/recorded.jsonl")


def engine_figures(captured: Sequence[Captured], budget_s: float) -> list[Figure]:
    """`budget_s`: about how long each may take."""
    games = [one.asked for one in captured]
    asked = sum(map(len, games)) / len(games)
    whole = timed(lambda at: steps_of(games[at % len(games)]), budget_s)
    bare = timed(lambda at: _copies(captured[at % len(captured)]), budget_s / 4)
    states = [step.state for one in captured for step in one.steps]
    checks = timed(lambda _: _checked(states), budget_s / 4)
    return [
        Figure(
            name="engine: commands decided and evolved",
            value=asked / whole.mean,
            unit="1/s",
            limit=asked / bare.mean,
        ),
        Figure(
            name="engine: a whole game",
            value=whole.mean * 1e3,
            unit="ms",
            p50=whole.p50 * 1e3,
            p99=whole.p99 * 1e3,
            max=whole.max * 1e3,
            limit=bare.mean * 1e3,
            less=True,
        ),
        Figure(name="engine: invariants checked", value=len(states) / checks.mean, unit="1/s"),
        _recorded(captured, budget_s),
    ]


def _checked(states: Sequence[GameState]) -> None:
    for state in states:
        check(state)


def timed(work: Callable[[int], object], budget_s: float) -> Spread:
    """Seconds a call, of as many as fit into the budget, at least two; `work` is told how many were."""
    taken: list[float] = []
    ends_s = time.perf_counter() + budget_s
    while len(taken) < 2 or time.perf_counter() < ends_s:
        began_s = time.perf_counter()
        work(len(taken))
        taken.append(time.perf_counter() - began_s)
    return spread(taken)


def _copies(captured: Captured) -> None:
    """What no frozen state can do without: a new one for each event."""
    for step in captured.steps:
        for _ in step.events:
            replace(step.state, seq=step.state.seq + 1)


def _recorded(captured: Sequence[Captured], budget_s: float) -> Figure:
    """Where no recorded games are found, the drawn ones stand in."""
    if RECORDED.is_file():
        games, _ = read_lines(RECORDED)
        once = timed(lambda _: [replayed(game) for game in games], budget_s)
        return Figure(
            name=f"engine: {len(games)} recorded games replayed", value=len(games) / once.mean, unit="games/s"
        )
    once = timed(lambda _: [steps_of(one.asked) for one in captured], budget_s)
    return Figure(
        name=f"engine: {len(captured)} drawn games replayed", value=len(captured) / once.mean, unit="games/s"
    )
