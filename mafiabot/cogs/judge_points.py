"""`/judge` after a game: bonus points, game errors, and what becomes of a protest."""

from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, CannotAnswer, asked_by
from mafiabot.cogs.judge_asking import JudgeAsking, SeatChoices, choices
from mafiabot.cogs.judge_play import SeatNumber, Words
from mafiabot.engine.aftermath import AfterReason, AfterRefused, ProtestState
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.engine.scoring import AwardRefused
from mafiabot.runtime.archive_port import ArchivedGame
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.ui import after
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.names import label_name

POINTS_MOST = 9.0
"""More than any rule allows, so that the refusal can say what is left."""
VERDICT_CHOICES = [
    app_commands.Choice(name=i18n.choice_name(f"judge-verdict-{state.value}"), value=state.value)
    for state in (ProtestState.ACCEPTED, ProtestState.REJECTED)
]

GameNumber = app_commands.Range[int, 1]


class PointsCommands(JudgeAsking):
    # --- what is offered while one types ---------------------------------------------------------

    async def games(self, interaction: AnyInteraction, typed: str) -> SeatChoices:
        """Numbers of the latest games."""
        asked = asked_by(interaction)
        if asked is None:
            return []
        try:
            heads = await self.services.archive.heads(asked.guild.id)
        except StoreUnavailable:
            return []
        say = self.services.texts.say(asked.locale)
        return choices(((head.number, after.head_label(say, head)) for head in heads), typed)

    async def played(self, interaction: AnyInteraction, typed: str) -> SeatChoices:
        """The seats of the game that is meant."""
        game = await self._typed_about(interaction)
        if game is None:
            return []
        seats = [seat for seat in game.protocol.seats if seat.role is not None]
        return choices(((seat.number, f"{seat.number} · {label_name(seat.name)}") for seat in seats), typed)

    async def open_protests(self, interaction: AnyInteraction, typed: str) -> SeatChoices:
        game = await self._typed_about(interaction)
        if game is None:
            return []
        waiting = [one for one in game.protests if one.state is ProtestState.OPEN]
        return choices(((one.id, f"{one.id} · {_seat_label(game, one.seat)}") for one in waiting), typed)

    async def _typed_about(self, interaction: AnyInteraction) -> ArchivedGame | None:
        asked = asked_by(interaction)
        if asked is None:
            return None
        named = getattr(interaction.namespace, "game", None)
        try:
            return await self._game(asked, named if isinstance(named, int) else None)
        except (CannotAnswer, StoreUnavailable):
            return None

    # --- the commands ----------------------------------------------------------------------------

    @app_commands.command(name=i18n.judge_name("award"), description=i18n.judge_description("award"))
    @app_commands.rename(
        seat=i18n.option_name("seat"), points=i18n.option_name("points"), game=i18n.option_name("game")
    )
    @app_commands.describe(
        seat=i18n.option_description("seat"),
        points=i18n.option_description("points"),
        game=i18n.option_description("game"),
    )
    @app_commands.autocomplete(seat=played, game=games)
    async def award(
        self,
        interaction: AnyInteraction,
        seat: SeatNumber,
        points: app_commands.Range[float, 0.0, POINTS_MOST],
        game: GameNumber | None = None,
    ) -> None:
        async def work(asked: Asked) -> Reply:
            kept = await self._game_judged(asked, "/judge award", game)
            hundredths = round(points * 100)
            outcome = await self.services.archive.award(
                kept.guild_id, kept.game_number, seat, hundredths, asked.member.id, self._now_ms()
            )
            texts, locale = self.services.texts, asked.locale
            if isinstance(outcome, AfterRefused):
                raise CannotAnswer(after.after_refused_text(texts, locale, outcome))
            if isinstance(outcome, AwardRefused):
                raise CannotAnswer(after.award_refused_text(texts, locale, outcome))
            who, left = _seat_words(kept, seat), (outcome.rest_hundredths, outcome.rest_players)
            return said(after.awarded_text(texts, locale, who, hundredths, *left))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.judge_name("penalty"), description=i18n.judge_description("penalty"))
    @app_commands.rename(
        seat=i18n.option_name("seat"), reason=i18n.option_name("reason"), game=i18n.option_name("game")
    )
    @app_commands.describe(
        seat=i18n.option_description("seat"),
        reason=i18n.option_description("reason"),
        game=i18n.option_description("game"),
    )
    @app_commands.autocomplete(seat=played, game=games)
    async def penalty(
        self,
        interaction: AnyInteraction,
        seat: SeatNumber,
        reason: Words | None = None,
        game: GameNumber | None = None,
    ) -> None:
        async def work(asked: Asked) -> Reply:
            kept = await self._game_judged(asked, "/judge penalty", game)
            outcome = await self.services.archive.penalize(
                kept.guild_id, kept.game_number, seat, reason or "", asked.member.id, self._now_ms()
            )
            if isinstance(outcome, AfterRefused):
                raise CannotAnswer(after.after_refused_text(self.services.texts, asked.locale, outcome))
            return said(after.penalty_text(self.services.texts, asked.locale, _seat_words(kept, seat)))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.judge_name("protest"), description=i18n.judge_description("protest"))
    @app_commands.rename(
        number=i18n.option_name("number"),
        verdict=i18n.option_name("verdict"),
        text=i18n.option_name("text"),
        game=i18n.option_name("game"),
    )
    @app_commands.describe(
        number=i18n.option_description("number"),
        verdict=i18n.option_description("verdict"),
        text=i18n.option_description("text"),
        game=i18n.option_description("game"),
    )
    @app_commands.choices(verdict=VERDICT_CHOICES)
    @app_commands.autocomplete(number=open_protests, game=games)
    async def protest(
        self,
        interaction: AnyInteraction,
        number: app_commands.Range[int, 1],
        verdict: str,
        text: Words,
        game: GameNumber | None = None,
    ) -> None:
        async def work(asked: Asked) -> Reply:
            kept = await self._game_judged(asked, "/judge protest", game)
            accepted = verdict == ProtestState.ACCEPTED.value
            outcome = await self.services.archive.settle_protest(
                kept.guild_id, kept.game_number, number, accepted, text, asked.member.id, self._now_ms()
            )
            if isinstance(outcome, AfterRefused):
                raise CannotAnswer(after.after_refused_text(self.services.texts, asked.locale, outcome))
            who = _seat_words(kept, outcome.seat)
            return said(after.settled_text(self.services.texts, asked.locale, outcome, who))

        await self.answer(interaction, work)

    # --- which game, and may he ------------------------------------------------------------------

    async def _game_judged(self, asked: Asked, deed: str, number: int | None) -> ArchivedGame:
        """The game that is meant, for its judges and for moderators of its channel."""
        game = await self._game(asked, number)
        await self.must(asked, deed, channel_id=game.channel_id, judges=game.protocol.judge_ids)
        return game

    async def _game(self, asked: Asked, number: int | None) -> ArchivedGame:
        """By number; else the one that has just ended at the table here; else the guild's latest."""
        if number is None:
            number = await self._ended_here(asked)
        game = await self.services.archive.game(asked.guild.id, number)
        if game is None:
            missing = AfterRefused(reason=AfterReason.NO_SUCH_GAME)
            raise CannotAnswer(after.after_refused_text(self.services.texts, asked.locale, missing))
        return game

    async def _ended_here(self, asked: Asked) -> int | None:
        """None where no game has been played here; one that is still on ends the command."""
        state = await self._table_here(asked)
        if state is None or state.game_number is None:
            return None
        if not state.over:
            raise CannotAnswer(self.refusal(asked, refuse(Reason.GAME_NOT_OVER), state))
        return state.game_number

    def _now_ms(self) -> int:
        return self.services.clock.now_ms()


def _seat_words(game: ArchivedGame, seat: int) -> str:
    return after.seat_words(seat, game.protocol.seat(seat).name)


def _seat_label(game: ArchivedGame, seat: int) -> str:
    return f"{seat} · {label_name(game.protocol.seat(seat).name)}"
