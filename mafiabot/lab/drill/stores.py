"""The live stores a drill can be played on, each able to come back as it was at an earlier moment."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from mafiabot.adapters.sqlite_schema import LIVE_FILE
from mafiabot.lab.drill.format import StoreName
from mafiabot.lab.drill.trouble import Rewinder
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.stores import OpenStore, stores_for
from mafiabot.runtime.ports import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillStore:
    """`open` opens the same store again and again."""

    open: OpenStore
    rewinder: Rewinder


class SqliteRewinder:
    """The file's pages, kept in memory."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LIVE_FILE
        self._kept: sqlite3.Connection | None = None

    async def remember(self) -> None:
        """Keep the file as it is."""
        if self._kept is not None:
            self._kept.close()
        self._kept = sqlite3.connect(":memory:")
        with contextlib.closing(sqlite3.connect(self._path)) as file:
            file.backup(self._kept)

    async def bring_back(self) -> None:
        """The file is again as it was kept; harmless if it never was."""
        if self._kept is not None:
            with contextlib.closing(sqlite3.connect(self._path)) as file:
                self._kept.backup(file)


@contextlib.asynccontextmanager
async def drill_store(name: StoreName, folder: Path, clock: Clock) -> AsyncIterator[DrillStore]:
    """A store of that kind, empty. Raises `BadOptions` where there is none to be had."""
    options = DemoOptions(store="sqlite")
    async with stores_for(options, folder, clock) as opened:
        yield DrillStore(open=opened, rewinder=SqliteRewinder(folder))
