"""`/mafia glossary`: a word of the game explained, found as it is typed. Needs no table."""

from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.glossary import glossary_text, offers, prepare


class GlossaryCommands(Asking):
    async def cog_load(self) -> None:
        prepare()

    @app_commands.command(
        name=i18n.command_name("glossary"), description=i18n.command_description("glossary")
    )
    @app_commands.rename(term=i18n.option_name("term"))
    @app_commands.describe(term=i18n.option_description("term"))
    async def glossary(self, interaction: AnyInteraction, term: str | None = None) -> None:
        async def work(asked: Asked) -> Reply:
            return said(glossary_text(self.services.texts, asked.locale, term))

        await self.answer(interaction, work)

    @glossary.autocomplete("term")
    async def terms(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        found = offers(self.services.texts, interaction.locale.value, typed)
        return [app_commands.Choice(name=label, value=term) for label, term in found]
