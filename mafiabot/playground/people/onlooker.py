"""Somebody without a seat: sits in the channel, and now and then presses what is not for him."""

from __future__ import annotations

import asyncio
from random import Random

from ..model import Channel, Guild
from ..person import Person
from .body import Body
from .phrases import Phrase
from .reading import Reader
from .temperament import OBEDIENT

CURIOUS = 0.05


class Onlooker(Body):
    """A spectator of the table."""

    def __init__(self, person: Person, guild: Guild, channel: Channel, reader: Reader, rng: Random) -> None:
        super().__init__(person, guild, channel, reader, rng, OBEDIENT)
        self._floor = 0

    def act(self) -> None:
        """Come in once; at a new floor, be curious sometimes."""
        self.begin("voice", self._come_in)
        floor = self.scene.floor
        if floor is not None and floor.seen.id != self._floor:
            self._floor = floor.seen.id
            if self.chance(CURIOUS):
                self.begin(("curious", floor.seen.id), self._try_a_button)

    async def _come_in(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.0, 10.0))
        await self.enter()

    async def _try_a_button(self) -> None:
        await self.react(5.0)
        panel = self.scene.panel
        wanted = [
            p for p in (Phrase.HAND, Phrase.FINISH, Phrase.HISTORY) if panel and p in panel.what.buttons
        ]
        if panel is not None and wanted:
            await self.press(panel.seen, panel.what.buttons[self.rng.choice(wanted)])
