"""Buttons and selects: find the table, submit the command, say in one line what came of it.

Every private answer to a seated player is his whole hand with that line above it.
"""

from collections.abc import Mapping, Sequence

import structlog

from mafiabot.cogs.answering import Answerer, AnyInteraction, Reply, interaction_ms, said
from mafiabot.cogs.judge_panel import JUDGE_ACTIONS, JudgePanel
from mafiabot.cogs.lines import line_of
from mafiabot.cogs.presses import Pressed, command_of
from mafiabot.cogs.protests import Protests
from mafiabot.cogs.services import Services
from mafiabot.engine import commands as cmd
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import hand_view, public_view
from mafiabot.engine.views import HandView
from mafiabot.runtime.service import Applied, Refused
from mafiabot.ui.answers import hand_line, refusal_text, repeated_line, text_layout
from mafiabot.ui.deal_words import word_form
from mafiabot.ui.hand import (
    HandLayout,
    cry_out_confirm_layout,
    give_up_confirm_layout,
    hand_view_layout,
    may_be_removed_by_crying,
    sign_form,
)
from mafiabot.ui.history import history_text
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.names import plain_name
from mafiabot.ui.rules import rules_text
from mafiabot.ui.table_answers import Trouble, trouble_text

log = structlog.get_logger(__name__)


