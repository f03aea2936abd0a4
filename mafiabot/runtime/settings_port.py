"""What a guild has chosen for itself, and the port that keeps it longer than any game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildSettings:
    """`moderator_role_id` None: no role besides Discord's own rights. `language` None: the guild's locale."""

    moderator_role_id: int | None = None
    language: str | None = None


class SettingsStore(Protocol):
    """Every method may raise `StoreUnavailable`."""

    async def get(self, guild_id: int) -> GuildSettings:
        """The defaults where nothing was chosen."""
        ...

    async def change(self, guild_id: int, edit: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        """Keeps `edit(what was kept)` and returns it; two changes at once never lose one another."""
        ...

    async def close(self) -> None: ...
