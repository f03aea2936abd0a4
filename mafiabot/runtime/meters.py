"""What the shell tells whoever counts and measures: plain numbers, never a table, a person or a secret.

Nothing that depends on who has which role is told, not even how often: presses that only some roles may make
(`SECRET`) are left out altogether.
"""

from enum import StrEnum
from typing import Protocol

from mafiabot.engine import commands as cmd
from mafiabot.engine.refusals import Reason

SECRET = (cmd.WritePlan, cmd.WriteSign, cmd.Shoot, cmd.Check)
"""What becomes of these depends on the role of whoever pressed."""


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


NO_METERS = NoMeters()
