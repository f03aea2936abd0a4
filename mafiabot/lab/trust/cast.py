"""Who takes part in a walk through the table of rights, and what each of them is."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mafiabot.cogs.rights import Office
from mafiabot.engine.commands import Person
from mafiabot.engine.state import GameState, Role, Talk


class Kind(StrEnum):
    """The columns of the table; below them who is needed besides, so that everything can be asked."""

    STRANGER = "stranger"
    SPECTATOR = "spectator"
    DEAD = "dead player"
    LIVING = "living player"
    SPEAKER = "floor owner"
    DON = "don"
    MAFIA = "mafia"
    SHERIFF = "sheriff"
    JUDGE = "judge"
    CO_JUDGE = "co-judge"
    MODERATOR = "moderator"
    PLAYING_MODERATOR = "moderator who plays"
    OWNER = "guild owner"
    FOURTH = "player 4"
    EIGHTH = "player 8"
    NINTH = "player 9"
    WAITING = "waiting person"
    HEIR = "heir"


COLUMNS = tuple(Kind)[:13]
SEATS: tuple[tuple[Kind, Role], ...] = (
    (Kind.SPEAKER, Role.CIVILIAN),
    (Kind.DON, Role.DON),
    (Kind.MAFIA, Role.MAFIA),
    (Kind.FOURTH, Role.MAFIA),
    (Kind.SHERIFF, Role.SHERIFF),
    (Kind.LIVING, Role.CIVILIAN),
    (Kind.PLAYING_MODERATOR, Role.CIVILIAN),
    (Kind.EIGHTH, Role.CIVILIAN),
    (Kind.NINTH, Role.CIVILIAN),
    (Kind.DEAD, Role.CIVILIAN),
)
"""Seat by seat. Player 8 has a foul and is killed where somebody is; player 9 is away while others talk."""

_PLAYS = frozenset({Office.SEATED, Office.LIVING})
ON_THE_SERVER: Mapping[Kind, frozenset[Office]] = {
    Kind.MODERATOR: frozenset({Office.MODERATOR}),  # by the server's role
    Kind.PLAYING_MODERATOR: frozenset({Office.MODERATOR, Office.MUTER}),  # by Discord's right
    Kind.OWNER: frozenset({Office.MODERATOR, Office.MUTER, Office.MANAGER}),
}
AT_A_TABLE: Mapping[Kind, frozenset[Office]] = {
    Kind.DEAD: frozenset({Office.SEATED}),
    Kind.LIVING: _PLAYS,
    Kind.SPEAKER: _PLAYS | {Office.FLOOR},
    Kind.DON: _PLAYS,
    Kind.MAFIA: _PLAYS,
    Kind.SHERIFF: _PLAYS,
    Kind.JUDGE: frozenset({Office.JUDGE}),
    Kind.CO_JUDGE: frozenset({Office.CO_JUDGE}),
    Kind.PLAYING_MODERATOR: _PLAYS,
}


def usual_offices(kind: Kind) -> frozenset[Office]:
    """What the page says he is while a game runs."""
    nothing: frozenset[Office] = frozenset()
    return ON_THE_SERVER.get(kind, nothing) | AT_A_TABLE.get(kind, nothing) | {Office.ANYBODY}


def offices_in(state: GameState | None, kind: Kind, user_id: int) -> frozenset[Office]:
    """What he is really, in this state; `kind` says what he is on the server."""
    held = {Office.ANYBODY, *ON_THE_SERVER.get(kind, frozenset())}
    if state is None:
        return frozenset(held)
    if user_id == state.judge_id:
        held.add(Office.JUDGE)
    if user_id == state.co_judge_id:
        held.add(Office.CO_JUDGE)
    if any(person.user_id == user_id for person in state.waiting):
        held.add(Office.WAITING)
    seat = state.seat_of(user_id)
    if seat is not None:
        held.add(Office.SEATED)
        if state.seat(seat).alive:
            held.add(Office.LIVING)
        if isinstance(state.phase, Talk) and state.phase.floor.turn.seat == seat:
            held.add(Office.FLOOR)
    return frozenset(held)


@dataclass(frozen=True, slots=True)
class Cast:
    """User ids by kind."""

    users: Mapping[Kind, int]

    def person(self, kind: Kind) -> Person:
        return Person(user_id=self.users[kind], name=kind.value.title())

    def kind_of(self, user_id: int) -> Kind:
        """Raises `StopIteration` for a stranger to the cast."""
        return next(kind for kind, one in self.users.items() if one == user_id)

    @property
    def seated(self) -> tuple[Person, ...]:
        return tuple(self.person(kind) for kind, _ in SEATS)
