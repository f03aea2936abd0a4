"""The first answer is the outcome; only if it is not there 1.0 s after the click, a deferral comes first.

A public control is answered by a private message, a control inside a hand by an update of that hand.
Whatever goes wrong, the person gets a sentence and the log the details.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui
from discord.utils import MISSING

from mafiabot.cogs.services import Services
from mafiabot.engine.views import HandView
from mafiabot.runtime.judge_panels import JudgeShown
from mafiabot.runtime.ports import CommitUnsure, HandRef, NotServed, StoreUnavailable
from mafiabot.ui.answers import text_layout
from mafiabot.ui.table_answers import Trouble, trouble_text

log = structlog.get_logger(__name__)

AnyInteraction = discord.Interaction[Any]
OUTCOME_WAIT_S = 1.0
ANSWERED_ALREADY = 40060
NO_CONNECTION = (aiohttp.ClientError, OSError, TimeoutError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`layout` None: nothing to show, the press is only acknowledged. `hand`: the layout is this hand.
    `judge`: it is this judge's panel.

    `aside`: a message of its own, also where the control stood in a hand: that hand stays as it is.
    `form`: asked instead of any layout. Discord takes a form as the first answer only, so where the outcome
    was late the person is asked to press again. `files` go with a message that the layout is sent as.
    """

    layout: ui.LayoutView | None
    hand: HandView | None = None
    judge: JudgeShown | None = None
    aside: bool = False
    form: ui.Modal | None = None
    files: tuple[discord.File, ...] = ()


Work = Callable[[], Awaitable[Reply]]
"""Called when it is to begin, so that nothing is left behind where it never does."""


def said(text: str) -> Reply:
    return Reply(layout=text_layout(text))


class Answerer:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._giving = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def drain(self) -> None:
        """Returns when every answer under way has been given."""
        await self._idle.wait()

    async def give(self, interaction: AnyInteraction, work: Work) -> None:
        """Answers `interaction` with what `work()` comes to. Never raises for what a person did.

        What another process serves is left to it: Discord tells both while an old session lasts.
        """
        if not await self._ours(interaction):
            _leave(interaction)
            return
        self._giving += 1
        self._idle.clear()
        try:
            await self._give(interaction, work)
        except NotServed:
            _leave(interaction)
        finally:
            self._giving -= 1
            if not self._giving:
                self._idle.set()

    async def _ours(self, interaction: AnyInteraction) -> bool:
        try:
            return interaction.guild_id is None or await self._services.owner.sure(interaction.guild_id)
        except StoreUnavailable:
            return True  # the press itself will find that, and say so

    async def _give(self, interaction: AnyInteraction, work: Work) -> None:
        began_us = self._services.clock.now_us()
        in_hand = interaction.message is not None and interaction.message.flags.ephemeral
        reply = asyncio.ensure_future(self._safely(interaction, work))
        await asyncio.wait((reply,), timeout=OUTCOME_WAIT_S)
        deferred = not reply.done()
        try:
            if not deferred:
                await self._answer(interaction, reply.result(), in_hand)
            else:
                await self._answer_late(interaction, reply, in_hand)
        except discord.HTTPException as error:
            log.warning("answer refused", code=error.code, status=error.status, interaction=interaction.id)
        except NO_CONNECTION as error:
            log.warning("answer not sent", error=type(error).__name__, interaction=interaction.id)
        except RuntimeError:
            if not interaction.client.is_closed():
                raise
            log.warning("answer not sent, this process has ended", interaction=interaction.id)
        else:
            self._services.meters.answered(self._services.clock.now_us() - began_us, deferred=deferred)

    async def _safely(self, interaction: AnyInteraction, work: Work) -> Reply:
        try:
            return await work()
        except NotServed:
            raise
        except CommitUnsure:
            log.warning("nobody knows whether a click was kept", interaction=interaction.id)
            return self._trouble(interaction, Trouble.UNSURE)
        except StoreUnavailable:
            log.warning("store unavailable at a click", interaction=interaction.id)
            return self._trouble(interaction, Trouble.STORE)
        except Exception:
            log.exception("interaction failed", interaction=interaction.id)
            return self._trouble(interaction, Trouble.INTERNAL)

    def _trouble(self, interaction: AnyInteraction, trouble: Trouble) -> Reply:
        locale = interaction.locale.value
        text = trouble_text(self._services.texts, locale, trouble, code=str(interaction.id))
        return Reply(layout=text_layout(text), aside=True)

    async def _answer(self, interaction: AnyInteraction, reply: Reply, in_hand: bool) -> None:
        if reply.form is not None:
            await _stands(interaction.response.send_modal(reply.form))
        elif reply.layout is None:
            await _stands(interaction.response.defer())
        elif in_hand and not reply.aside:
            await _stands(interaction.response.edit_message(view=_unkept(reply.layout)))
            await self._remember(interaction, reply)
        else:
            sent = interaction.response.send_message(
                view=_unkept(reply.layout), files=list(reply.files) or MISSING, ephemeral=True
            )
            await _stands(sent)
            await self._remember(interaction, reply)

    async def _answer_late(
        self, interaction: AnyInteraction, reply: "asyncio.Future[Reply]", in_hand: bool
    ) -> None:
        if in_hand:
            await _stands(interaction.response.defer())
        else:
            await _stands(interaction.response.defer(ephemeral=True, thinking=True))
        late = await reply
        if late.form is not None:
            late = self._trouble(interaction, Trouble.SLOW)
        if late.layout is not None and in_hand and late.aside:
            await interaction.followup.send(view=_unkept(late.layout), ephemeral=True)
        elif late.layout is not None:
            await interaction.edit_original_response(
                view=_unkept(late.layout), attachments=list(late.files) or MISSING
            )
            await self._remember(interaction, late)
        elif not in_hand:
            await interaction.delete_original_response()

    async def _remember(self, interaction: AnyInteraction, reply: Reply) -> None:
        view = reply.hand or (reply.judge.view if reply.judge is not None else None)
        if view is None or interaction.guild_id is None:
            return
        ref = HandRef(
            game_id=view.public.game_id,
            user_id=interaction.user.id,
            application_id=interaction.application_id,
            token=interaction.token,
            message_id=interaction.message.id if interaction.message is not None else None,
            issued_discord_ms=interaction_ms(interaction),
            locale=interaction.locale.value,
        )
        try:
            if reply.judge is not None:
                await self._services.judges.shown(interaction.guild_id, ref, reply.judge)
            elif reply.hand is not None:
                await self._services.hands.shown(interaction.guild_id, ref, reply.hand)
        except StoreUnavailable:
            log.warning("hand not kept, it will not be refreshed", table=ref.game_id)


def _leave(interaction: AnyInteraction) -> None:
    log.warning("a press at another process's table is left to it", interaction=interaction.id)


def _unkept(layout: ui.LayoutView) -> ui.LayoutView:
    """The library keeps an ephemeral view with a task for fifteen minutes, unless it has ended before.

    Ours need no keeping: what is pressed in them is found by its custom_id.
    """
    if layout.timeout is None:
        layout.stop()
    return layout


async def _stands(answering: Awaitable[object]) -> None:
    """An answer whose receipt got lost is sent again by the library and refused: the first one stands."""
    try:
        await answering
    except discord.HTTPException as error:
        if error.code != ANSWERED_ALREADY:
            raise
        log.info("answered already")


def interaction_ms(interaction: AnyInteraction) -> int:
    """When the press was made, Discord's clock."""
    return (interaction.id >> 22) + discord.utils.DISCORD_EPOCH
