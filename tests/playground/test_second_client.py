"""A second, independent client: what was written for one library must serve another (real time)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot

hikari: Any = pytest.importorskip("hikari", reason="the second client, hikari, is not installed")


class Second:
    """A hikari bot that answers a command with a button and a press with a private word."""

    def __init__(self, local: LocalDiscord, token: str) -> None:
        intents = hikari.Intents.GUILDS | hikari.Intents.GUILD_VOICE_STATES
        self.bot = hikari.GatewayBot(token, banner=None, intents=intents, rest_url=local.rest_url, logs=None)
        self.guild_there = asyncio.Event()
        self.muted: list[bool] = []
        self.changed = asyncio.Event()
        self.bot.subscribe(hikari.GuildAvailableEvent, self._available)
        self.bot.subscribe(hikari.VoiceStateUpdateEvent, self._voice)
        self.bot.subscribe(hikari.InteractionCreateEvent, self._interaction)

    async def _available(self, event: Any) -> None:
        self.guild_there.set()

    async def _voice(self, event: Any) -> None:
        self.muted.append(event.state.is_guild_muted)
        self.changed.set()

    async def _interaction(self, event: Any) -> None:
        create = event.interaction.create_initial_response
        if isinstance(event.interaction, hikari.CommandInteraction):
            row = self.bot.rest.build_message_action_row()
            row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "go", label="Go")
            await create(hikari.ResponseType.MESSAGE_CREATE, "ready?", component=row)
        else:
            await create(hikari.ResponseType.MESSAGE_CREATE, "pressed", flags=64)

    async def next_state(self) -> bool:
        await self.changed.wait()
        self.changed.clear()
        return self.muted[-1]


async def test_hikari_starts_syncs_answers_mutes_and_survives_a_drop(
    local: LocalDiscord, bot: RawBot, guild: Guild, channel: Channel, anna: Person
) -> None:
    second = Second(local, bot.app.token)
    await second.bot.start(check_for_updates=False)
    await second.guild_there.wait()
    app = await second.bot.rest.fetch_application()
    command = second.bot.rest.slash_command_builder("ping", "Ping")
    await second.bot.rest.set_application_commands(app, [command])
    assert (await (await anna.slash(channel, "ping")).answered()).text == "ready?"
    assert (await (await anna.press(anna.latest(channel), "Go")).answered()).text == "pressed"
    await anna.join(channel)
    assert await second.next_state() is False
    await second.bot.rest.edit_member(guild.id, anna.id, mute=True)
    assert await second.next_state() is True
    local.gateway.drop(bot.app)
    await anna.leave(guild)
    await second.next_state()
    await second.bot.close()
    assert len(local.records.identifies) == 1
    assert local.records.schema_errors == []
    assert local.records.unknown_routes == []
