"""Events of the night. All that is pressed at night is quiet: the public step does not move with it."""

from dataclasses import dataclass

from mafiabot.engine.events_table import Happened
from mafiabot.engine.state import NightStep


@dataclass(frozen=True, slots=True, kw_only=True)
class NightFell(Happened):
    """Night 0 follows the deal, night n the vote of day n − 1."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NightStepBegan(Happened):
    step: NightStep
    until_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWritten(Happened):
    by: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignWritten(Happened):
    """A black's short text to the others; empty takes it back."""

    by: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotFired(Happened):
    """`target` None: the shot was taken back. `pressed_ms`: when, by Discord's clock."""

    seat: int
    target: int | None
    pressed_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChecked(Happened):
    """The don's or sheriff's check of the step; `hit` as in `CheckRecord`."""

    by: int
    seat: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IdlePicked(Happened):
    """A press that means nothing (a civilian's), kept so that every hand behaves alike.

    `pressed_ms`: as of a shot.
    """

    seat: int
    targets: tuple[int, ...]
    pressed_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NightEnded(Happened):
    """The batch of the night: who was killed, or nobody (never why).

    `excused`: removed tonight, and would have been killed: the removal cancels no vote (`fiim`).
    """

    victim: int | None
    excused: int | None = None


NightEvent = (
    NightFell | NightStepBegan | PlanWritten | SignWritten | ShotFired | SeatChecked | IdlePicked | NightEnded
)
