"""The protocol of one game: everything that happened, as plain data, derived from the event log alone.

Numbers of days and nights are the internal ones (0 is the first); the ruleset's `first_day_label` is what
people see added. Moments end in `_ms` (epoch milliseconds, host's clock). What the judge gives after the end
(awards, penalties) and protests are not part of it: they are kept beside it. After an undo the protocol holds
what counts, and what was undone stands under the undo. Documented for readers in docs/protocol.md.
"""

from dataclasses import dataclass

from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.protocol_fact_types import Fact, FactKind, Moment, UndoEntry, When
from mafiabot.engine.ruleset import Preset, Ruleset
from mafiabot.engine.state import (
    BestMove,
    CheckRecord,
    Nomination,
    Outcome,
    RaiseRecord,
    Role,
    RoundRecord,
    SpeechKind,
    Status,
)

__all__ = [
    "PROTOCOL_SCHEMA",
    "Departure",
    "Fact",
    "FactKind",
    "Floor",
    "JudgeTerm",
    "Moment",
    "NoShots",
    "PauseEntry",
    "Protocol",
    "ProtocolDay",
    "ProtocolFoul",
    "ProtocolNight",
    "ProtocolSeat",
    "Sealed",
    "Shot",
    "Sign",
    "Substitution",
    "TeamLoss",
    "UndoEntry",
    "When",
]

PROTOCOL_SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolSeat:
    """As at the end. `role` None and `user_id` 0: nobody sat there. `fouls`: those that stand."""

    number: int
    user_id: int
    name: str
    role: Role | None
    status: Status
    fouls: int = 0
    disqualified: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolDay:
    """`opener`: who really opened. `lost`: whose speech was lost. `left`: voted out, in ballot order.

    `cancelled`: a removal cancelled the vote; `unfinished` is then the round it broke off, without leaders.
    `skipped`: why no vote was held (a cause of `VoteSkipped`), None if one was. `stayed`: leaders of a first
    day's vote that removes nobody.
    """

    number: int
    opener: int
    speakers: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    nominations: tuple[Nomination, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    unfinished: RoundRecord | None = None
    raise_vote: RaiseRecord | None = None
    left: tuple[int, ...] = ()
    cancelled: bool = False
    skipped: str | None = None
    stayed: tuple[int, ...] = ()

    @property
    def ties(self) -> tuple[tuple[int, ...], ...]:
        """The tied seats of every round that ended in a tie, in order."""
        return tuple(one.leaders for one in self.rounds if len(one.leaders) > 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    by: int
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolNight:
    """Combat night `number` (1 follows day 0). `victim` None: nobody was killed.

    `ended` False: the game was over before the night was.
    """

    number: int
    shots: tuple[Shot, ...] = ()
    victim: int | None = None
    don_check: CheckRecord | None = None
    sheriff_check: CheckRecord | None = None
    ended: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """One floor as it was given. `ended_ms` None: the game ended in it. `cause`: of `SpeechEnded`.

    `decided`: a last word after the game was decided.
    """

    kind: SpeechKind
    seat: int
    day: int
    given_ms: int
    granted_ms: int
    ended_ms: int | None = None
    cause: str | None = None
    decided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolFoul:
    """`number`: which of his it was (1–4). `taken_back`: the judge took it back, it does not count.

    `by`: user id of the judge; None: the bot itself, for an outcry.
    """

    seat: int
    number: int
    reason: FoulReason
    text: str
    by: int | None
    moment: Moment
    taken_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """Who left otherwise than by vote or shot. `removed`: disqualified.

    `by`: user id of who removed him; None: he himself, his absence, or his fourth foul.
    """

    seat: int
    cause: GoneCause
    removed: bool
    text: str
    by: int | None
    moment: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLoss:
    """The judge awarded the game to the other team. `by`: user id of the judge."""

    seat: int
    text: str
    by: int
    moment: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseEntry:
    """`until_ms` None: the game still pauses. `by`: user id."""

    from_ms: int
    until_ms: int | None
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitution:
    """`former` sat there before, `user_id` plays on; `by` is the judge: all user ids."""

    seat: int
    former: int
    former_name: str
    user_id: int
    by: int
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeTerm:
    """Who judged from `from_ms` on (user ids); the last entry is who judged at the end."""

    judge: int | None
    co_judge: int | None
    from_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A black's short text to the others (`plan_mode: static_or_dynamic`)."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShots:
    """Living black who did not shoot that night, where the rules forbid it."""

    night: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """For the judge's eyes, after the end: he may charge a game error for it."""

    no_shots: tuple[NoShots, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """`sealed` None: left out for a reader who is not the game's judge.

    `explicit_deal`: the roles were given, not drawn, and there is no seed. `seating` as in `Dealt`.
    `words`: what players added to the deal, by the numbers before seats were drawn; empty if nobody did.
    `dealt_ms`, `ended_ms`, `outcome` None: not yet. `interventions`: what the judge did to clocks and floors.
    """

    schema: int = PROTOCOL_SCHEMA
    game_id: str
    guild_id: int
    channel_id: int
    number: int | None
    locale: str
    ruleset: Ruleset
    seed: str | None
    commitment: str | None
    explicit_deal: bool
    seating: tuple[int, ...]
    opened_ms: int
    dealt_ms: int | None
    ended_ms: int | None
    host_id: int
    judges: tuple[JudgeTerm, ...]
    seats: tuple[ProtocolSeat, ...]
    plan: tuple[int, ...]
    signs: tuple[Sign, ...]
    days: tuple[ProtocolDay, ...]
    nights: tuple[ProtocolNight, ...]
    best_move: BestMove | None
    floors: tuple[Floor, ...]
    fouls: tuple[ProtocolFoul, ...]
    departures: tuple[Departure, ...]
    team_loss: TeamLoss | None
    interventions: tuple[Fact, ...]
    undos: tuple[UndoEntry, ...]
    pauses: tuple[PauseEntry, ...]
    substitutions: tuple[Substitution, ...]
    outcome: Outcome | None
    sealed: Sealed | None
    words: tuple[str, ...] = ()

    @property
    def preset(self) -> Preset:
        return self.ruleset.preset

    @property
    def judge_ids(self) -> tuple[int, ...]:
        """Judge and co-judge at the end: who may see what is sealed, and award."""
        last = self.judges[-1] if self.judges else None
        return () if last is None else tuple(i for i in (last.judge, last.co_judge) if i is not None)

    def seat(self, number: int) -> ProtocolSeat:
        """Seat `number` (from 1). Raises `IndexError` where there is none."""
        if number < 1:
            raise IndexError(number)
        return self.seats[number - 1]
