"""What is known of a guild's voice states: in, out, or unknown; never a guess.

Fed by raw gateway events only, because the library's cache keeps people who left during a gap. Plain and
synchronous; keeps ids, no objects.
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from mafiabot.runtime.ports import SeenVoice


class Place(StrEnum):
    """Where somebody is, seen from a table's channel."""

    HERE = "here"
    ELSEWHERE = "elsewhere"
    OUT = "out"
    UNKNOWN = "unknown"


class VoiceTable:
    """One guild's voice states. Moments are epoch milliseconds on the host's clock."""

    def __init__(self, guild_id: int) -> None:
        self.guild_id = guild_id
        self._seen: dict[int, SeenVoice] = {}
        self._hearsay: set[int] = set()
        self._complete_ms: int | None = None
        self._timeouts: dict[int, int] = {}

    def snapshot(self, states: Iterable[SeenVoice], at_ms: int) -> None:
        """The whole guild as Discord just told it: who is not in it is known to be out."""
        self._seen = {seen.user_id: seen for seen in states}
        self._hearsay.clear()
        self._complete_ms = at_ms
        self._timeouts = {user: until for user, until in self._timeouts.items() if until > at_ms}

    @property
    def complete(self) -> bool:
        """Whether Discord has told of the whole guild since the last gap: what was kept adds nothing then."""
        return self._complete_ms is not None

    def see(self, seen: SeenVoice) -> None:
        self._seen[seen.user_id] = seen
        self._hearsay.discard(seen.user_id)

    def let_go(self, user_id: int) -> None:
        """He concerns nobody: where the whole guild is known, who is not named is out."""
        seen = self._seen.get(user_id)
        if self.complete and seen is not None and seen.channel_id is None:
            del self._seen[user_id]

    def recall(self, seen: SeenVoice) -> None:
        """A state kept from before a restart: good enough to act on, not to be sure of."""
        if self.get(seen.user_id) is None:
            self._seen[seen.user_id] = seen
            self._hearsay.add(seen.user_id)

    def forget(self) -> None:
        """Events were missed: everybody is unknown until the next snapshot or question."""
        self._seen.clear()
        self._hearsay.clear()
        self._complete_ms = None

    def channel_gone(self, channel_id: int, at_ms: int) -> tuple[int, ...]:
        """The channel was deleted: who was in it is out, whether an event says so or not."""
        left = self.in_channel(channel_id)
        for user_id in left:
            self.see(replace(self._seen[user_id], channel_id=None, seen_ms=at_ms))
        return left

    def mark_out(self, user_id: int, sent_ms: int) -> None:
        """Discord said he is not in voice, asked at `sent_ms`; what was seen since then counts more."""
        before = self.get(user_id)
        if before is None or (before.channel_id is not None and before.seen_ms <= sent_ms):
            self.see(replace(before or _out(self.guild_id, user_id, sent_ms), channel_id=None))

    def set_timeout(self, user_id: int, until_ms: int | None) -> bool:
        """`until_ms`: he may not speak until then (a moderator's time-out); None lifts it.

        Whether that is new: it is told with every event of his.
        """
        if until_ms == self._timeouts.get(user_id):
            return False
        if until_ms is None:
            self._timeouts.pop(user_id, None)
        else:
            self._timeouts[user_id] = until_ms
        return True

    def get(self, user_id: int) -> SeenVoice | None:
        """His state as last seen (`channel_id` None: out); None = unknown."""
        seen = self._seen.get(user_id)
        if seen is None and self._complete_ms is not None:
            return _out(self.guild_id, user_id, self._complete_ms)
        return seen

    def in_channel(self, channel_id: int) -> tuple[int, ...]:
        """User ids seen in a channel, ascending."""
        return tuple(sorted(user for user, seen in self._seen.items() if seen.channel_id == channel_id))

    def sure(self, user_id: int) -> bool:
        """Whether his state was told by Discord since the last gap or restart."""
        return user_id not in self._hearsay and self.get(user_id) is not None

    def place(self, user_id: int, channel_id: int | None) -> Place:
        seen = self.get(user_id)
        if seen is None:
            return Place.UNKNOWN
        if seen.channel_id is None:
            return Place.OUT
        return Place.HERE if seen.channel_id == channel_id else Place.ELSEWHERE

    def may_be_heard(self, user_id: int, channel_id: int, now_ms: int) -> bool:
        """In that channel, not server-muted, not suppressed, not timed out; his own mute does not count."""
        seen = self.get(user_id)
        if seen is None or seen.channel_id != channel_id or seen.mute or seen.suppress:
            return False
        return self.timeout_ms(user_id, now_ms) is None

    def timeout_ms(self, user_id: int, now_ms: int) -> int | None:
        """When his time-out ends, if one is running."""
        until_ms = self._timeouts.get(user_id)
        return until_ms if until_ms is not None and until_ms > now_ms else None


def _out(guild_id: int, user_id: int, at_ms: int) -> SeenVoice:
    return SeenVoice(
        guild_id=guild_id,
        user_id=user_id,
        channel_id=None,
        mute=False,
        deaf=False,
        self_mute=False,
        self_deaf=False,
        suppress=False,
        seen_ms=at_ms,
    )
