"""Presses no honest client makes, and a live store that is slow or gone at a person's press."""

import inspect
from typing import Any

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.playground.clicks import click
from mafiabot.playground.components import BUTTON, STRING_SELECT
from mafiabot.playground.interactions import COMPONENT, Interaction
from mafiabot.playground.person import Person
from mafiabot.runtime.ports import Commit, CommitResult, StoreUnavailable
from tests.support.club import Club


class SlowStore(MemoryStore):
    """Takes `slow_s` for a commit that carries a person's command; then raises where `gone`."""

    house: Club | None = None
    slow_s = 0.0
    gone = False

    async def commit(self, commit: Commit) -> CommitResult:
        if commit.command_id is not None and self.house is not None and self.slow_s:
            await self.house.seconds(self.slow_s)
        if commit.command_id is not None and self.gone:
            raise StoreUnavailable
        return await super().commit(commit)


class WatchedStore(MemoryStore):
    """Writes down what is asked of it, but for the heart and the timers."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if inspect.iscoroutinefunction(found) and name not in ("beat", "due", "wait_for_earlier"):
            self.asked.append(name)
        return found


async def forged(house: Club, who: Person, custom_id: str, *, values: list[str] | None = None) -> Interaction:
    """A press on a control that no message shows as such: what a manipulated client can send.

    The message it names is given the control for the moment, since Discord checks that much.
    """
    public = next(seen for seen in reversed(house.shown(who)) if not seen.ephemeral)
    message = house.channel.messages[public.id]
    kind = BUTTON if values is None else STRING_SELECT
    control: dict[str, Any] = {"type": kind, "id": 90, "custom_id": custom_id}
    if values is None:
        control |= {"style": 2, "label": "forged"}
    else:
        control |= {"options": [{"label": value, "value": value} for value in values]}
    row = {"type": 1, "id": 91, "components": [control]}
    before = message.payload["components"]
    message.payload["components"] = [*before, row]
    data: dict[str, Any] = {"component_type": kind, "custom_id": custom_id, "id": 90}
    if values is not None:
        data["values"] = values
    made = click(
        house.local.core,
        house.bot,
        who.user,
        house.channel,
        COMPONENT,
        data,
        clicked_ms=house.local.core.clock.now_ms(),
        source_id=public.id,
    )
    outcome = await made.outcome()
    message.payload["components"] = before
    return outcome
