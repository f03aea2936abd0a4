"""The protest button of a finished game: its form for who may protest, and what became of what he wrote.

The game is looked for in the archive: its channel may have its next table long before protests are closed.
"""

from collections.abc import Mapping

import structlog

from mafiabot.cogs.answering import AnyInteraction, Reply, interaction_ms, said
from mafiabot.cogs.services import Services
from mafiabot.engine.aftermath import AfterRefused, may_protest
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.engine.viewing import public_view
from mafiabot.runtime.archive_port import ArchivedGame
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.ui.after import after_refused_text
from mafiabot.ui.answers import refusal_text
from mafiabot.ui.ids import ControlId
from mafiabot.ui.protests import PROTEST_FIELD, protest_form, protest_line

log = structlog.get_logger(__name__)


class Protests:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def reply(
        self, interaction: AnyInteraction, control: ControlId, written: Mapping[str, str] | None
    ) -> Reply | None:
        """`written`: what the form holds; None for the button. None: no such game, a stale control."""
        game = await self._game(interaction, control)
        if game is None:
            return await self._not_archived(interaction, control)
        if written is None:
            return self._form(interaction, control, game)
        made = await self._services.archive.protest(
            game.guild_id,
            game.game_number,
            interaction.user.id,
            written.get(PROTEST_FIELD, ""),
            self._pressed_ms(interaction),
        )
        if isinstance(made, AfterRefused):
            return self._refused(interaction, made)
        log.info("protest", table=game.game_id)
        return said(protest_line(self._services.texts, interaction.locale.value, made))

    def _form(self, interaction: AnyInteraction, control: ControlId, game: ArchivedGame) -> Reply:
        """Nobody writes what would not be taken."""
        seat = may_protest(
            game.protocol,
            game.protests,
            user_id=interaction.user.id,
            now_ms=self._pressed_ms(interaction),
        )
        if isinstance(seat, AfterRefused):
            return self._refused(interaction, seat)
        locale = interaction.locale.value
        return Reply(layout=None, form=protest_form(self._services.texts, locale, control, game.game_number))

    async def _game(self, interaction: AnyInteraction, control: ControlId) -> ArchivedGame | None:
        numbers = control.numbers
        if interaction.guild_id is None or numbers is None or len(numbers) != 1:
            return None
        game = await self._services.archive.game(interaction.guild_id, numbers[0])
        return game if game is not None and game.game_id == control.game_id else None

    async def _not_archived(self, interaction: AnyInteraction, control: ControlId) -> Reply | None:
        """A game that is over waits for the archive; one that is not may not be protested against (E92)."""
        state = await self._services.game.state(control.game_id)
        if state is None or state.guild_id != interaction.guild_id or state.game_number is None:
            return None
        if state.over:
            raise StoreUnavailable("the game is not archived yet")
        refusal = refuse(Reason.GAME_NOT_OVER)
        locale = interaction.locale.value
        return said(refusal_text(self._services.texts, locale, refusal, public_view(state)))

    def _refused(self, interaction: AnyInteraction, refused: AfterRefused) -> Reply:
        return said(after_refused_text(self._services.texts, interaction.locale.value, refused))

    def _pressed_ms(self, interaction: AnyInteraction) -> int:
        arrived_ms = self._services.clock.now_ms()
        return self._services.offset.press(interaction_ms(interaction), arrived_ms).host_ms
