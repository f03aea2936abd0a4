"""A scenario of a pair: one course of an evening, and two deals with which it can take that course.

The same people die in both, and neither game is over before the scenario is. All of it follows from a number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random  # noqa: TID251 - a scenario is drawn from its number

from mafiabot.engine.randomness import role_list
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Preset, Ruleset
from mafiabot.engine.state import Role
from mafiabot.lab.options import Language

Deal = tuple[Role, ...]
"""Roles by seat."""

RULES: dict[Preset, Ruleset] = {Preset.CLUB: CLUB, Preset.CLASSIC: CLASSIC, Preset.TOURNAMENT: TOURNAMENT}
PRESETS = tuple(RULES)
CLUB_SEATS = (6, 7, 8, 9, 10, 10, 10, 11, 12)
LANGUAGES: tuple[Language, ...] = ("en", "ru", "uk")
FULL = 10
TRIES = 10_000


class Course(StrEnum):
    """How a day ends."""

    NOBODY_NOMINATED = "nobody nominated"
    VOTED_OUT = "voted out"
    TIE = "tie, both stay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """`first`, `second`: the nominees, where there are any; it is the first who leaves."""

    course: Course
    first: int = 0
    second: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """`victims`: of the combat nights. `days`: of the days before each of them. `languages`: by seat.

    `judged`: somebody who does not play judges; `shows_roles`: he may see them. `alike`: at night everybody
    presses the same in both evenings, whoever he is.
    """

    number: int
    rules: Ruleset
    seats: int
    language: Language
    judged: bool
    shows_roles: bool
    alike: bool
    victims: tuple[int | None, ...]
    days: tuple[Day, ...]
    deals: tuple[Deal, Deal]

    def rng(self, *key: object) -> Random:
        """Whatever is drawn for the same key is the same in both evenings."""
        return Random(f"{self.number} {' '.join(map(str, key))}")

    @property
    def thirds(self) -> frozenset[int]:
        """Seats to which both deals are one: their own role, and for black their team's, is the same."""
        one, other = self.deals
        same_team = _team(one) == _team(other)
        pairs = enumerate(zip(one, other, strict=True), 1)
        return frozenset(n for n, (a, b) in pairs if a is b and (same_team or not a.black))

    def left(self, day: int) -> tuple[int, ...]:
        """Who lives on that day's morning."""
        gone: set[int | None] = set(self.victims[:day])
        gone |= {one.first for one in self.days[:day] if one.course is Course.VOTED_OUT}
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in gone)

    def living(self, night: int) -> tuple[int, ...]:
        """Who lives when that night falls."""
        before = replace(self, victims=self.victims[: max(0, night - 1)])
        return before.left(night)


def _team(deal: Deal) -> tuple[tuple[int, Role], ...]:
    return tuple((seat, role) for seat, role in enumerate(deal, 1) if role.black)


def scenario(number: int, preset: Preset | None = None) -> Scenario:
    """The scenario of a number; presets take turns unless one is named."""
    rng = Random(f"scenario {number}")
    rules = RULES[preset or PRESETS[number % len(PRESETS)]]
    club = rules.preset is Preset.CLUB
    judged = not club or rng.random() < 0.3
    base = Scenario(
        number=number,
        rules=rules,
        seats=rng.choice(CLUB_SEATS) if club else FULL,
        language=rng.choice(LANGUAGES),
        judged=judged,
        shows_roles=judged and rng.random() < 0.2,
        alike=rng.random() < 0.25,
        victims=(),
        days=(),
        deals=((), ()),
    )
    return next(one for one in _drawn(base, rng) if _goes_on(one))


def _drawn(base: Scenario, rng: Random) -> Iterator[Scenario]:
    for _ in range(TRIES):
        deals = _deals(base.seats, rng)
        nights = rng.choice((1, 1, 1, 2, 2, 3))
        made = replace(base, deals=deals)
        for night in range(1, nights + 1):
            made = replace(made, days=(*made.days, _day(made, night - 1, rng)))
            living = made.living(night)
            made = replace(made, victims=(*made.victims, _victim(made, living, rng)))
        yield made
    raise LookupError(f"no scenario {base.number}")


def _deals(seats: int, rng: Random) -> tuple[Deal, Deal]:
    """Two deals that differ: in one pair of seats, or altogether."""
    one = list(role_list(seats))
    rng.shuffle(one)
    other = list(one)
    if rng.random() < 0.3:
        while other == one:
            rng.shuffle(other)
        return tuple(one), tuple(other)
    first, second = rng.choice(
        (
            *((Role.SHERIFF, Role.CIVILIAN), (Role.DON, Role.MAFIA), (Role.DON, Role.CIVILIAN)),
            *((Role.MAFIA, Role.CIVILIAN), (Role.DON, Role.SHERIFF), (Role.MAFIA, Role.SHERIFF)),
        )
    )
    a, b = (rng.choice([n for n, role in enumerate(one) if role is wanted]) for wanted in (first, second))
    other[a], other[b] = other[b], other[a]
    return tuple(one), tuple(other)


def _day(made: Scenario, day: int, rng: Random) -> Day:
    living = made.left(day)
    first, second = rng.sample(living, 2)
    courses = [Course.NOBODY_NOMINATED, Course.VOTED_OUT]
    if len(living) % 2 == 0:
        courses.append(Course.TIE)
    course = rng.choice(courses)
    if course is Course.NOBODY_NOMINATED:
        return Day(course=course)
    return Day(course=course, first=first, second=second)


def _victim(made: Scenario, living: Sequence[int], rng: Random) -> int | None:
    """Nobody, somebody, or who is sheriff or don with one of the deals."""
    drawn = rng.random()
    if drawn < 0.25:
        return None
    if drawn < 0.65:
        role, deal = rng.choice((Role.SHERIFF, Role.SHERIFF, Role.DON)), rng.choice(made.deals)
        seat = deal.index(role) + 1
        if seat in living:
            return seat
    return rng.choice(living)


def _goes_on(made: Scenario) -> bool:
    """Neither game is decided by the last morning; three quiet nights would be a draw."""
    nights = range(1, len(made.victims) + 1)
    stands = [made.living(night) for night in nights] + [made.left(night) for night in nights]
    quiet = len(made.victims) > 2 and len(made.left(len(made.victims))) == made.seats
    return not quiet and all(_undecided(deal, living) for deal in made.deals for living in stands)


def _undecided(deal: Deal, living: Sequence[int]) -> bool:
    black = sum(deal[seat - 1].black for seat in living)
    return 0 < 2 * black < len(living)
