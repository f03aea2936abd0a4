"""The unmodified discord.py client end to end: what a bot does all day works on the local Discord."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
import pytest
from discord import ui

from mafiabot.playground.server import LocalDiscord
from tests.playground.clients import Client, logged_in

pytestmark = pytest.mark.virtual


class Vote(ui.DynamicItem[ui.Button[Any]], template=r"vote:(?P<seat>[0-9]+)"):
    """A button that outlives the process."""

    def __init__(self, seat: int) -> None:
        super().__init__(ui.Button(label=f"Seat {seat}", custom_id=f"vote:{seat}"))
        self.seat = seat

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["seat"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"voted {self.seat}", ephemeral=True)


class Table(Client):
    """A bot with one command that shows one button."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Vote)

        @self.tree.command(name="open", description="Open a table")
        async def open_table(interaction: discord.Interaction, preset: str) -> None:
            view = ui.LayoutView(timeout=None)
            view.add_item(ui.TextDisplay(f"Preset {preset}"))
            view.add_item(ui.ActionRow(Vote(3)))
            await interaction.response.send_message(view=view)

        await self.tree.sync()


async def test_command_button_and_mute_work_end_to_end(local: LocalDiscord) -> None:
    app = local.add_bot()
    guild = local.add_guild("Club", app)
    channel = local.add_channel(guild)
    anna = local.add_person("Anna", guild)
    async with logged_in(Table(), local, app) as client:
        opened = await (await anna.slash(channel, "open", preset="club")).answered()
        assert opened.text == "Preset club"
        panel = anna.latest(channel)
        voted = await (await anna.press(panel, "Seat 3")).answered()
        assert voted.text == "voted 3"
        assert voted.message is not None
        assert voted.message.ephemeral
        await anna.join(channel)
        await client.http.edit_member(guild.id, anna.id, mute=True, reason="night")
        assert guild.members[anna.id].mute
        assert local.core.world.audit[-1].reason == "night"
    assert local.core.records.schema_errors == []
    assert local.core.records.unknown_routes == []
