"""Single facts of a protocol and where in the game they stand; what an undo took back is made of them.

Numbers and moments as in `protocol_types`.
"""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine.state import ActKind, RaiseRecord, RoundRecord


class When(StrEnum):
    """What part of the day or night something fell into."""

    DEAL = "deal"
    NIGHT = "night"
    BEST_MOVE = "best_move"
    NIGHT_FAREWELL = "night_farewell"  # the last word of who was killed, before the day's speeches
    SPEECH = "speech"
    VOTE = "vote"
    DEFENCE = "defence"  # also the further words of `day0_vote: speech_only`
    FAREWELL = "farewell"  # last words of who was voted out


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Where in the game. `night`: set at night; night n follows day n − 1, which `day` then names.

    `speaker`: who had the floor. `rounds`: how many rounds of that day's vote were over.
    """

    at_ms: int
    day: int
    night: int | None = None
    when: When
    speaker: int | None = None
    rounds: int = 0


class FactKind(StrEnum):
    """What `code` holds stands beside the kind."""

    FOUL = "foul"  # the reason
    FOUL_TAKEN_BACK = "foul_taken_back"
    DEPARTURE = "departure"  # the cause
    SUBSTITUTION = "substitution"
    NOMINATION = "nomination"
    SPEECH_ENDED = "speech_ended"  # the cause
    WINDOW = "window"  # `seat`: the candidate, `seats`: whose votes he got; of a round that was not decided
    ROUND = "round"
    RAISE = "raise"
    VOTE_SKIPPED = "vote_skipped"  # the cause
    VOTED_OUT = "voted_out"
    SHOT = "shot"
    CHECK = "check"
    NIGHT_ENDED = "night_ended"  # `seat`: the victim, or None
    BEST_MOVE = "best_move"
    TIME_CHANGED = "time_changed"
    FLOOR_GIVEN = "floor_given"  # outside the order, by the judge
    PHASE_CUT = "phase_cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that happened. `seat`: whom it is about; `by`: the seat that did it; `seats`: the others.

    `number`: of a foul. `text`: the judge's own words. The rest where the kind has it.
    """

    kind: FactKind
    moment: Moment
    seat: int | None = None
    by: int | None = None
    seats: tuple[int, ...] = ()
    code: str = ""
    number: int | None = None
    text: str = ""
    round: RoundRecord | None = None
    raise_vote: RaiseRecord | None = None
    change_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoEntry:
    """`act`, `seat`, `act_at_ms`: the act back to before which the judge went; `steps` acts were undone.

    `undone`: what counts no more, in order. `by`: user id of the judge. `moment`: when he did it.
    """

    act: ActKind
    seat: int | None
    act_at_ms: int
    steps: int
    reason: str
    by: int
    moment: Moment
    undone: tuple[Fact, ...]
