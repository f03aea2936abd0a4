"""A whole game of simulated people, played in virtual time and written down: the rest is measured with it."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from mafiabot.adapters import virtual_time
from mafiabot.bot.planted import Planted
from mafiabot.engine.commands import Command
from mafiabot.engine.decide import decide
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState
from mafiabot.lab.game import play
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.report import Report


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as the rules were asked about it, at `now_ms`."""

    command: Command
    now_ms: int


@dataclass(frozen=True, slots=True)
class Step:
    """What one command changed: `seq_before` events were there, `state` is after `events`."""

    now_ms: int
    seq_before: int
    state: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """`cpu_s`: processor time it took to play. `requests`: to Discord, by route."""

    asked: tuple[Asked, ...]
    steps: tuple[Step, ...]
    report: Report
    cpu_s: float

    @property
    def game_ms(self) -> int:
        """From the table's opening to the verdict."""
        return self.steps[-1].now_ms - self.steps[0].now_ms

    @property
    def requests(self) -> Mapping[str, int]:
        return self.report.requests

    @property
    def presses(self) -> int:
        """Clicks and commands of people, by the answers they got."""
        return self.requests.get("POST /interactions/{}/{}/callback", 0)


class _Book:
    """Stands in front of the rules and writes down what they are asked."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []

    def decide(self, state: GameState | None, command: Command, now_ms: int) -> tuple[Event, ...] | Refusal:
        self.asked.append(Asked(command, now_ms))
        return decide(state, command, now_ms)


def capture(seed: int, *, preset: str = "club", seats: int = 10) -> Captured:
    """Plays one game to its verdict. Raises `RuntimeError` where it comes to none."""
    book = _Book()
    options = DemoOptions(seed=seed, preset=preset, seats=seats)
    began_s = time.process_time()
    report = virtual_time.run(play(options, planted=Planted(decide=book.decide)))
    cpu_s = time.process_time() - began_s
    if report.winner is None:
        raise RuntimeError(f"the game with seed {seed} came to no verdict: {Counter(map(type, report.log))}")
    asked = tuple(book.asked)
    return Captured(asked=asked, steps=steps_of(asked), report=report, cpu_s=cpu_s)


def steps_of(asked: tuple[Asked, ...]) -> tuple[Step, ...]:
    """What the rules make of the commands in their order; refusals change nothing."""
    state: GameState | None = None
    steps = []
    for one in asked:
        decided = decide(state, one.command, one.now_ms)
        if isinstance(decided, Refusal) or not decided:
            continue
        seq_before = 0 if state is None else state.seq
        for event in decided:
            state = evolve(state, event)
        assert state is not None
        steps.append(Step(one.now_ms, seq_before, state, decided))
    return tuple(steps)
