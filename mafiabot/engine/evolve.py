"""`evolve` applies one event to a state: total, and the only way a state comes to be.

It decides nothing. The public step moves with public events only, the sequence number with every one;
absences start and stop being counted, and an outcry ends, as phase, floor and pause change.
"""

from collections.abc import Iterable
from typing import assert_never

from mafiabot.engine import evolve_day, evolve_judge, evolve_night, evolve_table, evolve_vote
from mafiabot.engine.absence import recounted
from mafiabot.engine.acts import remembered
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.events import (
    DayEvent,
    Event,
    JudgeEvent,
    NightEvent,
    TableEvent,
    TableOpened,
    VoteEvent,
    is_public,
)
from mafiabot.engine.outcry import settled
from mafiabot.engine.replacing import replace
from mafiabot.engine.state import GameState


def evolve(state: GameState | None, event: Event) -> GameState:
    """The state after `event`. Raises `InvariantBroken` if the event cannot follow on this state."""
    if (state is None) is not isinstance(event, TableOpened):
        raise InvariantBroken("a log begins with TableOpened and has no other")
    after = settled(recounted(remembered(state, _applied(state, event), event), event.at_ms))
    return replace(after, seq=after.seq + 1, step=after.step + is_public(event))


def fold(events: Iterable[Event]) -> GameState:
    """The state a log leads to. Raises `InvariantBroken` for an empty log."""
    state: GameState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise InvariantBroken("a log is never empty")
    return state


def _applied(state: GameState | None, event: Event) -> GameState:
    if isinstance(event, TableOpened):
        return evolve_table.opened(event)
    assert state is not None
    if isinstance(event, TableEvent):
        return evolve_table.applied(state, event)
    if isinstance(event, NightEvent):
        return evolve_night.applied(state, event)
    if isinstance(event, DayEvent):
        return evolve_day.applied(state, event)
    if isinstance(event, VoteEvent):
        return evolve_vote.applied(state, event)
    if isinstance(event, JudgeEvent):
        return evolve_judge.applied(state, event)
    assert_never(event)
