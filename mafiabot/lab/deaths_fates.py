"""Who says at which step a bot dies; here: after so many steps, at random.

A cell is a phase of the game, a step, and its side. Cells are listed nowhere: whatever is reached counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random  # noqa: TID251 - deaths are drawn from a seed
from typing import Protocol

from mafiabot.engine.state import (
    Dealing,
    Ended,
    GameState,
    Lobby,
    Night,
    RaiseVote,
    ReadyCheck,
    Settling,
    Talk,
    TalkStage,
    Vote,
)
from mafiabot.lab.deaths_ports import Side

BOOT = "boot"
"""The phase of a bot that does not take commands yet."""

POLLS = frozenset({"beat", "due"})
"""What comes all the time whatever happens; deaths at random would hit little else."""

APART_MS = 15_000
"""So long a bot lives at least once it serves its tables, so that what a death has done is seen."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Cell:
    phase: str
    step: str
    side: Side

    def __str__(self) -> str:
        return f"{self.phase}: {self.side.value} {self.step}"


class Fate(Protocol):
    def strikes(self, cell: Cell, now_ms: float) -> bool:
        """Whether the bot dies here; asked at every step of its life. Loop time."""
        ...

    def served(self, now_ms: float) -> None:
        """A life takes commands from now on."""
        ...


def phase_of(state: GameState | None) -> str:
    """The row of the matrix a table is in."""
    if state is None:
        return "no table"
    if state.paused is not None and not state.over:
        return "pause"
    match state.phase:
        case Lobby():
            return "lobby"
        case ReadyCheck():
            return "ready check"
        case Dealing():
            return "deal"
        case Night(number=0, step=step):
            return f"night 0 {step.value}"
        case Night(step=step):
            return f"night {step.value}"
        case Talk(stage=stage):
            return _TALKS[stage]
        case Settling():
            return "settling"
        case Vote():
            return "vote"
        case RaiseVote():
            return "raise"
        case Ended():
            return "verdict"


_TALKS = {
    TalkStage.BEST_MOVE: "best move",
    TalkStage.MORNING: "speeches",
    TalkStage.ROUND: "speeches",
    TalkStage.DEFENCE: "defence",
    TalkStage.MORE_WORDS: "last words",
    TalkStage.FAREWELL: "last words",
}


@dataclass(slots=True)
class AtRandom:
    """Dies after a number of steps drawn anew for every life; now and then the next one dies booting."""

    rng: Random
    apart_ms: float = APART_MS
    most_steps: int = 250
    boot_share: float = 0.15
    count: Callable[[Cell], bool] = field(default=lambda cell: cell.step not in POLLS)
    _not_before_ms: float = 0.0
    _left: int = 40
    _boot_left: int | None = None

    def strikes(self, cell: Cell, now_ms: float) -> bool:
        """Steps count once the bot has lived for a while; those of a boot count by themselves."""
        if not self.count(cell):
            return False
        if cell.phase == BOOT:
            return self._strikes_booting()
        if now_ms < self._not_before_ms:
            return False
        self._left -= 1
        if self._left > 0:
            return False
        self._boot_left = self.rng.randint(1, 40) if self.rng.random() < self.boot_share else None
        return True

    def _strikes_booting(self) -> bool:
        if self._boot_left is None:
            return False
        self._boot_left -= 1
        if self._boot_left > 0:
            return False
        self._boot_left = None
        return True

    def served(self, now_ms: float) -> None:
        """The next number is drawn."""
        self._not_before_ms, self._boot_left = now_ms + self.apart_ms, None
        self._left = self.rng.randint(1, self.most_steps)
