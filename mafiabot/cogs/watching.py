"""What happens around a table without a press: messages below the panel, a deleted panel."""

import discord
from discord.ext import commands

from mafiabot.cogs.services import Services


class Watching(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        if message.guild is None or message.author == message.guild.me:
            return
        state = await self._services.table_in(message.guild.id, message.channel.id)
        if state is not None and not state.over:
            self._services.panels.foreign_message(state.game_id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        if payload.guild_id is None:
            return
        state = await self._services.table_in(payload.guild_id, payload.channel_id)
        if state is None or state.over:
            return
        panel = await self._services.store.panel(payload.guild_id, state.game_id)
        if panel is not None and panel.message_id == payload.message_id:
            self._services.panels.lost(state.game_id)
