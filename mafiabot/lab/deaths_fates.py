"""Who says at which step a bot dies: at cells of a matrix nobody has died in yet, or at random.

A cell is a phase of the game, a step, and its side. Cells are listed nowhere: whatever is reached counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random  # noqa: TID251 - deaths are drawn from a seed
from typing import Protocol
from zlib import crc32

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

BOOTS_IN_A_ROW = 2
POLLS = frozenset({"beat", "due"})
"""What comes all the time whatever happens; deaths at random would hit little else."""

APART_MS = 30_000
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


@dataclass(slots=True, kw_only=True)
class Uncovered:
    """Dies where nobody has died yet, of the cells that fall into this share of them all.

    `died_in` may be shared by games one after another; `seen` is every cell reached, of any share.
    """

    share: int = 0
    shares: int = 1
    died_in: set[Cell] = field(default_factory=set)
    seen: set[Cell] = field(default_factory=set)
    _not_before_ms: float = 0.0
    _boots: int = 0

    def strikes(self, cell: Cell, now_ms: float) -> bool:
        """The first time such a cell is reached, if the bot has lived for long enough."""
        self.seen.add(cell)
        booting = cell.phase == BOOT
        if cell in self.died_in or not self._mine(cell):
            return False
        if self._boots >= BOOTS_IN_A_ROW if booting else now_ms < self._not_before_ms:
            return False
        self.died_in.add(cell)
        self._boots += booting
        return True

    def served(self, now_ms: float) -> None:
        """From now on it has to live for a while."""
        self._not_before_ms, self._boots = now_ms + APART_MS, 0

    def new_game(self) -> None:
        """Another game begins at the loop's first moment."""
        self._not_before_ms, self._boots = 0.0, 0

    @property
    def left(self) -> frozenset[Cell]:
        """Cells of this share that were reached, but not as a death."""
        return frozenset(cell for cell in self.seen - self.died_in if self._mine(cell))

    def _mine(self, cell: Cell) -> bool:
        return crc32(str(cell).encode()) % self.shares == self.share


@dataclass(slots=True)
class AtRandom:
    """Dies after a number of steps drawn anew for every life; now and then the next one dies booting."""

    rng: Random
    apart_ms: float = APART_MS / 2
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
