"""What a drill knows of one table from the bot's commits: its chronicle, and when each moment came."""

import asyncio
import dataclasses
from typing import Any

from mafiabot.engine import events as ev
from mafiabot.engine.mics import mics
from mafiabot.engine.state import GameState
from mafiabot.lab.chronicle import Chronicle
from mafiabot.lab.drill.moments import END, Zeros
from mafiabot.lab.drill.wishes import Wishes
from mafiabot.runtime.service import Change

A_MOMENT_MS = 1_000_000_000_000
"""Whatever is larger is an epoch's milliseconds, not a length."""


class TableBook:
    """Fed with events as they are kept; can forget the last ones, as a store does that fell over."""

    def __init__(self, epoch_ms: int) -> None:
        self._epoch_ms = epoch_ms
        self._changes: list[Change] = []
        self._zeros = Zeros()
        self._came: asyncio.Event = asyncio.Event()
        self.chronicle = Chronicle(epoch_ms=epoch_ms)
        self.zeros_ms: dict[str, float] = {}
        self.ends_ms: list[float] = []
        self._games = 0

    @property
    def state(self) -> GameState | None:
        """The table as last kept."""
        return self.chronicle.state

    @property
    def over(self) -> bool:
        """Whether its game has ended, with or without a verdict."""
        return self.state is not None and self.state.over

    def kept(self, state: GameState, events: tuple[ev.Event, ...]) -> None:
        """One commit."""
        if self.state is None or self.state.game_id != state.game_id:
            self._begin_game(events[0])
        change = Change(before=self.state, state=state, events=events)
        self._changes.append(change)
        self.chronicle.heard(change)
        for event in events:
            for name in self._zeros.of(event):
                self.zeros_ms.setdefault(self._of_game + name, self.chronicle.loop_ms(event.at_ms))
        if self.over and len(self.ends_ms) < self._games:
            self.ends_ms.append(self.chronicle.loop_ms(events[-1].at_ms))
        came, self._came = self._came, asyncio.Event()
        came.set()

    def _begin_game(self, first: ev.Event) -> None:
        """The first, or a rematch, with moments of its own; what is kept here is of the newest game."""
        self._games += 1
        self._changes.clear()
        self._zeros = Zeros()
        since_ms = self.chronicle.loop_ms(first.at_ms) if self._games > 1 else 0.0
        self.chronicle = Chronicle(epoch_ms=self._epoch_ms, since_ms=since_ms)

    @property
    def _of_game(self) -> str:
        return f"game {self._games} " if self._games > 1 else ""

    @property
    def end_ms(self) -> float | None:
        """When the newest game first ended."""
        return self.zeros_ms.get(f"{self._of_game}{END}")

    def forget_last(self) -> None:
        """The last commit never happened; moments that have come stay."""
        if self.over:
            self.ends_ms.pop()
        changes = self._changes[:-1]
        self._changes = []
        self.chronicle = Chronicle(epoch_ms=self._epoch_ms, since_ms=self.chronicle.since_ms)
        for change in changes:
            self._changes.append(change)
            self.chronicle.heard(change)

    def tell_wishes(self, wishes: Wishes) -> None:
        """Which microphones every commit wished open."""
        for change in self._changes:
            wishes.take(self.chronicle.loop_ms(change.events[-1].at_ms), mics(change.state))

    async def zero_ms(self, name: str) -> float:
        """When a moment came, in loop ms; waits for it."""
        while name not in self.zeros_ms:
            await self._came.wait()
        return self.zeros_ms[name]


def on_our_clock(event: ev.Event, ahead_ms: int) -> ev.Event:
    """An event of a bot whose clock is `ahead_ms` ahead, with its moments on everybody's clock."""
    if not ahead_ms:
        return event
    moved: dict[str, Any] = {
        one.name: value - ahead_ms
        for one in dataclasses.fields(event)
        if one.name.endswith("_ms") and isinstance(value := getattr(event, one.name), int)
        if value > A_MOMENT_MS
    }
    return dataclasses.replace(event, **moved)
