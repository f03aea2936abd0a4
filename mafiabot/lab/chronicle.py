"""What the judge's book says of a game: floors, nights and named moments, read from the committed events.

Moments are handed out in loop milliseconds, like those of the local Discord.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mafiabot.engine import events as ev
from mafiabot.engine.state import GameState
from mafiabot.engine.timing import step_length_ms, steps_of
from mafiabot.playground.oracles import Floor, NightSpan
from mafiabot.runtime.service import Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """A floor and the day it belongs to."""

    day: int
    floor: Floor


class Moments:
    """Names moments as the drills do: `night 1 shots`, `day 0 speech 3`, `day 1 vote 1 window 2`, `end`."""

    def __init__(self) -> None:
        self._day = 0
        self._night = 0
        self._round = 0
        self._counts: Counter[str] = Counter()

    def of(self, event: ev.Event) -> str | None:
        """The name of the moment an event begins, if it begins one."""
        match event:
            case ev.Dealt():
                return "deal"
            case ev.NightFell(number=number):
                self._night = number
                return f"night {number}"
            case ev.NightStepBegan(step=step):
                return f"night {self._night} {step.value}"
            case ev.NightEnded():
                self._begin(self._night)
                return None
            case ev.DayBroke(number=number):
                self._begin(number)
                return f"day {number}"
            case ev.FloorGiven(turn=turn):
                return self._floor(turn.kind.value)
            case ev.VoteOpened(round=number):
                self._round = number + 1
                return f"day {self._day} vote {self._round}"
            case ev.WindowDue(index=index):
                return f"day {self._day} vote {self._round} window {index + 1}"
            case ev.RaiseDue():
                return f"day {self._day} raise"
            case ev.GameEnded():
                return "end"
            case _:
                return None

    def _begin(self, day: int) -> None:
        """A day begins with the end of its night: what is said in the morning belongs to it."""
        if day != self._day:
            self._day, self._counts = day, Counter()

    def _floor(self, kind: str) -> str:
        if kind == "best_move":
            return f"night {self._night} best_move"
        self._counts[kind] += 1
        return f"day {self._day} {kind} {self._counts[kind]}"


@dataclass(slots=True)
class Chronicle:
    """Listens to every commit. `epoch_ms`: the host's moment at which the loop's clock is 0."""

    epoch_ms: int
    events: list[ev.Event] = field(default_factory=list)
    marks: list[tuple[float, str]] = field(default_factory=list)
    commits: int = 0
    state: GameState | None = None
    _names: Moments = field(default_factory=Moments)

    def heard(self, change: Change) -> None:
        """A commit; to be given to `GameService.listen`."""
        self.commits += 1
        self.state = change.state
        for event in change.events:
            self.events.append(event)
            name = self._names.of(event)
            if name is not None:
                self.marks.append((self.loop_ms(event.at_ms), name))

    def loop_ms(self, at_ms: int) -> float:
        """A host's moment as loop time."""
        return float(at_ms - self.epoch_ms)

    def first_ms(self, kind: type[ev.Happened]) -> float | None:
        """When the first event of a kind was decided."""
        return next((self.loop_ms(event.at_ms) for event in self.events if isinstance(event, kind)), None)

    def speeches(self) -> list[Speech]:
        """Every floor that was given, in order; one that has not ended ends with the last event."""
        return list(_speeches(self))

    def nights(self) -> list[NightSpan]:
        """Every night that has ended."""
        return list(_nights(self))


def _speeches(book: Chronicle) -> Iterator[Speech]:
    day, night = 0, 0
    open_floor: Floor | None = None
    for event in book.events:
        match event:
            case ev.NightFell(number=number):
                night = number
            case ev.NightEnded():
                day = night
            case ev.DayBroke(number=number):
                day = number
            case ev.FloorGiven():
                if open_floor is not None:
                    yield Speech(day=day, floor=open_floor)
                open_floor = _given(book, event)
            case ev.SpeechEnded() if open_floor is not None:
                yield Speech(day=day, floor=_ended(book, open_floor, event))
                open_floor = None
            case _ if open_floor is not None:
                open_floor = _changed(open_floor, event)
            case _:
                pass
    if open_floor is not None:
        last_ms = book.loop_ms(book.events[-1].at_ms)
        yield Speech(day=day, floor=replace(open_floor, ended_ms=last_ms, cause="cut", disturbed=True))


def _given(book: Chronicle, event: ev.FloorGiven) -> Floor:
    assert book.state is not None
    at_ms = book.loop_ms(event.at_ms)
    return Floor(
        seat=event.turn.seat,
        user_id=book.state.seat(event.turn.seat).person.user_id,
        kind=event.turn.kind.value,
        given_ms=at_ms,
        ended_ms=at_ms,
        granted_ms=event.turn.length_ms,
        cause="",
    )


def _changed(floor: Floor, event: ev.Event) -> Floor:
    match event:
        case ev.SpeechCredited(credit_ms=credit_ms):
            return replace(floor, granted_ms=floor.granted_ms + credit_ms, disturbed=True)
        case ev.ClockStopped() | ev.GamePaused() | ev.DowntimeExcused():
            return replace(floor, disturbed=True)
        case ev.ClockStarted(seen_open=False):
            return replace(floor, disturbed=True)
        case _:
            return floor


def _ended(book: Chronicle, floor: Floor, event: ev.SpeechEnded) -> Floor:
    disturbed = floor.disturbed or event.cause in ("forfeit", "gone")
    return replace(floor, ended_ms=book.loop_ms(event.ended_ms), cause=event.cause, disturbed=disturbed)


def _nights(book: Chronicle) -> Iterator[NightSpan]:
    fell: ev.NightFell | None = None
    disturbed = False
    for event in book.events:
        match event:
            case ev.NightFell():
                fell, disturbed = event, False
            case ev.GamePaused() | ev.DowntimeExcused():
                disturbed = True
            case ev.NightEnded() | ev.DayBroke() if fell is not None:
                yield _night(book, fell, event, disturbed)
                fell = None
            case _:
                pass


def _night(book: Chronicle, fell: ev.NightFell, over: ev.Event, disturbed: bool) -> NightSpan:
    assert book.state is not None
    steps = steps_of(fell.number)
    settle_ms = book.state.ruleset.vote_settle_ms * len(steps)
    return NightSpan(
        number=fell.number,
        fell_ms=book.loop_ms(fell.at_ms),
        over_ms=book.loop_ms(over.at_ms),
        expected_ms=sum(step_length_ms(book.state, step) for step in steps) + settle_ms,
        disturbed=disturbed,
    )
