"""Why somebody who has the floor is not heard, as far as his voice state tells; the bot hears nobody itself.

A reason is worth a word when it has lasted: microphones take a moment, and so do people.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from mafiabot.runtime.mic_rules import Lever
from mafiabot.runtime.ports import SeenVoice

LASTS_MS = 1_500


class Unheard(StrEnum):
    AWAY = "away"  # in no voice channel
    ELSEWHERE = "elsewhere"  # in another one
    TIMED_OUT = "timed_out"
    NO_PERMISSION = "no_permission"  # Discord does not let us open his microphone
    BY_HAND = "by_hand"  # somebody closed it again and again
    NOT_OPENED = "not_opened"  # our edit has not been seen to work
    SUPPRESSED = "suppressed"  # may not speak in this channel
    DEAFENED = "deafened"  # has switched his sound off, and with it his microphone
    SELF_MUTED = "self_muted"
    CANNOT_HEAR = "cannot_hear"  # deafened by a moderator: he is heard, but hears nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """What is known of a speaker's microphone. `lever`: what silences people in this table's channel."""

    seen: SeenVoice
    channel_id: int
    lever: Lever
    timed_out: bool
    refused: bool
    by_hand: bool

    @property
    def reason(self) -> Unheard | None:
        """The weightiest one; None: he can be heard."""
        return self._place() or self._ours() or self._own()

    def _place(self) -> Unheard | None:
        if self.seen.channel_id is None:
            return Unheard.AWAY
        return Unheard.ELSEWHERE if self.seen.channel_id != self.channel_id else None

    def _ours(self) -> Unheard | None:
        if self.timed_out:
            return Unheard.TIMED_OUT
        on_stage = self.lever is Lever.SUPPRESS
        if self.seen.mute or (on_stage and self.seen.suppress):
            if self.refused:
                return Unheard.NO_PERMISSION
            return Unheard.BY_HAND if self.by_hand else Unheard.NOT_OPENED
        return Unheard.SUPPRESSED if self.seen.suppress else None

    def _own(self) -> Unheard | None:
        if self.seen.self_deaf:
            return Unheard.DEAFENED
        if self.seen.self_mute:
            return Unheard.SELF_MUTED
        return Unheard.CANNOT_HEAR if self.seen.deaf else None


@dataclass(frozen=True, slots=True)
class MicTrouble:
    """At one table: why its speaker is not heard, and whose microphones people have set otherwise for good.

    `by_hand`: user ids; their microphones are left to the judge until the turn ends.
    """

    unheard: Unheard | None = None
    by_hand: tuple[int, ...] = ()


@dataclass(slots=True)
class _Told:
    owner: int | None = None
    reason: Unheard | None = None
    since_ms: int = 0
    told: MicTrouble = MicTrouble()


class SpeakerWatch:
    """One guild's speakers. `tell(game_id, trouble)` is called whenever what is worth a word has changed."""

    def __init__(self, tell: Callable[[str, MicTrouble], None]) -> None:
        self._tell = tell
        self._tables: dict[str, _Told] = {}

    def review(
        self, game_id: str, owner: int | None, reason: Unheard | None, by_hand: Iterable[int], now_ms: int
    ) -> int | None:
        """How it is now; returns when a reason will have lasted long enough."""
        table = self._tables.setdefault(game_id, _Told())
        if (table.owner, table.reason) != (owner, reason):
            table.owner, table.reason, table.since_ms = owner, reason, now_ms
        lasts_ms = table.since_ms + LASTS_MS
        worth = reason if reason is not None and now_ms >= lasts_ms else None
        trouble = MicTrouble(worth, tuple(sorted(by_hand)))
        if trouble != table.told:
            table.told = trouble
            self._tell(game_id, trouble)
        return lasts_ms if reason is not None and now_ms < lasts_ms else None

    def forget(self, game_id: str) -> None:
        """The game is over."""
        self._tables.pop(game_id, None)