class Controls:
    """The bot's `controls`: every press and form ends up here.

    `hand_layout`: another one only to show that the oracles catch it.
    """

    def __init__(
        self, services: Services, answerer: Answerer, *, hand_layout: HandLayout = hand_view_layout
    ) -> None:
        self._services = services
        self._answerer = answerer
        self._hand_layout = hand_layout
        self._judge = JudgePanel(services)
        self._protests = Protests(services)

    async def on_button(self, interaction: AnyInteraction, control: ControlId) -> None:
        structlog.contextvars.bind_contextvars(table=control.game_id)
        await self._answerer.give(interaction, lambda: self._reply(interaction, control, ()))

    async def on_select(self, interaction: AnyInteraction, control: ControlId, values: list[str]) -> None:
        structlog.contextvars.bind_contextvars(table=control.game_id)
        await self._answerer.give(interaction, lambda: self._reply(interaction, control, values))

    async def on_form(
        self, interaction: AnyInteraction, control: ControlId, values: Mapping[str, str]
    ) -> None:
        structlog.contextvars.bind_contextvars(table=control.game_id)
        await self._answerer.give(interaction, lambda: self._reply(interaction, control, (), values))

    async def on_unknown(self, interaction: AnyInteraction, custom_id: str) -> None:
        log.info("unknown control", interaction=interaction.id)
        await self._answerer.give(interaction, lambda: self._trouble(interaction, Trouble.STALE_CONTROL))

    async def _trouble(self, interaction: AnyInteraction, trouble: Trouble) -> Reply:
        text = trouble_text(self._services.texts, interaction.locale.value, trouble)
        return Reply(layout=text_layout(text), aside=trouble is Trouble.STARTING)

    async def _reply(
        self,
        interaction: AnyInteraction,
        control: ControlId,
        values: Sequence[str],
        written: Mapping[str, str] | None = None,
    ) -> Reply:
        """`written`: what a form holds, by field; None for a button or a select."""
        if not self._services.accepting.is_set():
            return await self._trouble(interaction, Trouble.STARTING)
        if control.action is Action.PROTEST:
            protested = await self._protests.reply(interaction, control, written)
            return protested or await self._trouble(interaction, Trouble.STALE_CONTROL)
        state = await self._services.game.state(control.game_id)
        if state is None or state.guild_id != interaction.guild_id:
            return await self._trouble(interaction, Trouble.STALE_CONTROL)
        if control.action in JUDGE_ACTIONS:
            return await self._judge.reply(interaction, control, values, written, state)
        reading = self._reading(interaction, control, state) if written is None else None
        if reading is not None:
            return reading
        return await self._press(interaction, control, values, written or {}, state)

    def _reading(self, interaction: AnyInteraction, control: ControlId, state: GameState) -> Reply | None:
        """Controls that only show something."""
        texts, locale = self._services.texts, interaction.locale.value
        match control.action:
            case Action.RULES:
                return said(rules_text(texts, locale, state.ruleset))
            case Action.HISTORY:
                return said(history_text(texts, locale, public_view(state)))
            case Action.SIGN:
                return Reply(layout=None, form=sign_form(texts, locale, control))
            case Action.WORD:
                asked = public_view(state).takes_words and state.seat_of(interaction.user.id) is not None
                return Reply(layout=None, form=word_form(texts, locale, control)) if asked else None
            case Action.GIVE_UP:
                hand = self._hand(state, interaction.user.id)
                return Reply(layout=give_up_confirm_layout(texts, locale, hand)) if hand is not None else None
            case Action.CRY_OUT:
                hand = self._hand(state, interaction.user.id)
                if hand is None or not may_be_removed_by_crying(hand):
                    return None
                return Reply(layout=cry_out_confirm_layout(texts, locale, hand))
            case _:
                return None

    async def _press(
        self,
        interaction: AnyInteraction,
        control: ControlId,
        values: Sequence[str],
        written: Mapping[str, str],
        state: GameState,
    ) -> Reply:
        needed = control.action in (Action.HAND, Action.PLAN_ADD)
        hand = self._hand(state, interaction.user.id) if needed else None
        if control.action is Action.HAND and hand is None:
            return self._private(interaction, state, self._not_seated(interaction, state))
        person, press = person_of(interaction), self._stamp(interaction)
        command = command_of(Pressed(control, values, person, press, hand, written))
        if command is None:
            return await self._trouble(interaction, Trouble.STALE_CONTROL)
        outcome = await self._services.game.submit(state.game_id, command, str(interaction.id))
        log.debug("press", table=state.game_id, action=control.action.value)
        return self._outcome(interaction, control, command, outcome, state)

    def _outcome(
        self,
        interaction: AnyInteraction,
        control: ControlId,
        command: cmd.Command,
        outcome: Applied | Refused,
        before: GameState,
    ) -> Reply:
        texts, locale = self._services.texts, interaction.locale.value
        if isinstance(outcome, Refused):
            state = outcome.state if outcome.state is not None else before
            return self._private(interaction, state, self._refused(interaction, control, outcome, state))
        if control.action is Action.FINISH:
            return Reply(layout=None)
        if outcome.repeated:
            return self._private(interaction, outcome.state, repeated_line(texts, locale))
        line = line_of(texts, locale, command, outcome.state, interaction_ms(interaction))
        return self._private(interaction, outcome.state, line)

    def _refused(
        self, interaction: AnyInteraction, control: ControlId, outcome: Refused, state: GameState
    ) -> str:
        """Looking at one's hand is never refused, there may only be nothing to record."""
        texts, locale, reason = self._services.texts, interaction.locale.value, outcome.refusal.reason
        if control.action is Action.HAND and reason is Reason.NOTHING_TO_DO:
            return hand_line(texts, locale)
        log.info("refused", table=state.game_id, reason=reason.value)
        return refusal_text(texts, locale, outcome.refusal, public_view(state))

    def _private(self, interaction: AnyInteraction, state: GameState, line: str) -> Reply:
        hand = self._hand(state, interaction.user.id)
        if hand is None:
            return said(line)
        layout = self._hand_layout(self._services.texts, interaction.locale.value, hand, line)
        return Reply(layout=layout, hand=hand)

    def _not_seated(self, interaction: AnyInteraction, state: GameState) -> str:
        return refusal_text(
            self._services.texts, interaction.locale.value, refuse(Reason.NOT_SEATED), public_view(state)
        )

    def _stamp(self, interaction: AnyInteraction) -> cmd.Press:
        pressed_ms = interaction_ms(interaction)
        return self._services.offset.press(pressed_ms, self._services.clock.now_ms())

    def _hand(self, state: GameState, user_id: int) -> HandView | None:
        """The hand of a seated player once cards are dealt; None for everybody else."""
        seat = state.seat_of(user_id)
        if seat is None or state.seat(seat).role is None:
            return None
        return hand_view(state, seat, self._services.views.of(state))


def person_of(interaction: AnyInteraction) -> cmd.Person:
    return cmd.Person(user_id=interaction.user.id, name=plain_name(interaction.user.display_name))
