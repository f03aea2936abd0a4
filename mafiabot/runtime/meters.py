"""What the shell tells whoever counts and measures: plain numbers, never a table, a person or a secret.

Nothing that depends on who has which role is told, not even how often something happens: at night everybody's
presses are committed or refused alike.
"""

from enum import StrEnum
from typing import Protocol

from mafiabot.engine.refusals import Reason


class CommitEnd(StrEnum):
    """What became of a commit; `LOST`: the store did not answer."""

    APPLIED = "applied"
    REPEATED = "repeated"
    CONFLICT = "conflict"
    TAKEN = "taken"
    LOST = "lost"


class EditTrouble(StrEnum):
    """Why a member edit came to nothing: he was not in voice, Discord did not let us, or it failed."""

    NOT_IN_VOICE = "not_in_voice"
    REFUSED = "refused"
    FAILED = "failed"


class Route(StrEnum):
    """Kinds of requests to Discord."""

    MEMBER_EDIT = "member_edit"
    STAGE_EDIT = "stage_edit"
    VOICE_STATE = "voice_state"
    MESSAGE_POST = "message_post"
    MESSAGE_EDIT = "message_edit"
    MESSAGE_READ = "message_read"
    PRESS_ANSWER = "press_answer"  # the first answer to an interaction; what follows it is not counted
    COMMANDS = "commands"
    GATEWAY = "gateway"
    OTHER = "other"


class GatewayEvent(StrEnum):
    """What becomes of a shard's connection; identifies are limited to a thousand a day."""

    IDENTIFY = "identify"
    READY = "ready"
    RESUMED = "resumed"
    DISCONNECTED = "disconnected"


class Reference(StrEnum):
    """Whose clock this process's is compared with."""

    DISCORD = "discord"
    STORE = "store"


class Meters(Protocol):
    """Every method returns at once and never raises."""

    def deadline_fired(self, late_ms: int) -> None:
        """A deadline was dealt with so long after its moment."""
        ...

    def loop_turned(self, late_ms: int) -> None:
        """A sleep on the event loop took so much longer than it should have."""
        ...

    def committed(self, end: CommitEnd, took_us: int) -> None: ...

    def refused(self, reason: Reason) -> None: ...

    def edit_wanted(self) -> None:
        """A member's microphone is to be changed; however often it takes, this is told once."""
        ...

    def edit_sent(self) -> None: ...

    def edit_observed(self, took_ms: int) -> None:
        """What was wanted has been seen, so long after the wish."""
        ...

    def edit_failed(self, trouble: EditTrouble) -> None: ...

    def answered(self, took_us: int, *, deferred: bool) -> None:
        """A press has its outcome; `deferred`: Discord was asked to wait for it."""
        ...

    def clock_compared(self, reference: Reference, offset_us: int) -> None:
        """The reference's clock minus ours."""
        ...

    def discord_answered(self, route: Route, status: int | None, took_us: int) -> None:
        """`status`: of HTTP; None: there was no answer."""
        ...

    def rate_limited(self, route: Route, scope: str) -> None:
        """A 429; `scope` as Discord says it: user, global, shared, or unknown."""
        ...

    def gateway(self, event: GatewayEvent) -> None: ...


class NoMeters:
    """Where nobody measures."""

    def deadline_fired(self, late_ms: int) -> None: ...

    def loop_turned(self, late_ms: int) -> None: ...

    def committed(self, end: CommitEnd, took_us: int) -> None: ...

    def refused(self, reason: Reason) -> None: ...

    def edit_wanted(self) -> None: ...

    def edit_sent(self) -> None: ...

    def edit_observed(self, took_ms: int) -> None: ...

    def edit_failed(self, trouble: EditTrouble) -> None: ...

    def answered(self, took_us: int, *, deferred: bool) -> None: ...

    def clock_compared(self, reference: Reference, offset_us: int) -> None: ...

    def discord_answered(self, route: Route, status: int | None, took_us: int) -> None: ...

    def rate_limited(self, route: Route, scope: str) -> None: ...

    def gateway(self, event: GatewayEvent) -> None: ...


NO_METERS = NoMeters()
