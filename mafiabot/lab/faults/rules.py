"""Rules with a bug: what stands in front of `decide`, so that the engine itself has no switches."""

from collections.abc import Callable
from dataclasses import replace

from mafiabot.engine import events as ev
from mafiabot.engine.commands import CastVote, Command, FinishSpeech
from mafiabot.engine.decide import decide
from mafiabot.engine.evolve import evolve
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState, NightStep, Role, Talk, Vote

Decided = tuple[ev.Event, ...] | Refusal


def after(state: GameState | None, events: tuple[ev.Event, ...]) -> GameState | None:
    """The state once the events have happened."""
    for event in events:
        state = evolve(state, event)
    return state


class Witness:
    """The right rules; the newest state is kept for parts that would otherwise know no secret."""

    def __init__(self, told: Callable[[GameState, ev.Event], None] = lambda state, event: None) -> None:
        self.state: GameState | None = None
        self._told = told

    def decide(self, state: GameState | None, command: Command, now: int) -> Decided:
        """As it should be; `told` hears of every event with the state after it."""
        decided = decide(state, command, now)
        if isinstance(decided, Refusal):
            return decided
        for event in decided:
            state = evolve(state, event)
            self._told(state, event)
        self.state = state
        return decided

    def role_of(self, user_id: int) -> Role | None:
        """The role of a seated user, once there is one."""
        number = None if self.state is None else self.state.seat_of(user_id)
        return None if self.state is None or number is None else self.state.seat(number).role


def clock_starts_with_the_floor(state: GameState | None, command: Command, now: int) -> Decided:
    """A speech runs from the moment the floor is given, heard or not."""
    decided = decide(state, command, now)
    if isinstance(decided, Refusal) or not any(isinstance(event, ev.FloorGiven) for event in decided):
        return decided
    given = after(state, decided)
    if given is None or not isinstance(given.phase, Talk) or given.phase.floor.waiting_since_ms is None:
        return decided
    return (*decided, ev.ClockStarted(at_ms=now, from_ms=now, seen_open=True))


def no_step_for_a_dead_sheriff(state: GameState | None, command: Command, now: int) -> Decided:
    """The sheriff's step is over after a second when there is no sheriff."""
    decided = decide(state, command, now)
    if isinstance(decided, Refusal):
        return decided
    then = after(state, decided)
    if then is None or any(seat.alive and seat.role is Role.SHERIFF for seat in then.seats):
        return decided
    return tuple(_hurried(event, now) for event in decided)


def _hurried(event: ev.Event, now: int) -> ev.Event:
    if isinstance(event, ev.NightStepBegan) and event.step is NightStep.SHERIFF:
        return replace(event, until_ms=now + 1_000)
    return event


def late_votes_count(state: GameState | None, command: Command, now: int) -> Decided:
    """A press after the window's end is taken for one in its last millisecond."""
    if isinstance(command, CastVote) and state is not None and isinstance(state.phase, Vote):
        window = state.phase.window
        if window.message_ms is not None and window.window_no == command.window_no:
            last_ms = window.message_ms + window.length_ms - 1
            made_ms = min(command.press.discord_ms, last_ms)
            command = replace(command, press=replace(command.press, discord_ms=made_ms))
    return decide(state, command, now)


def votes_in_spite_of_removals(state: GameState | None, command: Command, now: int) -> Decided:
    """That a removal has cancelled the vote is forgotten when the vote comes."""
    return decide(None if state is None else replace(state, owed_cancels=()), command, now)


def any_finish_counts(state: GameState | None, command: Command, now: int) -> Decided:
    """Whichever floor a button was made for, it ends the present one."""
    if isinstance(command, FinishSpeech) and state is not None and isinstance(state.phase, Talk):
        command = replace(command, floor=state.phase.floor.ordinal)
    return decide(state, command, now)
