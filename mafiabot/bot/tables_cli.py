"""`mafiabot tables`: the open tables of the store, read beside a running bot, and closed.

A table that can be read is stopped by the rules, as `/mafia stop` does it: whoever serves it, now or after a
later start, tells it and gives the microphones back. One that cannot be read is dropped; what its members are
owed stays written down, and is paid. A process that plays it all the same, being newer than this program,
closes it; one that takes it for lost writes it anew, which is said.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.sqlite_schema import LIVE_MIGRATIONS
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.adapters.sqlite_tables import SqliteTables
from mafiabot.adapters.stored_tables import StoredTable, StoredTables
from mafiabot.bot.settings import Settings, SettingsError
from mafiabot.bot.stores import live_store
from mafiabot.bot.tables_text import HEADS, columns, log_lines, readable, row, shown
from mafiabot.engine.commands import StopGame
from mafiabot.engine.decide import decide
from mafiabot.engine.evolve import evolve
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState
from mafiabot.runtime.commits import Commit, CommitStatus
from mafiabot.runtime.ended_elsewhere import LOOK_MS
from mafiabot.runtime.mute_refused import THE_BOT
from mafiabot.runtime.ports import Store, StoreUnavailable

TRIES = 5
BACK_WITHIN_MS = LOOK_MS + 1_000
"""By then a process that serves a table has missed it."""
SECRETS_SHOWN = "secrets are shown: roles, plans, the seed. Nobody who plays or watches may see this."


class NoSuchTable(Exception):
    """The text is one line."""


def list_tables(settings: Settings) -> bool:
    """Whether every open table can be read. Raises `SettingsError`."""
    return asyncio.run(_list(settings))


def show_table(settings: Settings, game_id: str, *, secrets: bool) -> bool:
    """Whether it can be read. Raises `SettingsError`, `NoSuchTable`."""
    return asyncio.run(_show(settings, game_id, secrets=secrets))


def show_log(settings: Settings, game_id: str, *, secrets: bool) -> bool:
    """Raises `SettingsError`, `NoSuchTable`."""
    return asyncio.run(_log(settings, game_id, secrets=secrets))


def close_table(settings: Settings, game_id: str, sure: Callable[[str], bool]) -> bool:
    """Whether it is closed now. `sure(what)` asks first. Raises `SettingsError`, `NoSuchTable`."""
    return asyncio.run(_close(settings, game_id, sure))


async def _list(settings: Settings) -> bool:
    async with _tables(settings) as tables:
        found, owners, now_ms = await tables.open(), await tables.owners(), SystemClock().now_ms()
    if not found:
        _say("no open tables")
        return True
    for line in columns([HEADS, *(row(table, owners, now_ms) for table in found)]):
        _say(line)
    return not any(isinstance(readable(table), str) for table in found)


async def _show(settings: Settings, game_id: str, *, secrets: bool) -> bool:
    async with _tables(settings) as tables:
        table = await _found(tables, game_id)
    state = readable(table)
    if isinstance(state, str):
        _warn(f"table {game_id}, guild {table.guild_id}, channel {table.channel_id}: unreadable: {state}")
        return False
    if secrets:
        _warn(SECRETS_SHOWN)
    for line in shown(state, secrets=secrets):
        _say(line)
    return True


async def _log(settings: Settings, game_id: str, *, secrets: bool) -> bool:
    async with _tables(settings) as tables:
        await _found(tables, game_id)
        events = await tables.log(game_id)
    if secrets:
        _warn(SECRETS_SHOWN)
    for line in log_lines(events, secrets=secrets):
        _say(line)
    return True


async def _close(settings: Settings, game_id: str, sure: Callable[[str], bool]) -> bool:
    async with _tables(settings) as tables:
        table = await _found(tables, game_id)
        state = readable(table)
        if not isinstance(state, str) and state.over:
            _warn(f"table {game_id} is over already")
            return False
        if not sure(_what(table, state)):
            return False
        served = (await tables.owners()).of(table.guild_id)
        if isinstance(state, str):
            closed = await tables.drop(table)
            if closed and served is not None and await _is_back(tables, game_id):
                _warn(
                    f"table {game_id} is there again: process {served} can read it and has written it anew; "
                    "close it with the mafiabot that process was started from, or by /mafia stop"
                )
                return False
        else:
            async with _store(settings, tables) as (store, clock):
                closed = await _stopped(store, clock.now_ms, game_id)
    if not closed:
        _warn(f"table {game_id} goes on meanwhile; try again")
        return False
    who = f"process {served} tells the table" if served is not None else "the next start tells the table"
    _say(f"table {game_id} closed; {who}, and gives microphones back")
    return True


async def _is_back(tables: StoredTables, game_id: str) -> bool:
    clock = SystemClock()
    await clock.sleep_until_ms(clock.now_ms() + BACK_WITHIN_MS)
    return await tables.one(game_id) is not None


def _what(table: StoredTable, state: GameState | str) -> str:
    place = f"table {table.game_id} in guild {table.guild_id}, channel {table.channel_id}"
    if isinstance(state, str):
        return (
            f"{place}, cannot be read ({state}). What it holds is lost when it is closed: "
            f"mafiabot tables log {table.game_id} --secrets keeps it. Close it?"
        )
    return f"{place}, preset {state.ruleset.preset.value}, {len(state.seated)} people. Close it?"


async def _stopped(store: Store, now_ms: Callable[[], int], game_id: str) -> bool:
    """Stops the game whatever its state: a table of which an invariant broke cannot be asked to hold them."""
    for _ in range(TRIES):
        before = await store.load(game_id)
        decided = decide(before, StopGame(by=THE_BOT), now_ms())
        if before is None or isinstance(decided, Refusal):
            return False
        after = before
        for event in decided:
            after = evolve(after, event)
        commit = Commit(
            state=after, events=decided, expected_seq=before.seq, command_id=None, claims=(), due_ms=None
        )
        if (await store.commit(commit)).status is CommitStatus.APPLIED:
            return True
    return False


async def _found(tables: StoredTables, game_id: str) -> StoredTable:
    table = await tables.one(game_id)
    if table is None:
        raise NoSuchTable(f"there is no table {game_id}; mafiabot tables list names those that are open")
    return table


@asynccontextmanager
async def _tables(settings: Settings) -> AsyncIterator[StoredTables]:
    """Whatever the store has to say against it is one line."""
    try:
        tables = _opened(settings)
    except StoreUnavailable as error:
        raise SettingsError(f"MAFIABOT_DATA_DIR: {error}; name the bot's folder, or its Redis") from error
    try:
        yield tables
    except StoreUnavailable as error:
        raise SettingsError(f"the live store: {error}; try again when it answers") from error
    finally:
        await tables.close()


def _opened(settings: Settings) -> StoredTables:
    if settings.redis_url is None:
        return SqliteTables(settings.data_dir)
    from mafiabot.adapters.redis_tables import RedisTables
    from mafiabot.adapters.redis_url import BadRedisUrl, parse_redis_url

    try:
        url = parse_redis_url(settings.redis_url.get_secret_value())
    except BadRedisUrl as bad:
        raise SettingsError(f"MAFIABOT_REDIS_URL: {bad}") from None
    return RedisTables.at(url, SystemClock())


@asynccontextmanager
async def _store(settings: Settings, tables: StoredTables) -> AsyncIterator[tuple[Store, SystemClock]]:
    """The store to commit to, beside a running bot if there is one."""
    clock = SystemClock()
    if not isinstance(tables, SqliteTables):
        async with live_store(settings, clock) as shared:
            yield shared, clock
        return
    beside = tables.in_use()
    if beside and tables.version() != len(LIVE_MIGRATIONS):
        raise SettingsError("the running bot is of another version: use the mafiabot it was started from")
    store = SqliteStore(settings.data_dir, beside=beside)
    try:
        yield store, clock
    finally:
        await store.close()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _warn(line: str) -> None:
    sys.stderr.write(f"{line}\n")
