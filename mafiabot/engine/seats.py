"""A seat: who sits there, which role he has, where he stands, and whether he can be heard."""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine.person import Person


class Role(StrEnum):
    CIVILIAN = "civilian"
    SHERIFF = "sheriff"
    MAFIA = "mafia"
    DON = "don"

    @property
    def black(self) -> bool:
        return self in (Role.MAFIA, Role.DON)


class Status(StrEnum):
    """Where a seat stands. `GONE` = walked out, gave up, unseated; `REMOVED` = disqualified.

    `ABSENT`: nobody sat there when the game began; the number stays.
    """

    ALIVE = "alive"
    VOTED_OUT = "voted_out"
    KILLED = "killed"
    GONE = "gone"
    REMOVED = "removed"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    """Out of the table's channel: `counted_ms` so far, and the count runs on since `since_ms` if set.

    `asked`: it has been long enough, and the judge has not said yet whether to wait.
    """

    counted_ms: int = 0
    since_ms: int | None
    asked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """`reconnect_used_ms`: how much of `reconnect_s` his speeches have used up in this game.

    `fouls`: those that stand. `owes_speech`: his next ordinary speech is lost or short (third foul).
    `disqualified`: removed, though he may have been voted out or killed before (then `status` says so).
    """

    person: Person
    role: Role | None = None
    status: Status = Status.ALIVE
    away: Away | None = None
    mic_open: bool = False
    reconnect_used_ms: int = 0
    fouls: int = 0
    owes_speech: bool = False
    disqualified: bool = False

    @property
    def alive(self) -> bool:
        return self.status is Status.ALIVE
