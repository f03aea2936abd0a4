"""`/mafia protocol`: a finished game as its protocol, the latest one or by number. Needs no table."""

import structlog
from discord import app_commands

from mafiabot.cogs.answering import AnyInteraction, Reply, said
from mafiabot.cogs.asking import Asked, Asking
from mafiabot.engine.protocol import unsealed
from mafiabot.engine.published import published
from mafiabot.runtime.archive_port import ArchivedGame
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.my_data import player_word, with_players
from mafiabot.ui.protocol_answer import head_label, no_game_text, protocol_files, protocol_layout
from mafiabot.ui.protocol_paper import Paper

log = structlog.get_logger(__name__)

MOST_NUMBER = 2**31 - 1


class ProtocolCommands(Asking):
    @app_commands.command(
        name=i18n.command_name("protocol"), description=i18n.command_description("protocol")
    )
    @app_commands.rename(number=i18n.option_name("game"))
    @app_commands.describe(number=i18n.option_description("game"))
    async def protocol(
        self, interaction: AnyInteraction, number: app_commands.Range[int, 1, MOST_NUMBER] | None = None
    ) -> None:
        async def work(asked: Asked) -> Reply:
            game = await self.services.archive.game(asked.guild.id, number)
            if game is None:
                return said(no_game_text(self.services.texts, asked.locale, number))
            player = player_word(self.services.texts, asked.locale)
            return self._answer(asked, _paper(asked, game, player))

        await self.answer(interaction, work)

    def _answer(self, asked: Asked, paper: Paper) -> Reply:
        texts, document = self.services.texts, self.services.published_json(paper.game)
        return Reply(
            layout=protocol_layout(texts, asked.locale, paper),
            files=protocol_files(texts, asked.locale, paper, document),
        )

    @protocol.autocomplete("number")
    async def numbers(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[int]]:
        """The latest games whose number begins as typed; none while the archive cannot be read."""
        if interaction.guild_id is None:
            return []
        try:
            heads = await self.services.archive.heads(interaction.guild_id)
        except StoreUnavailable:
            log.warning("archive unavailable at an autocomplete", interaction=interaction.id)
            return []
        say = self.services.texts.say(interaction.locale.value)
        return [
            app_commands.Choice(name=head_label(say, head), value=head.number)
            for head in heads
            if str(head.number).startswith(typed.strip())
        ]


def _paper(asked: Asked, game: ArchivedGame, player: str) -> Paper:
    """What is sealed is for the judge of that game only. `player`: the word for who was forgotten."""
    judges = game.protocol.judge_ids
    protocol = game.protocol if asked.member.id in judges else unsealed(game.protocol)
    members = (asked.guild.get_member(user_id) for user_id in judges)
    forgotten = {user_id: player for user_id in judges if user_id < 0}
    return Paper(
        game=published(with_players(protocol, player), game.awards, game.penalties, game.protests),
        people=forgotten | {member.id: member.display_name for member in members if member is not None},
    )
