"""`/mafia` around the games: settings, the check before a game, giving microphones back by hand."""

import math

import discord
from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking, CannotAnswer
from mafiabot.cogs.permissions import VoiceLike, can_unmute_himself, missing_here
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.engine.ruleset import CLUB
from mafiabot.runtime.ports import Debt
from mafiabot.runtime.settings_port import GuildSettings
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.check import CheckReport, check_text
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
    async def check(self, interaction: AnyInteraction, channel: discord.VoiceChannel | None = None) -> None:
        async def work(asked: Asked) -> Reply:
            where = self.channel_meant(asked, channel)
            await self.must_moderate(asked, where.id)
            return said(check_text(self.services.texts, asked.locale, await self.report(asked, where)))

        await self.answer(interaction, work)

    async def report(self, asked: Asked, channel: VoiceLike) -> CheckReport:
        """What would spoil a game in this channel, as far as it can be known beforehand."""
        keeper = self.services.keeper
        here = keeper.in_channel(asked.guild.id, channel.id)
        members = [m for user in here if (m := asked.guild.get_member(user)) is not None and not m.bot]
        seen = {user: keeper.seen(asked.guild.id, user) for user in here}
        muted = tuple(u for u, s in seen.items() if s is not None and (s.mute or s.suppress))
        return CheckReport(
            channel_id=channel.id,
            missing=missing_here(channel),
            muted=muted,
            self_unmuters=tuple(m.id for m in members if can_unmute_himself(m, channel)),
            debts=tuple(debt.user_id for debt in await self._debts(asked)),
            latency_ms=latency_ms(asked.interaction.client),
            offset_ms=self.services.offset.offset_ms,
            limit=channel.user_limit,
            seats=CLUB.table_sizes[1],
        )

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
            before = len(await self._debts(asked))
            self.services.keeper.permissions_changed(asked.guild.id)
            await self.services.clock.sleep_until_ms(self.services.clock.now_ms() + PAYING_MS)
            owed = len(await self._debts(asked))
            return said(unmuted_line(self.services.texts, asked.locale, before - owed, owed))

        await self.answer(interaction, work)

    async def _debts(self, asked: Asked) -> tuple[Debt, ...]:
        """What is owed from games that are over; a running game's microphones are its own."""
        running = await self.services.store.open_games(asked.guild.id)
        owed = await self.services.store.debts(asked.guild.id)
        return tuple(debt for debt in owed if debt.game_id not in running)


def latency_ms(client: discord.Client) -> int | None:
    """The gateway's round trip; None before the first heartbeat has been answered."""
    return round(client.latency * 1000) if math.isfinite(client.latency) else None
