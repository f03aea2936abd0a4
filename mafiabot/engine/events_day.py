"""Events of the day: floors and their clocks, nominations, the vote and the raise vote."""

from dataclasses import dataclass

from mafiabot.engine.events_table import Happened
from mafiabot.engine.ruleset import ThirdFoul
from mafiabot.engine.state import RoundRecord, TalkStage, Turn

# --- day ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DayBroke(Happened):
    """Day `number` begins. `opener`: who will speak first."""

    number: int
    opener: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorGiven(Happened):
    """A floor begins; `queue` is who follows in this stage."""

    stage: TalkStage
    turn: Turn
    queue: tuple[Turn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStarted(Happened):
    """The floor's clock runs from `from_ms`. `seen_open` False: started though never seen open (mic_wait)."""

    from_ms: int
    seen_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStopped(Happened):
    """Dropped, suppressed or timed out at `from_ms`; what ran so far is spent. (A pause stops it too.)"""

    from_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechCredited(Happened):
    """Downtime given back: the granted time grows by `credit_ms`; a clock that waits just waits longer."""

    credit_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechEnded(Happened):
    """`cause`: time · finished · forfeit · skipped · gone · cancelled (with the vote) · interrupted.

    `ended_ms`: when it ended. Interrupted: the judge gave the floor to somebody else, the rest follows.
    """

    seat: int
    cause: str
    ended_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulServed(Happened):
    """The third foul's consequence at his turn: lost (with or without time to nominate), short or none."""

    seat: int
    how: ThirdFoul


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominated(Happened):
    by: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMoveNamed(Happened):
    by: int
    seats: tuple[int, ...]


# --- vote ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlingBegan(Happened):
    until_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteSkipped(Happened):
    """`cause`: nobody_nominated · single_on_first_day · none_on_first_day · cancelled · removal."""

    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteOpened(Happened):
    """A round of the vote (round 0 is the day's first): the list is read out."""

    round: int
    candidates: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowDue(Happened):
    """A window is asked for: its message is to be posted."""

    window_no: int
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOpened(Happened):
    """`message_ms` Discord's clock, `ends_at_ms` ours.

    `estimated`: its message was not seen in time; `message_ms` is then our own clock's.
    """

    window_no: int
    message_ms: int
    ends_at_ms: int
    estimated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteCast(Happened):
    voter: int
    candidate: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowClosed(Happened):
    """Closed and settled: these seats voted for this candidate; `unused` fell on him (last window only)."""

    candidate: int
    voters: tuple[int, ...]
    unused: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDecided(Happened):
    record: RoundRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class TieDeclared(Happened):
    """These are tied. `next`: defence · raise · night (nobody leaves)."""

    tied: tuple[int, ...]
    next: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyLeaves(Happened):
    """The first day's vote is decided, and its leaders stay. `cause`: speech_only · raise_only."""

    leaders: tuple[int, ...]
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseDue(Happened):
    window_no: int
    tied: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseAnswered(Happened):
    voter: int
    yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseDecided(Happened):
    tied: tuple[int, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VotedOut(Happened):
    """These leave by the vote, at the same time, in ballot order."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcryBegan(Happened):
    """He may be heard beside the owner of the floor; the foul for it has been given."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcryEnded(Happened):
    """His seconds are over. What else ends an outcry can be read off the state."""

    seat: int


DayEvent = (
    DayBroke
    | FloorGiven
    | ClockStarted
    | ClockStopped
    | SpeechCredited
    | SpeechEnded
    | FoulServed
    | Nominated
    | BestMoveNamed
    | SettlingBegan
    | OutcryBegan
    | OutcryEnded
)


VoteEvent = (
    VoteSkipped
    | VoteOpened
    | WindowDue
    | WindowOpened
    | VoteCast
    | WindowClosed
    | RoundDecided
    | TieDeclared
    | NobodyLeaves
    | RaiseDue
    | RaiseAnswered
    | RaiseDecided
    | VotedOut
)
