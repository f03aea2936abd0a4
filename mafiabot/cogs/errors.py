"""The one place where an error of a slash command ends: a sentence for the person, the details in the log."""

import discord
import structlog
from discord import app_commands

from mafiabot.cogs.answering import NO_CONNECTION, AnyInteraction
from mafiabot.cogs.well_formed import well_formed
from mafiabot.ui.table_answers import Trouble, trouble_text
from mafiabot.ui.texts import Texts

log = structlog.get_logger(__name__)


class ErrorTree(app_commands.CommandTree[discord.Client]):
    """The command tree of the bot; `texts` is set by the bot."""

    texts: Texts

    async def interaction_check(self, interaction: AnyInteraction, /) -> bool:
        """Options that are not what the command asks for reach no command."""
        command = interaction.command
        if not isinstance(command, app_commands.Command) or well_formed(interaction, command):
            return True
        log.warning("malformed options", command=command.qualified_name, interaction=interaction.id)
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await self._tell(interaction, Trouble.STALE_CONTROL)
        return False

    async def on_error(self, interaction: AnyInteraction, error: app_commands.AppCommandError) -> None:
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            log.warning("no such command", error=type(error).__name__, interaction=interaction.id)
            await self._tell(interaction, Trouble.STALE_CONTROL)
        else:
            log.error("slash command failed", interaction=interaction.id, exc_info=error)
            await self._tell(interaction, Trouble.INTERNAL)

    async def _tell(self, interaction: AnyInteraction, trouble: Trouble) -> None:
        if interaction.response.is_done():
            return
        text = trouble_text(self.texts, interaction.locale.value, trouble, code=str(interaction.id))
        try:
            await interaction.response.send_message(text, ephemeral=True)
        except (discord.HTTPException, *NO_CONNECTION) as refused:
            log.warning("answer refused", error=type(refused).__name__, interaction=interaction.id)
