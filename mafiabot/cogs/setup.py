"""`/mafia` around the games: settings, the check before a game, giving microphones back by hand."""

from dataclasses import replace

import discord
from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking, CannotAnswer
from mafiabot.cogs.checking import looked_at, measured, overdue
from mafiabot.cogs.permissions import VoiceLike
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.runtime.settings_port import GuildSettings
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.check import check_text
from mafiabot.ui.table_answers import settings_line, unmuted_line
from mafiabot.ui.texts import LOCALES

PAYING_MS = 700

LANGUAGE_CHOICES = [
    app_commands.Choice(name=i18n.choice_name(f"language-{locale}"), value=locale) for locale in LOCALES
]


class SetupCommands(Asking):
    @app_commands.command(name=i18n.command_name("check"), description=i18n.command_description("check"))
    @app_commands.rename(channel=i18n.option_name("channel"))
    @app_commands.describe(channel=i18n.option_description("channel"))
    async def check(self, interaction: AnyInteraction, channel: VoiceLike | None = None) -> None:
        async def work(asked: Asked) -> Reply:
            where = self.channel_meant(asked, channel)
            await self.must_moderate(asked, where.id)
            report = await looked_at(self.services, asked, where)
            delays = await measured(self.services, asked, report)
            return said(check_text(self.services.texts, asked.locale, replace(report, delays=delays)))

        await self.answer(interaction, work)

    @app_commands.command(
        name=i18n.command_name("settings"), description=i18n.command_description("settings")
    )
    @app_commands.rename(role=i18n.option_name("role"), language=i18n.option_name("language"))
    @app_commands.describe(role=i18n.option_description("role"), language=i18n.option_description("language"))
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def settings(
        self, interaction: AnyInteraction, role: discord.Role | None = None, language: str | None = None
    ) -> None:
        async def work(asked: Asked) -> Reply:
            if not asked.member.guild_permissions.manage_guild:
                raise CannotAnswer(self.refusal(asked, refuse(Reason.NOT_MODERATOR), None))
            chosen = await self._chosen(asked.guild.id, role, language)
            return said(
                settings_line(self.services.texts, asked.locale, chosen.moderator_role_id, chosen.language)
            )

        await self.answer(interaction, work)

    async def _chosen(self, guild_id: int, role: discord.Role | None, language: str | None) -> GuildSettings:
        def edit(kept: GuildSettings) -> GuildSettings:
            return GuildSettings(
                moderator_role_id=role.id if role is not None else kept.moderator_role_id,
                language=language if language in LOCALES else kept.language,
            )

        if role is None and language is None:
            return await self.services.settings.get(guild_id)
        return await self.services.settings.change(guild_id, edit)

    @app_commands.command(
        name=i18n.command_name("unmute-all"), description=i18n.command_description("unmute-all")
    )
    async def unmute_all(self, interaction: AnyInteraction) -> None:
        async def work(asked: Asked) -> Reply:
            if not asked.member.guild_permissions.mute_members:
                raise CannotAnswer(self.refusal(asked, refuse(Reason.NOT_MODERATOR), None))
            before = len(await overdue(self.services, asked.guild.id))
            self.services.keeper.permissions_changed(asked.guild.id)
            await self.services.clock.sleep_until_ms(self.services.clock.now_ms() + PAYING_MS)
            owed = len(await overdue(self.services, asked.guild.id))
            return said(unmuted_line(self.services.texts, asked.locale, before - owed, owed))

        await self.answer(interaction, work)
