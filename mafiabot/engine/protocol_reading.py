"""An event log read to its end: which of its events count, which an undo took back, who judged, the pauses.

Pauses and judges are facts of the evening and stand whatever is undone.
"""

from dataclasses import dataclass

from mafiabot.engine import events as ev
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.evolve import evolve
from mafiabot.engine.protocol_facts import fact_of, moment_of, settled
from mafiabot.engine.protocol_types import JudgeTerm, Moment, PauseEntry, UndoEntry
from mafiabot.engine.replacing import replace
from mafiabot.engine.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event, its place in the log and the state it happened to (its own outcome for the first)."""

    index: int
    event: ev.Event
    before: GameState

    @property
    def moment(self) -> Moment:
        return moment_of(self.before, self.event.at_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A log read to its end: `counts` are the entries that no undo took back."""

    state: GameState
    counts: tuple[Entry, ...]
    undos: tuple[UndoEntry, ...]
    pauses: tuple[PauseEntry, ...]
    judges: tuple[JudgeTerm, ...]


def read(log: tuple[ev.Event, ...]) -> Reading:
    state: GameState | None = None
    counts: list[Entry] = []
    undos: list[UndoEntry] = []
    pauses: list[PauseEntry] = []
    judges: list[JudgeTerm] = []
    for index, event in enumerate(log):
        former, state = state, evolve(state, event)
        entry = Entry(index=index, event=event, before=former or state)
        if isinstance(event, ev.Undone):
            undos.append(_undo(event, entry.moment, [e for e in counts if e.index >= event.act.seq]))
            counts = [e for e in counts if e.index < event.act.seq]
        else:
            counts.append(entry)
        if isinstance(event, ev.JudgeNamed):
            judges.append(_term(event))
        _note_pause(pauses, event, state)
    if state is None:
        raise InvariantBroken("a log is never empty")
    return Reading(
        state=state,
        counts=tuple(counts),
        undos=tuple(undos),
        pauses=tuple(pauses),
        judges=tuple(judges),
    )


def _undo(event: ev.Undone, moment: Moment, undone: list[Entry]) -> UndoEntry:
    facts = (fact_of(entry.event, entry.moment) for entry in undone)
    return UndoEntry(
        act=event.act.kind,
        seat=event.act.seat,
        act_at_ms=event.act.at_ms,
        steps=event.steps,
        reason=event.reason,
        by=event.by,
        moment=moment,
        undone=settled(tuple(fact for fact in facts if fact is not None)),
    )


def _term(event: ev.JudgeNamed) -> JudgeTerm:
    return JudgeTerm(judge=event.judge, co_judge=event.co_judge, from_ms=event.at_ms)


def _note_pause(pauses: list[PauseEntry], event: ev.Event, after: GameState) -> None:
    """An undo restores a game as paused, which is no pause: only one that was called is listed."""
    if isinstance(event, ev.GamePaused):
        pauses.append(PauseEntry(from_ms=event.at_ms, until_ms=None, by=event.by))
    elif after.paused is None and pauses and pauses[-1].until_ms is None:
        pauses[-1] = replace(pauses[-1], until_ms=event.at_ms)
