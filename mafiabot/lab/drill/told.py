"""Which announcements of a table's log never reached the chat, and which did twice.

A message is recognised as the bot itself does after a restart: by the public step its container carries.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from mafiabot.engine import events as ev
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState
from mafiabot.lab.drill.stage import TableStage, Touch
from mafiabot.lab.spectator import is_panel
from mafiabot.playground.components import walk
from mafiabot.runtime.announcements import NOTE_MARK, NOTES, Announcement, Kind
from mafiabot.runtime.announcing import announcement_for

CONTAINER = 17
_WINDOWS = frozenset({Kind.WINDOW, Kind.RAISE_WINDOW})


def announcements_lost(table: TableStage, touches: Sequence[Touch]) -> int:
    """How many; none while nobody can be told anything: the channel is gone, or the bot thrown out."""
    if table.channel.id not in table.guild.channels:
        return 0
    said, book = set(_said(table)), table.book.chronicle
    away = [touch for touch in touches if touch.unreachable and touch.guild_id == table.guild.id]
    return sum(
        one.mark not in said and not any(touch.lasts_at(book.loop_ms(at_ms)) for touch in away)
        for at_ms, one in _due(book.events)
    )


def announcements_doubled(table: TableStage) -> int:
    """How many; notes may be repeated."""
    counts = Counter(mark for mark in _said(table) if mark < NOTE_MARK)
    return sum(count - 1 for count in counts.values())


def _said(table: TableStage) -> Iterator[int]:
    """Since the newest game began."""
    for seen in table.chat.judged():
        if seen.received_ms >= table.book.chronicle.since_ms and not is_panel(seen):
            components = walk(seen.versions[0][1]["components"])
            yield from (one["id"] for one in components if one["type"] == CONTAINER and "id" in one)


def _due(events: list[ev.Event]) -> Iterator[tuple[int, Announcement]]:
    """What had to be said. A window counts if it was shown: one asked for anew before that is not posted."""
    shown = {
        event.window_no for event in events if isinstance(event, ev.WindowOpened) and not event.estimated
    }
    state: GameState | None = None
    for event in events:
        state = evolve(state, event)
        one = announcement_for(event, state)
        if one is None or one.kind in NOTES:
            continue
        if one.kind not in _WINDOWS or one.window_no in shown:
            yield event.at_ms, one
