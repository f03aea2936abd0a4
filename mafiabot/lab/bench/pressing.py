"""People's presses in the local Discord's process: a steady trickle, or as many as the bot can take."""

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

from mafiabot.adapters.clock import SystemClock
from mafiabot.playground.clicks import click
from mafiabot.playground.components import BUTTON, walk
from mafiabot.playground.interactions import COMPONENT, Interaction
from mafiabot.playground.model import Application, Channel
from mafiabot.playground.server import LocalDiscord

Json = dict[str, Any]

HAND = ":hand:"
STRIDE = 7
"""Tables are pressed at in steps of so many, players in turn."""


class Presser:
    """Presses buttons of one bot's."""

    def __init__(self, local: LocalDiscord, judge: Application, clock: SystemClock) -> None:
        self._local = local
        self._judge = judge
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._made: list[Interaction] = []

    # --- a trickle ---------------------------------------------------------------------------------

    def begin(self, asked: Json) -> int:
        """From now on `per_s` presses a second of “My hand”, table after table; how many tables there are."""
        self._made.clear()
        self._task = asyncio.get_running_loop().create_task(self._trickle(asked["per_s"]))
        return len(self._local.core.world.guilds)

    def end(self, _: Json) -> list[float]:
        """No more; from press to answer in ms of all that were answered."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        return [one.answered_ms - one.created_ms for one in self._made if one.answered_ms is not None]

    async def _trickle(self, per_s: float) -> None:
        began_ms = self._clock.now_ms()
        for number, (channel, user_id) in enumerate(self._hands()):
            await self._clock.sleep_until_ms(began_ms + round(number * 1000 / per_s))
            if (found := self._hand_button(channel)) is not None:
                self._made.append(self._press(channel, user_id, *found))

    def _hands(self) -> Iterator[tuple[Channel, int]]:
        tables = [
            (channel, list(guild.voice))
            for guild in self._local.core.world.guilds.values()
            for channel in guild.channels.values()
            if channel.is_voice
        ]
        for number in itertools.count():
            channel, users = tables[number * STRIDE % len(tables)]
            yield channel, users[number // len(tables) % len(users)]

    @staticmethod
    def _hand_button(channel: Channel) -> tuple[str, int] | None:
        """The newest one's custom_id and message."""
        for message in reversed(channel.messages.values()):
            for part in walk(message.payload["components"]):
                if part["type"] == BUTTON and HAND in part.get("custom_id", ""):
                    return part["custom_id"], message.id
        return None

    # --- all at once -------------------------------------------------------------------------------

    async def burst(self, asked: Json) -> Json:
        """Each of `clicks` once, so many `at_a_time`: of each the ms to its answer, of all what was said."""
        left = iter(asked["clicks"])
        made: list[Interaction] = []
        began_us = self._clock.now_us()

        async def one_after_another() -> None:
            for guild_id, channel_id, user_id, custom_id, message_id in left:
                channel = self._local.core.world.guilds[guild_id].channels[channel_id]
                pressed = self._press(channel, user_id, custom_id, message_id)
                made.append(pressed)
                await pressed.answered()

        await asyncio.gather(*(one_after_another() for _ in range(asked["at_a_time"])))
        wall_s = (self._clock.now_us() - began_us) / 1e6
        answered = [one.answered_ms - one.created_ms for one in made if one.answered_ms is not None]
        texts = sorted({one.text.partition("\n")[0] for one in made})
        return {"wall_s": wall_s, "ms": answered, "texts": texts}

    def _press(self, channel: Channel, user_id: int, custom_id: str, message_id: int) -> Interaction:
        core = self._local.core
        data = {"component_type": BUTTON, "custom_id": custom_id, "id": 1}
        now_ms = core.clock.now_ms()
        user = core.world.users[user_id]
        return click(
            core, self._judge, user, channel, COMPONENT, data, clicked_ms=now_ms, source_id=message_id
        )
