"""Events of judging: who judges, fouls, and what the judge has done to clocks, seats and the log itself."""

from dataclasses import dataclass

from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.events_table import Happened
from mafiabot.engine.person import Person
from mafiabot.engine.state import Act, GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeNamed(Happened):
    """Both as they are from now on; who was either and is so no more has no say at once."""

    judge: int | None
    co_judge: int | None
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulGiven(Happened):
    """`number`: which of his it is. The third costs his next speech, the fourth is followed by removal.

    `by` None: the bot itself, for an outcry.
    """

    seat: int
    number: int
    reason: FoulReason
    text: str
    by: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulTakenBack(Happened):
    """`number`: which of his it was; the lost speech goes with the third, and what he bought with it."""

    seat: int
    number: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLost(Happened):
    """The culprit's team has lost; the verdict follows."""

    seat: int
    text: str
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeChanged(Happened):
    """Of the present floor, or of free seating; what was cut is negative and no more than was left."""

    change_ms: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCalled(Happened):
    """The judge gives the floor outside the order; what is interrupted goes on afterwards."""

    seat: int
    length_ms: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCut(Happened):
    """The rest of the phase does not take place: no more floors of the stage, no more free seating."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceAsked(Happened):
    """Away too long: the judge is asked whether to wait."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceForgiven(Happened):
    """The judge waits; the count begins anew."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted(Happened):
    """`person`, who waited, plays on at this seat, with its role and without its fouls."""

    seat: int
    person: Person
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Happened):
    """The game stands where it stood before `act`; `steps` acts are undone.

    `restored`: that state as it goes on: presence of people, judges and counters as they are now. It is
    kept whole, so that a log can be read without looking back.
    """

    act: Act
    steps: int
    reason: str
    by: int
    restored: GameState


JudgeEvent = (
    JudgeNamed
    | FoulGiven
    | FoulTakenBack
    | TeamLost
    | TimeChanged
    | FloorCalled
    | PhaseCut
    | AbsenceAsked
    | AbsenceForgiven
    | Substituted
    | Undone
)
