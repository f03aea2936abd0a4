"""`/judge` while a game runs: people, the floor and the clock, what was said aloud, undo, who judges."""

from collections.abc import Callable

import discord
from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, interaction_ms, said
from mafiabot.cogs.asking import Asked, CannotAnswer
from mafiabot.cogs.judge_acts import FLOOR_S, TIME_MOST_S, Judged, offices, removal
from mafiabot.cogs.judge_asking import JudgeAsking, SeatChoices, choices
from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline import next_to_play
from mafiabot.engine.discipline_types import JUDGE_CAUSES, JUDGE_FOULS, FoulReason, GoneCause
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import judge_view
from mafiabot.runtime.undoing import act_back, undo_of
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.judge import undo_steps
from mafiabot.ui.judge_lines import JudgeNote, note

TEXT_MOST = 200
SEPARATORS = str.maketrans(",;.-–", "     ")

SeatNumber = app_commands.Range[int, 1, 12]
Words = app_commands.Range[str, 1, TEXT_MOST]
FOUL_CHOICES = [
    app_commands.Choice(name=i18n.choice_name(f"foul-reason-{reason.value}"), value=reason.value)
    for reason in JUDGE_FOULS
]
CAUSE_CHOICES = [
    app_commands.Choice(name=i18n.choice_name(f"cause-{cause.value}"), value=cause.value)
    for cause in JUDGE_CAUSES
]


class PeopleCommands(JudgeAsking):
    @app_commands.command(name=i18n.judge_name("foul"), description=i18n.judge_description("foul"))
    @app_commands.rename(
        seat=i18n.option_name("seat"), reason=i18n.option_name("reason"), text=i18n.option_name("text")
    )
    @app_commands.describe(
        seat=i18n.option_description("seat"),
        reason=i18n.option_description("reason"),
        text=i18n.option_description("text"),
    )
    @app_commands.choices(reason=FOUL_CHOICES)
    @app_commands.autocomplete(seat=JudgeAsking.at_table)
    async def foul(
        self, interaction: AnyInteraction, seat: SeatNumber, reason: str, text: Words | None = None
    ) -> None:
        await self._plain(
            interaction,
            "/judge foul",
            lambda by, _: cmd.GiveFoul(by=by, seat=seat, reason=FoulReason(reason), text=text or ""),
        )

    @app_commands.command(name=i18n.judge_name("unfoul"), description=i18n.judge_description("unfoul"))
    @app_commands.rename(seat=i18n.option_name("seat"))
    @app_commands.describe(seat=i18n.option_description("seat"))
    @app_commands.autocomplete(seat=JudgeAsking.at_table)
    async def unfoul(self, interaction: AnyInteraction, seat: SeatNumber) -> None:
        await self._plain(interaction, "/judge unfoul", lambda by, _: cmd.TakeFoulBack(by=by, seat=seat))

    @app_commands.command(name=i18n.judge_name("remove"), description=i18n.judge_description("remove"))
    @app_commands.rename(
        seat=i18n.option_name("seat"), cause=i18n.option_name("cause"), text=i18n.option_name("text")
    )
    @app_commands.describe(
        seat=i18n.option_description("seat"),
        cause=i18n.option_description("cause"),
        text=i18n.option_description("text"),
    )
    @app_commands.choices(cause=CAUSE_CHOICES)
    @app_commands.autocomplete(seat=JudgeAsking.at_table)
    async def remove(
        self, interaction: AnyInteraction, seat: SeatNumber, cause: str, text: Words | None = None
    ) -> None:
        await self._plain(
            interaction,
            "/judge remove",
            lambda by, state: removal(state, by, seat, GoneCause(cause), text or ""),
        )

    @app_commands.command(name=i18n.judge_name("team-loss"), description=i18n.judge_description("team-loss"))
    @app_commands.rename(seat=i18n.option_name("seat"), text=i18n.option_name("text"))
    @app_commands.describe(seat=i18n.option_description("seat"), text=i18n.option_description("text"))
    @app_commands.autocomplete(seat=JudgeAsking.everybody)
    async def team_loss(
        self, interaction: AnyInteraction, seat: SeatNumber, text: Words | None = None
    ) -> None:
        await self._plain(
            interaction, "/judge team-loss", lambda by, _: cmd.CallTeamLoss(by=by, seat=seat, text=text or "")
        )

    @app_commands.command(name=i18n.judge_name("wait"), description=i18n.judge_description("wait"))
    @app_commands.rename(seat=i18n.option_name("seat"))
    @app_commands.describe(seat=i18n.option_description("seat"))
    @app_commands.autocomplete(seat=JudgeAsking.asked_for)
    async def wait(self, interaction: AnyInteraction, seat: SeatNumber) -> None:
        await self._plain(interaction, "/judge wait", lambda by, _: cmd.WaitFor(by=by, seat=seat))

    @app_commands.command(
        name=i18n.judge_name("substitute"), description=i18n.judge_description("substitute")
    )
    @app_commands.rename(seat=i18n.option_name("seat"), member=i18n.option_name("member"))
    @app_commands.describe(seat=i18n.option_description("seat"), member=i18n.option_description("member"))
    @app_commands.autocomplete(seat=JudgeAsking.replaceable)
    async def substitute(
        self, interaction: AnyInteraction, seat: SeatNumber, member: discord.Member | None = None
    ) -> None:
        """Whoever has waited longest, if nobody is named."""

        async def made(asked: Asked, state: GameState) -> Judged:
            first = next_to_play(state, seat) or (state.waiting[0] if state.waiting else None)
            user_id = member.id if member is not None else 0 if first is None else first.user_id
            return cmd.Substitute(by=asked.member.id, seat=seat, user_id=user_id)

        await self.judged(interaction, "/judge substitute", made)

    async def _plain(
        self, interaction: AnyInteraction, deed: str, made: Callable[[int, GameState], Judged]
    ) -> None:
        async def command(asked: Asked, state: GameState) -> Judged:
            return made(asked.member.id, state)

        await self.judged(interaction, deed, command)


