"""What this process remembers of the games it keeps: enough to write them anew into a store that lost them.

The log is remembered from where this process began to know it, which is its beginning once it has been read
or written here as a whole; some 70 KB a game. What lies beside a game is remembered as it was last written.
"""

from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, field

from mafiabot.engine.deadlines import deadline
from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState
from mafiabot.runtime.commits import Commit
from mafiabot.runtime.service import claims

LOSS_MS = 60_000
"""A store that forgets its last moments forgets less than this."""


@dataclass(slots=True)
class Tail:
    """One game: its newest state, its events after the first `base` ones, and the commands among them.

    `closed`: these first ones cannot be read; another version has written them.
    """

    state: GameState
    base: int
    touched_ms: int
    events: list[Event] = field(default_factory=list)
    commands: list[tuple[int, str]] = field(default_factory=list)
    closed: bool = False

    @property
    def seq(self) -> int:
        return self.state.seq

    def took(self, commit: Commit, now_ms: int) -> None:
        """The store has taken this commit, which follows what is remembered."""
        self.events.extend(commit.events)
        ids = commit.also if commit.command_id is None else (commit.command_id, *commit.also)
        self.commands.extend((commit.state.seq, command) for command in ids)
        self.state, self.touched_ms = commit.state, now_ms

    def read(self, state: GameState, missed: tuple[Event, ...], now_ms: int) -> None:
        """The store is further: `missed` are the events after ours."""
        self.events.extend(missed[: state.seq - self.seq])
        self.state, self.touched_ms = state, now_ms

    def complete(self, log: tuple[Event, ...]) -> None:
        """The whole log was read: what it has before ours is remembered, too."""
        if self.base and len(log) >= self.base:
            self.events[:0] = log[: self.base]
            self.base = 0

    def event(self, seq: int) -> Event | None:
        """The event by which the game came to `seq`; None: not remembered."""
        return self.events[seq - self.base - 1] if self.base < seq <= self.seq else None

    def again(self, stored_seq: int) -> Commit:
        """All that a store at `stored_seq`, not before `base`, has lost, as one commit."""
        due = deadline(self.state)
        return Commit(
            state=self.state,
            events=tuple(self.events[stored_seq - self.base :]),
            expected_seq=stored_seq,
            command_id=None,
            claims=claims(self.state),
            due_ms=due.at_ms if due is not None else None,
            also=tuple(command for seq, command in self.commands if seq > stored_seq),
        )

    def young(self, now_ms: int) -> bool:
        """Whether the whole game can be lost together with the store's last moments."""
        return now_ms - self.state.opened_at_ms <= LOSS_MS


@dataclass(frozen=True, slots=True)
class Written:
    """Something beside the games. `erases`: it need not be remembered for long."""

    guild_id: int
    at_ms: int
    again: Callable[[], Awaitable[object]]
    erases: bool = False


class Beside:
    """The last writing of each thing beside the games, by its name."""

    def __init__(self) -> None:
        self._written: dict[Hashable, Written] = {}
        self._of_game: dict[str, set[Hashable]] = {}

    def put(self, key: Hashable, written: Written, game_id: str | None = None) -> None:
        """`game_id`: to be forgotten with that game."""
        self._written.pop(key, None)  # the newest last
        self._written[key] = written
        if game_id is not None:
            self._of_game.setdefault(game_id, set()).add(key)

    def found(self, key: Hashable, written: Written) -> None:
        """It stands in the store; whoever wrote it."""
        self._written.setdefault(key, written)

    def lost(self, anew: Callable[[int], bool], since_ms: int) -> Iterable[Written]:
        """What a store may have lost, oldest first: the latest, and all of guilds whose part is `anew`."""
        for written in tuple(self._written.values()):
            if written.at_ms >= since_ms or anew(written.guild_id):
                yield written

    def forget(self, game_id: str) -> None:
        """The game is over and nothing of it can be lost any more."""
        for key in self._of_game.pop(game_id, ()):
            self._written.pop(key, None)

    def tidy(self, before_ms: int) -> None:
        """What was erased before needs no erasing again."""
        old = [key for key, one in self._written.items() if one.erases and one.at_ms < before_ms]
        for key in old:
            del self._written[key]
