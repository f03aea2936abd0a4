"""`/mafia` before the deal: open a table, start it, swap and unseat, play again."""

from dataclasses import replace

import discord
from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking, CannotAnswer
from mafiabot.cogs.checking import looked_at
from mafiabot.cogs.permissions import VoiceLike
from mafiabot.cogs.settings import PRESET_CHOICES
from mafiabot.engine import commands as cmd
from mafiabot.engine.decide import decide
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.ruleset import Preset, Ruleset
from mafiabot.engine.state import GameState, Lobby, ReadyCheck
from mafiabot.engine.viewing import public_view
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.check import CheckReport, check_text, small_lines, warning_lines
from mafiabot.ui.names import plain_name
from mafiabot.ui.table_answers import (
    Done,
    done_line,
    opened_line,
    swapped_line,
    unseated_line,
)
from mafiabot.ui.texts import locale_for

FIRST_NUMBER = 1


class LobbyCommands(Asking):
    @app_commands.command(name=i18n.command_name("open"), description=i18n.command_description("open"))
    @app_commands.rename(preset=i18n.option_name("preset"), channel=i18n.option_name("channel"))
    @app_commands.describe(
        preset=i18n.option_description("preset"), channel=i18n.option_description("channel")
    )
    @app_commands.choices(preset=PRESET_CHOICES)
    async def open(
        self,
        interaction: AnyInteraction,
        preset: str = Preset.CLUB.value,
        channel: VoiceLike | None = None,
    ) -> None:
        async def work(asked: Asked) -> Reply:
            where = self.channel_meant(asked, channel)
            await self.must(asked, "/mafia open", channel_id=where.id)
            await self._must_be_possible(asked, where, None)
            ruleset = await self.ruleset_meant(asked, preset)
            state = await self._open(asked, where.id, ruleset)
            opened = opened_line(self.services.texts, asked.locale, public_view(state))
            return said("\n".join([opened, *self._too_small(asked, where, ruleset)]))

        await self.answer(interaction, work)

    async def _must_be_possible(
        self, asked: Asked, channel: VoiceLike, state: GameState | None
    ) -> CheckReport:
        report = await looked_at(self.services, asked, channel, state)
        if not report.passed:
            raise CannotAnswer(check_text(self.services.texts, asked.locale, report))
        return report

    def _too_small(self, asked: Asked, channel: VoiceLike, ruleset: Ruleset) -> list[str]:
        """A warning where not even the smallest table would fit; whoever may move members lets them in."""
        if not 0 < channel.user_limit < ruleset.table_sizes[0]:
            return []
        return small_lines(self.services.texts.say(asked.locale), channel.user_limit, ruleset.table_sizes[1])

    async def _open(
        self, asked: Asked, channel_id: int, ruleset: Ruleset, former: GameState | None = None
    ) -> GameState:
        settings = await self.services.settings.get(asked.guild.id)
        command = cmd.OpenTable(
            game_id=self.services.identities.new_game_id(asked.guild.id),
            guild_id=asked.guild.id,
            channel_id=channel_id,
            host=cmd.Person(user_id=asked.member.id, name=plain_name(asked.member.display_name)),
            ruleset=ruleset,
            locale=settings.language or locale_for(asked.guild.preferred_locale.value),
            seated=former.seated if former is not None else (),
            waiting=former.waiting if former is not None else (),
            judge_sees_roles=settings.judge_sees_roles,
            deal_words=settings.deal_words,
        )
        last = await self.services.table_in(asked.guild.id, channel_id)
        opened = await self.submit(asked, command.game_id, command)
        if last is not None and last.over:
            forgetting = self.services.archivist.forget(asked.guild.id, last.game_id)
            self.services.background.start(forgetting, "forget the former game", table=last.game_id)
        return opened

    @app_commands.command(name=i18n.command_name("start"), description=i18n.command_description("start"))
    async def start(self, interaction: AnyInteraction) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self.table_meant(asked)
            await self.must_at(asked, "/mafia start", state)
            channel = asked.guild.get_channel(state.channel_id)
            warnings: list[str] = []
            if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
                report = await self._must_be_possible(asked, channel, state)
                warnings = warning_lines(self.services.texts, asked.locale, report)
            await self.submit(asked, state.game_id, await self._start_command(asked, state))
            started = done_line(self.services.texts, asked.locale, Done.STARTED)
            return said("\n".join([started, *warnings]))

        await self.answer(interaction, work)

    async def _start_command(self, asked: Asked, state: GameState) -> cmd.StartGame:
        """A start that would be refused ends here: it takes no number away."""
        command = cmd.StartGame(
            by=asked.member.id,
            seed=self.services.identities.new_seed(),
            game_number=state.game_number or FIRST_NUMBER,
            in_voice=self.services.keeper.in_channel(asked.guild.id, state.channel_id),
        )
        outcome = decide(state, command, self.services.clock.now_ms())
        if isinstance(outcome, Refusal):
            raise CannotAnswer(self.refusal(asked, outcome, state))
        if state.game_number is not None:
            return command
        return replace(command, game_number=await self._next_number(asked.guild.id))

    async def _next_number(self, guild_id: int) -> int:
        """The archive knows the last ones also where the live store has lost its count."""
        try:
            heads = await self.services.archive.heads(guild_id)
        except StoreUnavailable:
            heads = ()
        last = max((head.number for head in heads), default=0)
        return await self.services.store.next_game_number(guild_id, last)

    @app_commands.command(name=i18n.command_name("rematch"), description=i18n.command_description("rematch"))
    async def rematch(self, interaction: AnyInteraction) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self.table_meant(asked)
            await self.must_at(asked, "/mafia rematch", state)
            if not state.over:
                raise CannotAnswer(self.refusal(asked, refuse(Reason.GAME_NOT_OVER), state))
            await self._open(asked, state.channel_id, state.ruleset, state)
            return said(done_line(self.services.texts, asked.locale, Done.REMATCH))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.command_name("swap"), description=i18n.command_description("swap"))
    @app_commands.rename(first=i18n.option_name("first"), second=i18n.option_name("second"))
    @app_commands.describe(first=i18n.option_description("first"), second=i18n.option_description("second"))
    async def swap(
        self,
        interaction: AnyInteraction,
        first: app_commands.Range[int, 1, 12],
        second: app_commands.Range[int, 1, 12],
    ) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self.table_meant(asked)
            await self.must_at(asked, "/mafia swap", state)
            command = cmd.SwapSeats(by=asked.member.id, first=first, second=second)
            await self.submit(asked, state.game_id, command)
            return said(swapped_line(self.services.texts, asked.locale, first, second))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.command_name("unseat"), description=i18n.command_description("unseat"))
    @app_commands.rename(seat=i18n.option_name("seat"))
    @app_commands.describe(seat=i18n.option_description("seat"))
    async def unseat(self, interaction: AnyInteraction, seat: app_commands.Range[int, 1, 12]) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self.table_meant(asked)
            await self.must_at(asked, "/mafia unseat", state)
            await self.submit(asked, state.game_id, cmd.Unseat(by=asked.member.id, seat=seat))
            in_play = not isinstance(state.phase, Lobby | ReadyCheck)
            return said(unseated_line(self.services.texts, asked.locale, seat, in_play=in_play))

        await self.answer(interaction, work)
