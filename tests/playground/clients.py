"""An unmodified discord.py client at a local Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from discord import http
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from yarl import URL

from mafiabot.playground.connect import addresses
from mafiabot.playground.model import Application
from mafiabot.playground.server import LocalDiscord


class Client(commands.Bot):
    """discord.py as it comes, made ready fast; `patience_s` is the socket's receive time-out."""

    def __init__(self) -> None:
        super().__init__(
            "!",
            intents=discord.Intents(guilds=True, voice_states=True),
            guild_ready_timeout=0.1,
            chunk_guilds_at_startup=False,
            heartbeat_timeout=1e7,
            help_command=None,
        )
        self.up = asyncio.Event()

    async def on_ready(self) -> None:
        """The guilds are there."""
        self.up.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once."""


@asynccontextmanager
async def logged_in(client: Client, local: LocalDiscord, app: Application) -> AsyncIterator[Client]:
    """Point the library at the local Discord, log in, wait until ready; close at the end."""
    where = addresses(local)
    before = http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = where.rest_url, URL(where.gateway_url)
    task = asyncio.create_task(client.start(app.token))
    try:
        ready = asyncio.create_task(client.up.wait())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        await ready
        yield client
    finally:
        await client.close()
        await task
        http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
