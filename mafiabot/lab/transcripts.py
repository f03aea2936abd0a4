"""What a recorded game is made of: strict, and exactly what docs/transcripts.md writes down.

What has to be right between its parts, and the files, are in `replay_files`.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mafiabot.engine.overrides import PRESETS, Overridden, overridden
from mafiabot.engine.ruleset import Preset
from mafiabot.engine.state import Role

SeatNumber = Annotated[int, Field(ge=1)]
Seats = tuple[SeatNumber, ...]
RecordId = Annotated[str, Field(min_length=1)]

Unit = tuple[int, int]
"""A part of a game, in the order of play: (n, 0) is night n, (n, 1) is day n."""


class FoulKind(StrEnum):
    FOUL = "foul"
    TECH = "tech"


class RemovalReason(StrEnum):
    """`TEAM_LOSS`: of our own games only; the game goes to the other team."""

    FOULS = "fouls"
    GAVE_UP = "gave_up"
    KICKED_OUT = "kicked_out"
    TEAM_LOSS = "team_loss"


class When(StrEnum):
    NIGHT = "night"
    NIGHT_FAREWELL = "night_farewell"
    SPEECH = "speech"
    VOTE = "vote"
    DEFENCE = "defence"
    FAREWELL = "farewell"
    UNKNOWN = "unknown"


class Note(StrEnum):
    """A known oddity of the record."""

    OPENER = "opener"
    CHECK_OF_DEAD = "check_of_dead"
    NOM_OF_DEAD = "nom_of_dead"
    SHOTS_INCOMPLETE = "shots_incomplete"


class SpecialRule(StrEnum):
    """`day0_vote: speech_only`, `raise_two_of_four: false`."""

    FIRST_DAY_STAYS = "first day: nobody leaves"
    TWO_OF_FOUR_STAYS = "two of four: nobody leaves"


class _Record(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Rules(_Record):
    """A preset, and the options in which the game differed from it."""

    preset: Preset
    overrides: dict[str, Any]

    def overridden(self) -> Overridden:
        return overridden(PRESETS[self.preset], self.overrides)


class Nominated(_Record):
    by: SeatNumber
    seat: SeatNumber


class Round(_Record):
    """`ballots`: voter → candidate; an unused vote stands on the last candidate already."""

    candidates: Annotated[Seats, Field(min_length=1)]
    ballots: dict[SeatNumber, SeatNumber]

    @model_validator(mode="after")
    def _ballots_on_candidates(self) -> Self:
        stray = sorted(voter for voter, seat in self.ballots.items() if seat not in self.candidates)
        if stray:
            raise ValueError(f"ballots of {stray} are on no candidate")
        return self


class Raise(_Record):
    """`yes` is None where only the outcome is known."""

    yes: Seats | None
    passed: bool


class Day(_Record):
    """`day` 0 is the first. `opener`, `speakers`: None where they were not recorded."""

    day: Annotated[int, Field(ge=0)]
    opener: SeatNumber | None
    speakers: Seats | None
    nominations: tuple[Nominated, ...]
    rounds: tuple[Round, ...]
    raise_vote: Raise | None = Field(alias="raise")
    vote_cancelled: bool
    left: Seats


class Night(_Record):
    """`night` 1 follows day 0. `shots`: black seat → target."""

    night: Annotated[int, Field(ge=1)]
    shots: dict[SeatNumber, SeatNumber | None]
    victim: SeatNumber | None
    don_check: SeatNumber | None
    sheriff_check: SeatNumber | None


class Placed(_Record):
    """`speaker`: whose speech it was. `round`: how many rounds of the vote it followed."""

    seat: SeatNumber
    when: When
    day: Annotated[int, Field(ge=0)] | None = None
    night: Annotated[int, Field(ge=0)] | None = None
    speaker: SeatNumber | None = None
    round: Annotated[int, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _by_day_or_by_night(self) -> Self:
        if (self.day is None) == (self.night is None):
            raise ValueError("either day or night is given")
        return self

    @property
    def unit(self) -> Unit:
        """The morning belongs to the day, whichever of the two it was recorded by."""
        if self.night is None:
            return self.day or 0, 1
        return self.night, int(self.when is When.NIGHT_FAREWELL)


class Foul(Placed):
    kind: FoulKind


class Removal(Placed):
    reason: RemovalReason


class BestMove(_Record):
    by: SeatNumber
    seats: Seats


class Game(_Record):
    """`roles[n - 1]` is seat n's; None where nobody sat, which are the seats of `absent`.

    `winner`: a draw is of our own games only.
    """

    id: RecordId
    rules: Rules
    roles: Annotated[tuple[Role | None, ...], Field(min_length=1)]
    absent: Seats
    days: tuple[Day, ...]
    nights: tuple[Night, ...]
    fouls: tuple[Foul, ...]
    removals: tuple[Removal, ...]
    best_move: BestMove | None
    winner: Literal["red", "black", "draw"]
    notes: tuple[Note, ...]

    @model_validator(mode="after")
    def _absent_are_without_role(self) -> Self:
        without = {seat for seat, role in enumerate(self.roles, start=1) if role is None}
        if set(self.absent) != without:
            raise ValueError(f"absent are {sorted(self.absent)}, without a role {sorted(without)}")
        return self

    def day(self, number: int) -> Day | None:
        return next((day for day in self.days if day.day == number), None)

    def night(self, number: int) -> Night | None:
        return next((night for night in self.nights if night.night == number), None)


class VoteCase(_Record):
    """One day's vote on its own. `order_known` False: the order of nomination was inferred."""

    id: RecordId
    day: Annotated[int, Field(ge=0)]
    at_table: Seats
    candidates_in_order: Seats
    order_known: bool
    rounds: Annotated[tuple[Round, ...], Field(min_length=1)]
    raise_vote: Raise | None = Field(alias="raise")
    left: Seats
    tags: tuple[str, ...]
    special_rule: SpecialRule | None
