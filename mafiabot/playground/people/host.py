"""The moderator beside the table: opens it, starts the game, and otherwise keeps silent and reads along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from .. import controls
from ..model import Channel, Guild
from ..person import Person
from .body import Body
from .phrases import Phrase
from .reading import Reader
from .temperament import OBEDIENT

ASK_AGAIN_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A public message as the host's client shows it, new or `edited`; `at_s` is loop time."""

    at_s: float
    message_id: int
    author: str
    bot: bool
    text: str
    edited: bool


class Host(Body):
    """Types the commands; `plays`: he has a seat himself, so his player looks after his voice."""

    def __init__(
        self,
        person: Person,
        guild: Guild,
        channel: Channel,
        reader: Reader,
        rng: Random,
        *,
        seats: int,
        preset: str,
        plays: bool,
    ) -> None:
        super().__init__(person, guild, channel, reader, rng, OBEDIENT)
        self._seats = seats
        self._preset = preset
        self._plays = plays
        self._heard: dict[int, Any] = {}
        self.listeners: list[Callable[[Heard], None]] = []

    def act(self) -> None:
        """Lead the table from opening to start, once for each game."""
        self._read_along()
        self.begin(("lead", self.from_ms), self._lead)

    def _read_along(self) -> None:
        if not self.listeners:
            return
        for seen in self.person.view.messages(self.channel):
            before = self._heard.get(seen.id)
            if before is not seen.payload and not seen.ephemeral:
                self._heard[seen.id] = seen.payload
                self._tell(seen.payload, seen.id, edited=before is not None)

    def _tell(self, payload: dict[str, Any], message_id: int, *, edited: bool) -> None:
        author = payload["author"]
        heard = Heard(
            at_s=self.now_ms() / 1000,
            message_id=message_id,
            author=author["global_name"] or author["username"],
            bot=bool(author.get("bot")),
            text=controls.text_of(payload),
            edited=edited,
        )
        for listener in self.listeners:
            listener(heard)

    # --- leading --------------------------------------------------------------------------------

    def _stage(self) -> Phrase | None:
        panel = self.scene.panel
        return panel.what.stage if panel and panel.what.outcome is None else None

    async def _lead(self) -> None:
        if not self._plays:
            await self.enter()
        while self.outcome is None:
            stage = self._stage()
            if stage is None or stage is Phrase.ENDED:
                await self._type("mafia open", preset=self._preset)
                await self.until(lambda: self._stage() is Phrase.LOBBY, ASK_AGAIN_S)
            elif stage is Phrase.LOBBY:
                await self._start()
            else:
                await self.until(lambda: self._stage() in (Phrase.LOBBY, None), 60.0)

    async def _start(self) -> None:
        if not await self.until(self._complete, 60.0):
            return
        await self.react()
        if await self._type("mafia start"):
            await self.until(lambda: self._stage() is not Phrase.LOBBY, ASK_AGAIN_S)
        await asyncio.sleep(self.rng.uniform(0.5, 1.5))

    def _complete(self) -> bool:
        """Everybody expected sits and is in the voice channel."""
        panel = self.scene.panel
        if panel is None or len(panel.what.ring) < self._seats:
            return False
        return self._in_channel() >= self._seats + (not self._plays)

    def _in_channel(self) -> int:
        view, wanted = self.person.view, str(self.channel.id)
        states = (view.voice(self.guild, user_id) for user_id in self.guild.members)
        return sum(1 for state in states if state is not None and state["channel_id"] == wanted)

    async def _type(self, command: str, **options: Any) -> bool:
        """Type a command; where the bot does not offer it (yet), wait a little."""
        if await self.touch(lambda: self.person.slash(self.channel, command, **options)):
            return True
        await asyncio.sleep(ASK_AGAIN_S)
        return False
