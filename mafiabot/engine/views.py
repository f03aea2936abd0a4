"""What somebody may know of a game: secrets are cut off here, and `ui` is given nothing else.

`view_for` is in `viewing`; these are its results. Numbers of days and nights are the internal ones
(0 is the first); `label` is what to add for people.
"""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine.person import Person
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import (
    Act,
    BestMove,
    DayRecord,
    Foul,
    Gone,
    NightStep,
    Outcome,
    Role,
    SpeechKind,
    Status,
)


class PhaseName(StrEnum):
    LOBBY = "lobby"
    READY_CHECK = "ready_check"
    DEALING = "dealing"
    NIGHT = "night"
    TALK = "talk"
    SETTLING = "settling"
    VOTE = "vote"
    RAISE_VOTE = "raise_vote"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """`role` is None before the end. `ready`: has confirmed in the ready check.

    `fouls`: those that stand. `owes_speech`: his next speech is lost or short. `person` is `NOBODY` where
    `status` is `ABSENT`.
    """

    number: int
    person: Person
    status: Status
    away: bool
    ready: bool
    nominated: bool
    role: Role | None
    fouls: int = 0
    owes_speech: bool = False
    disqualified: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorView:
    """`until_ms` None: the clock waits for the speaker (`absent`: he is not in the channel)."""

    seat: int
    person: Person
    kind: SpeechKind
    ordinal: int
    granted_ms: int
    until_ms: int | None
    absent: bool
    finish_from_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteView:
    """A round of the vote in public: nobody's press shows before its window is decided."""

    round: int
    candidates: tuple[int, ...]
    candidate: int
    window_no: int
    open: bool
    ends_at_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseView:
    tied: tuple[int, ...]
    window_no: int
    open: bool
    ends_at_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """What every spectator may know. `until_ms`: end of the step on our clock, where there is one.

    `takes_words`: players may add words to the deal now; `words_added`: so many have. `words`: after the end,
    by the numbers before seats were drawn; empty if nobody added one.

    `outcry`: the seat that is heard beside the floor's owner for a foul; `can_cry_out`: somebody may now.
    """

    game_id: str
    game_number: int | None
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    step: int
    ruleset: Ruleset
    phase: PhaseName
    phase_since_ms: int
    until_ms: int | None
    paused: bool
    label: int
    day: int
    night: int | None
    night_step: NightStep | None
    opener: int | None
    seats: tuple[SeatView, ...]
    waiting: tuple[Person, ...]
    floor: FloorView | None
    next_seat: int | None
    nominees: tuple[int, ...]
    vote: VoteView | None
    raise_vote: RaiseView | None
    outcry: int | None
    can_cry_out: bool
    today: DayRecord | None
    days: tuple[DayRecord, ...]
    victims: tuple[tuple[int, int | None], ...]  # (combat night, seat or None), public mornings only
    gone: tuple[Gone, ...]
    fouls: tuple[Foul, ...]
    best_move: BestMove | None
    judge_id: int | None
    co_judge_id: int | None
    vote_cancelled: bool  # a removal has cancelled the nearest vote
    commitment: str | None
    seed: str | None
    outcome: Outcome | None
    takes_words: bool = False
    words_added: int = 0
    words: tuple[str, ...] = ()


class HandControl(StrEnum):
    """What a hand asks for now. It depends on phase, life and floor, never on the role."""

    NONE = "none"
    NOMINATE = "nominate"
    BEST_MOVE = "best_move"
    PLAN = "plan"
    PLAN_AND_SIGN = "plan_and_sign"
    SHOOT = "shoot"
    CHECK = "check"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A check of a former night (or this one), as its maker may see it."""

    night: int
    seat: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A seated player's own secrets, and what he may press now.

    `partners`: the other blacks (seat, role), for blacks only. `plan`: for blacks only.
    `options`: seats to choose from for `control`. `picked`: what he has chosen in this step.
    `signs`: (seat, text) of every black's agreed sign, for blacks only.
    `can_finish`: the finish button of his speech; `floor_ordinal` names that floor.
    """

    public: PublicView
    seat: int
    role: Role | None
    alive: bool
    partners: tuple[tuple[int, Role], ...]
    plan: tuple[int, ...]
    signs: tuple[tuple[int, str], ...]
    checks: tuple[Answered, ...]
    control: HandControl
    options: tuple[int, ...]
    picked: tuple[int, ...]
    can_finish: bool
    floor_ordinal: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeView:
    """What the judge may know and do now. `roles`: empty unless the guild's setting shows them to him.

    `at_table`: seats that can be fouled or removed (the living, and who still has a word). `acts`: what can
    be undone, newest last. `asked`: seats away too long, to be waited for or removed. `substitutes`: seats
    for which somebody who waits could play on. The rest says which tools have a meaning now.
    """

    public: PublicView
    roles: tuple[tuple[int, Role], ...]
    at_table: tuple[int, ...]
    acts: tuple[Act, ...]
    asked: tuple[int, ...]
    substitutes: tuple[int, ...]
    can_foul: bool
    can_team_loss: bool
    can_skip: bool
    can_end_phase: bool
    can_change_time: bool
    can_give_floor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Spectator:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatViewer:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeViewer:
    pass


Viewer = Spectator | SeatViewer | JudgeViewer
