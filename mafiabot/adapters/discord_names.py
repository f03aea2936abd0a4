"""Nicknames on Discord: members are asked for one by one, since the list of them is a privileged intent."""

from typing import Any

import discord

from mafiabot.adapters.discord_voice import FAILURES, unavailable
from mafiabot.runtime.names_port import SeenName
from mafiabot.runtime.ports import DiscordUnavailable

NO_MEMBER = (10007, 10013)
NO_GUILD = 10004
NOT_SEEN_YET = 0


class DiscordNames:
    """The `Names` port."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def look(self, guild_id: int, user_id: int) -> SeenName | None:
        guild = self._client.get_guild(guild_id)
        if guild is None:
            raise DiscordUnavailable(NO_GUILD, "no such guild here")
        if guild.unavailable:  # as each is at first: neither its roles nor what the bot may do are known
            raise DiscordUnavailable(NOT_SEEN_YET, "the guild has not been seen yet")
        try:
            data = await self._client.http.get_member(guild_id, user_id)
        except discord.NotFound as error:
            if error.code in NO_MEMBER:
                return None
            raise unavailable(error) from error
        except FAILURES as error:
            raise unavailable(error) from error
        member = discord.Member(data=data, guild=guild, state=self._client._connection)
        return SeenName(
            nick=member.nick, account=member.global_name or member.name, may_rename=may_rename(guild, member)
        )

    async def rename(self, guild_id: int, user_id: int, nick: str | None, reason: str) -> str | None:
        """Never cancel this: the library's budget would be wrong from then on."""
        try:
            made: Any = await self._client.http.edit_member(guild_id, user_id, reason=reason, nick=nick)
        except FAILURES as error:
            raise unavailable(error) from error
        kept: str | None = made["nick"]
        return kept


def may_rename(guild: discord.Guild, member: discord.Member) -> bool:
    """Whether the bot may change his nickname: nobody's who owns the server or stands as high as it does."""
    me = guild.me
    below = member.id != guild.owner_id and member.top_role < me.top_role
    return me.guild_permissions.manage_nicknames and below
