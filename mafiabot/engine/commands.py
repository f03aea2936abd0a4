"""What can be asked of a game: four unions of imperatives (player, moderator, judge, system).

Players are named by Discord user id, resolved to a seat by `decide`. A press carries two readings of
when it was made, because windows are judged on Discord's clock and everything else on ours.
"""

from dataclasses import dataclass

from mafiabot.engine.commands_judge import (
    CallTeamLoss,
    ChangeTime,
    EndPhase,
    GiveFloor,
    GiveFoul,
    HandOver,
    JudgeCommand,
    NameBestMoveFor,
    NameCoJudge,
    NominateFor,
    RemovePlayer,
    SkipSpeech,
    Substitute,
    TakeFoulBack,
    Undo,
    WaitFor,
)
from mafiabot.engine.person import Person, Press
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import NightStep

__all__ = [
    "AddWord",
    "AnswerRaise",
    "CallTeamLoss",
    "CastVote",
    "ChangeTime",
    "Check",
    "Command",
    "ConfirmReady",
    "CryOut",
    "DeadlineReached",
    "EndPhase",
    "FinishSpeech",
    "GiveFloor",
    "GiveFoul",
    "GiveUp",
    "HandOver",
    "Join",
    "JudgeCommand",
    "Leave",
    "ModeratorCommand",
    "NameBestMove",
    "NameBestMoveFor",
    "NameCoJudge",
    "Nominate",
    "NominateFor",
    "OpenHand",
    "OpenTable",
    "Pause",
    "Person",
    "PlayerCommand",
    "Press",
    "Recovered",
    "RemovePlayer",
    "Resume",
    "Shoot",
    "SkipSpeech",
    "StartGame",
    "StopGame",
    "Substitute",
    "SwapSeats",
    "SystemCommand",
    "TableCommand",
    "TakeFoulBack",
    "Undo",
    "Unseat",
    "VoiceObserved",
    "VoidGame",
    "WaitFor",
    "WindowLost",
    "WindowShown",
    "WritePlan",
    "WriteSign",
]


# --- the table -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """Decided on no state at all. `seated`/`waiting` carry people over from the last game (rematch).

    `judge_sees_roles`, `deal_words`: the guild's settings, pinned into the game like its ruleset.
    """

    game_id: str
    guild_id: int
    channel_id: int
    host: Person
    ruleset: Ruleset
    locale: str
    seated: tuple[Person, ...] = ()
    waiting: tuple[Person, ...] = ()
    judge_sees_roles: bool = False
    deal_words: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame:
    """Opens the ready check. `seed`: 32 random bytes as lower-case hex.

    `in_voice`: ids of the users seen in the table's channel; who starts the game from there without
    being seated judges it.
    """

    by: int
    seed: str
    game_number: int
    in_voice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSeats:
    by: int
    first: int
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseat:
    """A moderator takes a seat from somebody: out of the lobby, or out of the game (gone at once)."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StopGame:
    """Closes the table: a lobby is dissolved, a running game ends without a result."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidGame:
    """Annuls a running game: it never counts."""

    by: int


# what a moderator asks of a table that stands
TableCommand = StartGame | SwapSeats | Unseat | Pause | Resume | StopGame | VoidGame

ModeratorCommand = OpenTable | TableCommand


# --- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Leaves the lobby or the waiting list; in a game the command is `GiveUp`."""

    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmReady:
    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AddWord:
    """A word that is mixed into the deal, instead of his former one; empty takes that one back."""

    user_id: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHand:
    """The player looked at his hand; recorded during the deal, harmless later."""

    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePlan:
    """The whole plan as it now stands, first combat night first (1–9 seats, or none to clear it)."""

    user_id: int
    seats: tuple[int, ...]
    press: Press


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteSign:
    """One short text to the other black in the mafia minute; of anybody else it is kept nowhere."""

    user_id: int
    text: str
    press: Press


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominate:
    """`floor`: the ordinal of the floor whose control was pressed; a press for another one is refused."""

    user_id: int
    floor: int
    seat: int
    press: Press


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishSpeech:
    """`floor` as in `Nominate`: a press for a former turn never ends the present one."""

    user_id: int
    floor: int
    press: Press


@dataclass(frozen=True, slots=True, kw_only=True)
class CryOut:
    """A player without the floor wants to be heard for `outcry_s`, and takes a foul for it."""

    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote:
    """`window_no` and `candidate` come from the pressed window's custom_id: a stale one is recognised."""

    user_id: int
    window_no: int
    candidate: int
    press: Press


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRaise:
    user_id: int
    window_no: int
    yes: bool
    press: Press


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot:
    """`night` comes from the hand's custom_id. `seat` None takes the shot back (= no shot)."""

    user_id: int
    night: int
    seat: int | None
    press: Press


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The don's or the sheriff's check; anybody else's press is answered alike and recorded nowhere.

    `step`: whose step's control was pressed, so that a late press of the don's is no check of the
    sheriff's; None: whichever it is.
    """

    user_id: int
    night: int
    seat: int
    press: Press
    step: NightStep | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameBestMove:
    user_id: int
    seats: tuple[int, ...]
    press: Press


PlayerCommand = (
    Join
    | Leave
    | ConfirmReady
    | AddWord
    | OpenHand
    | GiveUp
    | WritePlan
    | WriteSign
    | Nominate
    | FinishSpeech
    | CryOut
    | CastVote
    | AnswerRaise
    | Shoot
    | Check
    | NameBestMove
)


# --- the bot itself ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineReached:
    """The moment `deadline(state)` names has come; one of another generation is ignored."""

    generation: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceObserved:
    """A seated person's voice state as the gateway told it.

    `present`: in the table's channel. `open`: present, not server-muted, not suppressed, not timed out
    (self-mute does not count against it). `at_ms`: host clock, when the bot observed it.
    """

    user_id: int
    present: bool
    open: bool
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowShown:
    """The window's message was published. `message_ms`: its snowflake; `host_ms`: the same on our clock."""

    window_no: int
    message_ms: int
    host_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowLost:
    """Somebody has deleted the window's message: nobody can press it any more."""

    window_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """A process took the table over after `down_ms` without sign of life; clocks are credited.

    `told`: the table was told that it stands still meanwhile, so that all of it is given back.
    """

    down_ms: int
    told: bool = False


SystemCommand = DeadlineReached | VoiceObserved | WindowShown | WindowLost | Recovered

Command = ModeratorCommand | PlayerCommand | JudgeCommand | SystemCommand
