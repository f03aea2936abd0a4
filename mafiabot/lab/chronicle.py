"""What the judge's book says of a game: events, named moments and standings, written down as committed.

Moments are handed out in loop milliseconds, like those of the local Discord.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from mafiabot.engine import events as ev
from mafiabot.engine.state import GameState
from mafiabot.playground.oracles import Outcry, Span, Standing
from mafiabot.runtime.service import Change


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
            case ev.GamePaused():
                return "pause"
            case ev.GameResumed():
                return "resume"
            case ev.Undone(restored=restored):
                self._day = restored.day
                return "undo"
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
    """Listens to every commit. `epoch_ms`: the host's moment at which the loop's clock is 0.

    `since_ms`: when the game began, where there was another before it in the same chat.
    """

    epoch_ms: int
    since_ms: float = 0.0
    events: list[ev.Event] = field(default_factory=list)
    marks: list[tuple[float, str]] = field(default_factory=list)
    commits: int = 0
    state: GameState | None = None
    standings: list[Standing] = field(default_factory=list)
    no_votes: list[Span] = field(default_factory=list)
    outcries: list[Outcry] = field(default_factory=list)
    no_vote_from_ms: float | None = None
    _crying: Outcry | None = None
    _names: Moments = field(default_factory=Moments)

    def heard(self, change: Change) -> None:
        """A commit; to be given to `GameService.listen`."""
        self.commits += 1
        self.state = change.state
        self._stand(change.state, self.loop_ms(change.events[-1].at_ms))
        self._cry(change, self.loop_ms(change.events[-1].at_ms))
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

    def _stand(self, state: GameState, at_ms: float) -> None:
        living = frozenset(state.living)
        fouls = frozenset((number, seat.fouls) for number, seat in enumerate(state.seats, 1) if seat.fouls)
        last = self.standings[-1] if self.standings else None
        if last is None or (last.living, last.fouls) != (living, fouls):
            self.standings.append(Standing(from_ms=at_ms, living=living, fouls=fouls))
        owed = bool(state.owed_cancels)
        if owed and self.no_vote_from_ms is None:
            self.no_vote_from_ms = at_ms
        elif not owed and self.no_vote_from_ms is not None:
            self.no_votes.append(Span(from_ms=self.no_vote_from_ms, until_ms=at_ms))
            self.no_vote_from_ms = None

    def _cry(self, change: Change, at_ms: float) -> None:
        """An outcry is kept once it is over, by whatever ended it."""
        outcry, known = change.state.outcry, self._crying
        if known is not None:
            halted = any(isinstance(event, ev.GamePaused | ev.SpeechCredited) for event in change.events)
            known = replace(known, until_ms=at_ms, disturbed=known.disturbed or halted)
        if outcry is None and known is not None:
            self.outcries.append(known)
            known = None
        elif outcry is not None and known is None:
            user_id = change.state.seat(outcry.seat).person.user_id
            known = Outcry(user_id=user_id, from_ms=at_ms, until_ms=at_ms)
        self._crying = known
