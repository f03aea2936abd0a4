"""`/mafia settings`: who moderates, in which language, what judges see, and the options of each preset.

All that was typed is understood before anything is changed.
"""

from dataclasses import dataclass, replace

import discord
import structlog
from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking, CannotAnswer
from mafiabot.engine.options import NotAValue, Value
from mafiabot.engine.overrides import PRESETS
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.runtime.guild_rules import Default, Outcome, override, rules_of
from mafiabot.runtime.mic_rules import MOST_SPECTATORS
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.settings_port import GuildSettings
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui import settings as words
from mafiabot.ui.settings_values import option_meant, option_offers, value_meant, value_offers
from mafiabot.ui.texts import LOCALES

log = structlog.get_logger(__name__)

PRESET_CHOICES = [
    app_commands.Choice(name=i18n.choice_name(f"preset-{preset}"), value=preset) for preset in PRESETS
]
LANGUAGE_CHOICES = [
    app_commands.Choice(name=i18n.choice_name(f"language-{locale}"), value=locale) for locale in LOCALES
]
MOST_LOG_DAYS = 3650
OPTION_NAMES = ("preset", "option", "value", "role", "language")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Override:
    """What was meant: a preset, or one option of it, or a value for that one."""

    preset: str
    option: str | None = None
    value: Value | Default | None = None
    given: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choices:
    """None: left as it is."""

    role: discord.Role | None
    language: str | None
    judge_sees_roles: bool | None
    mute_spectators: bool | None
    seat_nicknames: bool | None
    deal_words: bool | None
    log_days: int | None

    def applied(self, kept: GuildSettings) -> GuildSettings:
        return replace(
            kept,
            moderator_role_id=self.role.id if self.role is not None else kept.moderator_role_id,
            language=self.language if self.language in LOCALES else kept.language,
            judge_sees_roles=kept.judge_sees_roles
            if self.judge_sees_roles is None
            else self.judge_sees_roles,
            mute_spectators=kept.mute_spectators if self.mute_spectators is None else self.mute_spectators,
            seat_nicknames=kept.seat_nicknames if self.seat_nicknames is None else self.seat_nicknames,
            deal_words=kept.deal_words if self.deal_words is None else self.deal_words,
            log_days=kept.log_days if self.log_days is None else self.log_days or None,
        )


