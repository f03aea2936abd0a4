"""What a guild has chosen for itself, and the port that keeps it longer than any game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

Overrides = Mapping[str, Mapping[str, object]]
"""By preset, then by option (a field of `Ruleset`): the value as JSON has it; sizes are a list of two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildSettings:
    """`moderator_role_id` None: no role besides Discord's own rights. `language` None: the guild's locale.

    `log_days`: so long the event log of a finished game is kept, None: for ever.
    `overrides` may hold what only another version knows; it is kept as it is.
    """

    moderator_role_id: int | None = None
    language: str | None = None
    judge_sees_roles: bool = False
    mute_spectators: bool = False
    seat_nicknames: bool = False
    deal_words: bool = False
    log_days: int | None = None
    overrides: Overrides = field(default_factory=dict)


class SettingsStore(Protocol):
    """Every method may raise `StoreUnavailable`."""

    async def get(self, guild_id: int) -> GuildSettings:
        """The defaults where nothing was chosen."""
        ...

    async def change(self, guild_id: int, edit: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        """Keeps `edit(what was kept)` and returns it; two changes at once never lose one another."""
        ...

    async def close(self) -> None: ...
