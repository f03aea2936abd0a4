"""The `/judge` group and the two context menus: one cog out of its parts."""

import discord
from discord import app_commands
from discord.ext import commands

from mafiabot.cogs.answering import Answerer, AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, CannotAnswer
from mafiabot.cogs.judge_acts import FLOOR_S
from mafiabot.cogs.judge_play import CourseCommands, OfficeCommands, PeopleCommands
from mafiabot.cogs.judge_points import PointsCommands
from mafiabot.cogs.services import Services
from mafiabot.engine import commands as cmd
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import judge_view
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.judge import foul_question
from mafiabot.ui.judge_lines import JudgeNote, note


@app_commands.guild_only()
class Judge(
    PeopleCommands,
    CourseCommands,
    PointsCommands,
    OfficeCommands,
    commands.GroupCog,
    group_name=i18n.judge_group_name(),
    group_description=i18n.judge_group_description(),
):
    def __init__(self, services: Services, answerer: Answerer) -> None:
        self.services = services
        self.answerer = answerer

    def menus(self) -> tuple[app_commands.ContextMenu, ...]:
        """For the command tree: a cog's own are not added by themselves."""
        made = (
            app_commands.ContextMenu(name=i18n.menu_name("foul"), callback=self.foul_member),
            app_commands.ContextMenu(name=i18n.menu_name("floor"), callback=self.floor_member),
        )
        for menu in made:
            app_commands.guild_only(menu)
        return made

    async def foul_member(self, interaction: AnyInteraction, member: discord.Member) -> None:
        """Asks for the reason."""

        async def work(asked: Asked) -> Reply:
            state = await self.table_judged(asked, "menu foul")
            seat, view = self._seat(asked, state, member), judge_view(state)
            if not view.can_foul:
                raise CannotAnswer(self.refusal(asked, refuse(Reason.NOT_ALLOWED_BY_RULES), state))
            if seat not in view.at_table:
                raise CannotAnswer(self.refusal(asked, refuse(Reason.NOT_AT_TABLE, seat=seat), state))
            return Reply(layout=foul_question(self.services.texts, asked.locale, view, seat))

        await self.answer(interaction, work)

    async def floor_member(self, interaction: AnyInteraction, member: discord.Member) -> None:
        async def work(asked: Asked) -> Reply:
            state = await self.table_judged(asked, "menu floor")
            seat = self._seat(asked, state, member)
            command = cmd.GiveFloor(by=asked.member.id, seat=seat, seconds=FLOOR_S)
            return said(await self.done(asked, state, command))

        await self.answer(interaction, work)

    def _seat(self, asked: Asked, state: GameState, member: discord.Member) -> int:
        seat = state.seat_of(member.id)
        if seat is None:
            raise CannotAnswer(note(self.services.texts, asked.locale, JudgeNote.NO_PLAYER))
        return seat
