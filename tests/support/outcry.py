"""A table at which a muted player may be heard for a moment beside the speaker, and pays for it."""

from dataclasses import replace

from mafiabot.engine import commands as cmd
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.ruleset import CLASSIC, Ruleset
from tests.support.table import Table

SECONDS = 3
PAID = replace(CLASSIC, outcry_s=SECONDS)


def day_0(rules: Ruleset = PAID, *, keeper: bool = True) -> Table:
    """Seat 1 speaks on day 0."""
    return Table(10, ruleset=rules, judge=True, keeper=keeper).to_day_0()


def crying(table: Table, seat: int) -> cmd.CryOut:
    return cmd.CryOut(user_id=table.user(seat))


def heard(table: Table) -> set[int]:
    """Seats that may be heard."""
    return {table.seat_of(user) for user, wish in mics(table.state).items() if wish is MicWish.OPEN}
