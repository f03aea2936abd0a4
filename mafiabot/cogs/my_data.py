"""`/mafia my-data`: what is kept about whoever asks, shown to him alone; and how he is forgotten."""

import io

import discord
from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking
from mafiabot.runtime.person_data import StillAtTable, forget_person, person_data
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui import my_data as words

SHOW, DELETE = "show", "delete"
ACTION_CHOICES = [
    app_commands.Choice(name=i18n.choice_name(f"my-data-choice-{action}"), value=action)
    for action in (SHOW, DELETE)
]


class MyDataCommands(Asking):
    @app_commands.command(name=i18n.command_name("my-data"), description=i18n.command_description("my-data"))
    @app_commands.rename(action=i18n.option_name("action"), sure=i18n.option_name("sure"))
    @app_commands.describe(action=i18n.option_description("action"), sure=i18n.option_description("sure"))
    @app_commands.choices(action=ACTION_CHOICES)
    async def my_data(self, interaction: AnyInteraction, action: str = SHOW, sure: bool = False) -> None:
        async def work(asked: Asked) -> Reply:
            if action == DELETE:
                return said(await self._deleted(asked, sure=sure))
            return await self._shown(asked)

        await self.answer(interaction, work)

    async def _shown(self, asked: Asked) -> Reply:
        texts, user_id = self.services.texts, asked.member.id
        data = await person_data(self.services.store, self.services.archive, user_id, asked.guild.id)
        names = {guild.id: guild.name for guild in asked.interaction.client.guilds}
        reply = said(words.my_data_text(texts, asked.locale, data, names))
        if data.empty:
            return reply
        file = discord.File(io.BytesIO(words.my_data_json(data)), filename=words.FILE_NAME)
        return Reply(layout=words.my_data_layout(texts, asked.locale, data, names), files=(file,))

    async def _deleted(self, asked: Asked, *, sure: bool) -> str:
        texts, locale, services = self.services.texts, asked.locale, self.services
        if not sure:
            return words.sure_text(texts, locale)
        outcome = await forget_person(services.store, services.archive, services.archivist, asked.member.id)
        if isinstance(outcome, StillAtTable):
            return words.still_at_table_text(texts, locale, outcome)
        return words.forgotten_text(texts, locale, outcome)