class SettingsCommands(Asking):
    @app_commands.command(
        name=i18n.command_name("settings"), description=i18n.command_description("settings")
    )
    @app_commands.rename(
        judge_sees_roles=i18n.option_name("judge-sees-roles"),
        mute_spectators=i18n.option_name("mute-spectators"),
        seat_nicknames=i18n.option_name("seat-nicknames"),
        deal_words=i18n.option_name("deal-words"),
        log_days=i18n.option_name("log-days"),
        **{name: i18n.option_name(name) for name in OPTION_NAMES},
    )
    @app_commands.describe(
        judge_sees_roles=i18n.option_description("judge-sees-roles"),
        mute_spectators=i18n.option_description("mute-spectators"),
        seat_nicknames=i18n.option_description("seat-nicknames"),
        deal_words=i18n.option_description("deal-words"),
        log_days=i18n.option_description("log-days"),
        **{name: i18n.option_description(name) for name in OPTION_NAMES},
    )
    @app_commands.choices(preset=PRESET_CHOICES, language=LANGUAGE_CHOICES)
    async def settings(  # noqa: PLR0913, PLR0917 - what Discord asks are arguments
        self,
        interaction: AnyInteraction,
        preset: str | None = None,
        option: str | None = None,
        value: str | None = None,
        role: discord.Role | None = None,
        language: str | None = None,
        judge_sees_roles: bool | None = None,
        mute_spectators: bool | None = None,
        seat_nicknames: bool | None = None,
        deal_words: bool | None = None,
        log_days: app_commands.Range[int, 0, MOST_LOG_DAYS] | None = None,
    ) -> None:
        async def work(asked: Asked) -> Reply:
            await self.must(asked, "/mafia settings")
            settings = await self.services.settings.get(asked.guild.id)
            meant = self._meant(asked, settings, preset, option, value)
            choices = _Choices(
                role=role,
                language=language,
                judge_sees_roles=judge_sees_roles,
                mute_spectators=mute_spectators,
                seat_nicknames=seat_nicknames,
                deal_words=deal_words,
                log_days=log_days,
            )
            if mute_spectators:
                await self._must_be_few(asked)
            if choices.applied(settings) != settings:
                settings = await self.services.settings.change(asked.guild.id, choices.applied)
                self.services.keeper.mute_spectators(asked.guild.id, chosen=settings.mute_spectators)
            return said(await self._answered(asked, settings, meant))

        await self.answer(interaction, work)

    async def _must_be_few(self, asked: Asked) -> None:
        """So many edits would cost the speakers theirs; a right that is denied on the channel costs none."""
        for game_id in await self.services.store.open_games(asked.guild.id):
            state = await self.services.game.state(game_id)
            if state is None:
                continue
            seated = {person.user_id for person in state.seated}
            inside = self.services.keeper.in_channel(asked.guild.id, state.channel_id)
            if len(set(inside) - seated) > MOST_SPECTATORS:
                line = words.too_many_spectators_line(self.services.texts, asked.locale, state.channel_id)
                raise CannotAnswer(line)

    def _meant(
        self, asked: Asked, settings: GuildSettings, preset: str | None, option: str | None, value: str | None
    ) -> _Override | None:
        """None: no preset is spoken of. Ends the command where something cannot be understood."""
        texts, locale = self.services.texts, asked.locale
        if preset is None:
            if option is not None or value is not None:
                raise CannotAnswer(words.needs_preset_line(texts, locale))
            return None
        if preset not in PRESETS:
            raise CannotAnswer(self.refusal(asked, refuse(Reason.UNKNOWN_PRESET, preset=preset), None))
        if option is None:
            if value is not None:
                raise CannotAnswer(words.needs_option_line(texts, locale))
            return _Override(preset=preset)
        named = option_meant(texts, locale, option, settings.overrides.get(preset, {}))
        if named is None:
            raise CannotAnswer(words.unknown_option_line(texts, locale, option))
        if value is None:
            return _Override(preset=preset, option=named)
        ruleset = rules_of(settings, preset).ruleset
        read = value_meant(texts, locale, ruleset, named, value)
        if isinstance(read, NotAValue):
            raise CannotAnswer(words.unknown_value_line(texts, locale, named, value))
        return _Override(preset=preset, option=named, value=read, given=True)

    async def _answered(self, asked: Asked, settings: GuildSettings, meant: _Override | None) -> str:
        texts, locale = self.services.texts, asked.locale
        if meant is None:
            return words.settings_text(texts, locale, settings)
        if meant.option is None:
            return words.preset_text(texts, locale, rules_of(settings, meant.preset))
        if not meant.given:
            return words.option_text(texts, locale, rules_of(settings, meant.preset), meant.option)
        outcome = await self._overridden(asked, meant, meant.option)
        return words.override_text(texts, locale, outcome)

    async def _overridden(self, asked: Asked, meant: _Override, option: str) -> Outcome:
        outcome = await override(self.services.settings, asked.guild.id, meant.preset, option, meant.value)
        problems = [f"{problem.field}: {problem.reason.value}" for problem in outcome.refused_for]
        log.info(
            "rules overridden" if not problems else "override refused",
            guild=asked.guild.id,
            preset=meant.preset,
            option=option,
            problems=problems,
        )
        return outcome

    @settings.autocomplete("option")
    async def options(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        kept, preset = await self._typed_so_far(interaction)
        found = option_offers(
            self.services.texts, interaction.locale.value, typed, kept.overrides.get(preset, {})
        )
        return [app_commands.Choice(name=label, value=name) for label, name in found]

    @settings.autocomplete("value")
    async def values(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        kept, preset = await self._typed_so_far(interaction)
        texts, locale = self.services.texts, interaction.locale.value
        written = str(interaction.namespace.option or "")
        option = option_meant(texts, locale, written, kept.overrides.get(preset, {}))
        if option is None or preset not in PRESETS:
            return []
        found = value_offers(texts, locale, rules_of(kept, preset).ruleset, option, typed)
        return [app_commands.Choice(name=label, value=token) for label, token in found]

    async def _typed_so_far(self, interaction: AnyInteraction) -> tuple[GuildSettings, str]:
        """The guild's settings and the preset chosen already; offers need neither to be complete."""
        preset = str(interaction.namespace.preset or "")
        if interaction.guild_id is None:
            return GuildSettings(), preset
        try:
            return await self.services.settings.get(interaction.guild_id), preset
        except StoreUnavailable:
            log.warning("settings not read, offers know the presets only", guild=interaction.guild_id)
            return GuildSettings(), preset
