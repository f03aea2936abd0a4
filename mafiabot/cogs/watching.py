"""What happens around a table without a press: messages below it, a deleted panel or channel, a lost guild.

A table whose channel is gone is closed. One whose guild threw the bot out is paused for `THROWN_OUT_MS`, so
that an invitation finds it as it was; then it is closed, too.
"""

import discord
import structlog
from discord.ext import commands

from mafiabot.cogs.services import Services
from mafiabot.engine import commands as cmd
from mafiabot.engine.state import GameState, RaiseVote, Vote, Window
from mafiabot.runtime.announcer import WINDOW_MESSAGE
from mafiabot.runtime.background import Background
from mafiabot.runtime.mute_refused import THE_BOT
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.service import Applied

log = structlog.get_logger(__name__)

THROWN_OUT_MS = 15 * 60 * 1000


class Watching(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        self._thrown_out: dict[int, int] = {}  # guild → since when
        self._timers = Background()

    async def cog_unload(self) -> None:
        await self._timers.stop()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        if message.guild is None or message.author == message.guild.me:
            return
        try:
            state = await self._services.table_in(message.guild.id, message.channel.id)
        except StoreUnavailable:
            return  # a table that cannot be read now has worse troubles
        if state is not None and not state.over:
            self._services.panels.foreign_message(state.game_id)
            self._services.writers.wrote(state, message.author.id)

    @commands.Cog.listener()
    async def on_raw_typing(self, payload: discord.RawTypingEvent) -> None:
        if payload.guild_id is None:
            return
        try:
            state = await self._services.table_in(payload.guild_id, payload.channel_id)
        except StoreUnavailable:
            return
        if state is not None and not state.over:
            self._services.writers.wrote(state, payload.user_id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self._deleted(payload.guild_id, payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self._deleted(payload.guild_id, payload.channel_id, payload.message_ids)

    async def _deleted(self, guild_id: int | None, channel_id: int, message_ids: set[int]) -> None:
        """The panel is posted anew, and a window that could not be pressed any more asked for anew."""
        if guild_id is None:
            return
        store, game = self._services.store, self._services.game
        try:
            state = await self._services.table_in(guild_id, channel_id)
            if state is None or state.over:
                return
            panel = await store.panel(guild_id, state.game_id)
            if panel is not None and panel.message_id in message_ids:
                self._services.panels.lost(state.game_id)
            window = window_of(state)
            if window and await store.cursor(guild_id, state.game_id, WINDOW_MESSAGE) in message_ids:
                log.info("window deleted", table=state.game_id, guild=guild_id)
                await game.submit(state.game_id, cmd.WindowLost(window_no=window.window_no))
        except StoreUnavailable:
            log.warning("store unavailable when messages were deleted", guild=guild_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.close_homeless(channel.guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._is_there(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._is_there(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self._let_go(guild.id)

    async def look_round(self, client: discord.AutoShardedClient) -> None:
        """After a start, all at once: what became of the tables' guilds and channels while nobody looked."""
        try:
            for game_id in await self._services.store.open_games(served=self._services.owner.owns):
                if (state := await self._state(game_id)) is not None:
                    await self._look_at(state, client.get_guild(state.guild_id))
        except StoreUnavailable:
            log.warning("store unavailable, tables of lost guilds stay")

    async def _look_at(self, state: GameState, guild: discord.Guild | None) -> None:
        """A guild of which Discord has told nothing yet is looked at when it is there."""
        if guild is None:
            self._let_go(state.guild_id)
        elif not guild.unavailable:
            await self._close_if_homeless(state, guild)

    async def close_homeless(self, guild: discord.Guild) -> None:
        """Closes the tables of a guild whose channels are gone."""
        await self._services.accepting.wait()
        try:
            for game_id in await self._services.store.open_games(guild.id):
                if (state := await self._state(game_id)) is not None:
                    await self._close_if_homeless(state, guild)
        except StoreUnavailable:
            log.warning("store unavailable, tables without a channel stay", guild=guild.id)

    async def _close_if_homeless(self, state: GameState, guild: discord.Guild) -> None:
        if guild.get_channel(state.channel_id) is None:
            await self._submit(state.game_id, cmd.StopGame(by=THE_BOT), "channel gone, table closed")

    async def _is_there(self, guild: discord.Guild) -> None:
        """Where the bot was thrown out, nobody was told of the pause: the panel tells it now.

        What is told of while the bot starts is looked at in one go when it has started.
        """
        invited_again = self._thrown_out.pop(guild.id, None) is not None
        if not self._services.accepting.is_set() and not invited_again:
            return
        await self.close_homeless(guild)
        if not invited_again:
            return
        try:
            for game_id in await self._services.store.open_games(guild.id):
                self._services.panels.lost(game_id)
        except StoreUnavailable:
            log.warning("store unavailable, panels stay as they were", guild=guild.id)

    def _let_go(self, guild_id: int) -> None:
        if guild_id not in self._thrown_out:
            since_ms = self._thrown_out[guild_id] = self._services.clock.now_ms()
            waiting = self._wait_for_invitation(guild_id, since_ms)
            self._timers.start(waiting, "thrown out", guild=guild_id)

    async def _wait_for_invitation(self, guild_id: int, since_ms: int) -> None:
        """A store that is unavailable ends this in the log; the next start looks round again."""
        services = self._services
        games = await services.store.open_games(guild_id)
        for game_id in games:
            await self._submit(game_id, cmd.Pause(by=THE_BOT), "thrown out of the guild, table paused")
        await services.clock.sleep_until_ms(since_ms + THROWN_OUT_MS)
        if self._thrown_out.get(guild_id) == since_ms:
            for game_id in games:
                await self._submit(game_id, cmd.StopGame(by=THE_BOT), "thrown out of the guild, table closed")

    async def _state(self, game_id: str) -> GameState | None:
        try:
            return await self._services.game.state(game_id)
        except ValueError:
            log.warning("table cannot be read, left alone", table=game_id)
            return None

    async def _submit(self, game_id: str, command: cmd.Command, event: str) -> None:
        if isinstance(await self._services.game.submit(game_id, command), Applied):
            log.warning(event, table=game_id)


def window_of(state: GameState) -> Window | None:
    """The window that runs, if one does."""
    return state.phase.window if isinstance(state.phase, Vote | RaiseVote) else None
