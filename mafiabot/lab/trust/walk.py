"""The table of rights, walked cell by cell through the real client: every deed by everybody in every scene.

Where the table says no, nothing may change and the person is told so; where it says yes, whoever may must
really be able to, in some scene at least.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.cogs.rights import DEEDS, Beside, Deed, Office
from mafiabot.engine.views import PhaseName
from mafiabot.lab.trust.asking import Asker, sent
from mafiabot.lab.trust.cast import Kind, offices_in
from mafiabot.lab.trust.house import House, house
from mafiabot.lab.trust.refusals import refuses
from mafiabot.lab.trust.scenes import Scene
from mafiabot.playground.interactions import Interaction
from mafiabot.playground.model import Message

COUNTED = (Beside.SETTINGS, Beside.ARCHIVE)
"""What a deed may change beside a table and can be seen to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    deed: str
    kind: Kind
    scene: Scene

    def __str__(self) -> str:
        return f"{self.deed} by {self.kind.value} ({self.scene.value})"


@dataclass(slots=True, kw_only=True)
class Walked:
    """`wrong`: what the table does not allow and happened; `unable`: who may, and never could."""

    cells: int = 0
    allowed: int = 0
    changed: Counter[tuple[str, Kind]] = field(default_factory=Counter)
    may: set[tuple[str, Kind]] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    slowest_ms: float = 0.0

    @property
    def unable(self) -> list[str]:
        missing = sorted(self.may - set(self.changed))
        by_anybody = {deed for deed, _ in self.changed}
        return [
            f"{deed} by {kind.value}"
            for deed, kind in missing
            if Office.ANYBODY not in DEEDS[deed].who or deed not in by_anybody
        ]


def cells(scenes: Iterable[Scene], deeds: Iterable[str], kinds: Iterable[Kind]) -> Iterator[Cell]:
    for scene in scenes:
        for deed in deeds:
            for kind in kinds:
                yield Cell(deed=deed, kind=kind, scene=scene)


def allowed(deed: Deed, offices: frozenset[Office], phase: PhaseName) -> bool:
    """Whether such a person may change something by it, in that phase of the table."""
    if not deed.who & offices or deed.unless & offices:
        return False
    if deed.beside in (Beside.SETTINGS, Beside.OWN):
        return True
    return phase in deed.phases


async def walked(cells: Iterable[Cell], *, seed: int = 1, planted: Planted = NOTHING_PLANTED) -> Walked:
    result = Walked()
    async with house(seed, planted) as made:
        asker = Asker(made.local.core, made.bot, made.channel, made.cast)
        panel = made.local.admin.post(made.channel, made.bot.user, "the panel")
        for cell in cells:
            if made.shown is None or made.shown.scene is not cell.scene:
                await made.put(cell.scene)
            await _tried(made, asker, cell, panel, result)
        result.wrong += [f"logged: {error.what}" for error in made.errors]
        result.wrong += [f"unanswered: {one.data}" for one in made.local.interactions.unanswered()]
    return result


async def _tried(made: House, asker: Asker, cell: Cell, panel: Message, result: Walked) -> None:
    scene, person, deed = made.shown, made.person(cell.kind), DEEDS[cell.deed]
    assert scene is not None
    settings, games, forgotten = made.settings.changes, made.games.changes, made.games.forgotten
    answer = await sent(asker, person.user, asker.data(cell.deed, scene.state, person.user), panel)
    done = made.applications.made.pop(str(answer.id), [])
    beside = made.settings.changes - settings + made.games.changes - games
    offices = offices_in(scene.state, cell.kind, person.id)
    may = allowed(deed, offices, scene.phase)
    result.cells += 1
    result.allowed += may
    result.slowest_ms = max(result.slowest_ms, (answer.answered_ms or 0) - answer.created_ms)
    if may and (deed.asks or deed.beside in COUNTED):
        result.may.add((cell.deed, cell.kind))
    if done or beside:
        result.changed[cell.deed, cell.kind] += 1
    result.wrong += [
        f"{cell}: {what}" for what in _wrong(deed, may, offices, answer, [d.command for d in done], beside)
    ]
    if done or beside or made.games.forgotten != forgotten:
        await made.put(cell.scene)


def _wrong(
    deed: Deed,
    may: bool,
    offices: frozenset[Office],
    answer: Interaction,
    commands: list[object],
    beside: int,
) -> Iterator[str]:
    if not may and (commands or beside):
        yield f"changed something: {[type(command).__name__ for command in commands]}"
    if any(type(command) not in deed.asks for command in commands):
        yield f"did something else: {[type(command).__name__ for command in commands]}"
    if beside and deed.beside not in COUNTED:
        yield "changed something beside the table"
    if answer.failed is not None:
        yield f"was not answered ({answer.failed})"
    elif not deed.who & offices and not refuses(answer.text):
        yield f"was let through: {answer.text[:80]!r}"
