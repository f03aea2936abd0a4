"""Secrets that are told on purpose: a search that has never found anything proves nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import structlog

from mafiabot.bot.planted import Planted
from mafiabot.engine import events as ev
from mafiabot.engine.commands import Check, Command, Shoot
from mafiabot.engine.decide import decide
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState
from mafiabot.engine.views import PublicView
from mafiabot.lab.faults import ports
from mafiabot.lab.faults.ports import MessengerRelay
from mafiabot.lab.faults.rules import Witness
from mafiabot.lab.trust.scenario import scenario
from mafiabot.lab.trust.taint_evening import searched
from mafiabot.runtime.announcements import Announcement
from mafiabot.runtime.ports import Messenger, Posted, TableAddress

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
        log.debug("shot", target=command.seat)
    return decide(state, command, now)


def _named(state: GameState | None, command: Command, now: int) -> tuple[ev.Event, ...] | Refusal:
    """… or what who shoots is."""
    seat = None if state is None or not isinstance(command, Shoot) else state.seat_of(command.user_id)
    if state is not None and seat is not None:
        log.debug("shot", by=state.seat(seat).role)
    return decide(state, command, now)


def _broken(state: GameState | None, command: Command, now: int) -> tuple[ev.Event, ...] | Refusal:
    """A check that nobody has thought of fails, and says at what."""
    decided = decide(state, command, now)
    if isinstance(command, Check) and not isinstance(decided, Refusal):
        raise ValueError(f"nobody can check {command.seat}")
    return decided


class _NumberedByShots(MessengerRelay):
    """An announcement's container is numbered by the latest shot, and no text is."""

    def __init__(self, messenger: Messenger, witness: Witness) -> None:
        super().__init__(messenger)
        self._witness = witness

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        state = self._witness.state
        if state is not None and state.nights and (shots := state.nights[-1].shots):
            announcement = replace(announcement, step=1000 + shots[-1][1])
        return await super().announce(table, announcement, view)


def _numbered() -> Planted:
    witness = Witness()
    return Planted(decide=witness.decide, messenger=lambda messenger: _NumberedByShots(messenger, witness))


TOLD = (
    Told(name="the morning tells the shots", plant=ports.shots_are_told, where="in public"),
    Told(name="the role of the killed is announced", plant=ports.the_dead_are_told, where="in public"),
    Told(name="signs are shown to the red", plant=ports.signs_are_told, where="seat", number=SIGNED_EVENING),
    Told(name="a public id is made of a shot", plant=_numbered, where="in public, requests"),
    Told(name="a log line holds a shot", plant=lambda: Planted(decide=_logged), where="the log"),
    Told(name="a log line names a role", plant=lambda: Planted(decide=_named), where="the log"),
    Told(name="an exception says what is checked", plant=lambda: Planted(decide=_broken), where="the log"),
)


def found(told: Told) -> tuple[str, ...]:
    """Marks that are where they may not be, of those that must be found; empty: it has slipped through."""
    leaks = searched(scenario(told.number), told.plant).leaks
    return tuple(leak for leak in leaks if leak.startswith(told.where))
