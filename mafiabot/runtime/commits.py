"""One atomic step of the live store, as the shell asks for it, and what became of it."""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """One atomic step: if the stored `seq` is `expected_seq`, write state, events and due time.

    `expected_seq` 0 = the game must not exist. `command_id` (None for the bot's own commands) is kept with
    the state: a repeat is recognised; `also`: ids of further commands that are in it. `claims`: user ids that
    are seated or waiting while the game runs; `state.over` releases them and the channel. `due_ms` None: the
    state waits for nothing.
    """

    state: GameState
    events: tuple[Event, ...]
    expected_seq: int
    command_id: str | None
    claims: tuple[int, ...]
    due_ms: int | None
    also: tuple[str, ...] = ()


class CommitStatus(StrEnum):
    APPLIED = "applied"
    REPEATED = "repeated"  # this command id is in the log already
    CONFLICT = "conflict"  # the stored seq is another
    CHANNEL_TAKEN = "channel_taken"
    MEMBER_TAKEN = "member_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitResult:
    """`taken_by`: the user id that is claimed elsewhere (`MEMBER_TAKEN`)."""

    status: CommitStatus
    taken_user: int | None = None
