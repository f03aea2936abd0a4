"""`python -m mafiabot.lab.bench.world`: the local Discord in a process of its own, obeying lines of JSON.

Its limits are Discord's, but for what one bot may do in all guilds together and for starting again and again:
how a thousand tables at one token would fare under 50 requests a second is not what is measured.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

from mafiabot.adapters.clock import SystemClock
from mafiabot.bot.rubbish import seldom_collected, settled
from mafiabot.lab.bench.pressing import Presser
from mafiabot.playground import members, messages, voice
from mafiabot.playground.buckets import Limits
from mafiabot.playground.model import COMPONENTS_V2, Application, Guild
from mafiabot.playground.server import LocalDiscord

FIRST_GUILD = 1_456_000_000_000_000_000
SNOWFLAKE_MS = 1 << 22
NO_LIMIT = (0, 0.0)

Json = dict[str, Any]


class World:
    """What the line's `do` names is done with its other fields; the answer is a line, too."""

    def __init__(self, local: LocalDiscord) -> None:
        self._local = local
        self._judge: Application = local.add_bot()
        self._clock = SystemClock()
        self._presser = Presser(local, self._judge, self._clock)
        self._deeds: dict[str, Callable[[Json], Any]] = {
            "build": self._build,
            "mute": lambda asked: self._mute(asked, muted=True),
            "unmute": lambda asked: self._mute(asked, muted=False),
            "windows": self._windows,
            "edits": self._edits,
            "requests": self._requests,
            "press": self._presser.begin,
            "pressed": self._presser.end,
            "troubles": self._troubles,
        }

    async def serve(self) -> None:
        """Until the input ends."""
        reader = asyncio.StreamReader(limit=1 << 28)
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        self._say({"url": f"http://127.0.0.1:{self._local.port}", "token": self._judge.token})
        while line := await reader.readline():
            asked = json.loads(line)
            if asked["do"] == "burst":
                self._say(await self._presser.burst(asked))
            else:
                self._say(self._deeds[asked["do"]](asked))

    @staticmethod
    def _say(answer: Any) -> None:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

    # --- what there is -----------------------------------------------------------------------------

    def _build(self, asked: Json) -> list[Json]:
        """`guilds` more guilds with a voice channel and `seats` people in it each."""
        core = self._local.core
        there = len(core.world.guilds)
        places = [
            self._place(FIRST_GUILD + number * SNOWFLAKE_MS, asked["seats"])
            for number in range(there, there + asked["guilds"])
        ]
        settled()
        return places

    def _place(self, guild_id: int, seats: int) -> Json:
        local, core = self._local, self._local.core
        guild = local.add_guild("Club", self._judge, guild_id=guild_id)
        channel = local.add_channel(guild, "Table 1")
        users = [local.add_user(f"Player {seat}") for seat in range(1, seats + 1)]
        for user in users:
            members.add(core, guild, user)
            voice.join(core, guild, user.id, channel)
        ids = [user.id for user in users]
        return {"guild": guild.id, "channel": channel.id, "host": guild.owner_id, "users": ids}

    def _mute(self, asked: Json, *, muted: bool) -> int:
        """As a bot that is gone has left them: `members` are pairs of guild and user."""
        for guild_id, user_id in asked["members"]:
            guild = self._guild(guild_id)
            voice.set_server(self._local.core, guild, guild.members[user_id], mute=muted, deaf=None)
        return len(asked["members"])

    def _windows(self, asked: Json) -> list[int]:
        """A message with one button for each of `windows` (guild, channel, custom_id); their ids."""
        return [self._window(*one) for one in asked["windows"]]

    def _window(self, guild_id: int, channel_id: int, custom_id: str) -> int:
        button = {"type": 2, "style": 1, "label": "Vote", "custom_id": custom_id}
        channel = self._guild(guild_id).channels[channel_id]
        body = {"components": [{"type": 1, "components": [button]}], "flags": COMPONENTS_V2}
        return messages.create(self._local.core, channel, self._judge.user, body).id

    def _guild(self, guild_id: int) -> Guild:
        return self._local.core.world.guilds[guild_id]

    # --- what has come -----------------------------------------------------------------------------

    def _edits(self, _: Json) -> list[tuple[int, int, bool, float]]:
        """Mutes asked for since the last time: guild, user, whether, and when they arrived in epoch ms."""
        records = self._local.records
        to_epoch_ms = self._clock.now_us() / 1000 - self._local.core.clock.now_ms()
        edits, records.edits = records.edits, []
        return [
            (e.guild_id, e.user_id, e.mute, e.received_ms + to_epoch_ms) for e in edits if e.mute is not None
        ]

    def _requests(self, _: Json) -> dict[str, int]:
        """How many of each route since the last time."""
        counts, self._local.records.requests = self._local.records.by_route(), []
        return counts

    def _troubles(self, _: Json) -> list[str]:
        """What must not have happened, in words."""
        records = self._local.records
        return [
            *(f"unknown route {one.key}" for one in records.unknown_routes),
            *(f"schema {one.route}: {one.detail}" for one in records.schema_errors),
            *(f"crash {one}" for one in records.crashes),
            *(f"unanswered {one.data}" for one in self._local.interactions.unanswered()),
        ]


async def run() -> None:
    """Serve until the one who started it closes the line."""
    limits = Limits(global_budget=NO_LIMIT, identify_every_s=0, identifies_a_day=1_000_000)
    with seldom_collected():  # its own pauses must not be taken for the bot's
        async with LocalDiscord(epoch_ms=SystemClock().now_ms(), limits=limits) as local:
            await World(local).serve()


if __name__ == "__main__":
    asyncio.run(run())
