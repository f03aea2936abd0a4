"""What the engine made of a recorded game beside what was recorded, part by part in the order of play."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar

from mafiabot.engine.events import DayBroke, Event, Happened, PlayerGone, TeamLost, VoteOpened, VoteSkipped
from mafiabot.engine.state import DayRecord, Ended, GameState
from mafiabot.lab.replay_feed import Fed, named
from mafiabot.lab.replay_places import last_unit, unit_of
from mafiabot.lab.transcripts import Day, Game, Note, Removal, Round, Unit

E = TypeVar("E", bound=Happened)

BROKE_OFF = "cancelled"
"""The cause of a vote that ends because somebody it cannot do without has walked out."""

Value = bool | int | str | list["Value"] | dict[str, "Value"] | None
"""What JSON holds."""

Row = tuple[str, Value, Value]
"""Field, the engine's, the record's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    unit: Unit
    field: str
    engine: Value
    record: Value

    def __str__(self) -> str:
        return f"{named(self.unit)} {self.field}: engine {_shown(self.engine)}, record {_shown(self.record)}"


def _shown(value: Value) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return f"[{', '.join(map(_shown, value))}]"
        case dict():
            return f"{{{', '.join(f'{key}: {_shown(held)}' for key, held in value.items())}}}"
        case _:
            return str(value)


def rows_that_differ(unit: Unit, rows: Iterator[Row]) -> list[Mismatch]:
    return [
        Mismatch(unit=unit, field=field, engine=engine, record=record)
        for field, engine, record in rows
        if engine != record
    ]


def mismatches(game: Game, fed: Fed) -> list[Mismatch]:
    """Empty if the engine agrees with the record; else in the order of play."""
    state = fed.table.state
    victims = {night.number: night.victim for night in state.nights}
    days = {day.number: day for day in state.all_days}
    found = [*_removals(game, fed), *_the_end(game, state, fed)]
    for night in game.nights:
        row = ("victim", victims.get(night.night), night.victim)
        found += rows_that_differ((night.night, 0), iter([row]))
    for day in game.days:
        if day.day in days:
            beside = _Beside(game=game, record=day, today=days[day.day], fed=fed)
            found += rows_that_differ((day.day, 1), beside.rows())
    return sorted(found, key=lambda one: one.unit)


