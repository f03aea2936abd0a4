"""What a guild has chosen for itself, and the port that keeps it longer than any game."""

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
        """The defaults where nothing was put."""
        ...

    async def put(self, guild_id: int, settings: GuildSettings) -> None: ...

    async def close(self) -> None: ...
