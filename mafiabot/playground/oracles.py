"""What a game must look like from outside: the evidence, and what an oracle says of it.

An oracle reads what clients received and the local Discord's truth. What it cannot know from there (how
long a speech was granted, how long a night lasts by the rules) is plain data in the evidence.
All moments are loop milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .audible import Interval
from .controls import controls, texts
from .errors import Json
from .views import Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """Something that must not happen; `moment` is where in the game (`day 1 speech 3 +20s`)."""

    at_ms: float
    moment: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A seat and its member; `found_muted` is his server mute before the table opened."""

    seat: int
    user_id: int
    name: str
    found_muted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """A speech by the judge's book; `disturbed`: dropped, muted by others, forfeit, paused, judge away.

    `first_ms`: where an undoing gave it back, when it was given first.
    """

    seat: int
    user_id: int
    kind: str
    given_ms: float
    ended_ms: float
    granted_ms: float
    cause: str
    disturbed: bool = False
    first_ms: float | None = None

    @property
    def announced(self) -> bool:
        """Whether it was said aloud by itself."""
        return self.first_ms is None

    @property
    def muted(self) -> bool:
        """A lost speech: he has the floor to nominate, and is not to be heard."""
        return self.kind == "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """A stretch in which somebody must not be heard (None: none of the players), and why."""

    why: str
    user_id: int | None
    from_ms: float
    until_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcry:
    """A stretch in which a player may be heard beside whoever has the floor, for a foul.

    `disturbed`: by a pause, or the judge was away.
    """

    user_id: int
    from_ms: float
    until_ms: float
    disturbed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """From `from_ms` on, until the next: who is in the game, and everybody's fouls (seat, how many)."""

    from_ms: float
    living: frozenset[int]
    fouls: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of time."""

    from_ms: float
    until_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """What a black has written to the others; nobody but those seats may ever read it before the end."""

    text: str
    seats: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSpan:
    """A night from its fall to the morning, and how long the rules want it to be."""

    number: int
    fell_ms: float
    over_ms: float
    expected_ms: float
    disturbed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberAtEnd:
    """A member when the run ends; `in_voice_since_ms` None: he is in no voice channel."""

    user_id: int
    found_muted: bool
    muted: bool
    in_voice_since_ms: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MicEdit:
    """A member edit that asked for `mute`, at Discord; `was_muted`: his server mute just before it."""

    at_ms: float
    user_id: int
    mute: bool
    was_muted: bool | None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """Somebody's press of a control of a message; `id` is the interaction's, stamped by Discord."""

    id: int
    at_ms: float
    user_id: int
    message_id: int
    custom_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """Something the local Discord noted: an unanswered click, an unknown route, a breach of the schema."""

    at_ms: float
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One game from outside.

    `messages`: the judge's public messages on a spectator's client, in order. `private`: what he told
    players on theirs. `open`: who could be heard in the table's channel. `given_up`: edits whose sender
    hung up before the answer. `muted_from_ms` … `verdict_ms`: when nobody without the floor may be heard.
    `marks`: (moment, name), ascending. `round_trip_ms`: the longest way there and back.
    `judge_saw`: what only the person who judges was shown. `owners`: whose a message of `private` is.
    `outcries`: ascending; by the rules each lets its player be heard for `outcry_ms`.
    `standings`: ascending. `no_votes`: when a removal had cancelled the vote that was to come.
    `estimated`: windows that were open by the judge's own clock, their message not seen in time.
    """

    language: str
    players: tuple[Player, ...]
    messages: tuple[Seen, ...]
    private: tuple[Seen, ...] = ()
    owners: Mapping[int, int] = field(default_factory=dict)
    judge_saw: tuple[Seen, ...] = ()
    open: tuple[Interval, ...] = ()
    floors: tuple[Floor, ...] = ()
    nights: tuple[NightSpan, ...] = ()
    silences: tuple[Silence, ...] = ()
    outcries: tuple[Outcry, ...] = ()
    outcry_ms: float = 0.0
    standings: tuple[Standing, ...] = ()
    no_votes: tuple[Span, ...] = ()
    estimated: tuple[Span, ...] = ()
    signs: tuple[Sign, ...] = ()
    members: tuple[MemberAtEnd, ...] = ()
    muted_from_ms: float = 0.0
    verdict_ms: float | None = None
    ended_ms: float = 0.0
    round_trip_ms: float = 0.0
    window_ms: float = 5000.0
    marks: tuple[tuple[float, str], ...] = ()
    edits: tuple[MicEdit, ...] = ()
    clicks: tuple[Click, ...] = ()
    given_up: tuple[Wrong, ...] = ()
    unanswered: tuple[Wrong, ...] = ()
    misused: tuple[Wrong, ...] = ()
    unknown_routes: tuple[Wrong, ...] = ()
    schema_errors: tuple[Wrong, ...] = ()

    def moment(self, at_ms: float) -> str:
        """The name of a moment, by the last mark before it."""
        last = next((mark for mark in reversed(self.marks) if mark[0] <= at_ms), None)
        if last is None:
            return "lobby"
        after_s = round((at_ms - last[0]) / 1000)
        return f"{last[1]} +{after_s}s" if after_s else last[1]

    def violation(self, at_ms: float, what: str) -> Violation:
        """`what` happened at a moment."""
        return Violation(at_ms=at_ms, moment=self.moment(at_ms), what=what)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a member."""
        return next((player.seat for player in self.players if player.user_id == user_id), None)

    @property
    def over_ms(self) -> float:
        """The verdict, or the end of a run that came to none."""
        return self.ended_ms if self.verdict_ms is None else self.verdict_ms

    @property
    def announcements(self) -> Iterator[Seen]:
        """Messages that came without a control: what the judge said aloud."""
        return (seen for seen in self.messages if next(controls(first(seen)), None) is None)


class Oracle(Protocol):
    """Looks at the evidence for one kind of wrong."""

    name: str

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """Everything of its kind that went wrong."""
        ...


def first(seen: Seen) -> Json:
    """A message as it first appeared."""
    return seen.versions[0][1] if seen.versions else seen.payload


def text_lines(payload: Json) -> list[str]:
    """What a message says, line by line."""
    return [line for text in texts(payload) for line in text.splitlines()]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What all oracles found, by oracle."""

    found: dict[str, tuple[Violation, ...]] = field(default_factory=dict)

    @property
    def violations(self) -> tuple[Violation, ...]:
        """All of them in order of time, each beginning with its oracle's name."""
        named = [
            Violation(at_ms=one.at_ms, moment=one.moment, what=f"{name}: {one.what}")
            for name, found in self.found.items()
            for one in found
        ]
        return tuple(sorted(named, key=lambda one: one.at_ms))


def judge(evidence: Evidence, oracles: Sequence[Oracle]) -> Verdict:
    """Ask every oracle."""
    return Verdict({oracle.name: tuple(oracle.violations(evidence)) for oracle in oracles})
