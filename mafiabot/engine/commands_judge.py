"""What the judge may ask of a running game: each names him (`by`), and nobody else's is obeyed."""

from dataclasses import dataclass

from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveFoul:
    """`text`: the judge's own words, where he wants any."""

    by: int
    seat: int
    reason: FoulReason
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFoulBack:
    """The seat's newest foul that stands. Removed by the fourth, he stays removed: that is `Undo`'s."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovePlayer:
    """`cause`: one of `JUDGE_CAUSES`."""

    by: int
    seat: int
    cause: GoneCause
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTeamLoss:
    """The culprit's team loses at once; he may have left the game already."""

    by: int
    seat: int
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipSpeech:
    """Ends the present floor, whatever it is.

    `pressed_ms`: when it was typed, host's clock; a floor given just before that is not meant. None: what was
    pressed names its floor.
    """

    by: int
    pressed_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndPhase:
    """Ends free seating, or all the floors that are left of last words, defences or a best move."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTime:
    """Adds seconds to the present floor or to free seating, or cuts them (negative)."""

    by: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveFloor:
    """At once and outside the order; the interrupted speech goes on afterwards."""

    by: int
    seat: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitFor:
    """The answer to an asked absence: the count begins anew."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NominateFor:
    """What the owner of the floor said aloud, in his order: the first acceptable one counts (E19)."""

    by: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameBestMoveFor:
    """What the owner of the best move said aloud (E73)."""

    by: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """A waiting person takes the seat of one who vanished before day 0 ended."""

    by: int
    seat: int
    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """`to` is the judge from now on; `by` may be any moderator who is not seated."""

    by: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCoJudge:
    """None: there is no co-judge any more."""

    by: int
    user_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Back to before one of `GameState.acts`.

    `former`: the state the log's first `former.seq` events lead to; that number is the act's `seq`.
    """

    by: int
    reason: str
    former: GameState


JudgeCommand = (
    GiveFoul
    | TakeFoulBack
    | RemovePlayer
    | CallTeamLoss
    | SkipSpeech
    | EndPhase
    | ChangeTime
    | GiveFloor
    | WaitFor
    | NominateFor
    | NameBestMoveFor
    | Substitute
    | HandOver
    | NameCoJudge
    | Undo
)
