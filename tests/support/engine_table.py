"""What is around the engine, in fake time: clock, microphones, windows. A command goes in, its events follow.

Time passes only in `wait` and the calls built on it; a deadline is reached exactly when it is due. Unless
switched off, `keeper` lets microphones follow the floor at once, and `shower` shows a window as soon as it
is asked for.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.decide import decide
from mafiabot.engine.evolve import evolve, fold
from mafiabot.engine.invariants import check
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLUB, Ruleset
from mafiabot.engine.state import (
    Ended,
    GameState,
    Outcome,
    Phase,
    RaiseVote,
    Talk,
    Vote,
)
from tests.support import builders

JUDGE = 1
E = TypeVar("E", bound=ev.Happened)


class EngineTable:
    """A game and what is around it.

    `roles`: as in `builders.roles`, put in place of the drawn ones, so that tests know who is who.
    Seats are not drawn either: number n is user 100 + n (beyond an empty number, 100 + n - 1). `judge`:
    user 1 starts the game from the channel and judges it.
    """

    def __init__(
        self,
        seats: int = 10,
        *,
        ruleset: Ruleset = CLUB,
        roles: str | None = None,
        keeper: bool = True,
        shower: bool = True,
        waiting: int = 0,
        judge: bool = False,
        judge_sees_roles: bool = False,
        deal_words: bool = False,
    ) -> None:
        self.now = builders.START_MS
        self.log: list[ev.Event] = []
        self.roles = builders.roles(roles or builders.usual_roles(seats))
        self.keeper = keeper
        self.shower = shower
        self.judge = judge
        opening = builders.open_table(
            ruleset, seats, waiting, judge_sees_roles=judge_sees_roles, deal_words=deal_words
        )
        opened = decide(None, opening, self.now)
        assert not isinstance(opened, Refusal), opened
        self.state = fold(opened)
        self.log.extend(opened)

    # --- commands --------------------------------------------------------------------------------

    def do(self, command: cmd.Command) -> tuple[ev.Event, ...]:
        """Applies a command that must be accepted; returns its own events (not those it set off)."""
        events = self.decided(command)
        assert not isinstance(events, Refusal), (command, events)
        self._commit(events)
        self._world_follows()
        return events

    def refused(self, command: cmd.Command) -> Reason:
        """The reason of a command that must be refused."""
        answer = self.decided(command)
        assert isinstance(answer, Refusal), (command, answer)
        return answer.reason

    def decided(self, command: cmd.Command) -> tuple[ev.Event, ...] | Refusal:
        answer = self.drawn(command)
        if isinstance(answer, Refusal):
            return answer
        return tuple(self._with_roles(event) for event in answer)

    def drawn(self, command: cmd.Command) -> tuple[ev.Event, ...] | Refusal:
        """As `decided`, with roles and seats as the seed draws them."""
        return decide(self.state, command, self.now)

    def _with_roles(self, event: ev.Event) -> ev.Event:
        if not isinstance(event, ev.Dealt):
            return event
        return replace(event, roles=self.roles, seating=self._seating())

    def _seating(self) -> tuple[int, ...]:
        """As they sat; an empty number is drawn for nobody."""
        if None not in self.roles:
            return ()
        empty, people = self.roles.index(None), len(self.roles) - 1
        return (*range(1, empty + 1), people + 1, *range(empty + 1, people + 1))

    def _commit(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.log.append(event)
        check(self.state)

    def _world_follows(self) -> None:
        """Shows windows, moves microphones; whatever that sets off is followed in turn."""
        while command := self._next_of_the_world():
            events = self.decided(command)
            assert not isinstance(events, Refusal), (command, events)
            self._commit(events)

    def _next_of_the_world(self) -> cmd.Command | None:
        phase = self.state.phase
        if isinstance(phase, Vote | RaiseVote) and phase.window.ends_at_ms is None:
            if self.shower and not self.state.paused:
                return self.window_shown()
            return None
        if not self.keeper or self.state.over:
            return None
        for user_id, wish in mics(self.state).items():
            seat = self.state.seat(self.seat_of(user_id))
            wanted = wish is MicWish.OPEN
            if wish is not MicWish.AS_FOUND and seat.away is None and seat.mic_open is not wanted:
                return cmd.VoiceObserved(user_id=user_id, present=True, open=wanted, at_ms=self.now)
        return None

    def window_shown(self) -> cmd.WindowShown:
        shown = builders.press(self.now)
        return cmd.WindowShown(window_no=self.window_no, message_ms=shown.discord_ms, host_ms=shown.host_ms)

    # --- time ------------------------------------------------------------------------------------

    def wait(self, seconds: float = 0.0, *, ms: int = 0) -> None:
        """Lets time pass; deadlines are reached on the way, each at its moment."""
        until = self.now + round(seconds * 1000) + ms
        while (due := deadline(self.state)) is not None and due.at_ms <= until:
            self.now = max(self.now, due.at_ms)
            self.do(cmd.DeadlineReached(generation=due.generation))
        self.now = until

    def tick(self) -> None:
        """Goes to the next deadline and reaches it."""
        due = deadline(self.state)
        assert due is not None, self.state.phase
        self.now = max(self.now, due.at_ms)
        self.do(cmd.DeadlineReached(generation=due.generation))

    def run_until(self, reached: Callable[[GameState], bool]) -> None:
        """Reaches deadlines until the state is as asked. Fails when the game ends first."""
        for _ in range(1000):
            if reached(self.state):
                return
            assert not self.state.over, self.state.phase
            self.tick()
        raise AssertionError(self.state.phase)

    def at(self, *phases: type[Phase]) -> bool:
        return isinstance(self.state.phase, phases)

    # --- who and what ----------------------------------------------------------------------------

    def user(self, seat: int) -> int:
        return self.state.seat(seat).person.user_id

    def seat_of(self, user_id: int) -> int:
        seat = self.state.seat_of(user_id)
        assert seat is not None, user_id
        return seat

    def press(self, *, ago_ms: int = 0) -> cmd.Press:
        return builders.press(self.now - ago_ms)

    @property
    def speaker(self) -> int:
        assert isinstance(self.state.phase, Talk), self.state.phase
        return self.state.phase.floor.turn.seat

    @property
    def floor_no(self) -> int:
        assert isinstance(self.state.phase, Talk), self.state.phase
        return self.state.phase.floor.ordinal

    @property
    def window_no(self) -> int:
        assert isinstance(self.state.phase, Vote | RaiseVote), self.state.phase
        return self.state.phase.window.window_no

    @property
    def outcome(self) -> Outcome | None:
        assert isinstance(self.state.phase, Ended), self.state.phase
        return self.state.phase.outcome

    def events(self, kind: type[E]) -> list[E]:
        """All events of a kind so far."""
        return [event for event in self.log if isinstance(event, kind)]
