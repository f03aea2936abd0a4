"""Where tables stood that are over: what is logged of their end says the guild, too."""

from mafiabot.runtime.service import Change

MOST = 2_000


class EndedTables:
    """The latest ones; the oldest are forgotten."""

    def __init__(self) -> None:
        self._guilds: dict[str, int] = {}

    def changed(self, change: Change) -> None:
        """Hears of every commit."""
        if not change.state.over:
            return
        self._guilds[change.state.game_id] = change.state.guild_id
        if len(self._guilds) > MOST:
            del self._guilds[next(iter(self._guilds))]

    def guild_of(self, game_id: str) -> int | None:
        return self._guilds.get(game_id)
