"""The bot on a host whose clock is wrong: what judges moments is its own, and clicks reach it late.

A click goes the way its cogs take it: the custom_id is read, the press stamped, the command submitted.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random  # noqa: TID251 - clocks and ways are drawn from a seed
from typing import cast

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.cogs.presses import Pressed, command_of
from mafiabot.engine import commands as cmd
from mafiabot.engine.decide import decide
from mafiabot.engine.viewing import public_view
from mafiabot.lab.trust.clicks_truth import Click
from mafiabot.lab.trust.clicks_world import (
    EPOCH_MS,
    MOST_AHEAD_MS,
    MOST_DRIFT_PPM,
    HostClock,
    Post,
    SlowMessenger,
    Ways,
)
from mafiabot.runtime.announcer import Announcer
from mafiabot.runtime.background import Background
from mafiabot.runtime.offset import OffsetMeter
from mafiabot.runtime.ports import Messenger
from mafiabot.runtime.service import Decide, GameService, Listener, Refused
from mafiabot.runtime.timers import Timers
from mafiabot.ui.answers import refusal_text
from mafiabot.ui.ids import ControlId
from mafiabot.ui.texts import LOCALES, Texts

FEWEST_WORDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """What judges moments; others only to show that the oracle catches it. `settle_ms` None: the rules'."""

    meter: Callable[[], OffsetMeter] = OffsetMeter
    decide: Decide = decide
    settle_ms: int | None = None


class Host:
    """`posted`: told of each window's message. `unkind`: refusals that said nothing to whoever pressed."""

    def __init__(self, rng: Random, texts: Texts, plant: Plant, posted: Post, listener: Listener) -> None:
        loop = running_virtual_loop()
        self.truth = VirtualClock(loop, EPOCH_MS)
        ahead_ms = rng.randint(-MOST_AHEAD_MS, MOST_AHEAD_MS)
        self.clock = HostClock(loop, ahead_ms, rng.randint(-MOST_DRIFT_PPM, MOST_DRIFT_PPM))
        self.unkind: list[str] = []
        self._texts, self._plant, self._pressed = texts, plant, 0
        self._ways, self._effects, store = Ways(rng), Background(), MemoryStore()
        self._meter = plant.meter()
        self._slow = SlowMessenger(self.truth, self.clock, self._meter, self._ways, rng, posted)
        self.service = GameService(store, self.clock, decide=plant.decide)
        messenger = cast("Messenger", self._slow)
        announcer = Announcer(store, self.clock, self.service, messenger, self._effects)
        self.service.listen(announcer.changed)
        self.service.listen(listener)
        timers = Timers(store, self.clock, self.service, self._effects)
        self._timers = asyncio.get_running_loop().create_task(timers.run())

    def restart(self) -> None:
        """Started anew, the bot knows nothing of the clocks."""
        self._meter = self._plant.meter()
        self._slow.restarted(self._meter)

    async def stop(self) -> None:
        """Once every click has arrived."""
        self._timers.cancel()
        await self._effects.drain()
        await asyncio.gather(self._timers, return_exceptions=True)

    def true_ms(self, host_ms: int) -> int:
        return self.truth.now_ms() + host_ms - self.clock.now_ms()

    def press(self, click: Click, user_id: int, custom_id: str, values: tuple[str, ...]) -> None:
        """It will be made at `click.made_ms`, and what came of it be written into it."""
        self._effects.start(self._press(click, user_id, custom_id, values), "click")

    async def _press(self, click: Click, user_id: int, custom_id: str, values: tuple[str, ...]) -> None:
        await self.truth.sleep_until_ms(click.made_ms)
        click.made_ms, click.host_ms = self.truth.now_ms(), self.clock.now_us() / 1000
        await self.truth.sleep_until_ms(click.made_ms + self._ways.back())
        control = ControlId.parse(custom_id)
        assert control is not None, custom_id
        state = self.service.as_known(control.game_id)
        if state is not None:
            click.error = self._slow.stated(state.ruleset.vote_settle_ms)
        press = self._meter.press(click.made_ms, self.clock.now_ms())
        person = cmd.Person(user_id=user_id, name="?")
        command = command_of(Pressed(control, values, person, press, None, {}))
        assert command is not None, custom_id
        window = click.window
        if window is not None and window.stray and not window.known:
            click.own_frame = window.frame
        self._pressed += 1
        outcome = await self.service.submit(control.game_id, command, f"{self._pressed}")
        if isinstance(outcome, Refused):
            click.reason = outcome.refusal.reason
            self._read(outcome)

    def _read(self, outcome: Refused) -> None:
        """What he is told, in each language in turn."""
        view = public_view(outcome.state) if outcome.state is not None else None
        text = refusal_text(self._texts, LOCALES[self._pressed % len(LOCALES)], outcome.refusal, view)
        if len(text.split()) < FEWEST_WORDS:
            self.unkind.append(f"{outcome.refusal.reason.value}: {text!r}")
