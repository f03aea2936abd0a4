"""Reads along what a bot in another process keeps, event by event, as the drill's books want it."""

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import Any, Protocol, TypeVar

from mafiabot.adapters.codec import decode_event
from mafiabot.adapters.sqlite_schema import LIVE_FILE
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.lab.drill import histories
from mafiabot.lab.drill.expect import Missed
from mafiabot.lab.drill.stage import DrillStage, TableStage
from mafiabot.runtime.ports import Store, StoreChanged, StoreUnavailable

T = TypeVar("T")

EVERY_MS = 100


class Reading(Protocol):
    """Somebody else's store. What cannot be read now is as if nothing had been added."""

    async def events(
        self, table: TableStage, game_id: str | None, seq: int
    ) -> tuple[str | None, tuple[Event, ...]]:
        """The game of a table's channel, and its events after `seq` of `game_id`."""
        ...

    async def kept(self, game_id: str, command_ids: Collection[str]) -> set[str]:
        """Which of these commands have been applied to a game."""
        ...

    async def torn(self, stage: DrillStage) -> list[Missed]:
        """Where a table's log and its state are not one history."""
        ...


class SqliteReading:
    """Beside whoever has the file; it may not be there yet."""

    def __init__(self, folder: Path) -> None:
        self._address = f"file:{folder / LIVE_FILE}?mode=ro"

    async def events(
        self, table: TableStage, game_id: str | None, seq: int
    ) -> tuple[str | None, tuple[Event, ...]]:
        try:
            found = self._rows("SELECT game_id FROM channels WHERE channel_id = ?", table.channel.id)
            if not found:
                return None, ()
            ((there,),) = found
            after = seq if there == game_id else 0
            rows = self._rows(
                "SELECT event FROM log WHERE game_id = ? AND seq > ? ORDER BY seq", there, after
            )
        except sqlite3.OperationalError:
            return game_id, ()
        return there, tuple(decode_event(event) for (event,) in rows)

    async def kept(self, game_id: str, command_ids: Collection[str]) -> set[str]:
        rows = self._rows("SELECT command_id FROM commands WHERE game_id = ?", game_id)
        return {command_id for (command_id,) in rows} & set(command_ids)

    async def torn(self, stage: DrillStage) -> list[Missed]:
        return []  # one process alone, which holds the file

    def _rows(self, question: str, *values: Any) -> list[Any]:
        with contextlib.closing(sqlite3.connect(self._address, uri=True)) as file:
            return file.execute(question, values).fetchall()


class StoreReading:
    """Through a store of our own on the same server, opened anew where the server has begun another life."""

    def __init__(self, opened: Callable[[], Store]) -> None:
        self._open = opened
        self._store = opened()

    async def events(
        self, table: TableStage, game_id: str | None, seq: int
    ) -> tuple[str | None, tuple[Event, ...]]:
        async def read(store: Store) -> tuple[str | None, tuple[Event, ...]]:
            found = await store.game_in_channel(table.channel.id, table.guild.id)
            if found is None:
                return None, ()
            return found, await store.log(found, seq if found == game_id else 0)

        try:
            return await self._asked(read)
        except StoreUnavailable:
            return game_id, ()

    async def kept(self, game_id: str, command_ids: Collection[str]) -> set[str]:
        async def read(store: Store) -> set[str]:
            return {one for one in command_ids if await store.seen_command(game_id, one)}

        return await self._asked(read)

    async def close(self) -> None:
        """Lets go of the store."""
        await self._store.close()

    async def _asked(self, question: Callable[[Store], Awaitable[T]]) -> T:
        try:
            return await question(self._store)
        except StoreChanged:
            await self._store.close()
            self._store = self._open()
            return await question(self._store)

    async def torn(self, stage: DrillStage) -> list[Missed]:
        return await histories.torn(stage, self._store)


class Follower:
    """Keeps every table's book up to date."""

    def __init__(self, stage: DrillStage, reading: Reading) -> None:
        self._stage = stage
        self._reading = reading

    async def follow(self) -> None:
        """Until cancelled."""
        while True:
            await self.look()
            await self._stage.sleep_ms(EVERY_MS)

    async def look(self) -> None:
        """Once."""
        for table in self._stage.tables.values():
            await self._look_at(table)

    async def kept(self) -> set[int]:
        """The ids of the interactions that the tables' games have taken."""
        made = {str(one.id) for one in self._stage.local.interactions.all}
        games = {table.book.state.game_id for table in self._stage.tables.values() if table.book.state}
        return {int(one) for game_id in games for one in await self._reading.kept(game_id, made)}

    async def torn(self) -> list[Missed]:
        """Histories that are not one, when all is over."""
        return await self._reading.torn(self._stage)

    async def _look_at(self, table: TableStage) -> None:
        known = table.book.state
        game_id, events = await self._reading.events(
            table, None if known is None else known.game_id, 0 if known is None else known.seq
        )
        state = known if known is not None and known.game_id == game_id else None
        for event in events:
            state = evolve(state, event)
            self._stage.kept(state, (event,))
