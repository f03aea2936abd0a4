"""`/mafia` at a running table: pause, resume, stop, void, and what anybody may read."""

from collections.abc import Callable

from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking
from mafiabot.cogs.settings import PRESET_CHOICES
from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import Preset
from mafiabot.engine.state import Lobby, ReadyCheck
from mafiabot.engine.viewing import public_view
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.answers import help_text, status_text
from mafiabot.ui.history import history_text
from mafiabot.ui.rules import rules_text
from mafiabot.ui.table_answers import Done, done_line


class TableCommands(Asking):
    @app_commands.command(name=i18n.command_name("stop"), description=i18n.command_description("stop"))
    async def stop(self, interaction: AnyInteraction) -> None:
        await self._lead(interaction, "stop", lambda by: cmd.StopGame(by=by), Done.STOPPED)

    @app_commands.command(name=i18n.command_name("void"), description=i18n.command_description("void"))
    async def void(self, interaction: AnyInteraction) -> None:
        await self._lead(interaction, "void", lambda by: cmd.VoidGame(by=by), Done.VOIDED)

    @app_commands.command(name=i18n.command_name("pause"), description=i18n.command_description("pause"))
    async def pause(self, interaction: AnyInteraction) -> None:
        await self._lead(interaction, "pause", lambda by: cmd.Pause(by=by), Done.PAUSED)

    @app_commands.command(name=i18n.command_name("resume"), description=i18n.command_description("resume"))
    async def resume(self, interaction: AnyInteraction) -> None:
        await self._lead(interaction, "resume", lambda by: cmd.Resume(by=by), Done.RESUMED)

    async def _lead(
        self, interaction: AnyInteraction, name: str, command: Callable[[int], cmd.Command], done: Done
    ) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self.table_meant(asked)
            await self.must_at(asked, f"/mafia {name}", state)
            await self.submit(asked, state.game_id, command(asked.member.id))
            unplayed = done is Done.STOPPED and isinstance(state.phase, Lobby | ReadyCheck)
            return said(done_line(self.services.texts, asked.locale, Done.CLOSED if unplayed else done))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.command_name("status"), description=i18n.command_description("status"))
    async def status(self, interaction: AnyInteraction) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self.table_meant(asked)
            return said(status_text(self.services.texts, asked.locale, public_view(state)))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.command_name("history"), description=i18n.command_description("history"))
    async def history(self, interaction: AnyInteraction) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self.table_meant(asked)
            return said(history_text(self.services.texts, asked.locale, public_view(state)))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.command_name("rules"), description=i18n.command_description("rules"))
    @app_commands.rename(preset=i18n.option_name("preset"))
    @app_commands.describe(preset=i18n.option_description("preset"))
    @app_commands.choices(preset=PRESET_CHOICES)
    async def rules(self, interaction: AnyInteraction, preset: str | None = None) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self._table_here(asked) if preset is None else None
            pinned = state.ruleset if state is not None else None
            ruleset = pinned or await self.ruleset_meant(asked, preset or Preset.CLUB.value)
            return said(rules_text(self.services.texts, asked.locale, ruleset))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.command_name("help"), description=i18n.command_description("help"))
    async def help(self, interaction: AnyInteraction) -> None:
        async def work(asked: Asked) -> Reply:
            return said(help_text(self.services.texts, asked.locale))

        await self.answer(interaction, work)
