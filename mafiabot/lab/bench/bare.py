"""The bare things beside the bot, each in its process: `python -m mafiabot.lab.bench.bare KIND URL TOKEN`.

`handler`: a discord.py bot that answers every press with two letters. `timers`: a loop's timers, each sending
two edits. Both run on the loop the bot runs on, and obey lines of JSON.
"""

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
from discord import ui
from discord.ext import commands

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.discord_url import point_at
from mafiabot.bot.client import GUILDS_READY_S, HEARTBEAT_TIMEOUT_S, intents
from mafiabot.bot.run import loop_factory

Json = dict[str, Any]


def main(arguments: list[str]) -> None:
    """Until the input ends."""
    runs: dict[str, Callable[[str, str], Awaitable[None]]] = {"handler": handler, "timers": timers}
    kind, url, token = arguments

    async def run() -> None:
        await runs[kind](url, token)

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(run())


def say(answer: Any) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


async def lines() -> asyncio.StreamReader:
    """What is asked of this process."""
    reader = asyncio.StreamReader(limit=1 << 28)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


# --- a handler that only answers -------------------------------------------------------------------


class Answers(ui.DynamicItem[ui.Button[Any]], template=r"mb:.*"):
    """Any button of ours."""

    def __init__(self, custom_id: str) -> None:
        super().__init__(ui.Button(label="Vote", custom_id=custom_id))

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: "re.Match[str]"
    ) -> "Answers":
        """As the library wants it."""
        return cls(match.string)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Nothing is looked up, decided or kept."""
        await interaction.response.send_message("ok", ephemeral=True)


class Bare(commands.AutoShardedBot):
    """Set up as the bot is, without anything of the bot's."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags(joined=False, voice=True),
            max_messages=None,
            heartbeat_timeout=HEARTBEAT_TIMEOUT_S,
            guild_ready_timeout=GUILDS_READY_S,
        )

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Answers)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """There is nobody to be polite to."""

    async def on_ready(self) -> None:
        say({"guilds": len(self.guilds)})


async def handler(url: str, token: str) -> None:
    """Says how many guilds it sees once it is ready."""
    point_at(url)
    asked = await lines()
    async with Bare() as bot:
        serving = asyncio.ensure_future(bot.start(token))
        await asked.read()
        serving.cancel()


# --- timers that only send ---------------------------------------------------------------------------


async def timers(url: str, token: str) -> None:
    """Each line has `due`: moments in epoch ms with the guild and the two members to be edited then."""
    clock, asked = SystemClock(), await lines()
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session:
        say({})
        while line := await asked.readline():
            due = json.loads(line)["due"]
            await asyncio.gather(*(_fire(session, url, clock, *one) for one in due))
            say(len(due))


async def _fire(
    session: aiohttp.ClientSession,
    url: str,
    clock: SystemClock,
    at_ms: int,
    guild: int,
    muted: int,
    heard: int,
) -> None:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    loop.call_later((at_ms * 1000 - clock.now_us()) / 1e6, done.set_result, None)
    await done

    async def edit(user: int, mute: bool) -> None:
        path = f"{url}/api/v10/guilds/{guild}/members/{user}"
        async with session.patch(path, json={"mute": mute}) as answer:
            await answer.read()

    await asyncio.gather(edit(muted, True), edit(heard, False))


if __name__ == "__main__":
    main(sys.argv[1:])
