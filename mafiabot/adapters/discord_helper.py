"""A further bot that only edits microphones: each brings a budget of its own into the guilds it is in.

It never connects to the gateway; what its edits did, the bot itself sees. Its token stays in the client that
uses it: logs and answers know it by its number and its account.
"""

import asyncio
from collections.abc import Callable

import aiohttp
import discord
import structlog

from mafiabot.adapters.discord_limits import limits_trace
from mafiabot.adapters.discord_voice import DiscordEditor
from mafiabot.runtime.ports import DiscordUnavailable, HelperFit

log = structlog.get_logger(__name__)

_NO_ANSWER = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)


class HelperBot:
    """A `MicHelper`. `main`: the bot itself, which knows the guilds. It logs in when it is first needed.

    `trace`: makes what hears of its requests.
    """

    def __init__(
        self,
        token: str,
        number: int,
        main: discord.Client,
        trace: Callable[[], aiohttp.TraceConfig] = limits_trace,
    ) -> None:
        self._token = token
        self._main = main
        self._trace = trace
        self.label = f"voice bot {number}"
        self._client: discord.Client | None = None
        self._refused = False
        self._logging_in = asyncio.Lock()

    def __repr__(self) -> str:
        return f"<HelperBot {self.label}>"

    @property
    def bot_id(self) -> int | None:
        """Its account, once it has logged in."""
        user = self._client.user if self._client is not None else None
        return user.id if user is not None else None

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        await self._editor().set_mute(guild_id, user_id, muted, reason)

    async def set_suppress(
        self, guild_id: int, channel_id: int, user_id: int, suppressed: bool, reason: str
    ) -> None:
        await self._editor().set_suppress(guild_id, channel_id, user_id, suppressed, reason)

    async def fit(self, guild_id: int, channel_id: int) -> HelperFit:
        """Whether it is a member of the guild with the right to mute in the channel."""
        client = await self._logged_in()
        if client is None or client.user is None:
            return HelperFit.BAD_TOKEN if self._refused else HelperFit.UNKNOWN
        guild = self._main.get_guild(guild_id)
        channel = guild.get_channel(channel_id) if guild is not None else None
        if guild is None or channel is None:
            return HelperFit.UNKNOWN
        try:
            data = await client.http.get_member(guild_id, client.user.id)
        except (discord.Forbidden, discord.NotFound):
            return HelperFit.NOT_MEMBER
        except _NO_ANSWER as error:
            log.warning("voice bot not asked", bot=self.label, error=type(error).__name__)
            return HelperFit.UNKNOWN
        member = discord.Member(data=data, guild=guild, state=self._main._connection)
        return HelperFit.FIT if channel.permissions_for(member).mute_members else HelperFit.NO_PERMISSION

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()

    def _editor(self) -> DiscordEditor:
        if self._client is None:
            raise DiscordUnavailable(401, f"{self.label} has not logged in")
        return DiscordEditor(self._client.http)

    async def _logged_in(self) -> discord.Client | None:
        """A token that Discord refuses is not tried again; where it did not answer, the next need tries."""
        async with self._logging_in:
            if self._client is None and not self._refused:
                await self._log_in()
        return self._client

    async def _log_in(self) -> None:
        client = discord.Client(intents=discord.Intents.none(), max_messages=None, http_trace=self._trace())
        try:
            await client.login(self._token)
        except discord.LoginFailure:
            self._refused = True
            log.error("Discord refuses a further bot's token", bot=self.label)  # noqa: TRY400
            await client.close()
        except _NO_ANSWER as error:
            log.warning("voice bot cannot log in", bot=self.label, error=type(error).__name__)
            await client.close()
        else:
            self._client = client
            log.info("voice bot ready", bot=self.label, account=self.bot_id)
