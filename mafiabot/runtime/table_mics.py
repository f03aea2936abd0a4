"""What one guild's open tables wish of its members' microphones, and when their states were last read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import GameState, Talk

Mics = Callable[[GameState], Mapping[int, MicWish]]

SWAP_TOKENS = 2

MOST_ENDED = 500
"""Of games that are over, so many are remembered; of an earlier one that still owes, the store knows."""


@dataclass(slots=True)
class TableMics:
    """`spoke_last`: whose microphone the former wishes opened. `turn` numbers the changes of wishes.

    `wishes`: of who is seated. `met_in_play`: microphones had been ours before this process heard of it.
    """

    state: GameState
    wishes: Mapping[int, MicWish]
    read_ms: int
    turn: int = 0
    spoke_last: frozenset[int] = frozenset()
    met_in_play: bool = False

    @property
    def swaps(self) -> bool:
        """Whether one speaker may follow another at any moment."""
        return MicWish.OPEN in self.wishes.values()

    @property
    def playing(self) -> bool:
        """Whether microphones are the table's."""
        return any(wish is not MicWish.AS_FOUND for wish in self.wishes.values())

    @property
    def paused(self) -> bool:
        return self.state.paused is not None

    @property
    def judges(self) -> tuple[int | None, int | None]:
        return self.state.judge_id, self.state.co_judge_id


class TableBook:
    """One guild's open tables. A finished one has no say any more and is dropped."""

    def __init__(self, mics: Mics) -> None:
        self._mics = mics
        self._tables: dict[str, TableMics] = {}
        self._of_user: dict[int, TableMics] = {}
        self._ended: dict[str, int] = {}

    def take(self, state: GameState, read_ms: int) -> bool:
        """A state of a table, in any order; an older one than known is ignored.

        Whether anything has changed that microphones depend on.
        """
        known = self._tables.get(state.game_id)
        if state.seq < (known.state.seq if known is not None else self._ended.get(state.game_id, 0)):
            return False
        if state.over:
            self._ended[state.game_id] = state.seq
            self.drop(state.game_id)
            return True
        wishes = self._mics(state)
        if known is not None and wishes == known.wishes and alike(known.state, state):
            known.state, known.read_ms = state, read_ms
            return False
        if known is None:
            table = self._tables[state.game_id] = TableMics(state, wishes, read_ms)
            table.met_in_play = table.playing
        else:
            _renew(known, state, wishes, read_ms)
        self._index()
        return True

    def drop(self, game_id: str) -> None:
        """The table is over, or gone from the store."""
        self._ended.setdefault(game_id, 0)
        if len(self._ended) > MOST_ENDED:
            del self._ended[next(iter(self._ended))]
        self._tables.pop(game_id, None)
        self._index()

    def ended(self, game_id: str) -> bool:
        """Known to be over, or gone from the store."""
        return game_id in self._ended and game_id not in self._tables

    def knows(self, game_id: str) -> bool:
        """Whether anything has been heard of that game."""
        return game_id in self._tables or game_id in self._ended

    @property
    def tables(self) -> tuple[TableMics, ...]:
        return tuple(self._tables.values())

    @property
    def users(self) -> frozenset[int]:
        return frozenset(self._of_user)

    def of(self, user_id: int) -> TableMics | None:
        """The table at which he is seated; one in play goes before one that has no wish for him."""
        return self._of_user.get(user_id)

    def in_play_at(self, channel_id: int) -> TableMics | None:
        """The table that is playing in this channel."""
        at = (table for table in self._tables.values() if table.state.channel_id == channel_id)
        return next((table for table in at if table.playing), None)

    @property
    def swap_tokens(self) -> int:
        """Edits to keep back for changes of speakers, at whichever table they come."""
        return SWAP_TOKENS * sum(table.swaps for table in self._tables.values())

    def _index(self) -> None:
        self._of_user = {}
        for table in sorted(self._tables.values(), key=lambda table: table.state.opened_at_ms):
            for user_id, wish in table.wishes.items():
                if user_id not in self._of_user or wish is not MicWish.AS_FOUND:
                    self._of_user[user_id] = table


def alike(one: GameState, other: GameState) -> bool:
    """Whether two states of a table are the same to microphones: most commits (a vote, a shot) are."""
    if type(one.phase) is not type(other.phase):
        return False
    if isinstance(other.phase, Talk) and one.phase != other.phase:
        return False
    judges = (one.judge_id, one.co_judge_id) == (other.judge_id, other.co_judge_id)
    return judges and (one.seats, one.paused, one.outcry) == (other.seats, other.paused, other.outcry)


def _renew(known: TableMics, state: GameState, wishes: Mapping[int, MicWish], read_ms: int) -> None:
    if wishes != known.wishes:
        known.spoke_last = frozenset(u for u, wish in known.wishes.items() if wish is MicWish.OPEN)
        known.wishes = wishes
        known.turn += 1
    elif (state.paused is None) is not (known.state.paused is None):
        known.turn += 1
    known.state, known.read_ms = state, read_ms
