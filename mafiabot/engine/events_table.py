"""Events of the table itself: lobby, deal, people coming and going, pauses, the end.

Each carries the moment it was decided (`at_ms`, host's clock) and only what cannot be read off the state.
"""

from dataclasses import dataclass

from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.person import Person
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import Outcome, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    at_ms: int


# --- lobby and deal -----------------------------------------------------------------------------------


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
    judge_sees_roles: bool = False
    deal_words: bool = False


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
class WordAdded(Happened):
    """How many have added one is public at once, the words only at the end. Empty: taken back."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCheckFailed(Happened):
    """Back to the lobby. `missing`: seats that did not confirm (or left)."""

    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Happened):
    """`roles` by seat, None where the number is nobody's. `until_ms`: end of the time to open hands.

    `seating`, where seats are drawn: seat n goes to who sat on `seating[n - 1]`, to nobody if that is past
    the last who sat; empty = as they sat. `explicit`: the roles were given, not drawn.
    """

    roles: tuple[Role | None, ...]
    until_ms: int
    seating: tuple[int, ...] = ()
    explicit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOpened(Happened):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsUnopened(Happened):
    """The time to open hands is over; these never did (told to the moderator; the game goes on)."""

    seats: tuple[int, ...]


# --- people, pauses, the end --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerGone(Happened):
    """`removed`: disqualified. `by`: the judge or moderator who did it; None: he himself, or his absence."""

    seat: int
    cause: GoneCause
    removed: bool = False
    by: int | None = None
    text: str = ""


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
class DowntimeExcused(Happened):
    """Nobody judged the table for `down_ms`: absences move by it, and the end of a timed phase.

    `told`: the table knew that it stood still. `moves`: the end moves though it is still ahead; without it
    (an older log) only one that has passed, or where all were told.
    """

    down_ms: int
    told: bool = False
    moves: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDecided(Happened):
    """The verdict is certain, and words that precede it are still to come; nobody is told."""

    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Happened):
    """The verdict; roles and seed become public. `outcome` None: the lobby was dissolved."""

    outcome: Outcome | None
    by: int | None


TableEvent = (
    PlayerJoined
    | PlayerQueued
    | LobbyLeft
    | SeatsSwapped
    | ReadyCheckStarted
    | ReadyConfirmed
    | WordAdded
    | ReadyCheckFailed
    | Dealt
    | HandOpened
    | HandsUnopened
    | PlayerGone
    | MicSeen
    | GamePaused
    | PauseOverdue
    | GameResumed
    | DowntimeExcused
    | GameDecided
    | GameEnded
)
