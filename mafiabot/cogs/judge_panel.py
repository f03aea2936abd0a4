"""The judge's panel in action: only judges get it, and every press is answered by the whole panel anew."""

from collections.abc import Mapping, Sequence

import discord
import structlog
from discord import ui

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import asked_by
from mafiabot.cogs.checking import looked_at
from mafiabot.cogs.judge_acts import Judged, line_of, offices, why_not
from mafiabot.cogs.judge_presses import JudgePress, command_of
from mafiabot.cogs.services import Services
from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import judge_view, public_view
from mafiabot.engine.views import JudgeView
from mafiabot.runtime.judge_panels import JudgeShown
from mafiabot.runtime.service import Refused
from mafiabot.runtime.undoing import act_of, undo_of
from mafiabot.ui import judge
from mafiabot.ui.answers import refusal_text, repeated_line, text_layout
from mafiabot.ui.check import check_text
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.judge_lines import JudgeNote, note

log = structlog.get_logger(__name__)

JUDGE_ACTIONS = frozenset(
    action for action in Action if action is Action.JUDGE or action.value.startswith("j_")
)


class JudgePanel:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._texts = services.texts

    async def reply(
        self,
        interaction: AnyInteraction,
        control: ControlId,
        values: Sequence[str],
        written: Mapping[str, str] | None,
        state: GameState,
    ) -> Reply:
        """`control`: one of `JUDGE_ACTIONS`. `written`: what a form holds; None for a button or a select."""
        by, locale = interaction.user.id, interaction.locale.value
        if state.over or not self._services.rights.who(control.action.value) & offices(state, by):
            return said(why_not(self._texts, locale, state))
        self._services.judges.pressed(state.game_id, by)
        if control.action is Action.J_CHECK:
            return await self._checked(interaction, state)
        press = JudgePress(control=control, values=values, written=written or {}, by=by, state=state)
        view = judge_view(state)
        question = self._question(locale, view, press) if written is None else None
        if question is not None:
            return question
        command = await self._command(press)
        if command is None:
            return self._panel(locale, state, note(self._texts, locale, JudgeNote.CHANGED), press.seat)
        return await self._act(interaction, press, command)

    async def _checked(self, interaction: AnyInteraction, state: GameState) -> Reply:
        """The report of `/mafia check` on the table's channel, beside the panel."""
        asked = asked_by(interaction)
        channel = asked.guild.get_channel(state.channel_id) if asked is not None else None
        if asked is None or not isinstance(channel, discord.VoiceChannel | discord.StageChannel):
            return said(note(self._texts, interaction.locale.value, JudgeNote.CHANGED))
        report = await looked_at(self._services, asked, channel, state)
        return Reply(layout=text_layout(check_text(self._texts, asked.locale, report)), aside=True)

    def _question(self, locale: str, view: JudgeView, press: JudgePress) -> Reply | None:
        """Presses that only show something, or ask for more; None for those that act."""
        seat, texts = press.seat, self._texts
        match press.control.action:
            case Action.JUDGE:
                return self._opened(locale, view, seat)
            case Action.J_SEAT:
                return self._opened(locale, view, press.picked_seat)
            case Action.J_REMOVE | Action.J_CAUSE if seat is not None:
                return _asking(judge.removal_question(texts, locale, view, seat, press.cause), view, seat)
            case Action.J_TEAM_LOSS if seat is not None:
                return _asking(judge.team_loss_question(texts, locale, view, seat), view, seat)
            case Action.J_VOID:
                return _asking(judge.void_question(texts, locale, view), view, None)
            case Action.J_FOUL if seat is not None and press.reason is FoulReason.OTHER:
                return Reply(layout=None, form=judge.foul_form(texts, locale, view, seat))
            case Action.J_UNDO if press.picked.isdecimal() and act_of(press.state, int(press.picked)):
                return Reply(layout=None, form=judge.undo_form(texts, locale, view, int(press.picked)))
            case _:
                return None

    async def _command(self, press: JudgePress) -> Judged | None:
        if press.control.action is not Action.J_UNDO_WHY:
            return command_of(press)
        act = act_of(press.state, press.number)
        if act is None:
            return None
        reason = press.wrote(judge.REASON)
        return await undo_of(self._services.store, press.state.game_id, act, by=press.by, reason=reason)

    async def _act(self, interaction: AnyInteraction, press: JudgePress, command: Judged) -> Reply:
        locale, before = interaction.locale.value, press.state
        outcome = await self._services.game.submit(before.game_id, command, str(interaction.id))
        if isinstance(outcome, Refused):
            log.info("refused", table=before.game_id, reason=outcome.refusal.reason.value)
            state = outcome.state if outcome.state is not None else before
            line = refusal_text(self._texts, locale, outcome.refusal, public_view(state))
            return self._panel(locale, state, line, press.seat)
        log.debug("judged", table=before.game_id, action=press.control.action.value)
        if outcome.repeated:
            return self._panel(locale, outcome.state, repeated_line(self._texts, locale), press.seat)
        line = line_of(self._texts, locale, command, before, outcome.state)
        chosen = None if isinstance(command, cmd.Undo) else press.seat
        return self._panel(locale, outcome.state, line, chosen)

    def _opened(self, locale: str, view: JudgeView, chosen: int | None) -> Reply:
        return self._drawn(locale, view, None, chosen)

    def _panel(self, locale: str, state: GameState, line: str, chosen: int | None) -> Reply:
        return self._drawn(locale, judge_view(state), line, chosen)

    def _drawn(self, locale: str, view: JudgeView, line: str | None, chosen: int | None) -> Reply:
        said = line if line is not None else note(self._texts, locale, JudgeNote.OPEN)
        notes = self._services.notes(view.public.game_id)
        layout: ui.LayoutView = judge.judge_panel(self._texts, locale, view, said, chosen, notes)
        return Reply(layout=layout, judge=JudgeShown(view=view, line=line, chosen=chosen))


def _asking(layout: ui.LayoutView, view: JudgeView, seat: int | None) -> Reply:
    return Reply(layout=layout, judge=JudgeShown(view=view, chosen=seat, asking=True))
