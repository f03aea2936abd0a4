"""A game with a judge through the real client: the host sits in the table's channel and does not play.

Seats are drawn where the rules say so, so people are found by their seat, not by the order they came in.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from mafiabot.engine.judging import JUST_GIVEN_MS
from mafiabot.engine.state import Talk
from mafiabot.playground.interactions import Interaction
from mafiabot.playground.person import Person
from mafiabot.playground.views import Seen
from mafiabot.runtime.ports import Store
from tests.support.club import Club, club
from tests.support.playing import Game

PANEL_MARK = "End speech"  # a button every judge's panel has, and nothing else


class JudgedGame(Game):
    """`judge` is the host. `seats` (seat → person) is filled by `deal`."""

    def __init__(self, house: Club) -> None:
        super().__init__(house)
        self.seats: dict[int, Person] = {}

    @property
    def judge(self) -> Person:
        return self.house.host

    def person(self, seat: int) -> Person:
        return self.seats[seat]

    async def deal(self, preset: str, *, judge: bool = True) -> None:
        """`judge` False: the host starts the game from elsewhere, and nobody judges."""
        house = self.house
        await house.slash(self.judge, "mafia open", preset=preset)
        await house.seconds(2)
        await house.seat_everybody()
        if judge:
            await self.judge.join(house.channel)
        await house.seconds(1)
        await house.slash(self.judge, "mafia start")
        await house.seconds(2)
        for person in house.people:
            await house.press(person, "Ready")
        await house.seconds(2)
        await self.look()

    async def look(self) -> None:
        """Who sits where now."""
        people = {person.id: person for person in self.house.people}
        state = await self.house.state()
        self.seats = {n: people[s.person.user_id] for n, s in enumerate(state.seats, 1) if s.person.user_id}

    # --- slash commands --------------------------------------------------------------------------

    async def order(self, command: str, **options: Any) -> str:
        """What the judge is answered to `/judge command`; a speech he skips he has seen begin."""
        if command == "skip":
            await self.house.seconds(JUST_GIVEN_MS / 1000)
        return (await self.house.slash(self.judge, f"judge {command}", **options)).text

    async def offered(self, command: str, option: str, typed: str = "", **options: Any) -> list[str]:
        """The labels the judge is offered while he types an option of `/judge command`."""
        made = await self.judge.autocomplete(self.house.channel, f"judge {command}", option, typed, **options)
        return [choice["name"] for choice in made]

    async def skip_talk(self) -> None:
        """The judge ends every floor until something else than talk."""
        while isinstance((await self.house.state()).phase, Talk):
            await self.order("skip")
            await self.house.seconds(1)

    # --- the panel -------------------------------------------------------------------------------

    async def open_panel(self) -> Interaction:
        return await self.house.press(self.judge, "Judge")

    def panel(self) -> Seen:
        return self.judge.latest(self.house.channel, label=PANEL_MARK)

    async def touch(self, label: str, face: str | None = None) -> Interaction:
        """Presses a button of his newest panel (or of the newest message with a control `face`)."""
        seen = self.judge.latest(self.house.channel, label=face) if face is not None else self.panel()
        return await (await self.judge.press(seen, label)).outcome()

    async def pick(self, label: str, value: str) -> Interaction:
        """Chooses `value` in the select whose placeholder is `label`."""
        seen = self.judge.latest(self.house.channel, label=label)
        return await (await self.judge.select(seen, [value], label)).outcome()

    async def fill(self, opened: Interaction, label: str, text: str) -> Interaction:
        return await (await self.judge.submit_modal(opened, {label: text})).outcome()


@asynccontextmanager
async def judged(
    preset: str = "classic",
    seats: int = 10,
    *,
    judge: bool = True,
    shows: bool = False,
    store: Store | None = None,
) -> AsyncIterator[JudgedGame]:
    """A dealt game. `shows`: the guild lets its judges see the roles."""
    async with club(seats, store=store) as house:
        if shows:
            await house.settings.change(house.guild.id, lambda kept: replace(kept, judge_sees_roles=True))
        game = JudgedGame(house)
        await game.deal(preset, judge=judge)
        yield game
