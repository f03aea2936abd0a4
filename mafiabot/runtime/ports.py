"""The ports: what the shell asks of the outside, as small protocols with plain values.

All moments are epoch milliseconds on the host's clock unless a name says `discord`. Every port method
may raise `StoreUnavailable` or `DiscordUnavailable` (below) and nothing else that a caller must expect.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState
from mafiabot.engine.views import HandView, PublicView
from mafiabot.runtime.announcements import Announcement
from mafiabot.runtime.commits import Commit as Commit  # noqa: PLC0414 - part of the port
from mafiabot.runtime.commits import CommitResult as CommitResult  # noqa: PLC0414 - part of the port
from mafiabot.runtime.commits import CommitStatus as CommitStatus  # noqa: PLC0414 - part of the port
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.store_life import Look


class StoreUnavailable(Exception):
    """The live store did not answer in time; the command was not kept."""


class CommitUnsure(StoreUnavailable):
    """The live store did not answer a commit in time: it may be kept, or be kept yet."""


class StoreChanged(StoreUnavailable):
    """Another life of the store answers: it may have lost its last moments. Nothing has been done there."""


class NotServed(StoreUnavailable):
    """Another process serves this guild: whatever was to be kept or sent is its business."""


class DiscordUnavailable(Exception):
    """Discord refused or did not answer; `code` is Discord's error code, or the HTTP status."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(f"{code} {text}")
        self.code = code


HOPELESS = frozenset({10003, 10004, 50001, 50013})
"""Codes for which asking Discord again is in vain: channel or server gone, no access, no permission."""


class Clock(Protocol):
    """The only clock there is."""

    def now_ms(self) -> int: ...

    def now_us(self) -> int:
        """The same in microseconds, for measuring."""
        ...

    async def sleep_until_ms(self, at_ms: int) -> None: ...

    def hold(self) -> AbstractContextManager[None]:
        """While held, virtual time does not jump: for calls that leave the event loop."""
        ...


