"""The one place where an error of a slash command ends: a sentence for the person, the details in the log."""

import discord
import structlog
from discord import app_commands

from mafiabot.cogs.answering import NO_CONNECTION, AnyInteraction
from mafiabot.ui.table_answers import Trouble, trouble_text
from mafiabot.ui.texts import Texts

log = structlog.get_logger(__name__)


class ErrorTree(app_commands.CommandTree[discord.Client]):
    """The command tree of the bot; `texts` is set by the bot."""

    texts: Texts

    async def on_error(self, interaction: AnyInteraction, error: app_commands.AppCommandError) -> None:
        known = isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        trouble = Trouble.STALE_CONTROL if known else Trouble.INTERNAL
        log.error("slash command failed", interaction=interaction.id, exc_info=error)
        if interaction.response.is_done():
            return
        text = trouble_text(self.texts, interaction.locale.value, trouble, code=str(interaction.id))
        try:
            await interaction.response.send_message(text, ephemeral=True)
        except (discord.HTTPException, *NO_CONNECTION) as refused:
            log.warning("answer refused", error=type(refused).__name__, interaction=interaction.id)
