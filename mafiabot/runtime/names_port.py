"""Nicknames: what is kept of them while a game runs, and the port that looks them up and changes them."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenName:
    """A member's nickname as we set it for a game, and what he had before (`found` None: no nickname).

    Written before the first edit is sent.
    """

    guild_id: int
    user_id: int
    game_id: str
    found: str | None
    ours: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenName:
    """What a member is called. `nick` None: by his account's name, `account`.

    `may_rename`: whether rights and the order of roles let the bot change it.
    """

    nick: str | None
    account: str
    may_rename: bool


class Names(Protocol):
    """Nicknames. Both methods may raise `DiscordUnavailable`."""

    async def look(self, guild_id: int, user_id: int) -> SeenName | None:
        """None: no member of the guild (any more)."""
        ...

    async def rename(self, guild_id: int, user_id: int, nick: str | None, reason: str) -> str | None:
        """Sets a nickname, or takes it away; returns what Discord made of it. Never cancelled."""
        ...
