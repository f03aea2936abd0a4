"""Eyes and fingers of somebody at the table: looks when his client changes, acts after a human delay."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..components import walk
from ..controls import Control
from ..errors import NotPossible
from ..interactions import Interaction
from ..model import Channel, Guild
from ..person import Person
from ..views import Seen
from .phrases import Phrase
from .reading import Reader, recognised
from .scene import Scene, look
from .temperament import Temperament
from .things import Place

GLANCE_S = 0.05
"""Nobody reads faster: changes that come together are read together."""

Errand = Callable[[], Coroutine[Any, Any, None]]


@dataclass(slots=True)
class Deeds:
    """What somebody has done, counted; `crashes` are bugs of these people, never of the bot."""

    presses: int = 0
    unanswered: int = 0
    stale: int = 0
    impossible: int = 0
    messages: int = 0
    dropouts: int = 0
    crashes: list[BaseException] = field(default_factory=list)


class Body:
    """One person; what he does is up to subclasses, which override `act`."""

    def __init__(
        self, person: Person, guild: Guild, channel: Channel, reader: Reader, rng: Random, temper: Temperament
    ) -> None:
        self.person = person
        self.guild = guild
        self.channel = channel
        self.reader = reader
        self.rng = rng
        self.temper = temper
        self.scene = Scene()
        self.deeds = Deeds()
        self.from_ms = self.now_ms()
        self._begun: set[Hashable] = set()
        self._errands: set[asyncio.Task[None]] = set()
        self._waiting: list[asyncio.Future[None]] = []
        self._told = -1
        self._me = recognised(person.user.display)

    # --- eyes -----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Look and act until cancelled."""
        try:
            while True:
                self.look_up()
                await self.person.view.changed()
                await asyncio.sleep(GLANCE_S)
        finally:
            await self._drop_everything()

    def look_up(self) -> None:
        """Look at the client now, whatever has or has not changed, and act."""
        messages = self.person.view.messages(self.channel)
        if self._told != self.person.view.told:
            self._told = self.person.view.told
            self.scene = look(self.reader, messages)
        self.act()
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def act(self) -> None:
        """Begin whatever the scene calls for."""
        raise NotImplementedError

    async def until(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until what the client shows fulfils a condition; False where `timeout_s` passed first."""
        try:
            async with asyncio.timeout(max(0.0, timeout_s)):
                while not condition():
                    future = asyncio.get_running_loop().create_future()
                    self._waiting.append(future)
                    await future
        except TimeoutError:
            return condition()
        return True

    def now_ms(self) -> float:
        """Loop time in ms, as moments of messages are given."""
        return asyncio.get_running_loop().time() * 1000

    @property
    def place(self) -> Place | None:
        """His own line in the ring, recognised by the name."""
        panel = self.scene.panel
        ring = panel.what.ring if panel else ()
        return next((place for place in ring if place.known_as == self._me), None)

    @property
    def outcome(self) -> Phrase | None:
        """The verdict of the present game, once he has seen it."""
        verdict = self.scene.verdict
        if verdict is not None and verdict.seen.received_ms >= self.from_ms:
            return verdict.what.outcome
        panel = self.scene.panel
        return panel.what.outcome if panel and panel.seen.received_ms >= self.from_ms else None

    @property
    def in_voice(self) -> bool:
        """Whether he is in the table's voice channel, as his client knows it."""
        state = self.person.view.voice(self.guild)
        return state is not None and state["channel_id"] == str(self.channel.id)

    @property
    def open(self) -> bool:
        """Whether his client shows that nobody keeps him muted but, at most, he himself."""
        state = self.person.view.voice(self.guild)
        return state is not None and not (state["mute"] or state["suppress"])

    # --- errands --------------------------------------------------------------------------------

    def begin(self, key: Hashable, errand: Errand) -> None:
        """Start an errand beside the others, once for each key."""
        if key in self._begun:
            return
        self._begun.add(key)
        task = asyncio.get_running_loop().create_task(errand())
        self._errands.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._errands.discard(task)
        if not task.cancelled() and (crash := task.exception()) is not None:
            self.deeds.crashes.append(crash)

    async def _drop_everything(self) -> None:
        running = list(self._errands)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def errands_done(self, timeout_s: float) -> None:
        """Wait until nothing is under way, at most so long."""
        if self._errands:
            await asyncio.wait(set(self._errands), timeout=timeout_s)

    # --- fingers --------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """A draw of his own."""
        return self.rng.random() < probability

    async def react(self, factor: float = 1.0) -> None:
        """Take the time he takes; who hesitates takes it twice."""
        seconds = self.rng.uniform(*self.temper.reaction_s) * factor
        if self.chance(self.temper.hesitates):
            seconds += self.rng.uniform(*self.temper.reaction_s)
        await asyncio.sleep(seconds)

    async def press(self, seen: Seen, control: Control) -> bool:
        """Press a button, some people twice; True where the bot answered."""
        if self.chance(self.temper.double_press):
            self.begin(("again", self.deeds.presses, control.label), lambda: self._again(seen, control))
        return await self._press(seen, control)

    async def _again(self, seen: Seen, control: Control) -> None:
        await asyncio.sleep(self.rng.uniform(0.02, 0.4))
        await self._press(seen, control)

    async def _press(self, seen: Seen, control: Control) -> bool:
        return await self.touch(lambda: self.person.press(seen, control.label))

    async def choose(self, seen: Seen, control: Control, values: list[str]) -> bool:
        """Choose in a select by the option's value; True where the bot answered."""
        return await self.touch(lambda: self.person.select(seen, values, control.label))

    async def fill_in(self, seen: Seen, control: Control, text: str) -> bool:
        """Press a button that opens a form, and send it with this in its one field; True where answered."""
        opened: list[Interaction] = []

        async def open_form() -> Interaction:
            opened.append(await self.person.press(seen, control.label))
            return opened[0]

        if not await self.touch(open_form) or opened[0].modal is None:
            return False
        await self.react(2.0)
        fields = [c["custom_id"] for c in walk(opened[0].modal["components"]) if "custom_id" in c]
        return await self.touch(lambda: self.person.submit_modal(opened[0], {fields[0]: text}))

    async def touch(self, act: Callable[[], Awaitable[Interaction]]) -> bool:
        """Do something that a bot answers; what the client does not let him do is counted, not raised."""
        self.deeds.presses += 1
        try:
            made = await (await act()).answered()
        except NotPossible:
            self.deeds.impossible += 1
            return False
        if made.failed == "unanswered":
            self.deeds.unanswered += 1
        elif made.failed is not None:
            self.deeds.stale += 1
        return made.failed is None

    async def say(self, text: str) -> None:
        """Write in the channel's chat, where he may."""
        try:
            await self.person.say(self.channel, text)
        except NotPossible:
            self.deeds.impossible += 1
        else:
            self.deeds.messages += 1

    async def enter(self) -> bool:
        """Go into the table's voice channel; False where he could not."""
        try:
            await self.person.join(self.channel)
        except NotPossible:
            self.deeds.impossible += 1
            return False
        return True

    async def mute_oneself(self, on: bool) -> None:
        """Self-mute or unmute, where he is in voice."""
        try:
            await self.person.self_mute(self.guild, on)
        except NotPossible:
            self.deeds.impossible += 1

    async def drop_out(self, back_s: tuple[float, float] | None) -> bool:
        """Leave voice, and come back after so long (None: not at all); False where he was not there."""
        if not self.in_voice:
            return False
        try:
            await self.person.leave(self.guild)
        except NotPossible:
            return False
        self.deeds.dropouts += 1
        if back_s is not None:
            await asyncio.sleep(self.rng.uniform(*back_s))
            await self.enter()
        return True
