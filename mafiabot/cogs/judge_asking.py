"""Common ground of `/judge`: the command for the table that is meant, and what is offered while one types."""

from collections.abc import Awaitable, Callable, Iterable

from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking, CannotAnswer, asked_by
from mafiabot.cogs.judge_acts import Judged, line_of, offices, why_not
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import judge_view, public_view
from mafiabot.engine.views import JudgeView
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.service import Refused
from mafiabot.ui import words
from mafiabot.ui.answers import repeated_line

MOST_OFFERED = 25
LABEL_MOST = 100

SeatChoices = list[app_commands.Choice[int]]


class JudgeAsking(Asking):
    async def judged(
        self, interaction: AnyInteraction, deed: str, made: Callable[[Asked, GameState], Awaitable[Judged]]
    ) -> None:
        """Answers with what the command `made(asked, state)` comes to at the table that is meant."""

        async def work(asked: Asked) -> Reply:
            state = await self.table_judged(asked, deed)
            return said(await self.done(asked, state, await made(asked, state)))

        await self.answer(interaction, work)

    async def table_judged(self, asked: Asked, deed: str) -> GameState:
        """The table that is meant; who does not judge it is told so. `deed` as in `rights.DEEDS`."""
        state = await self.table_meant(asked)
        if state.over or not self.services.rights.who(deed) & offices(state, asked.member.id):
            raise CannotAnswer(why_not(self.services.texts, asked.locale, state))
        return state

    async def done(self, asked: Asked, state: GameState, command: Judged) -> str:
        """Submits `command` and says in one line what it did."""
        outcome = await self.services.game.submit(state.game_id, command, str(asked.interaction.id))
        if isinstance(outcome, Refused):
            raise CannotAnswer(self.refusal(asked, outcome.refusal, outcome.state))
        if outcome.repeated:
            return repeated_line(self.services.texts, asked.locale)
        return line_of(self.services.texts, asked.locale, command, state, outcome.state)

    # --- what is offered while one types ---------------------------------------------------------

    async def table_typed_at(self, interaction: AnyInteraction) -> GameState | None:
        """The table that would be meant; None where there is none, or nobody can say now."""
        asked = asked_by(interaction)
        if asked is None:
            return None
        try:
            return await self.table_meant(asked)
        except (CannotAnswer, StoreUnavailable):
            return None

    async def _offered(
        self, interaction: AnyInteraction, typed: str, seats: Callable[[JudgeView], Iterable[int]]
    ) -> SeatChoices:
        state = await self.table_typed_at(interaction)
        if state is None:
            return []
        offered = ((seat, words.seat_label(public_view(state), seat)) for seat in seats(judge_view(state)))
        return choices(offered, typed)

    async def everybody(self, interaction: AnyInteraction, typed: str) -> SeatChoices:
        return await self._offered(
            interaction, typed, lambda view: (seat.number for seat in view.public.seats)
        )

    async def at_table(self, interaction: AnyInteraction, typed: str) -> SeatChoices:
        """The living, and who still has a word."""
        return await self._offered(interaction, typed, lambda view: view.at_table)

    async def asked_for(self, interaction: AnyInteraction, typed: str) -> SeatChoices:
        """Who has been away so long that the judge is asked."""
        return await self._offered(interaction, typed, lambda view: view.asked)

    async def replaceable(self, interaction: AnyInteraction, typed: str) -> SeatChoices:
        return await self._offered(interaction, typed, lambda view: view.substitutes)


def choices(offered: Iterable[tuple[int, str]], typed: str) -> SeatChoices:
    """(value, label) as choices: those whose label holds what was typed, at most 25."""
    wanted = typed.strip().casefold()
    fitting = [(value, label) for value, label in offered if wanted in label.casefold()]
    return [
        app_commands.Choice(name=label[:LABEL_MOST], value=value) for value, label in fitting[:MOST_OFFERED]
    ]
