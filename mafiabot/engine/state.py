"""The whole of a game as one immutable value: ids and plain data only, tuples inside.

Moments (`*_at_ms`, `until_ms`, `*_since_ms`) are epoch milliseconds on the host's clock, durations end
in `_ms` or `_s`. A state is only ever built by `evolve`; `seq` is the number of events behind it.
Seats are numbered from 1; `seats[n - 1]` is seat n.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from mafiabot.engine.person import Person
from mafiabot.engine.records import (
    Act,
    ActKind,
    Ballot,
    BestMove,
    CheckRecord,
    DayRecord,
    Foul,
    Gone,
    NightRecord,
    Nomination,
    RaiseRecord,
    RoundRecord,
)
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.seats import Away, Role, Seat, Status

__all__ = [
    "SCHEMA",
    "Act",
    "ActKind",
    "Away",
    "Ballot",
    "BestMove",
    "CheckRecord",
    "Closing",
    "DayRecord",
    "Dealing",
    "Ended",
    "Floor",
    "Foul",
    "GameState",
    "Gone",
    "Lobby",
    "Night",
    "NightRecord",
    "NightStep",
    "Nomination",
    "Outcome",
    "Outcry",
    "Paused",
    "Phase",
    "RaiseRecord",
    "RaiseVote",
    "ReadyCheck",
    "Role",
    "RoundRecord",
    "Seat",
    "Settling",
    "SpeechKind",
    "Status",
    "Talk",
    "TalkStage",
    "Turn",
    "Vote",
    "Window",
]

SCHEMA = 1


class SpeechKind(StrEnum):
    SPEECH = "speech"
    DEFENCE = "defence"
    LAST_WORD = "last_word"
    BEST_MOVE = "best_move"
    LOST = "lost"  # a lost speech: muted, he may nominate
    EXTRA = "extra"  # the floor given by the judge outside the order


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """`rest`: what was left of a speech when the judge gave the floor to somebody else."""

    kind: SpeechKind
    seat: int
    length_ms: int
    rest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """Who has the floor and his clock, which is his own: it runs while `running_since_ms` is set.

    `granted_ms` = ruleset length + added seconds + credits. `spent_ms` = what earlier runs used.
    Not running: waiting since `waiting_since_ms` for the microphone to be seen open (after `waited_ms`
    of the same wait); neither while the game is paused. `interrupted`: he lost his microphone, so the
    whole wait is charged to his `reconnect_s`; otherwise the first `mic_wait_s` of it are free.
    `credited_ms`: the part of `granted_ms` that gives back downtime. `started`: the clock has run.
    `ordinal` numbers the floors of the game, so that a press for a former one is recognised.
    """

    turn: Turn
    ordinal: int
    given_at_ms: int
    granted_ms: int
    spent_ms: int = 0
    credited_ms: int = 0
    started: bool = False
    interrupted: bool = False
    running_since_ms: int | None = None
    waiting_since_ms: int | None = None
    waited_ms: int = 0


class NightStep(StrEnum):
    MAFIA_MINUTE = "mafia_minute"
    REVEAL = "reveal"  # the reminder of the sheriff, one step
    REVEAL_DON = "reveal_don"
    REVEAL_SHERIFF = "reveal_sheriff"
    FREE_SEATING = "free_seating"
    OPEN = "open"
    SHOTS = "shots"
    DON = "don"
    SHERIFF = "sheriff"


class TalkStage(StrEnum):
    """What a chain of floors belongs to, and therefore what follows when it is through."""

    BEST_MOVE = "best_move"  # at night, before the day breaks
    MORNING = "morning"
    ROUND = "round"
    DEFENCE = "defence"
    MORE_WORDS = "more_words"  # of the first day's winners, who stay (`speech_only`)
    FAREWELL = "farewell"


# --- phases --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCheck:
    until_ms: int
    ready: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    until_ms: int
    opened: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """`picks`: this step's presses (seat, targets); a civilian's means nothing but is kept alike.

    `pressed`: when each seat's last shot was pressed, by Discord's clock; one made before it changes nothing.

    `until_ms` is the step's end; it is decided `vote_settle_ms` later.
    """

    number: int
    step: NightStep
    until_ms: int
    picks: tuple[tuple[int, tuple[int, ...]], ...] = ()
    pressed: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A chain of floors: one has it now, `queue` follow."""

    stage: TalkStage
    floor: Floor
    queue: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """The round of speeches is over; late-arriving nominations still count until `until_ms`."""

    until_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """One window, asked for at `asked_at_ms`; open once its message stands (`message_ms`, Discord's clock).

    `ends_at_ms`: its end on our clock (set when it opens); it is decided `vote_settle_ms` later.
    Open without `message_ms`: its message was not seen in time, presses are judged by our clock.
    """

    window_no: int
    asked_at_ms: int
    message_ms: int | None = None
    ends_at_ms: int | None = None
    length_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """A round of the vote. `index`: which candidate's window it is."""

    candidates: tuple[int, ...]
    index: int
    window: Window
    ballots: tuple[Ballot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseVote:
    tied: tuple[int, ...]
    window: Window
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()


class Outcome(StrEnum):
    RED = "red"
    BLACK = "black"
    DRAW = "draw"
    STOPPED = "stopped"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """`outcome` None: the table was closed in the lobby, nothing had been dealt."""

    outcome: Outcome | None
    at_ms: int


Phase = Lobby | ReadyCheck | Dealing | Night | Talk | Settling | Vote | RaiseVote | Ended


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused:
    at_ms: int
    by: int
    overdue: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """The floor that ended last: a press made in time may still arrive until `ended_at_ms` + settle."""

    seat: int
    ordinal: int
    kind: SpeechKind
    ended_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcry:
    """A player without the floor who may be heard until `until_ms`, for a foul.

    `heard`: his microphone has been seen open; until then the seconds that are his have not begun.
    """

    seat: int
    until_ms: int
    heard: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """`step` moves only with public events; `seed` is secret until the end; `commitment` is public.

    `owed_cancels`: removed seats for whom the nearest vote will not be held. `decided`: the verdict that
    last words still precede. `signs`: (black seat, its text). `acts`: what can be undone, newest last.
    `explicit_deal`: roles were given, not drawn (a replay); there is no seed then.
    `words`: (number before seats are drawn, word) of who added one to the deal, where `deal_words` lets them.
    `informed`: (user, seat) of who knows roles and sits there no more: the seat whose card he has held, or
    None for all of them, of who has judged where judges see roles.
    """

    schema: int = SCHEMA
    seq: int
    step: int
    game_id: str
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    ruleset: Ruleset
    opened_at_ms: int
    phase: Phase = field(default_factory=Lobby)
    phase_since_ms: int
    paused: Paused | None = None
    game_number: int | None = None
    seats: tuple[Seat, ...] = ()
    waiting: tuple[Person, ...] = ()
    seed: str | None = None
    commitment: str | None = None
    plan: tuple[int, ...] = ()
    day: int = 0
    today: DayRecord | None = None
    days: tuple[DayRecord, ...] = ()
    nights: tuple[NightRecord, ...] = ()
    tonight: NightRecord | None = None
    gone: tuple[Gone, ...] = ()
    fouls: tuple[Foul, ...] = ()
    best_move: BestMove | None = None
    quiet_nights: int = 0
    owed_cancels: tuple[int, ...] = ()
    decided: Outcome | None = None
    judge_id: int | None = None
    co_judge_id: int | None = None
    judge_sees_roles: bool = False
    signs: tuple[tuple[int, str], ...] = ()
    acts: tuple[Act, ...] = ()
    explicit_deal: bool = False
    deal_words: bool = False
    words: tuple[tuple[int, str], ...] = ()
    floors: int = 0
    windows: int = 0
    closing: Closing | None = None
    outcry: Outcry | None = None
    informed: tuple[tuple[int, int | None], ...] = ()

    def seat(self, number: int) -> Seat:
        """Seat `number` (from 1). Raises `IndexError` where there is none."""
        if number < 1:
            raise IndexError(number)
        return self.seats[number - 1]

    def seat_of(self, user_id: int) -> int | None:
        """The seat number of a Discord user, dead or alive; None if he is not seated."""
        return next((n for n, s in enumerate(self.seats, 1) if s.person.user_id == user_id), None)

    @property
    def seated(self) -> tuple[Person, ...]:
        """Everybody who has a seat, dead or alive; an empty number has nobody."""
        return tuple(seat.person for seat in self.seats if seat.status is not Status.ABSENT)

    @property
    def living(self) -> tuple[int, ...]:
        """Numbers of the living, ascending."""
        return tuple(n for n, s in enumerate(self.seats, 1) if s.alive)

    @property
    def all_days(self) -> tuple[DayRecord, ...]:
        """Every day as it stands, the running one (or the one that ended the game) included."""
        return self.days if self.today is None else (*self.days, self.today)

    @property
    def over(self) -> bool:
        return isinstance(self.phase, Ended)
