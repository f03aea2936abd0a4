"""The floors of a game as the judge's book has them: who, how long, and what came between."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mafiabot.engine import events as ev
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import Floor as Held
from mafiabot.engine.state import GameState, SpeechKind, Talk
from mafiabot.engine.timing import ran_ms
from mafiabot.lab.chronicle import Chronicle
from mafiabot.playground.oracles import Floor

FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """A floor and the day it belongs to."""

    day: int
    floor: Floor


def speeches(book: Chronicle) -> list[Speech]:
    """Every floor that was given, in order; one that has not ended ends with the last event."""
    reading = _Reading(book)
    found = [speech for event in book.events for speech in reading.after(event)]
    return [*found, *reading.left_open()]


class _Reading:
    """Goes through the events; yields a floor when it is over."""

    def __init__(self, book: Chronicle) -> None:
        self._book = book
        self._state: GameState | None = None
        self._day = 0
        self._night = 0
        self._given = 0
        self._decided = False
        self._open: tuple[int, Floor] | None = None
        self._first_ms: dict[int, float] = {}

    def after(self, event: ev.Event) -> Iterator[Speech]:
        yield from self._read(event)
        self._state = evolve(self._state, event)

    def _read(self, event: ev.Event) -> Iterator[Speech]:
        match event:
            case ev.NightFell(number=number):
                self._night = number
            case ev.NightEnded():
                self._day = self._night
            case ev.DayBroke(number=number):
                self._day = number
            case ev.GameDecided():
                self._decided = True
            case ev.FloorGiven():
                yield from self._cut(event.at_ms)
                self._given += 1
                self._first_ms[self._given] = self._book.loop_ms(event.at_ms)
                self._open = self._given, self._begun(event)
            case ev.SpeechEnded() if self._open is not None:
                yield Speech(day=self._day, floor=_ended(self._book, self._open[1], event))
                self._open = None
            case ev.Undone():
                yield from self._led_back(event)
            case _ if self._open is not None:
                self._open = self._open[0], _changed(self._open[1], event)
            case _:
                pass

    def left_open(self) -> Iterator[Speech]:
        if self._book.events:
            yield from self._cut(self._book.events[-1].at_ms)

    def _cut(self, at_ms: int) -> Iterator[Speech]:
        if self._open is not None:
            ended_ms = self._book.loop_ms(at_ms)
            floor = replace(self._open[1], ended_ms=ended_ms, cause="cut", disturbed=True)
            yield Speech(day=self._day, floor=floor)
            self._open = None

    def _led_back(self, event: ev.Undone) -> Iterator[Speech]:
        """The floor of that time goes on, with its clock; if it is another than now, that one ends here."""
        restored, phase = event.restored, event.restored.phase
        self._decided = restored.decided is not None
        held = phase.floor if isinstance(phase, Talk) else None
        if held is not None and self._open is not None and self._open[0] == held.ordinal:
            floor = self._open[1]
            more_ms = self._ran_ms(event.at_ms) - held.spent_ms
            self._open = held.ordinal, replace(floor, granted_ms=floor.granted_ms + more_ms, disturbed=True)
            return
        yield from self._cut(event.at_ms)
        self._day = restored.day
        if held is not None:
            self._open = held.ordinal, self._given_back(event, restored, held)

    def _ran_ms(self, at_ms: int) -> int:
        """How much of the running floor's time has been used."""
        phase = self._state.phase if self._state is not None else None
        return ran_ms(phase.floor, at_ms) if isinstance(phase, Talk) else 0

    def _begun(self, event: ev.FloorGiven) -> Floor:
        kind, at_ms = event.turn.kind, self._book.loop_ms(event.at_ms)
        last = kind is SpeechKind.LAST_WORD and self._decided
        return Floor(
            seat=event.turn.seat,
            user_id=_user(self._book.state, event.turn.seat),
            kind=FINAL if last else kind.value,
            given_ms=at_ms,
            ended_ms=at_ms,
            granted_ms=event.turn.length_ms,
            cause="",
        )

    def _given_back(self, event: ev.Undone, restored: GameState, held: Held) -> Floor:
        at_ms = self._book.loop_ms(event.at_ms)
        return Floor(
            seat=held.turn.seat,
            user_id=_user(restored, held.turn.seat),
            kind=held.turn.kind.value,
            given_ms=at_ms,
            ended_ms=at_ms,
            granted_ms=held.granted_ms - held.spent_ms,
            cause="",
            disturbed=True,
            first_ms=self._first_ms.get(held.ordinal, at_ms),
        )


def _user(state: GameState | None, seat: int) -> int:
    return 0 if state is None else state.seat(seat).person.user_id


def _changed(floor: Floor, event: ev.Event) -> Floor:
    match event:
        case ev.SpeechCredited(credit_ms=credit_ms):
            return replace(floor, granted_ms=floor.granted_ms + credit_ms, disturbed=True)
        case ev.TimeChanged(change_ms=change_ms):
            return replace(floor, granted_ms=floor.granted_ms + change_ms)
        case ev.ClockStopped() | ev.GamePaused() | ev.DowntimeExcused():
            return replace(floor, disturbed=True)
        case ev.ClockStarted(seen_open=False):
            return replace(floor, disturbed=True)
        case _:
            return floor


def _ended(book: Chronicle, floor: Floor, event: ev.SpeechEnded) -> Floor:
    disturbed = floor.disturbed or event.cause in ("forfeit", "gone")
    return replace(floor, ended_ms=book.loop_ms(event.ended_ms), cause=event.cause, disturbed=disturbed)