# --- a day -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Beside:
    """One day, recorded and played."""

    game: Game
    record: Day
    today: DayRecord
    fed: Fed

    def rows(self) -> Iterator[Row]:
        if Note.OPENER not in self.game.notes:
            yield from self._speeches()
        yield from self._nominations()
        yield from self._rounds()
        if not self._ended_by_a_removal():
            yield "vote_cancelled", self._cancelled(), self.record.vote_cancelled
        if not self._broken_off():
            yield from self._result()

    def _speeches(self) -> Iterator[Row]:
        if self.record.opener is not None:
            yield "opener", self._opener(), self.record.opener
        if self.record.speakers is not None:
            yield "speakers", list(self.today.speakers), list(self.record.speakers)

    def _opener(self) -> int:
        """Whose turn came first; if his speech was lost the record may name who really spoke first."""
        today = self.today
        lost = today.opener in today.lost and self.record.opener in today.speakers[:1]
        return today.speakers[0] if lost else today.opener

    def _nominations(self) -> Iterator[Row]:
        """Whether there was a floor for each of them."""
        unsaid = self.fed.unsaid.get(self.record.day, ())
        made = [one.seat for one in self.record.nominations]
        yield "nominations", [seat for at, seat in enumerate(made) if at not in unsaid], list(made)

    def _rounds(self) -> Iterator[Row]:
        """Candidates and who was tied, by round; of a cancelled vote as far as both sides have come."""
        voted = events_by_day(self.fed.table.log, VoteOpened).get(self.record.day, [])
        opened = [event.candidates for event in voted] or self._unopened()
        counted = [one.leaders for one in self.today.rounds]
        recorded = self.record.rounds
        if self._broken_off():
            opened, counted = opened[: len(recorded)], counted[: len(recorded)]
        candidates = [self._known(one.candidates) for one in recorded]
        yield "candidates", [self._ordered(one) for one in opened], [self._ordered(one) for one in candidates]
        if self._broken_off():
            recorded = recorded[: len(counted)]
        tied = [
            (sorted(engine or ()), sorted(_leaders(one) if one else ()))
            for engine, one in zip_longest(counted, recorded)
            if one is None or self._known(one.candidates) == one.candidates
        ]
        yield "tied", [_seats(engine) for engine, _ in tied], [_seats(record) for _, record in tied]

    def _unopened(self) -> list[tuple[int, ...]]:
        """Who would have been voted on, where the record holds a vote that was cancelled before it began."""
        if not self._broken_off():
            return []
        seats = tuple(one.seat for one in self.today.nominations)
        left = {one.seat for one in self.fed.table.state.gone}
        there = tuple(seat for seat in seats if seat not in left)
        return [there if self.record.rounds and self.record.rounds[0].candidates == there else seats]

    def _result(self) -> Iterator[Row]:
        asked, raised = self.today.raise_vote, self.record.raise_vote
        yield "raise", asked.passed if asked else None, raised.passed if raised else None
        left = self._known(self.record.left)
        order = sorted if raised is not None else list
        yield "left", _seats(order(self.today.left)), _seats(order(left))

    def _known(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Without nominees that the engine does not take, where the record is known to have such."""
        if Note.NOM_OF_DEAD not in self.game.notes:
            return seats
        nominated = {one.seat for one in self.today.nominations}
        return tuple(seat for seat in seats if seat in nominated)

    def _ordered(self, seats: tuple[int, ...]) -> Value:
        """Where another one opened the day than should have, nominations come in another order."""
        return _seats(sorted(seats) if Note.OPENER in self.game.notes else seats)

    def _cancelled(self) -> bool:
        """By a removal, or broken off for want of somebody who walked out."""
        skipped = events_by_day(self.fed.table.log, VoteSkipped).get(self.record.day, [])
        return self.today.cancelled or any(event.cause == BROKE_OFF for event in skipped)

    def _broken_off(self) -> bool:
        """A vote without a result, of which the record may hold less or more than the engine has counted."""
        return self.record.vote_cancelled or (self._ended_by_a_removal() and not self.today.left)

    def _ended_by_a_removal(self) -> bool:
        """A vote that a removal left nobody to hold is neither held nor cancelled."""
        log = self.fed.table.log
        return self.fed.table.state.today is self.today and isinstance(log[-2], PlayerGone | TeamLost)


def events_by_day(log: list[Event], kind: type[E]) -> dict[int, list[E]]:
    """The events of a kind, by the day they fell into."""
    found: dict[int, list[E]] = {}
    day = 0
    for event in log:
        if isinstance(event, DayBroke):
            day = event.number
        elif isinstance(event, kind):
            found.setdefault(day, []).append(event)
    return found


def _leaders(record: Round) -> list[int]:
    votes = Counter(record.ballots.values())
    most = max(votes[seat] for seat in record.candidates)
    return [seat for seat in record.candidates if votes[seat] == most]


def _seats(seats: tuple[int, ...] | list[int]) -> Value:
    return list(seats)


# --- the whole game --------------------------------------------------------------------------------


def _removals(game: Game, fed: Fed) -> list[Mismatch]:
    """Who was removed in which part of the game, by whomever."""
    recorded = [(one.unit, one.seat) for one in game.removals]
    found: list[Mismatch] = []
    for unit in sorted({unit for unit, _ in [*recorded, *fed.removed]}):
        engine = sorted(seat for at, seat in fed.removed if at == unit)
        record = sorted(seat for at, seat in recorded if at == unit)
        found += rows_that_differ(unit, iter([("removals", _seats(engine), _seats(record))]))
    return found


def _the_end(game: Game, state: GameState, fed: Fed) -> list[Mismatch]:
    """When the game was over, and how."""
    if not isinstance(state.phase, Ended):
        return [Mismatch(unit=last_unit(game), field="end", engine="goes on", record="over")]
    ended = unit_of(state)
    last = last_unit(game, tuple(act for act in fed.left_over if isinstance(act, Removal)))
    rows: list[Row] = [("end", "over", "goes on")] if ended < last else []
    outcome = state.phase.outcome
    rows.append(("winner", outcome.value if outcome else None, game.winner))
    return rows_that_differ(min(ended, last), iter(rows))