class CourseCommands(JudgeAsking):
    @app_commands.command(name=i18n.judge_name("skip"), description=i18n.judge_description("skip"))
    async def skip(self, interaction: AnyInteraction) -> None:
        arrived_ms = self.services.clock.now_ms()
        pressed_ms = self.services.offset.press(interaction_ms(interaction), arrived_ms).host_ms
        await self._run(interaction, "/judge skip", lambda by: cmd.SkipSpeech(by=by, pressed_ms=pressed_ms))

    @app_commands.command(name=i18n.judge_name("end-phase"), description=i18n.judge_description("end-phase"))
    async def end_phase(self, interaction: AnyInteraction) -> None:
        await self._run(interaction, "/judge end-phase", lambda by: cmd.EndPhase(by=by))

    @app_commands.command(name=i18n.judge_name("time"), description=i18n.judge_description("time"))
    @app_commands.rename(seconds=i18n.option_name("seconds"))
    @app_commands.describe(seconds=i18n.option_description("seconds"))
    async def time(
        self, interaction: AnyInteraction, seconds: app_commands.Range[int, -TIME_MOST_S, TIME_MOST_S]
    ) -> None:
        await self._run(interaction, "/judge time", lambda by: cmd.ChangeTime(by=by, seconds=seconds))

    @app_commands.command(name=i18n.judge_name("floor"), description=i18n.judge_description("floor"))
    @app_commands.rename(seat=i18n.option_name("seat"), length=i18n.option_name("length"))
    @app_commands.describe(seat=i18n.option_description("seat"), length=i18n.option_description("length"))
    @app_commands.autocomplete(seat=JudgeAsking.at_table)
    async def floor(
        self,
        interaction: AnyInteraction,
        seat: SeatNumber,
        length: app_commands.Range[int, 5, TIME_MOST_S] = FLOOR_S,
    ) -> None:
        await self._run(
            interaction, "/judge floor", lambda by: cmd.GiveFloor(by=by, seat=seat, seconds=length)
        )

    @app_commands.command(name=i18n.judge_name("nominate"), description=i18n.judge_description("nominate"))
    @app_commands.rename(seats=i18n.option_name("seats"))
    @app_commands.describe(seats=i18n.option_description("seats"))
    async def nominate(self, interaction: AnyInteraction, seats: Words) -> None:
        async def made(asked: Asked, state: GameState) -> Judged:
            return cmd.NominateFor(by=asked.member.id, seats=self._numbers(asked, seats))

        await self.judged(interaction, "/judge nominate", made)

    @app_commands.command(name=i18n.judge_name("best-move"), description=i18n.judge_description("best-move"))
    @app_commands.rename(seats=i18n.option_name("seats"))
    @app_commands.describe(seats=i18n.option_description("seats"))
    async def best_move(self, interaction: AnyInteraction, seats: Words) -> None:
        async def made(asked: Asked, state: GameState) -> Judged:
            return cmd.NameBestMoveFor(by=asked.member.id, seats=self._numbers(asked, seats))

        await self.judged(interaction, "/judge best-move", made)

    def _numbers(self, asked: Asked, typed: str) -> tuple[int, ...]:
        """`3 5 7`, `3, 5, 7`; anything else ends the command with how to write it."""
        parts = typed.translate(SEPARATORS).split()
        if not parts or not all(part.isascii() and part.isdecimal() and len(part) <= 2 for part in parts):
            raise CannotAnswer(note(self.services.texts, asked.locale, JudgeNote.NOT_NUMBERS))
        return tuple(int(part) for part in parts)

    async def _run(self, interaction: AnyInteraction, deed: str, made: Callable[[int], Judged]) -> None:
        async def command(asked: Asked, state: GameState) -> Judged:
            return made(asked.member.id)

        await self.judged(interaction, deed, command)

    # --- undo ------------------------------------------------------------------------------------

    async def undone_steps(self, interaction: AnyInteraction, typed: str) -> SeatChoices:
        """What each number of steps would undo, in words; for the judge alone."""
        state = await self.table_typed_at(interaction)
        who = self.services.rights.who("/judge undo")
        if state is None or not who & offices(state, interaction.user.id):
            return []
        say = self.services.texts.say(interaction.locale.value)
        return choices(undo_steps(say, judge_view(state)), typed)

    @app_commands.command(name=i18n.judge_name("undo"), description=i18n.judge_description("undo"))
    @app_commands.rename(steps=i18n.option_name("steps"), reason=i18n.option_name("reason"))
    @app_commands.describe(steps=i18n.option_description("steps"), reason=i18n.option_description("reason"))
    @app_commands.autocomplete(steps=undone_steps)
    async def undo(
        self, interaction: AnyInteraction, steps: app_commands.Range[int, 1, 25], reason: Words
    ) -> None:
        async def made(asked: Asked, state: GameState) -> Judged:
            act = act_back(state, steps)
            if act is None:
                raise CannotAnswer(self.refusal(asked, refuse(Reason.NOTHING_TO_UNDO), state))
            return await undo_of(
                self.services.store, state.game_id, act, by=asked.member.id, reason=reason.strip()
            )

        await self.judged(interaction, "/judge undo", made)


