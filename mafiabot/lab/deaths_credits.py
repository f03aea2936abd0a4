"""What a speaker was given back after each time nobody was there, beside what he had lost.

A death while booting prolongs the outage; whatever is credited meanwhile counts together.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mafiabot.engine import events as ev
from mafiabot.engine.state import Floor, GameState, Talk
from mafiabot.lab.deaths_bot import Death
from mafiabot.lab.deaths_fates import Cell
from mafiabot.lab.drill.stage import DrillStage, TableStage

STRAIGHT_AFTER_MS = 2_000.0
"""A credit that comes later after the bot takes commands is another one's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """`down_ms`: from the death in a speech (`cell`) to the credit; `most_ms`: what the rules allow."""

    table: str
    cell: Cell
    down_ms: float
    credit_ms: int
    most_ms: int

    @property
    def error_ms(self) -> float:
        """How far off it is, either way."""
        return abs(self.credit_ms - min(self.down_ms, self.most_ms))


def credits_of(stage: DrillStage, deaths: list[Death]) -> Iterator[Credit]:
    """One for every speech that was running when the bot died, by table."""
    for first, served_ms in _outages(deaths):
        for table in stage.tables.values():
            floor = _running(first.states.get(table.spec.id))
            if floor is not None:
                yield _credit(table, first, floor, served_ms)


def _outages(deaths: list[Death]) -> Iterator[tuple[Death, float]]:
    """The death each began with, and when it was over; one that was not over when all ended is none."""
    first: Death | None = None
    for death in deaths:
        first = first or death
        if death.served_ms is not None:
            yield first, death.served_ms
            first = None


def _running(state: GameState | None) -> Floor | None:
    if state is None or state.paused is not None or not isinstance(state.phase, Talk):
        return None
    floor = state.phase.floor
    return floor if floor.running_since_ms is not None else None


def _credit(table: TableStage, death: Death, floor: Floor, served_ms: float) -> Credit:
    book = table.book.chronicle
    given = [
        event
        for event in book.events
        if isinstance(event, ev.SpeechCredited)
        and death.at_ms <= book.loop_ms(event.at_ms) <= served_ms + STRAIGHT_AFTER_MS
    ]
    last_ms = book.loop_ms(given[-1].at_ms) if given else served_ms
    state = death.states[table.spec.id]
    return Credit(
        table=table.spec.id,
        cell=death.cell,
        down_ms=last_ms - death.at_ms,
        credit_ms=sum(event.credit_ms for event in given),
        most_ms=state.ruleset.reconnect_s * 1000 - floor.credited_ms,
    )
