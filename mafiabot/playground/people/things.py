"""What the messages at a table can be to a person: a panel, a hand, a window, a word said aloud."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..controls import Control
from .phrases import Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of the ring. `speaking`: he has the floor; `fouls`: as many as are marked."""

    seat: int
    name: str
    known_as: str
    playing: bool
    speaking: bool = False
    fouls: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The table's panel; `number` is the day's or night's as shown, `floor_of` a user id."""

    stage: Phrase | None
    number: int | None
    paused: bool
    ring: tuple[Place, ...]
    floor_of: int | None
    floor: Phrase | None
    candidates: tuple[int, ...]
    outcome: Phrase | None
    buttons: Mapping[Phrase, Control]

    @property
    def living(self) -> tuple[int, ...]:
        """Seats still in the game."""
        return tuple(place.seat for place in self.ring if place.playing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand: one's own secrets and controls. `asks` is None where the select is dead."""

    seat: int
    role: Phrase | None
    partners: tuple[int, ...]
    plan: tuple[int, ...]
    checked: tuple[int, ...]
    blacks: tuple[int, ...]
    sheriffs: tuple[int, ...]
    picked: tuple[int, ...]
    asks: Phrase | None
    select: Control
    buttons: Mapping[Phrase, Control]
    text: str

    @property
    def options(self) -> list[int]:
        """The seats its select offers."""
        return [int(option.value) for option in self.select.options if option.value.isdecimal()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """An open vote window."""

    seat: int
    vote: Control


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """The open raise vote."""

    yes: Control
    no: Control


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorGiven:
    """Somebody is told that he has the floor."""

    user_id: int
    kind: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """The list of those up for the vote is read out."""

    seats: tuple[int, ...]
    again: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NightFalls:
    """Night begins."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The game is decided, or over without a result."""

    outcome: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Whether one really gives up."""

    confirm: Control
    back: Control | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominee:
    """A nomination is accepted."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """The judge has undone something: the table stands where it stood before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """Somebody has been out of the channel too long, and the judge is asked about it."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Somebody at the table writes that he is the sheriff and what a check told him."""

    seat: int
    black: bool


Thing = (
    Panel
    | Hand
    | Window
    | Raise
    | FloorGiven
    | Candidates
    | NightFalls
    | Verdict
    | Question
    | Nominee
    | Undone
    | Absence
    | Claim
)
