"""What has happened: past tense, each with the moment it was decided (`at_ms`, host's clock).

Which events the table may see is not in `QUIET`; the public step counter moves with exactly those.
An event carries what was decided, never what can be read off the state before it.
"""

from mafiabot.engine.events_day import (
    BestMoveNamed,
    ClockStarted,
    ClockStopped,
    DayBroke,
    FloorGiven,
    Nominated,
    RaiseAnswered,
    RaiseDecided,
    RaiseDue,
    RoundDecided,
    SettlingBegan,
    SpeechCredited,
    SpeechEnded,
    TieDeclared,
    VoteCast,
    VotedOut,
    VoteOpened,
    VoteSkipped,
    WindowClosed,
    WindowDue,
    WindowOpened,
)
from mafiabot.engine.events_night import (
    IdlePicked,
    NightEnded,
    NightFell,
    NightStepBegan,
    PlanWritten,
    SeatChecked,
    ShotFired,
)
from mafiabot.engine.events_table import (
    Dealt,
    DowntimeExcused,
    GameEnded,
    GamePaused,
    GameResumed,
    HandOpened,
    HandsUnopened,
    Happened,
    LobbyLeft,
    MicSeen,
    PauseOverdue,
    PlayerGone,
    PlayerJoined,
    PlayerQueued,
    ReadyCheckFailed,
    ReadyCheckStarted,
    ReadyConfirmed,
    SeatsSwapped,
    TableOpened,
)

__all__ = [
    "QUIET",
    "BestMoveNamed",
    "ClockStarted",
    "ClockStopped",
    "DayBroke",
    "Dealt",
    "DowntimeExcused",
    "Event",
    "FloorGiven",
    "GameEnded",
    "GamePaused",
    "GameResumed",
    "HandOpened",
    "HandsUnopened",
    "Happened",
    "IdlePicked",
    "LobbyLeft",
    "MicSeen",
    "NightEnded",
    "NightFell",
    "NightStepBegan",
    "Nominated",
    "PauseOverdue",
    "PlanWritten",
    "PlayerGone",
    "PlayerJoined",
    "PlayerQueued",
    "RaiseAnswered",
    "RaiseDecided",
    "RaiseDue",
    "ReadyCheckFailed",
    "ReadyCheckStarted",
    "ReadyConfirmed",
    "RoundDecided",
    "SeatChecked",
    "SeatsSwapped",
    "SettlingBegan",
    "ShotFired",
    "SpeechCredited",
    "SpeechEnded",
    "TableOpened",
    "TieDeclared",
    "VoteCast",
    "VoteOpened",
    "VoteSkipped",
    "VotedOut",
    "WindowClosed",
    "WindowDue",
    "WindowOpened",
    "is_public",
]

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
    | DowntimeExcused
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
