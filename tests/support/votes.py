"""Ways to the vote and through it, for tests that begin there."""

from typing import Any

from mafiabot.engine.ruleset import CLUB, Ruleset
from mafiabot.engine.state import Talk, Vote
from tests.support import builders
from tests.support.table import Table


def voting(
    seats: int,
    *nominees: int,
    roles: str | None = None,
    gone: int = 0,
    rules: Ruleset = CLUB,
    judge: bool = False,
    **options: Any,
) -> Table:
    """Day 1 with these nominees in this order, everybody alive but `gone` of the highest seats.

    Those leave on day 0, so that what their leaving cancels is day 0's vote.
    """
    table = Table(seats, roles=roles, ruleset=builders.sized(rules, seats, **options), judge=judge).to_day_0()
    for seat in range(seats, seats - gone, -1):
        table.gone(seat)
    table.day()
    table.night()
    order = [2, *range(3, seats - gone + 1), 1]
    table.day(dict(zip(order, nominees, strict=False)))
    assert table.at(Vote), table.state.phase
    return table


def left(table: Table) -> list[int]:
    return [seat for seat in range(1, len(table.state.seats) + 1) if not table.state.seat(seat).alive]


def defend(table: Table) -> None:
    """The tied speak, up to the next round."""
    while table.at(Talk):
        table.finish()


def candidates(table: Table) -> tuple[int, ...]:
    assert isinstance(table.state.phase, Vote), table.state.phase
    return table.state.phase.candidates
