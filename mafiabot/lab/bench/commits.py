"""A commit, beside the bare thing: the same script with the same payload, or the same rows in a transaction.

Ours and the bare one take turns game by game, so that whatever else the machine does hits both.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from mafiabot.adapters import redis_commit
from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.codec import encode_event, encode_state
from mafiabot.adapters.redis_clients import RedisClients, clients_of
from mafiabot.adapters.redis_keys import Keys
from mafiabot.adapters.redis_link import RedisLink
from mafiabot.adapters.redis_scripts import Script
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import RedisUrl
from mafiabot.adapters.sqlite_file import SqliteFile
from mafiabot.adapters.sqlite_schema import LIVE_MIGRATIONS
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.state import GameState
from mafiabot.lab.bench.capture import Captured
from mafiabot.lab.bench.figures import Aim, Figure, spread
from mafiabot.lab.stores import erase
from mafiabot.runtime.buckets import new_game_id
from mafiabot.runtime.ports import Commit, CommitStatus, Store
from mafiabot.runtime.service import claims

GOAL = 0.8
AT_A_TIME = 32
FIRST_GUILD = 1_456_000_000_000_000_000
SNOWFLAKE_MS = 1 << 22


@dataclass(slots=True)
class Taken:
    """What calls took: `each_s` single ones, `all_s` `calls` side by side; `made_s`: to make the payloads."""

    made_s: list[float] = field(default_factory=list)
    each_s: list[float] = field(default_factory=list)
    calls: int = 0
    all_s: float = 0.0


class Games:
    """The captured game again and again, each time with ids of its own."""

    def __init__(self, captured: Captured) -> None:
        self._steps = captured.steps
        self._numbers = count()

    def next(self) -> list[Commit]:
        """The commits of a game that has never been before."""
        guild_id = FIRST_GUILD + next(self._numbers) * SNOWFLAKE_MS
        game_id = new_game_id(guild_id, f"{guild_id:x}")
        return [
            self._commit(
                replace(step.state, guild_id=guild_id, channel_id=guild_id + 1, game_id=game_id), number
            )
            for number, step in enumerate(self._steps)
        ]

    def _commit(self, state: GameState, number: int) -> Commit:
        due, step = deadline(state), self._steps[number]
        return Commit(
            state=state,
            events=step.events,
            expected_seq=step.seq_before,
            command_id=f"{state.guild_id}{number}",
            claims=claims(state),
            due_ms=None if due is None else due.at_ms,
        )


# --- SQLite ------------------------------------------------------------------------------------------


async def sqlite_figures(captured: Captured, budget_s: float) -> list[Figure]:
    """In a folder of its own, as the embedded store writes."""
    games, ours, bare = Games(captured), Taken(), Taken()
    with tempfile.TemporaryDirectory(prefix="mafiabot-bench-") as name:
        store = SqliteStore(Path(name))
        with closing(_bare_database(Path(name) / "bare.sqlite3")) as database:
            ends_s = time.perf_counter() + budget_s
            while not ours.each_s or time.perf_counter() < ends_s:
                await _one_by_one(store, games.next(), ours)
                _rows_one_by_one(database, games.next(), bare)
        await store.close()
    return _figures("SQLite", ours, bare)


def _bare_database(path: Path) -> sqlite3.Connection:
    """The same tables and the same care for what was written."""
    SqliteFile(path, LIVE_MIGRATIONS).close()
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA synchronous = NORMAL")
    return database


def _rows_one_by_one(database: sqlite3.Connection, commits: Sequence[Commit], taken: Taken) -> None:
    payloads = []
    for commit in commits:
        began_s = time.perf_counter()
        payloads.append(_rows(commit))
        taken.made_s.append(time.perf_counter() - began_s)
    for rows in payloads:
        began_s = time.perf_counter()
        database.execute("BEGIN IMMEDIATE")
        for statement, values in rows:
            database.executemany(statement, values)
        database.execute("COMMIT")
        taken.each_s.append(time.perf_counter() - began_s)


def _rows(commit: Commit) -> list[tuple[str, list[tuple[Any, ...]]]]:
    """What a commit leaves in the tables."""
    state = commit.state
    game = (state.game_id, state.guild_id, state.seq, not state.over, commit.due_ms, encode_state(state))
    log = [
        (state.game_id, seq, encode_event(event))
        for seq, event in enumerate(commit.events, commit.expected_seq + 1)
    ]
    return [
        (
            "INSERT OR REPLACE INTO games (game_id, guild_id, seq, open, due_ms, state)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [game],
        ),
        ("INSERT INTO log (game_id, seq, event) VALUES (?, ?, ?)", log),
        ("INSERT INTO commands (game_id, command_id) VALUES (?, ?)", [(state.game_id, commit.command_id)]),
    ]


# --- Redis -------------------------------------------------------------------------------------------


async def redis_figures(captured: Captured, url: RedisUrl, budget_s: float) -> list[Figure]:
    """Under the prefix of `url`, which is erased. Raises `StoreUnavailable`."""
    clock, games, ours, bare = SystemClock(), Games(captured), Taken(), Taken()
    store, scripts = await RedisStore.open(url, clock), _BareScripts(url, clock)
    try:
        ends_s = time.perf_counter() + budget_s
        while not ours.calls or time.perf_counter() < ends_s:
            await _one_by_one(store, games.next(), ours)
            await scripts.one_by_one(games.next(), bare)
            await _side_by_side([games.next() for _ in range(AT_A_TIME)], store, ours)
            await scripts.side_by_side([games.next() for _ in range(AT_A_TIME)], bare)
            await erase(url, clock)
    finally:
        await scripts.close()
        await store.close()
    return _figures("Redis", ours, bare)


class _Written(RedisLink):
    """Takes down what would have been sent."""

    def __init__(self, clients: RedisClients, clock: SystemClock) -> None:
        super().__init__(clients.commands, clock)
        self.call: tuple[Any, ...] = ()

    async def run(self, script: Script, keys: Sequence[str], *values: str | int | bytes) -> Any:
        """The whole command; the answer is that of a commit that was applied."""
        self.call = ("EVALSHA", script.sha, len(keys), *keys, *values)
        return b"applied", b""


class _BareScripts:
    """The library alone, with what a commit sends."""

    def __init__(self, url: RedisUrl, clock: SystemClock) -> None:
        self._clients = clients_of(url)
        self._keys = Keys(url.prefix)
        self._written = _Written(self._clients, clock)
        self._numbers = count()

    async def _calls(self, commits: Sequence[Commit], taken: Taken) -> list[tuple[Any, ...]]:
        calls = []
        for commit in commits:
            commit_id, began_s = f"bare-{next(self._numbers)}", time.perf_counter()
            await redis_commit.apply(self._written, self._keys, commit, commit_id=commit_id, process="bare")
            taken.made_s.append(time.perf_counter() - began_s)
            calls.append(self._written.call)
        return calls

    async def one_by_one(self, commits: Sequence[Commit], taken: Taken) -> None:
        send = self._clients.commands.execute_command
        for call in await self._calls(commits, taken):
            began_s = time.perf_counter()
            status, _ = await send(*call)
            taken.each_s.append(time.perf_counter() - began_s)
            assert status == b"applied", status

    async def side_by_side(self, games: Sequence[Sequence[Commit]], taken: Taken) -> None:
        send = self._clients.commands.execute_command
        calls = [await self._calls(commits, taken) for commits in games]

        async def play(game: Sequence[tuple[Any, ...]]) -> None:
            for call in game:
                await send(*call)

        await _timed([play(game) for game in calls], sum(map(len, calls)), taken)

    async def close(self) -> None:
        await self._clients.aclose()


async def _one_by_one(store: Store, commits: Sequence[Commit], taken: Taken) -> None:
    for commit in commits:
        began_s = time.perf_counter()
        result = await store.commit(commit)
        taken.each_s.append(time.perf_counter() - began_s)
        assert result.status is CommitStatus.APPLIED, result


async def _side_by_side(games: Sequence[Sequence[Commit]], store: Store, taken: Taken) -> None:
    async def play(commits: Sequence[Commit]) -> None:
        for commit in commits:
            await store.commit(commit)

    await _timed([play(commits) for commits in games], sum(map(len, games)), taken)


async def _timed(work: Sequence[Awaitable[None]], calls: int, taken: Taken) -> None:
    began_s = time.perf_counter()
    await asyncio.gather(*work)
    taken.all_s += time.perf_counter() - began_s
    taken.calls += calls


# --- both --------------------------------------------------------------------------------------------


def _figures(store: str, ours: Taken, bare: Taken) -> list[Figure]:
    """A store that is called inline has nothing side by side."""
    each, bare_each = spread(ours.each_s), spread(bare.each_s)
    alone = Figure(
        name=f"commit, {store}: one after another",
        value=each.mean * 1e3,
        unit="ms",
        p50=each.p50 * 1e3,
        p99=each.p99 * 1e3,
        max=each.max * 1e3,
        limit=bare_each.mean * 1e3,
        less=True,
        kind=Aim.RATIO_AT_LEAST,
        goal=GOAL,
    )
    ours_per_s = ours.calls / ours.all_s if ours.calls else 1 / each.mean
    bare_per_s = bare.calls / bare.all_s if bare.calls else 1 / bare_each.mean
    beside = f"{AT_A_TIME} games at once" if ours.calls else "a second"
    many = Figure(
        name=f"commit, {store}: {beside}",
        value=ours_per_s,
        unit="1/s",
        limit=bare_per_s,
        kind=Aim.RATIO_AT_LEAST,
        goal=GOAL,
    )
    made = spread(bare.made_s)
    payload = Figure(
        name=f"payload of a commit, {store}",
        value=made.mean * 1e3,
        unit="ms",
        p50=made.p50 * 1e3,
        p99=made.p99 * 1e3,
        max=made.max * 1e3,
    )
    return [many, alone, payload]
