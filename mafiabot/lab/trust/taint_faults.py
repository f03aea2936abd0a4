"""Secrets that are told on purpose: a search that has never found anything proves nothing."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from mafiabot.bot.planted import Planted
from mafiabot.engine import events as ev
from mafiabot.engine.commands import Command, Shoot
from mafiabot.engine.decide import decide
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState
from mafiabot.lab.faults import ports
from mafiabot.lab.trust.scenario import scenario
from mafiabot.lab.trust.taint_evening import searched

log = structlog.get_logger(__name__)

CLUB_EVENING, SIGNED_EVENING = 408, 52


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """`plant` makes it anew for every evening; in scenario `number` its marks must be found `where`."""

    name: str
    plant: Callable[[], Planted]
    where: str
    number: int = CLUB_EVENING


def _logged(state: GameState | None, command: Command, now: int) -> tuple[ev.Event, ...] | Refusal:
    """Whoever looks for a bug writes down what is shot at."""
    if isinstance(command, Shoot):
        log.debug("shot", target=str(command.seat))
    return decide(state, command, now)


TOLD = (
    Told(name="the morning tells the shots", plant=ports.shots_are_told, where="in public"),
    Told(name="the role of the killed is announced", plant=ports.the_dead_are_told, where="in public"),
    Told(name="signs are shown to the red", plant=ports.signs_are_told, where="seat", number=SIGNED_EVENING),
    Told(name="a log line holds a shot", plant=lambda: Planted(decide=_logged), where="the log"),
)


def found(told: Told) -> tuple[str, ...]:
    """Marks that are where they may not be, of those that must be found; empty: it has slipped through."""
    leaks = searched(scenario(told.number), told.plant).leaks
    return tuple(leak for leak in leaks if leak.startswith(told.where))
