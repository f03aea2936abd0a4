"""A game in memory with a clock that jumps: commands in, time passes from deadline to deadline."""

from mafiabot.engine.commands import Command, DeadlineReached
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.decide import decide
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve, fold
from mafiabot.engine.invariants import check
from mafiabot.engine.recorded import recorded_game
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import GameState, Role

START_MS = 1_000_000


class Table:
    """A dealt game of these roles. `commands`: how many were decided; `now`: its clock, in ms."""

    def __init__(self, ruleset: Ruleset, roles: tuple[Role | None, ...]) -> None:
        self.now = START_MS
        self.log: list[Event] = list(recorded_game(ruleset, roles, self.now))
        self.state = fold(self.log)
        self.commands = 0
        self._ahead: tuple[GameState, tuple[Event, ...], GameState] | None = None

    def do(self, command: Command) -> Refusal | None:
        """Applies a command, or says why it is refused. Raises `InvariantBroken` if the engine is wrong."""
        self.commands += 1
        answer = decide(self.state, command, self.now)
        if isinstance(answer, Refusal):
            return answer
        self._commit(answer, self._after(answer))
        return None

    def ahead(self) -> GameState:
        """The state that the next deadline leads to if nobody does anything."""
        return self._looked_ahead()[1]

    def wait(self) -> None:
        """Lets time pass until the next deadline, which is then reached."""
        events, after = self._looked_ahead()
        self.now = events[0].at_ms
        self._commit(events, after)

    def _looked_ahead(self) -> tuple[tuple[Event, ...], GameState]:
        if self._ahead is None or self._ahead[0] is not self.state:
            due = deadline(self.state)
            if due is None:
                raise InvariantBroken("a running game waits for a moment")
            self.commands += 1
            now = max(self.now, due.at_ms)
            events = decide(self.state, DeadlineReached(generation=due.generation), now)
            if isinstance(events, Refusal):
                raise InvariantBroken("a deadline that is due is reached")
            self._ahead = (self.state, events, self._after(events))
        return self._ahead[1:]

    def _after(self, events: tuple[Event, ...]) -> GameState:
        state = self.state
        for event in events:
            state = evolve(state, event)
        check(state)
        return state

    def _commit(self, events: tuple[Event, ...], after: GameState) -> None:
        self.state = after
        self.log += events
