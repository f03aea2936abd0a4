"""What has happened: past tense, each with the moment it was decided (`at_ms`, host's clock).

Which events the table may see is not in `QUIET`; the public step counter moves with exactly those.
An event carries what was decided, never what can be read off the state before it.
"""

from dataclasses import dataclass

from mafiabot.engine.commands import Person
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import (
    GoneCause,
    NightStep,
    Outcome,
    Role,
    RoundRecord,
    TalkStage,
    Turn,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    at_ms: int


# --- lobby and deal ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Happened):
    game_id: str
    guild_id: int
    channel_id: int
    host: Person
    ruleset: Ruleset
    locale: str
    seated: tuple[Person, ...]
    waiting: tuple[Person, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerJoined(Happened):
    """Takes the next number."""

    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerQueued(Happened):
    """The table is full; waits in order."""

    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyLeft(Happened):
    """Out of the lobby or the waiting list; the gap closes and the first waiting person moves up."""

    user_id: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsSwapped(Happened):
    first: int
    second: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCheckStarted(Happened):
    """The commitment becomes public; the seed stays secret."""

    seed: str
    commitment: str
    game_number: int
    until_ms: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyConfirmed(Happened):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCheckFailed(Happened):
    """Back to the lobby. `missing`: seats that did not confirm (or left)."""

    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Happened):
    """`roles` by seat. `until_ms`: end of the time to open hands."""

    roles: tuple[Role, ...]
    until_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOpened(Happened):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsUnopened(Happened):
    """The time to open hands is over; these never did (told to the moderator; the game goes on)."""

    seats: tuple[int, ...]


# --- night ---------------------------------------------------------------------------------------


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
class ShotFired(Happened):
    """`target` None: the shot was taken back."""

    seat: int
    target: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChecked(Happened):
    """The don's or sheriff's check of the step; `hit` as in `CheckRecord`."""

    by: int
    seat: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IdlePicked(Happened):
    """A press that means nothing (a civilian's), kept so that every hand behaves alike."""

    seat: int
    target: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NightEnded(Happened):
    """The batch of the night: who was killed, or nobody (never why)."""

    victim: int | None


# --- day -----------------------------------------------------------------------------------------


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
    """Dropped, suppressed, timed out or paused at `from_ms`; what ran so far is spent."""

    from_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechCredited(Happened):
    """Downtime given back: the granted time grows by `credit_ms`."""

    credit_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechEnded(Happened):
    """`cause`: time · finished · forfeit · gone. `ended_ms`: the moment it ended."""

    seat: int
    cause: str
    ended_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominated(Happened):
    by: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMoveNamed(Happened):
    by: int
    seats: tuple[int, ...]


# --- vote ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlingBegan(Happened):
    until_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteSkipped(Happened):
    """`cause`: nobody_nominated · single_on_first_day · cancelled."""

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
    """`message_ms` Discord's clock, `ends_at_ms` ours. `estimated`: its message was not seen in time."""

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


# --- people, pauses, the end ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerGone(Happened):
    seat: int
    cause: GoneCause


@dataclass(frozen=True, slots=True, kw_only=True)
class MicSeen(Happened):
    """A seated person's presence or openness changed, seen at `seen_ms`."""

    seat: int
    present: bool
    open: bool
    seen_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePaused(Happened):
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseOverdue(Happened):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResumed(Happened):
    """Clocks go on: ends that were in the future are moved by the pause's length."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Happened):
    """The verdict; roles and seed become public. `outcome` None: the lobby was dissolved."""

    outcome: Outcome | None
    by: int | None


Event = (
    TableOpened
    | PlayerJoined
    | PlayerQueued
    | LobbyLeft
    | SeatsSwapped
    | ReadyCheckStarted
    | ReadyConfirmed
    | ReadyCheckFailed
    | Dealt
    | HandOpened
    | HandsUnopened
    | NightFell
    | NightStepBegan
    | PlanWritten
    | ShotFired
    | SeatChecked
    | IdlePicked
    | NightEnded
    | DayBroke
    | FloorGiven
    | ClockStarted
    | ClockStopped
    | SpeechCredited
    | SpeechEnded
    | Nominated
    | BestMoveNamed
    | SettlingBegan
    | VoteSkipped
    | VoteOpened
    | WindowDue
    | WindowOpened
    | VoteCast
    | WindowClosed
    | RoundDecided
    | TieDeclared
    | RaiseDue
    | RaiseAnswered
    | RaiseDecided
    | VotedOut
    | PlayerGone
    | MicSeen
    | GamePaused
    | PauseOverdue
    | GameResumed
    | GameEnded
)

QUIET: tuple[type[Happened], ...] = (
    HandOpened,
    HandsUnopened,
    PlanWritten,
    ShotFired,
    SeatChecked,
    IdlePicked,
    VoteCast,
    RaiseAnswered,
    MicSeen,
    ClockStarted,
    ClockStopped,
    SpeechCredited,
)


def is_public(event: Event) -> bool:
    """Whether the public step counter moves with this event."""
    return not isinstance(event, QUIET)
