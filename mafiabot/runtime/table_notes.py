"""What panels and hands show besides the game's state: microphones, the last seconds, who writes at night.

Nothing of it is in the game or outlives the process; whoever shows it looks it up here and hears of changes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from mafiabot.runtime.unheard import Unheard


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNotes:
    """`unheard`: why the owner of the floor is not heard. `last_seconds`: his time is nearly up.

    For the judge alone: `by_hand`, user ids whose microphones were set by people and are left so; `wrote`,
    seats that wrote or began to write in the table's chat this night.
    """

    unheard: Unheard | None = None
    last_seconds: bool = False
    by_hand: tuple[int, ...] = ()
    wrote: tuple[int, ...] = ()

    @property
    def public(self) -> "TableNotes":
        """What everybody may see."""
        return replace(self, by_hand=(), wrote=())


NO_NOTES = TableNotes()
NotesOf = Callable[[str], TableNotes]
"""`(game_id)`: what is to be shown at this table now."""


def no_notes(_game_id: str) -> TableNotes:
    return NO_NOTES


class NoteBoard:
    """All tables' notes of this process."""

    def __init__(self) -> None:
        self._notes: dict[str, TableNotes] = {}
        self._listeners: list[Callable[[str], None]] = []

    def of(self, game_id: str) -> TableNotes:
        return self._notes.get(game_id, NO_NOTES)

    def listen(self, listener: Callable[[str], None]) -> None:
        """`listener(game_id)` is called after a change, and must not block."""
        self._listeners.append(listener)

    def change(self, game_id: str, **parts: Any) -> None:
        """`parts`: fields of `TableNotes`."""
        before = self.of(game_id)
        after = replace(before, **parts)
        if after == before:
            return
        self._notes[game_id] = after
        for listener in self._listeners:
            listener(game_id)

    def forget(self, game_id: str) -> None:
        """The game is over."""
        self._notes.pop(game_id, None)
