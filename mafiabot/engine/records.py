"""What has happened in a game, by day, by night and by the judge: public by day, secret by night.

Records are facts, never changed afterwards but by undoing; numbers of days and nights are the internal ones.
"""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine.discipline_types import FoulReason, GoneCause


@dataclass(frozen=True, slots=True, kw_only=True)
class Nomination:
    by: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """`cast` False: the voter did not press, the vote fell on the last candidate."""

    voter: int
    candidate: int
    cast: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A finished round: every ballot, and who holds the most votes (one seat, or the tied ones)."""

    candidates: tuple[int, ...]
    ballots: tuple[Ballot, ...]
    leaders: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseRecord:
    """`yes`/`no`: seats that pressed; who did not answer is in neither and counts as no."""

    tied: tuple[int, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DayRecord:
    """Day `number` (0 is the first) as it stands. `left`: voted out, in ballot order.

    `speakers`: who really spoke, in order; `lost`: whose speech was lost. `cancelled`: a removal cancelled
    the vote.
    """

    number: int
    opener: int
    speakers: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    nominations: tuple[Nomination, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    raise_vote: RaiseRecord | None = None
    left: tuple[int, ...] = ()
    cancelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRecord:
    """`hit`: for the don, the sheriff was found; for the sheriff, the seat is black."""

    seat: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """Combat night `number` (1 follows day 0). Shots are (shooter, target).

    `no_shot`: living black who did not shoot; known when the night is over.
    """

    number: int
    shots: tuple[tuple[int, int], ...] = ()
    no_shot: tuple[int, ...] = ()
    victim: int | None = None
    don_check: CheckRecord | None = None
    sheriff_check: CheckRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """Somebody who left the game otherwise than by vote or shot. `night`: set if it was at night.

    The deal belongs to day 0; night n follows day n − 1, which `day` then names. `removed`: disqualified.
    `text`: the judge's own words.
    """

    seat: int
    cause: GoneCause
    day: int
    night: int | None = None
    removed: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul:
    """`number`: which of his fouls it is (1–4). `day`, `night` as in `Gone`."""

    seat: int
    number: int
    reason: FoulReason
    text: str
    day: int
    night: int | None = None


class ActKind(StrEnum):
    """What can be undone."""

    FOUL = "foul"
    FOUL_TAKEN_BACK = "foul_taken_back"
    REMOVAL = "removal"
    GONE = "gone"
    NOMINATION = "nomination"
    BEST_MOVE = "best_move"
    SPEECH_ENDED = "speech_ended"
    PHASE_ENDED = "phase_ended"
    WINDOW_CLOSED = "window_closed"
    RAISE_DECIDED = "raise_decided"
    TIME_CHANGED = "time_changed"
    FLOOR_GIVEN = "floor_given"
    SUBSTITUTION = "substitution"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something public that was done: undoing it leads back to the log's first `seq` events."""

    seq: int
    kind: ActKind
    seat: int | None
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMove:
    by: int
    seats: tuple[int, ...]
