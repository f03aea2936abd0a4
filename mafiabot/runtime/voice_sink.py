"""What the gateway tells of voices, and the keeper of microphones: at once, in order, never blocking."""

from collections.abc import Iterable
from typing import Protocol

from mafiabot.runtime.ports import SeenVoice
from mafiabot.runtime.unheard import MicTrouble


class MicWatcher(Protocol):
    """Is told by the keeper of microphones what people should hear of. All methods return at once."""

    def trouble(self, game_id: str, trouble: MicTrouble) -> None:
        """Why a table's speaker is not heard, or that he is; whose microphones are left to people."""
        ...

    def remade(self, game_id: str, user_id: int) -> None:
        """Somebody set this microphone by hand; it was set back, for once in this turn."""
        ...


class VoiceSink(Protocol):
    """Takes raw gateway events. All methods return at once and raise for bugs only."""

    def session_started(self, shard_id: int, shard_count: int, guild_ids: frozenset[int]) -> None:
        """READY: events were missed; everything known of this shard's guilds is void until told anew."""
        ...

    def guild_snapshot(self, guild_id: int, states: Iterable[SeenVoice], at_ms: int) -> None:
        """GUILD_CREATE: everybody in voice."""
        ...

    def guild_lost(self, guild_id: int) -> None:
        """GUILD_DELETE: an outage, or the bot was removed."""
        ...

    def voice_seen(self, seen: SeenVoice) -> None:
        """VOICE_STATE_UPDATE, of anybody."""
        ...

    def timeout_seen(self, guild_id: int, user_id: int, until_ms: int | None) -> None:
        """A member came along with an event: until when he is timed out, or not at all."""
        ...

    def channel_gone(self, guild_id: int, channel_id: int) -> None: ...

    def stage_seen(self, guild_id: int, channel_id: int) -> None:
        """A channel that is a Stage; before the guild's first snapshot, for those it has."""
        ...

    def bot_seen(self, guild_id: int, user_id: int) -> None:
        """A member that is a bot came along with an event."""
        ...

    def permissions_changed(self, guild_id: int) -> None:
        """A role, a channel or the bot's own membership has changed: what was refused may work now."""
        ...
