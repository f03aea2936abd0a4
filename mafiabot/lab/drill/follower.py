"""Reads along what a bot in another process keeps, event by event, as the drill's books want it."""

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

from mafiabot.adapters.codec import decode_event
from mafiabot.adapters.sqlite_schema import LIVE_FILE
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.lab.drill.stage import DrillStage, TableStage
from mafiabot.runtime.ports import Store, StoreUnavailable

EVERY_MS = 100

Read = Callable[[TableStage, str | None, int], Awaitable[tuple[str | None, tuple[Event, ...]]]]
"""`(table, game_id, seq)`: the game of a table's channel, and its events after `seq` of `game_id`."""


def reading_sqlite(folder: Path) -> Read:
    """Beside whoever has the file; it may not be there yet."""

    async def read(table: TableStage, game_id: str | None, seq: int) -> tuple[str | None, tuple[Event, ...]]:
        try:
            file = sqlite3.connect(f"file:{folder / LIVE_FILE}?mode=ro", uri=True)
            with contextlib.closing(file):
                found = file.execute(
                    "SELECT game_id FROM channels WHERE channel_id = ?", (table.channel.id,)
                ).fetchone()
                if found is None:
                    return None, ()
                after = seq if found[0] == game_id else 0
                rows = file.execute(
                    "SELECT event FROM log WHERE game_id = ? AND seq > ? ORDER BY seq", (found[0], after)
                ).fetchall()
        except sqlite3.OperationalError:
            return game_id, ()
        return found[0], tuple(decode_event(event) for (event,) in rows)

    return read


def reading_store(store: Store) -> Read:
    """Through a store of our own on the same server."""

    async def read(table: TableStage, game_id: str | None, seq: int) -> tuple[str | None, tuple[Event, ...]]:
        try:
            found = await store.game_in_channel(table.channel.id, table.guild.id)
            if found is None:
                return None, ()
            return found, await store.log(found, seq if found == game_id else 0)
        except StoreUnavailable:
            return game_id, ()

    return read


class Follower:
    """Keeps every table's book up to date."""

    def __init__(self, stage: DrillStage, read: Read) -> None:
        self._stage = stage
        self._read = read

    async def follow(self) -> None:
        """Until cancelled."""
        while True:
            await self.look()
            await self._stage.sleep_ms(EVERY_MS)

    async def look(self) -> None:
        """Once."""
        for table in self._stage.tables.values():
            await self._look_at(table)

    async def _look_at(self, table: TableStage) -> None:
        known = table.book.state
        game_id, events = await self._read(
            table, None if known is None else known.game_id, 0 if known is None else known.seq
        )
        state = known if known is not None and known.game_id == game_id else None
        for event in events:
            state = evolve(state, event)
            self._stage.kept(state, (event,))