# --- the live store ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """An entry of the due-time index (only an index: the state decides). `seq` of the state that set it."""

    game_id: str
    guild_id: int
    at_ms: int
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRef:
    """A player's newest hand: an ephemeral message reachable by an interaction token for 15 minutes.

    `issued_discord_ms`: when the token was issued, Discord's clock. `locale`: the person's language.
    """

    game_id: str
    user_id: int
    application_id: int
    token: str
    message_id: int | None
    issued_discord_ms: int
    locale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelRef:
    """The table's panel message. `chapter`: what it was posted for (a new chapter is a new message)."""

    channel_id: int
    message_id: int
    chapter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """What a member is owed: his microphone as he was found. Written before the first edit is sent.

    `found_muted`, `found_suppressed` (audience on the stage `channel_id`): as he was found; None: not ours to
    give back. `ours_muted`: the last wish we sent (None: none sent yet).
    """

    guild_id: int
    user_id: int
    channel_id: int
    game_id: str
    found_muted: bool | None
    ours_muted: bool | None
    since_ms: int
    found_suppressed: bool | None = None

    def over(self, known: "Debt | None") -> "Debt":
        """This debt put over one that stands: what was found first, and when, is kept.

        Later findings come from a time in which the microphone may be muted by us, so they say nothing.
        """
        if known is None:
            return self
        muted, suppressed = known.found_muted, known.found_suppressed
        return replace(
            self,
            found_muted=self.found_muted if muted is None else muted,
            found_suppressed=self.found_suppressed if suppressed is None else suppressed,
            since_ms=known.since_ms,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenVoice:
    """A member's voice state as last seen. `channel_id` None: known to be out."""

    guild_id: int
    user_id: int
    channel_id: int | None
    mute: bool
    deaf: bool
    self_mute: bool
    self_deaf: bool
    suppress: bool
    seen_ms: int


Served = Callable[[int], bool]
"""Whether a guild is one of those this process serves."""


Wanted = Callable[[Due], bool]
"""Whether an entry of the due-time index is asked for."""

ARCHIVED_KEPT_S = 24 * 3600
"""How long a finished game is kept live once it is archived, unless it is forgotten before."""


class Store(Protocol):
    """Live state. Keys are bucketed by guild; every commit is one compare-and-set."""

    async def look(self, games: Sequence[tuple[int, str]], now_ms: int) -> Look:
        """How games, by guild and id, stand. A part without an epoch begins one; `epochs` tells of it by "".

        Raises `StoreUnavailable` unless the whole store can be written to.
        """
        ...

    async def epochs(self) -> tuple[str, ...]: ...

    async def commit(self, commit: Commit) -> CommitResult: ...

    async def load(self, game_id: str) -> GameState | None: ...

    async def seen_command(self, game_id: str, command_id: str) -> bool:
        """Whether a command with this id has been applied to the game (a repeat is answered, not refused)."""
        ...

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        """Events after the first `after_seq` ones, in order."""
        ...

    async def forget(self, guild_id: int, game_id: str) -> None:
        """Drops all that is kept of a finished game. Debts stay.

        One that is not over, or not `archived`, is left alone.
        """
        ...

    async def open_games(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        """Ids of games that are not over, of one guild, of those `served`, or of all."""
        ...

    async def untold(self, guild_id: int | None = None, *, served: Served | None = None) -> tuple[str, ...]:
        """Ids of games that are over and whose end has not been told; of which guilds, as above."""
        ...

    async def end_told(self, game_id: str) -> None:
        """All there is to say about a finished game has been said: it is `untold` no more."""
        ...

    async def unarchived(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        """Ids of games that are over and not yet where they are kept for good; of which guilds, as above."""
        ...

    async def archived(self, guild_id: int, game_id: str, now_ms: int) -> None:
        """Nothing of a finished game needs to be kept here: it may be dropped `ARCHIVED_KEPT_S` from now."""
        ...

    async def game_in_channel(self, channel_id: int, guild_id: int) -> str | None:
        """The open table of a channel, else the last one that stood there."""
        ...

    async def game_of_member(self, guild_id: int, user_id: int) -> str | None:
        """The open game in which this user is seated or waiting."""
        ...

    async def next_game_number(self, guild_id: int, after: int = 0) -> int:
        """Higher than every one given before, as far as the store knows, and than `after`."""
        ...

    async def due(self, until_ms: int, limit: int = 100, wanted: Wanted | None = None) -> tuple[Due, ...]:
        """The first `limit` of the `wanted` entries due by `until_ms`, earliest first.

        However many others lie before them: those of a process that is gone stay until it is replaced.
        """
        ...

    async def wait_for_earlier(self, than_ms: int | None) -> None:
        """Returns when a due time earlier than `than_ms` (None: any) may have appeared.

        Spurious returns are fine.
        """
        ...

    async def save_hand(self, guild_id: int, hand: HandRef) -> None: ...

    async def hands(self, guild_id: int, game_id: str) -> tuple[HandRef, ...]: ...

    async def drop_hand(self, guild_id: int, game_id: str, user_id: int) -> None: ...

    async def save_panel(self, guild_id: int, game_id: str, panel: PanelRef) -> None: ...

    async def panel(self, guild_id: int, game_id: str) -> PanelRef | None: ...

    async def cursor(self, guild_id: int, game_id: str, name: str) -> int:
        """How many events of the log a reader (`announcer`) has dealt with; 0 at first."""
        ...

    async def set_cursor(self, guild_id: int, game_id: str, name: str, seq: int) -> None:
        """Only ever forward: a lower `seq` than stands changes nothing."""
        ...

    async def put_debt(self, debt: Debt) -> None:
        """One a member. `found_muted` and `since_ms` of a debt that stands are kept until it is cleared."""
        ...

    async def clear_debt(self, guild_id: int, user_id: int) -> None: ...

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]: ...

    async def put_name(self, name: GivenName) -> None: ...  # one a member

    async def clear_name(self, guild_id: int, user_id: int) -> None: ...

    async def names(self, guild_id: int | None = None) -> tuple[GivenName, ...]: ...

    async def put_voice(self, seen: SeenVoice) -> None: ...

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]: ...

    async def beat(self, process: str, now_ms: int) -> None:
        """The process's sign of life, every 250 ms."""
        ...

    async def last_beat_ms(self) -> int | None:
        """The latest sign of life of any process; None in a new store."""
        ...

    async def close(self) -> None: ...


# --- Discord -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAddress:
    """`since_ms`: what the channel shows from before (host's clock) is of no interest."""

    game_id: str
    guild_id: int
    channel_id: int
    locale: str
    since_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """A message that stands: `message_ms` is its snowflake's moment on Discord's clock.

    `host_ms`: the same on ours, at the latest: whoever waits for what is pressed on it waits long enough.
    """

    message_id: int
    message_ms: int
    host_ms: int


class MicEditor(Protocol):
    """One bot's hand on microphones. Results are not believed: what has happened, the gateway shows.

    What an answer says of the bot's limits is told to `edit_budget.tell_limits`, where the edit is sent from.
    """

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        """Raises `DiscordUnavailable` (40032 not in voice, 50013 not permitted, …). Never cancelled."""
        ...

    async def set_suppress(
        self, guild_id: int, channel_id: int, user_id: int, suppressed: bool, reason: str
    ) -> None:
        """Audience or speaker on a stage. Raises `DiscordUnavailable`. Never cancelled."""
        ...


class HelperFit(StrEnum):
    """Whether a further bot can mute in a channel, or what is missing."""

    FIT = "fit"
    BAD_TOKEN = "bad_token"
    NOT_MEMBER = "not_member"
    NO_PERMISSION = "no_permission"
    UNKNOWN = "unknown"  # Discord did not answer


class MicHelper(MicEditor, Protocol):
    """A further bot that only edits. `label` tells them apart in logs and answers; never the token."""

    @property
    def label(self) -> str: ...

    @property
    def bot_id(self) -> int | None:
        """Its account, once it has logged in."""
        ...

    async def fit(self, guild_id: int, channel_id: int) -> HelperFit: ...


class Voice(MicEditor, Protocol):
    """The bot's own microphones: it edits, and it can ask."""

    async def ask(self, guild_id: int, user_id: int) -> SeenVoice | None:
        """GET voice-state; None = not in voice."""
        ...


class Messenger(Protocol):
    """Public messages and hands. Renders views; the shell knows no component."""

    async def post_panel(self, table: TableAddress, view: PublicView, key: str) -> Posted:
        """`key`: what this posting is for; the same key within minutes is posted once."""
        ...

    async def edit_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        """Raises `DiscordUnavailable` (30046, 10008: to be re-posted)."""
        ...

    async def retire_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        """The panel has been re-posted below: the old one loses its controls."""
        ...

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        """Posts once (nonce from table, step, kind); windows are posted with their buttons."""
        ...

    async def retire_window(
        self, table: TableAddress, message_id: int, announcement: Announcement, view: PublicView
    ) -> None:
        """The window is closed: its message loses its buttons."""
        ...

    async def announced_steps(self, table: TableAddress) -> frozenset[int]:
        """Marks of the announcements found in the channel's last messages (after a takeover)."""
        ...

    async def refresh_hand(self, hand: HandRef, view: HandView) -> None:
        """Brings an ephemeral hand up to date. Raises `DiscordUnavailable` when its token is dead."""
        ...
