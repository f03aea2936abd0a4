"""The embedded live store: one file, one process, called inline on the event loop (it takes microseconds).

What has been answered survives the death of the process.
"""

import secrets
from collections.abc import Sequence
from pathlib import Path

import structlog

from mafiabot.adapters import sqlite_commit
from mafiabot.adapters.codec import (
    DEBTS,
    HANDS,
    NAMES,
    PANELS,
    VOICES,
    decode_event,
    decode_state,
    encode_state,
)
from mafiabot.adapters.data_lock import DataLock
from mafiabot.adapters.due_signal import DueSignal
from mafiabot.adapters.sqlite_file import SqliteFile, Synchronous
from mafiabot.adapters.sqlite_schema import BEGIN_EPOCH, FORGET, LARGEST_COMMIT, LIVE_FILE, LIVE_MIGRATIONS
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
    StoreChanged,
    StoreUnavailable,
    Wanted,
)
from mafiabot.runtime.store_life import Look, new_epoch

log = structlog.get_logger(__name__)


class SqliteStore:
    """`runtime.ports.Store` in `live.sqlite3` of `data_dir`, which is made if need be.

    Raises `StoreLocked` when another process has the folder, `StoreUnavailable` when it cannot be used.
    `beside`: for a command beside a running bot, which has the lock; every step is safe, but nobody is woken.
    """

    def __init__(self, data_dir: Path, synchronous: Synchronous = "NORMAL", *, beside: bool = False) -> None:
        self._lock = DataLock(data_dir) if not beside else None
        try:
            self._file = SqliteFile(data_dir / LIVE_FILE, LIVE_MIGRATIONS, synchronous)
        except BaseException:
            self._let_go()
            raise
        self._commits = sqlite_commit.SqliteCommits(self._file)
        self._signal = DueSignal()
        self._beating: str | None = None
        self._closed = False

    async def look(self, games: Sequence[tuple[int, str]], now_ms: int) -> Look:
        """Writes as much as the largest commit would: a disk may have room for less."""
        self._found_another()
        with self._file.step():
            self._file.run(BEGIN_EPOCH, new_epoch(now_ms, secrets.token_hex(8)), LARGEST_COMMIT)
            [(epoch,)] = self._file.rows("SELECT name FROM epoch")
            found = [self._file.row("SELECT seq FROM games WHERE game_id = ?", game) for _, game in games]
        return Look(seqs=tuple(row[0] if row is not None else 0 for row in found), epochs=(epoch,))

    def _found_another(self) -> bool:
        """Another file is another life, also where it is a copy of this one. Closed for good, it stays so."""
        if self._closed or self._file.in_place:
            return False
        self._file.open_again()
        try:
            self._file.run("DELETE FROM epoch")
        except StoreUnavailable:
            self._file.close()  # else it would be taken for the former one at the next look
            raise
        log.critical("the live store's file was removed or replaced, games are written into the new one")
        return True

    async def epochs(self) -> tuple[str, ...]:
        if self._found_another():
            raise StoreChanged("SQLite: another file lies there")
        row = self._file.row("SELECT name FROM epoch")
        return (row[0] if row is not None else "",)

    # --- games -------------------------------------------------------------------------------

    async def commit(self, commit: Commit) -> CommitResult:
        result = self._commits.apply(commit, encode_state(checked(commit).state))
        if result.status is CommitStatus.APPLIED:
            self._signal.tell(commit.due_ms)
        return result

    async def load(self, game_id: str) -> GameState | None:
        row = self._file.row("SELECT state FROM games WHERE game_id = ?", game_id)
        return decode_state(row[0]) if row is not None else None

    async def seen_command(self, game_id: str, command_id: str) -> bool:
        return sqlite_commit.seen_command(self._file, game_id, command_id)

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        rows = self._file.rows(
            "SELECT event FROM log WHERE game_id = ? AND seq > ? ORDER BY seq", game_id, after_seq
        )
        return tuple(decode_event(event) for (event,) in rows)

    async def forget(self, guild_id: int, game_id: str) -> None:
        with self._file.step():
            known = self._file.row("SELECT archived_ms FROM games WHERE game_id = ?", game_id)
            if known is not None and known[0] is not None:
                self._drop(game_id)

    def _drop(self, game_id: str) -> None:
        for statement in FORGET:
            self._file.run(statement, game_id)

    # --- finding games -----------------------------------------------------------------------

    async def open_games(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        return self._listed("open", guild_id, served)

    async def untold(self, guild_id: int | None = None, *, served: Served | None = None) -> tuple[str, ...]:
        return self._listed("NOT open AND NOT told", guild_id, served)

    async def end_told(self, game_id: str) -> None:
        self._file.run("UPDATE games SET told = 1 WHERE game_id = ? AND NOT open AND NOT told", game_id)

    async def unarchived(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        return self._listed("NOT open AND archived_ms IS NULL", guild_id, served)

    async def archived(self, guild_id: int, game_id: str, now_ms: int) -> None:
        with self._file.step():
            self._file.run(
                "UPDATE games SET archived_ms = ? WHERE game_id = ? AND NOT open AND archived_ms IS NULL",
                now_ms,
                game_id,
            )
            until_ms = dropped_until_ms(now_ms)
            for (old,) in self._file.rows("SELECT game_id FROM games WHERE archived_ms <= ?", until_ms):
                self._drop(old)

    def _listed(self, condition: str, guild_id: int | None, served: Served | None) -> tuple[str, ...]:
        rows = self._file.rows(
            f"SELECT game_id, guild_id FROM games WHERE {condition} AND guild_id = ifnull(?, guild_id)"  # noqa: S608 (ours)
            " ORDER BY game_id",
            guild_id,
        )
        return tuple(game_id for game_id, guild in rows if asked_for(guild, guild_id, served))

    async def game_in_channel(self, channel_id: int, guild_id: int) -> str | None:
        row = self._file.row("SELECT game_id FROM channels WHERE channel_id = ?", channel_id)
        return row[0] if row is not None else None

    async def game_of_member(self, guild_id: int, user_id: int) -> str | None:
        row = self._file.row(
            "SELECT game_id FROM claims WHERE guild_id = ? AND user_id = ?", guild_id, user_id
        )
        return row[0] if row is not None else None

    async def next_game_number(self, guild_id: int, after: int = 0) -> int:
        [(number,)] = self._file.rows(
            "INSERT INTO numbers (guild_id, number) VALUES (?1, ?2 + 1)"
            " ON CONFLICT (guild_id) DO UPDATE SET number = max(number, ?2) + 1 RETURNING number",
            guild_id,
            after,
        )
        return int(number)

    # --- due times ---------------------------------------------------------------------------

    async def due(self, until_ms: int, limit: int = 100, wanted: Wanted | None = None) -> tuple[Due, ...]:
        rows = self._file.rows("SELECT game_id, guild_id, due_ms, seq FROM games WHERE due_ms <= ?", until_ms)
        entries = (Due(game_id=game, guild_id=guild, at_ms=at, seq=seq) for game, guild, at, seq in rows)
        return earliest(entries, limit, wanted)

    async def wait_for_earlier(self, than_ms: int | None) -> None:
        await self._signal.wait(than_ms)

    # --- beside the games --------------------------------------------------------------------

    async def save_hand(self, guild_id: int, hand: HandRef) -> None:
        self._file.run(
            "INSERT OR REPLACE INTO hands (game_id, user_id, hand) VALUES (?, ?, ?)",
            hand.game_id,
            hand.user_id,
            HANDS.encode(hand),
        )

    async def hands(self, guild_id: int, game_id: str) -> tuple[HandRef, ...]:
        rows = self._file.rows("SELECT hand FROM hands WHERE game_id = ? ORDER BY user_id", game_id)
        return tuple(HANDS.decode(hand) for (hand,) in rows)

    async def drop_hand(self, guild_id: int, game_id: str, user_id: int) -> None:
        self._file.run("DELETE FROM hands WHERE game_id = ? AND user_id = ?", game_id, user_id)

    async def save_panel(self, guild_id: int, game_id: str, panel: PanelRef) -> None:
        self._file.run(
            "INSERT OR REPLACE INTO panels (game_id, panel) VALUES (?, ?)", game_id, PANELS.encode(panel)
        )

    async def panel(self, guild_id: int, game_id: str) -> PanelRef | None:
        row = self._file.row("SELECT panel FROM panels WHERE game_id = ?", game_id)
        return PANELS.decode(row[0]) if row is not None else None

    async def cursor(self, guild_id: int, game_id: str, name: str) -> int:
        row = self._file.row("SELECT seq FROM cursors WHERE game_id = ? AND name = ?", game_id, name)
        return int(row[0]) if row is not None else 0

    async def set_cursor(self, guild_id: int, game_id: str, name: str, seq: int) -> None:
        self._file.run(
            "INSERT INTO cursors (game_id, name, seq) VALUES (?, ?, ?)"
            " ON CONFLICT (game_id, name) DO UPDATE SET seq = max(seq, excluded.seq)",
            game_id,
            name,
            seq,
        )

    async def put_debt(self, debt: Debt) -> None:
        with self._file.step():
            row = self._file.row(
                "SELECT debt FROM debts WHERE guild_id = ? AND user_id = ?", debt.guild_id, debt.user_id
            )
            kept = merged(DEBTS.decode(row[0]) if row is not None else None, debt)
            self._file.run(
                "INSERT OR REPLACE INTO debts (guild_id, user_id, debt) VALUES (?, ?, ?)",
                kept.guild_id,
                kept.user_id,
                DEBTS.encode(kept),
            )

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        self._file.run("DELETE FROM debts WHERE guild_id = ? AND user_id = ?", guild_id, user_id)

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        rows = self._file.rows(
            "SELECT debt FROM debts WHERE guild_id = ifnull(?, guild_id) ORDER BY guild_id, user_id", guild_id
        )
        return tuple(DEBTS.decode(debt) for (debt,) in rows)

    async def put_name(self, name: GivenName) -> None:
        self._file.run(
            "INSERT OR REPLACE INTO names (guild_id, user_id, name) VALUES (?, ?, ?)",
            name.guild_id,
            name.user_id,
            NAMES.encode(name),
        )

    async def clear_name(self, guild_id: int, user_id: int) -> None:
        self._file.run("DELETE FROM names WHERE guild_id = ? AND user_id = ?", guild_id, user_id)

    async def names(self, guild_id: int | None = None) -> tuple[GivenName, ...]:
        rows = self._file.rows(
            "SELECT name FROM names WHERE guild_id = ifnull(?, guild_id) ORDER BY guild_id, user_id", guild_id
        )
        return tuple(NAMES.decode(name) for (name,) in rows)

    async def put_voice(self, seen: SeenVoice) -> None:
        self._file.run(
            "INSERT OR REPLACE INTO voices (guild_id, user_id, voice) VALUES (?, ?, ?)",
            seen.guild_id,
            seen.user_id,
            VOICES.encode(seen),
        )

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]:
        rows = self._file.rows("SELECT voice FROM voices WHERE guild_id = ? ORDER BY user_id", guild_id)
        return tuple(VOICES.decode(voice) for (voice,) in rows)

    async def beat(self, process: str, now_ms: int) -> None:
        """After its first one the earlier ones of others are dropped: they can no longer be the last one."""
        self._file.run("INSERT OR REPLACE INTO beats (process, at_ms) VALUES (?, ?)", process, now_ms)
        if self._beating != process:
            self._file.run("DELETE FROM beats WHERE at_ms <= ? AND process <> ?", now_ms, process)
            self._beating = process

    async def last_beat_ms(self) -> int | None:
        row = self._file.row("SELECT at_ms FROM beats ORDER BY at_ms DESC LIMIT 1")
        return int(row[0]) if row is not None else None

    async def close(self) -> None:
        """Idempotent; every other method raises `StoreUnavailable` afterwards."""
        self._closed = True
        self._file.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.release()
