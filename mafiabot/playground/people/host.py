"""The moderator beside the table: opens it, starts the game and judges it, by what his client shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from .. import controls
from ..errors import Json, NotPossible
from ..model import Channel, Guild
from ..person import Person
from . import judging
from .body import Body
from .phrases import NIGHT_STEPS, Phrase
from .reading import Reader
from .schedule import Deed, schedule
from .talk import EXCUSES
from .temperament import OBEDIENT

ASK_AGAIN_S = 5.0
PLAYED = (*NIGHT_STEPS, Phrase.TALK, Phrase.SETTLING, Phrase.VOTING, Phrase.RAISE)
TROUBLEMAKERS, THEIR_SHARE = 2, 0.6


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
    """Types the commands; `plays`: he has a seat himself, so that he judges nothing, as without `judges`."""

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
        judges: bool = True,
    ) -> None:
        super().__init__(person, guild, channel, reader, rng, OBEDIENT)
        self.seats = seats
        self.preset = preset
        self.excuses = EXCUSES[reader.book.language]
        self.hands = asyncio.Lock()
        self._plays = plays
        self._judges = judges and not plays
        self.rematches = False
        self._heard: dict[int, Any] = {}
        self.listeners: list[Callable[[Heard], None]] = []
        self.new_game()

    def new_game(self) -> None:
        """What he meant to do in the last game is over; a new one, new deeds."""
        self.from_ms = self.now_ms()
        self.waited_for: set[int] = set()
        self._schedule: dict[int, tuple[Deed, ...]] = (
            {} if not self._judges else schedule(self.rng, self.preset)
        )
        self._moments: set[Hashable] = set()
        self._troublemakers: list[int] = []

    def act(self) -> None:
        """Lead the table from opening to start, once for each game, and judge it."""
        self._read_along()
        self.begin(("lead", self.from_ms), self._lead)
        if self.at_play:
            self._judge()
        elif self.outcome is not None and self.preset == "tournament" and self._judges:
            self.begin(("award", self.from_ms), lambda: judging.award(self))

    # --- judging --------------------------------------------------------------------------------

    @property
    def at_play(self) -> bool:
        """Whether the roles are dealt and the verdict is still to come."""
        return self.outcome is None and self._stage() in PLAYED

    @property
    def living(self) -> tuple[int, ...]:
        """Seats the panel shows in the game."""
        return self.scene.panel.what.living if self.scene.panel else ()

    def culprit(self) -> int:
        """Who gets the foul: mostly one of the two whom he has his eye on."""
        if not self._troublemakers:
            self._troublemakers = self.rng.sample(self.living, TROUBLEMAKERS)
        there = [seat for seat in self._troublemakers if seat in self.living]
        return self.rng.choice(there if there and self.chance(THEIR_SHARE) else self.living)

    def _judge(self) -> None:
        for moment in self._new_moments():
            self._moments.add(moment)
            number = len(self._moments)
            for deed in self._schedule.get(number, ()):
                self.begin(("deed", self.from_ms, number, deed), partial(judging.do, self, deed))
        absence = self.scene.absence
        if absence is not None and absence.seen.received_ms >= self.from_ms and self._judges:
            seat = absence.what.seat
            self.begin(("absent", absence.seen.id), lambda: judging.answer_absence(self, seat))

    def _new_moments(self) -> list[Hashable]:
        scene, panel = self.scene, self.scene.panel
        seen: list[Hashable] = [one.seen.id for one in (scene.floor, scene.window) if one is not None]
        if panel is not None and panel.what.stage in NIGHT_STEPS:
            seen.append((panel.what.stage, panel.what.number))
        return [moment for moment in seen if moment not in self._moments]

    async def offered(self, command: str, option: str) -> list[Json]:
        """What a command offers for an option that completes itself; nothing where it is not offered."""
        try:
            return await self.person.autocomplete(self.channel, command, option, "")
        except NotPossible:
            self.deeds.impossible += 1
            return []

    # --- reading along --------------------------------------------------------------------------

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
                await self._open()
                await self.until(lambda: self._stage() is Phrase.LOBBY, ASK_AGAIN_S)
            elif stage is Phrase.LOBBY:
                await self._start()
            else:
                await self.until(lambda: self._stage() in (Phrase.LOBBY, None) or self._stands_still(), 60.0)
                if self._stands_still():
                    await self._go_on()

    async def _open(self) -> None:
        if self.rematches:
            await self.type("mafia rematch")
        else:
            await self.type("mafia open", preset=self.preset)

    async def _start(self) -> None:
        if not await self.until(self._complete, 60.0):
            return
        await self.react()
        if await self.type("mafia start"):
            await self.until(lambda: self._stage() is not Phrase.LOBBY, ASK_AGAIN_S)
        await asyncio.sleep(self.rng.uniform(0.5, 1.5))

    def _stands_still(self) -> bool:
        """Paused, though he pauses nothing: the judge had lost the table."""
        return self.scene.panel is not None and self.scene.panel.what.paused and not self.hands.locked()

    async def _go_on(self) -> None:
        """Once everybody has had a moment to see that he is back."""
        await asyncio.sleep(ASK_AGAIN_S)
        if self._stands_still():
            await self.type("mafia resume")
            await asyncio.sleep(ASK_AGAIN_S)

    def _complete(self) -> bool:
        """Everybody expected sits and is in the voice channel."""
        panel = self.scene.panel
        if panel is None or len(panel.what.ring) < self.seats:
            return False
        return self._in_channel() >= self.seats + (not self._plays)

    def _in_channel(self) -> int:
        view, wanted = self.person.view, str(self.channel.id)
        people = (user_id for user_id, member in self.guild.members.items() if not member.user.bot)
        states = (view.voice(self.guild, user_id) for user_id in people)
        return sum(1 for state in states if state is not None and state["channel_id"] == wanted)

    async def type(self, command: str, **options: Any) -> bool:
        """Type a command; where the bot does not offer it (yet), wait a little."""
        if await self.touch(lambda: self.person.slash(self.channel, command, **options)):
            return True
        await asyncio.sleep(ASK_AGAIN_S)
        return False
