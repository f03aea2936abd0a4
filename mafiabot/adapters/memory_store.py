"""The live store as plain dictionaries: what the contract means in the fewest words, and no persistence."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from mafiabot.adapters.due_signal import DueSignal
from mafiabot.adapters.store_rules import asked_for, checked, dropped_until_ms, earliest, merged
from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.ports import (
    Commit,
    CommitResult,
    CommitStatus,
    Debt,
    Due,
    HandRef,
    PanelRef,
    SeenVoice,
    Served,
    Wanted,
)
from mafiabot.runtime.store_life import Look, new_epoch

Member = tuple[int, int]  # guild id, user id


@dataclass(slots=True)
class _Game:
    state: GameState
    due_ms: int | None = None
    events: list[Event] = field(default_factory=list)
    commands: set[str] = field(default_factory=set)
    told: bool = False
    archived_ms: int | None = None


class MemoryStore:
    """`runtime.ports.Store` without persistence, for tests and drills."""

    def __init__(self) -> None:
        self._games: dict[str, _Game] = {}
        self._channels: dict[int, str] = {}
        self._claims: dict[Member, str] = {}
        self._numbers: dict[int, int] = {}
        self._hands: dict[tuple[str, int], HandRef] = {}
        self._panels: dict[str, PanelRef] = {}
        self._cursors: dict[tuple[str, str], int] = {}
        self._debts: dict[Member, Debt] = {}
        self._names: dict[tuple[int, int], GivenName] = {}
        self._voices: dict[Member, SeenVoice] = {}
        self._beats: dict[str, int] = {}
        self._epoch = ""
        self._signal = DueSignal()

    async def look(self, games: Sequence[tuple[int, str]], now_ms: int) -> Look:
        self._epoch = self._epoch or new_epoch(now_ms, secrets.token_hex(8))
        known = [self._games.get(game_id) for _, game_id in games]
        return Look(seqs=tuple(game.state.seq if game else 0 for game in known), epochs=(self._epoch,))

    async def epochs(self) -> tuple[str, ...]:
        return (self._epoch,)

    # --- games -------------------------------------------------------------------------------

    async def commit(self, commit: Commit) -> CommitResult:
        state = checked(commit).state
        game = self._games.get(state.game_id)
        if game is not None and commit.command_id in game.commands:
            return CommitResult(status=CommitStatus.REPEATED)
        if (game.state.seq if game is not None else 0) != commit.expected_seq:
            return CommitResult(status=CommitStatus.CONFLICT)
        if not state.over and (taken := self._taken(commit)) is not None:
            return taken
        self._write(commit)
        return CommitResult(status=CommitStatus.APPLIED)

    def _taken(self, commit: Commit) -> CommitResult | None:
        state = commit.state
        standing = self._channels.get(state.channel_id, state.game_id)
        if standing != state.game_id and not self._games[standing].state.over:
            return CommitResult(status=CommitStatus.CHANNEL_TAKEN)
        for user_id in commit.claims:
            if self._claims.get((state.guild_id, user_id), state.game_id) != state.game_id:
                return CommitResult(status=CommitStatus.MEMBER_TAKEN, taken_user=user_id)
        return None

    def _write(self, commit: Commit) -> None:
        state = commit.state
        game = self._games.setdefault(state.game_id, _Game(state))
        game.state, game.due_ms = state, commit.due_ms
        game.told = game.told and state.over
        game.archived_ms = game.archived_ms if state.over else None
        game.events.extend(commit.events)
        if commit.command_id is not None:
            game.commands.add(commit.command_id)
        game.commands.update(commit.also)
        self._release(state.game_id)
        if not state.over:
            self._channels[state.channel_id] = state.game_id
            self._claims.update(dict.fromkeys(((state.guild_id, u) for u in commit.claims), state.game_id))
        self._signal.tell(commit.due_ms)

    def _release(self, game_id: str) -> None:
        self._claims = {member: holder for member, holder in self._claims.items() if holder != game_id}

    async def load(self, game_id: str) -> GameState | None:
        game = self._games.get(game_id)
        return game.state if game is not None else None

    async def seen_command(self, game_id: str, command_id: str) -> bool:
        game = self._games.get(game_id)
        return game is not None and command_id in game.commands

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        game = self._games.get(game_id)
        return tuple(game.events[after_seq:]) if game is not None else ()

    async def forget(self, guild_id: int, game_id: str) -> None:
        game = self._games.get(game_id)
        if game is not None and game.archived_ms is not None:
            self._drop(game_id)

    def _drop(self, game_id: str) -> None:
        del self._games[game_id]
        self._channels = {channel: last for channel, last in self._channels.items() if last != game_id}
        self._hands = {key: hand for key, hand in self._hands.items() if key[0] != game_id}
        self._cursors = {key: seq for key, seq in self._cursors.items() if key[0] != game_id}
        self._panels.pop(game_id, None)

    # --- finding games -----------------------------------------------------------------------

    async def open_games(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        games = (game.state for game in self._games.values() if not game.state.over)
        return tuple(sorted(s.game_id for s in games if asked_for(s.guild_id, guild_id, served)))

    async def untold(self, guild_id: int | None = None, *, served: Served | None = None) -> tuple[str, ...]:
        games = (game.state for game in self._games.values() if game.state.over and not game.told)
        return tuple(sorted(s.game_id for s in games if asked_for(s.guild_id, guild_id, served)))

    async def end_told(self, game_id: str) -> None:
        game = self._games.get(game_id)
        if game is not None and game.state.over:
            game.told = True

    async def unarchived(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        games = (game.state for game in self._games.values() if game.state.over and game.archived_ms is None)
        return tuple(sorted(s.game_id for s in games if asked_for(s.guild_id, guild_id, served)))

    async def archived(self, guild_id: int, game_id: str, now_ms: int) -> None:
        game = self._games.get(game_id)
        if game is not None and game.state.over and game.archived_ms is None:
            game.archived_ms = now_ms
        until_ms = dropped_until_ms(now_ms)
        for name, one in list(self._games.items()):
            if one.archived_ms is not None and one.archived_ms <= until_ms:
                self._drop(name)

    async def game_in_channel(self, channel_id: int, guild_id: int) -> str | None:
        return self._channels.get(channel_id)

    async def game_of_member(self, guild_id: int, user_id: int) -> str | None:
        return self._claims.get((guild_id, user_id))

    async def next_game_number(self, guild_id: int, after: int = 0) -> int:
        self._numbers[guild_id] = max(self._numbers.get(guild_id, 0), after) + 1
        return self._numbers[guild_id]

    # --- due times ---------------------------------------------------------------------------

    async def due(self, until_ms: int, limit: int = 100, wanted: Wanted | None = None) -> tuple[Due, ...]:
        entries = [
            Due(game_id=g.state.game_id, guild_id=g.state.guild_id, at_ms=g.due_ms, seq=g.state.seq)
            for g in self._games.values()
            if g.due_ms is not None and g.due_ms <= until_ms
        ]
        return earliest(entries, limit, wanted)

    async def wait_for_earlier(self, than_ms: int | None) -> None:
        await self._signal.wait(than_ms)

    # --- beside the games --------------------------------------------------------------------

    async def save_hand(self, guild_id: int, hand: HandRef) -> None:
        self._hands[hand.game_id, hand.user_id] = hand

    async def hands(self, guild_id: int, game_id: str) -> tuple[HandRef, ...]:
        return tuple(self._hands[key] for key in sorted(self._hands) if key[0] == game_id)

    async def drop_hand(self, guild_id: int, game_id: str, user_id: int) -> None:
        self._hands.pop((game_id, user_id), None)

    async def save_panel(self, guild_id: int, game_id: str, panel: PanelRef) -> None:
        self._panels[game_id] = panel

    async def panel(self, guild_id: int, game_id: str) -> PanelRef | None:
        return self._panels.get(game_id)

    async def cursor(self, guild_id: int, game_id: str, name: str) -> int:
        return self._cursors.get((game_id, name), 0)

    async def set_cursor(self, guild_id: int, game_id: str, name: str, seq: int) -> None:
        self._cursors[game_id, name] = max(seq, self._cursors.get((game_id, name), 0))

    async def put_debt(self, debt: Debt) -> None:
        member = (debt.guild_id, debt.user_id)
        self._debts[member] = merged(self._debts.get(member), debt)

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        self._debts.pop((guild_id, user_id), None)

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        return tuple(self._debts[key] for key in sorted(self._debts) if guild_id in (None, key[0]))

    async def put_name(self, name: GivenName) -> None:
        self._names[name.guild_id, name.user_id] = name

    async def clear_name(self, guild_id: int, user_id: int) -> None:
        self._names.pop((guild_id, user_id), None)

    async def names(self, guild_id: int | None = None) -> tuple[GivenName, ...]:
        return tuple(self._names[key] for key in sorted(self._names) if guild_id in (None, key[0]))

    async def put_voice(self, seen: SeenVoice) -> None:
        self._voices[seen.guild_id, seen.user_id] = seen

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]:
        return tuple(self._voices[key] for key in sorted(self._voices) if key[0] == guild_id)

    async def beat(self, process: str, now_ms: int) -> None:
        later = {name: at_ms for name, at_ms in self._beats.items() if at_ms > now_ms}
        self._beats = later | {process: now_ms}

    async def last_beat_ms(self) -> int | None:
        return max(self._beats.values(), default=None)

    async def close(self) -> None:
        """Nothing is open."""
