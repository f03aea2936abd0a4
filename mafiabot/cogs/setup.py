"""`/mafia` around the games: the check before a game, giving microphones back by hand."""

from dataclasses import replace

from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking
from mafiabot.cogs.checking import helpers_tried, looked_at, measured, overdue
from mafiabot.cogs.permissions import VoiceLike
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.check import check_text
from mafiabot.ui.table_answers import unmuted_line

PAYING_MS = 700


class SetupCommands(Asking):
    @app_commands.command(name=i18n.command_name("check"), description=i18n.command_description("check"))
    @app_commands.rename(channel=i18n.option_name("channel"))
    @app_commands.describe(channel=i18n.option_description("channel"))
    async def check(self, interaction: AnyInteraction, channel: VoiceLike | None = None) -> None:
        async def work(asked: Asked) -> Reply:
            where = self.channel_meant(asked, channel)
            await self.must(asked, "/mafia check", channel_id=where.id)
            report = await looked_at(self.services, asked, where)
            delays = await measured(self.services, asked, report)
            helpers = await helpers_tried(self.services, asked, report)
            whole = replace(report, delays=delays, helpers=helpers)
            return said(check_text(self.services.texts, asked.locale, whole))

        await self.answer(interaction, work)

    @app_commands.command(
        name=i18n.command_name("unmute-all"), description=i18n.command_description("unmute-all")
    )
    async def unmute_all(self, interaction: AnyInteraction) -> None:
        async def work(asked: Asked) -> Reply:
            await self.must(asked, "/mafia unmute-all")
            before = len(await overdue(self.services, asked.guild.id))
            self.services.keeper.permissions_changed(asked.guild.id)
            await self.services.clock.sleep_until_ms(self.services.clock.now_ms() + PAYING_MS)
            owed = len(await overdue(self.services, asked.guild.id))
            return said(unmuted_line(self.services.texts, asked.locale, before - owed, owed))

        await self.answer(interaction, work)
