"""Common ground of the slash commands: whose table is meant, may he, and how the answer is given."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import discord
import structlog
from discord.ext import commands

from mafiabot.cogs.answering import Answerer, AnyInteraction, Reply, said
from mafiabot.cogs.permissions import VoiceLike, has_right, has_role
from mafiabot.cogs.rights import Office
from mafiabot.cogs.services import Services
from mafiabot.engine import commands as cmd
from mafiabot.engine.overrides import PRESETS
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import public_view
from mafiabot.runtime.guild_rules import rules_of
from mafiabot.runtime.service import Refused
from mafiabot.ui.answers import refusal_text
from mafiabot.ui.settings import unplayable_text
from mafiabot.ui.table_answers import Trouble, trouble_text

RIGHTS_OF_DISCORD = {
    frozenset({Office.MANAGER}): Trouble.NOT_MANAGER,
    frozenset({Office.MUTER}): Trouble.NOT_MUTER,
}
"""Where nothing but a right in the whole server helps, it is named."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One slash command in a guild: who asks, in which language, about which voice channel."""

    interaction: AnyInteraction
    guild: discord.Guild
    member: discord.Member
    locale: str


class CannotAnswer(Exception):
    """Ends a command early with the sentence the person gets."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Asking(commands.Cog):
    """Mixed into the cog; `services` and `answerer` are set by it."""

    services: Services
    answerer: Answerer

    async def answer(self, interaction: AnyInteraction, work: Callable[[Asked], Awaitable[Reply]]) -> None:
        """Runs `work(asked)` (a coroutine function giving a `Reply`) and answers with its outcome."""
        await self.answerer.give(interaction, lambda: self._guarded(interaction, work))

    async def _guarded(self, interaction: AnyInteraction, work: Callable[[Asked], Awaitable[Reply]]) -> Reply:
        locale, asked = interaction.locale.value, asked_by(interaction)
        if asked is None:
            return said(trouble_text(self.services.texts, locale, Trouble.ONLY_IN_GUILD))
        if not self.services.accepting.is_set():
            return said(trouble_text(self.services.texts, locale, Trouble.STARTING))
        try:
            return await work(asked)
        except CannotAnswer as end:
            return said(end.text)

    def channel_meant(self, asked: Asked, named: VoiceLike | None) -> VoiceLike:
        """The named channel, else the one the command was typed in, else the one he sits in."""
        if named is not None:
            return named
        here = asked.interaction.channel
        if isinstance(here, discord.VoiceChannel | discord.StageChannel):
            return here
        seen = self.services.keeper.seen(asked.guild.id, asked.member.id)
        sits = asked.guild.get_channel(seen.channel_id) if seen is not None and seen.channel_id else None
        if isinstance(sits, discord.VoiceChannel | discord.StageChannel):
            return sits
        raise CannotAnswer(trouble_text(self.services.texts, asked.locale, Trouble.NOT_VOICE_CHANNEL))

    async def table_meant(self, asked: Asked) -> GameState:
        """The table of that channel, else the one he sits at."""
        state = await self._table_here(asked)
        if state is None:
            state = await self.services.table_of(asked.guild.id, asked.member.id)
        if state is None:
            raise CannotAnswer(self._no_table(asked))
        structlog.contextvars.bind_contextvars(table=state.game_id)
        return state

    def _no_table(self, asked: Asked) -> str:
        """Where no channel is meant there may well be a table elsewhere."""
        try:
            self.channel_meant(asked, None)
        except CannotAnswer:
            return trouble_text(self.services.texts, asked.locale, Trouble.WHICH_TABLE)
        return self.refusal(asked, refuse(Reason.NO_TABLE), None)

    async def _table_here(self, asked: Asked) -> GameState | None:
        try:
            channel = self.channel_meant(asked, None)
        except CannotAnswer:
            return None
        return await self.services.table_in(asked.guild.id, channel.id)

    async def ruleset_meant(self, asked: Asked, preset: str) -> Ruleset:
        """A preset as this guild plays it; what keeps it from being played is named."""
        if preset not in PRESETS:
            raise CannotAnswer(self.refusal(asked, refuse(Reason.UNKNOWN_PRESET, preset=preset), None))
        rules = rules_of(await self.services.settings.get(asked.guild.id), preset)
        if rules.problems:
            named = [f"{problem.field}: {problem.reason.value}" for problem in rules.problems]
            log.info("rules that cannot be played", guild=asked.guild.id, preset=preset, problems=named)
            raise CannotAnswer(unplayable_text(self.services.texts, asked.locale, rules))
        return rules.ruleset

    async def must(
        self,
        asked: Asked,
        deed: str,
        *,
        channel_id: int | None = None,
        judges: Sequence[int | None] = (),
    ) -> None:
        """Ends a command with a refusal unless the table of rights lets him do it.

        `deed`: as in `rights.DEEDS`. `channel_id`: of the table it is about. `judges`: who judges it, the
        judge first, then the co-judge.
        """
        who = self.services.rights.who(deed)
        if not (who & at_once(asked, channel_id, judges) or await self._by_role(asked, who)):
            raise CannotAnswer(self._lacks(asked, who))

    def _lacks(self, asked: Asked, who: frozenset[Office]) -> str:
        """What would be needed: whoever leads games may still lack a right that has nothing to do with it."""
        lacking = RIGHTS_OF_DISCORD.get(who)
        if lacking is not None:
            return trouble_text(self.services.texts, asked.locale, lacking)
        return self.refusal(asked, refuse(Reason.NOT_MODERATOR), None)

    async def must_at(self, asked: Asked, deed: str, state: GameState) -> None:
        """The same about a table."""
        judges = (state.judge_id, state.co_judge_id)
        await self.must(asked, deed, channel_id=state.channel_id, judges=judges)

    async def _by_role(self, asked: Asked, who: frozenset[Office]) -> bool:
        """Asked last: an archive that is down stops nobody who has Discord's own right."""
        if Office.MODERATOR not in who:
            return False
        return has_role(asked.member, await self.services.settings.get(asked.guild.id))

    def refusal(self, asked: Asked, refusal: Refusal, state: GameState | None) -> str:
        view = public_view(state) if state is not None else None
        return refusal_text(self.services.texts, asked.locale, refusal, view)

    async def submit(self, asked: Asked, game_id: str, command: cmd.Command) -> GameState:
        """Submits for a moderator; a refusal ends the command with its text."""
        outcome = await self.services.game.submit(game_id, command, str(asked.interaction.id))
        if isinstance(outcome, Refused):
            raise CannotAnswer(self.refusal(asked, outcome.refusal, outcome.state))
        return outcome.state


def at_once(asked: Asked, channel_id: int | None, judges: Sequence[int | None]) -> frozenset[Office]:
    """The offices that he can be seen to hold without asking the archive."""
    channel = asked.guild.get_channel(channel_id) if channel_id is not None else None
    allowed, me = asked.member.guild_permissions, asked.member.id
    judge, co_judge = (*judges, None, None)[:2]
    held = {
        Office.ANYBODY: True,
        Office.MANAGER: allowed.manage_guild,
        Office.MUTER: allowed.mute_members,
        Office.MODERATOR: has_right(asked.member, channel if isinstance(channel, VoiceLike) else None),
        Office.JUDGE: me == judge,
        Office.CO_JUDGE: me == co_judge,
    }
    return frozenset(office for office, holds in held.items() if holds)


def asked_by(interaction: AnyInteraction) -> Asked | None:
    """None outside a guild."""
    if interaction.guild is None or not isinstance(interaction.user, discord.Member):
        return None
    locale = interaction.locale.value
    return Asked(interaction=interaction, guild=interaction.guild, member=interaction.user, locale=locale)