class OfficeCommands(JudgeAsking):
    """Who judges."""

    @app_commands.command(name=i18n.judge_name("hand-over"), description=i18n.judge_description("hand-over"))
    @app_commands.rename(member=i18n.option_name("member"))
    @app_commands.describe(member=i18n.option_description("member"))
    async def hand_over(self, interaction: AnyInteraction, member: discord.Member | None = None) -> None:
        """By the judge, or by any moderator; to oneself, if nobody is named."""

        async def work(asked: Asked) -> Reply:
            state = await self.table_meant(asked)
            await self.must_at(asked, "/judge hand-over", state)
            to = member or asked.member
            self._must_be_a_person(asked, to)
            return said(await self.done(asked, state, cmd.HandOver(by=asked.member.id, to=to.id)))

        await self.answer(interaction, work)

    @app_commands.command(name=i18n.judge_name("co-judge"), description=i18n.judge_description("co-judge"))
    @app_commands.rename(member=i18n.option_name("member"))
    @app_commands.describe(member=i18n.option_description("member"))
    async def co_judge(self, interaction: AnyInteraction, member: discord.Member | None = None) -> None:
        """Nobody, if nobody is named."""

        async def made(asked: Asked, state: GameState) -> Judged:
            if member is not None:
                self._must_be_a_person(asked, member)
            return cmd.NameCoJudge(by=asked.member.id, user_id=member.id if member is not None else None)

        await self.judged(interaction, "/judge co-judge", made)

    def _must_be_a_person(self, asked: Asked, member: discord.Member) -> None:
        if member.bot:
            raise CannotAnswer(note(self.services.texts, asked.locale, JudgeNote.NO_BOT))
