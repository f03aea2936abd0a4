"""`mafiabot tables`: what an operator sees beside a running bot, and what closing a table sets free."""

import asyncio
import io
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.process_place import ProcessPlace
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.sqlite_schema import LIVE_FILE
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.cli import run_command
from mafiabot.engine.state import Dealing, NightStep
from mafiabot.runtime.cluster_port import Share
from mafiabot.runtime.kept_store import KeptStore
from tests.support.club import Club, club
from tests.support.playing import Game
from tests.support.redis_servers import real_store
from tests.support.stores import applied, commit, debt

Said = tuple[int, list[str], str]

SECRET_WORDS = re.compile(r"\b(don|sheriff|civilian|mafia|seed|plan)\b")


@pytest.fixture(autouse=True)
def embedded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The command line works on this folder; logs are as before afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.setenv("MAFIABOT_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("mafiabot.bot.tables_cli.BACK_WITHIN_MS", 500)
    yield tmp_path
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
def tables(capsys: pytest.CaptureFixture[str]) -> "Tables":
    return Tables(capsys)


class Tables:
    """The command as a person uses it: exit code, lines, and what was said on the side."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> Said:
        self._capsys.readouterr()
        code = run_command(["tables", *words])
        shown = self._capsys.readouterr()
        return code, shown.out.splitlines(), shown.err

    async def beside(self, house: Club, *words: str) -> Said:
        """Beside a bot that runs in virtual time."""
        with house.clock.hold():
            return await asyncio.to_thread(self, *words)


def store_of(folder: Path, *commits: str) -> None:
    async def work() -> None:
        store = SqliteStore(folder)
        for number, game_id in enumerate(commits):
            await store.commit(commit(game_id, claims=(number + 1,), channel_id=7 + number))
        await store.put_debt(debt(1))
        await store.close()

    asyncio.run(work())


def spoil(folder: Path, game_id: str) -> None:
    """As if a newer version had written it."""
    with sqlite3.connect(folder / LIVE_FILE) as file:
        [(document,)] = file.execute("SELECT state FROM games WHERE game_id = ?", (game_id,))
        newer = json.dumps(json.loads(document) | {"schema": 99}).encode()
        file.execute("UPDATE games SET state = ? WHERE game_id = ?", (newer, game_id))
    file.close()


async def left(folder: Path) -> tuple[tuple[str, ...], str | None, int]:
    """Open games, who holds the first member, and how many debts are open."""
    store = SqliteStore(folder)
    found = await store.open_games(), await store.game_of_member(commit().state.guild_id, 1)
    debts = len(await store.debts())
    await store.close()
    return (*found, debts)


# --- without a bot -------------------------------------------------------------------------------


def test_an_empty_store_has_no_tables(embedded: Path, tables: Tables) -> None:
    store_of(embedded)
    assert tables("list") == (0, ["no open tables"], "")


def test_a_folder_without_a_store_is_bad_settings_in_one_line(tables: Tables) -> None:
    code, lines, said = tables("list")
    assert (code, lines, said.count("\n")) == (2, [], 1)
    assert "MAFIABOT_DATA_DIR" in said


def test_open_tables_are_listed_and_one_that_cannot_be_read_hides_none(
    embedded: Path, tables: Tables
) -> None:
    store_of(embedded, "a", "b")
    spoil(embedded, "a")
    code, (head, first, second), _ = tables("list")
    assert code == 1
    assert head.split()[:5] == ["ID", "GUILD", "CHANNEL", "PRESET", "PHASE"]
    assert first.split()[:4] == ["a", str(commit().state.guild_id), "7", "?"]
    assert "unreadable: schema 99 is newer than this program's 1" in first
    assert second.split()[3:7] == ["club", "lobby", "1", "10/10"]
    assert "nobody" in second


@pytest.mark.parametrize("command", ["show", "log", "close"])
def test_an_unknown_table_is_said_in_one_line(embedded: Path, tables: Tables, command: str) -> None:
    store_of(embedded, "a")
    code, lines, said = tables(command, "z")
    assert (code, lines, said.count("\n")) == (1, [], 1)
    assert "tables list" in said


def test_a_closed_table_is_over_and_what_is_owed_is_left_for_the_next_start(
    embedded: Path, tables: Tables
) -> None:
    store_of(embedded, "a")
    code, (line,), _ = tables("close", "a", "--yes")
    assert code == 0
    assert "the next start tells the table" in line
    assert asyncio.run(left(embedded)) == ((), None, 1)
    assert tables("close", "a", "--yes")[0] == 1


def test_a_table_that_cannot_be_read_is_dropped(embedded: Path, tables: Tables) -> None:
    store_of(embedded, "a", "b")
    spoil(embedded, "a")
    assert tables("show", "a")[0] == 1
    assert tables("close", "a", "--yes")[0] == 0
    assert asyncio.run(left(embedded)) == (("b",), None, 1)
    assert tables("list")[0] == 0


def test_nothing_is_closed_before_somebody_is_sure(
    embedded: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_of(embedded, "a")
    for answer, code in (("n", 1), ("y", 0)):
        monkeypatch.setattr("typer.confirm", lambda what, err, answer=answer: answer == "y")
        assert tables("close", "a")[0] == code
    assert tables("list")[1] == ["no open tables"]


def test_whoever_cannot_answer_has_not_said_yes(
    embedded: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    store_of(embedded, "a")
    assert tables("close", "a")[0] == 1
    assert len(tables("list")[1]) == 2


# --- beside a running bot ------------------------------------------------------------------------


@pytest.mark.virtual
async def test_a_table_closed_beside_a_running_bot_is_told_and_everybody_is_heard_again(
    embedded: Path, tables: Tables
) -> None:
    async with club(store=SqliteStore(embedded)) as house:
        await house.deal()
        await Game(house).to_day()
        assert house.muted()
        game_id = (await house.state()).game_id
        _, (_, line), _ = await tables.beside(house, "list")
        assert line.split()[0] == game_id
        assert " 0/1 " in line
        code, (told,), _ = await tables.beside(house, "close", game_id, "--yes")
        assert code == 0
        assert "process 0/1 tells the table" in told
        await house.seconds(20)
        assert house.muted() == []
        assert any("stopped" in text.lower() for text in house.public())
        assert await house.store.debts() == ()
        house.clean()


@pytest.mark.virtual
async def test_nothing_but_what_is_public_is_shown_unless_secrets_are_asked_for(
    embedded: Path, tables: Tables
) -> None:
    async with club(store=SqliteStore(embedded)) as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        await game.play_day()
        await game.step(NightStep.SHOTS)
        for seat in range(1, 7):
            await game.open_hand(seat)
            await game.choose(seat, 3)
        state = await house.state()
        for command in ("show", "log"):
            code, lines, said = await tables.beside(house, command, state.game_id)
            assert (code, said) == (0, "")
            assert len(lines) > 10
            assert not SECRET_WORDS.search("\n".join(lines).replace("mafia_minute", "")), lines
            assert state.seed is not None
            assert state.seed not in "\n".join(lines)
            _, told, warned = await tables.beside(house, command, state.game_id, "--secrets")
            assert "secrets are shown" in warned
            assert state.seed in "\n".join(told)
            assert re.search(r"\bsheriff\b", "\n".join(told))


def test_a_table_that_stands_still_is_marked(embedded: Path, tables: Tables) -> None:
    store_of(embedded, "a")
    assert "stuck" not in tables("list")[1][1]
    with sqlite3.connect(embedded / LIVE_FILE) as file:
        file.execute("UPDATE games SET due_ms = 1000")
    file.close()
    assert "stuck: overdue for" in tables("list")[1][1]


@pytest.mark.virtual
async def test_a_table_a_new_version_cannot_read_leaves_nobody_muted_and_can_be_closed_for_another(
    embedded: Path, tables: Tables
) -> None:
    async with club(store=SqliteStore(embedded)) as house:
        await house.deal()
        await Game(house).to_day()
        game_id = (await house.state()).game_id
        await house.kill_bot()
        spoil(embedded, game_id)
        await house.start_bot()
        await house.seconds(30)
        assert house.muted() == []
        assert (await tables.beside(house, "list"))[0] == 1
        assert (await tables.beside(house, "close", game_id, "--yes"))[0] == 0
        await house.seconds(5)
        assert house.app is not None
        assert house.app.services.game.unreadable_tables == frozenset()
        await house.deal()
        assert isinstance((await house.state()).phase, Dealing)


@pytest.mark.virtual
async def test_a_table_an_older_program_drops_under_the_bot_that_plays_it_is_closed_by_it(
    embedded: Path, tables: Tables
) -> None:
    async with club(store=SqliteStore(embedded)) as house:
        await house.deal()
        await Game(house).to_day()
        await house.seconds(30)
        game_id = (await house.state()).game_id
        spoil(embedded, game_id)
        assert house.muted()
        code, (told,), _ = await tables.beside(house, "close", game_id, "--yes")
        assert (code, "process 0/1 tells the table" in told) == (0, True)
        await house.seconds(10)
        assert house.muted() == []
        assert any("stopped" in text.lower() for text in house.public())
        assert await house.store.debts() == ()
        assert await house.store.open_games() == ()
        await house.deal()
        assert isinstance((await house.state()).phase, Dealing)


async def test_a_table_on_redis_is_listed_and_closed(
    redis_url: str, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with real_store(redis_url) as store:
        assert isinstance(store, RedisStore)
        monkeypatch.setenv("MAFIABOT_REDIS_URL", f"{redis_url}?prefix={store._keys.prefix}")
        await store.commit(commit("a", claims=(1,)))
        _, (_, line), _ = await asyncio.to_thread(tables, "list")
        assert line.split()[0] == "a"
        code, _, _ = await asyncio.to_thread(tables, "close", "a", "--yes")
        assert code == 0
        assert await store.open_games() == ()
        assert await store.untold() == ("a",)


async def test_a_table_that_whoever_plays_it_writes_anew_is_not_said_to_be_closed(
    redis_url: str, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with real_store(redis_url) as store:
        assert isinstance(store, RedisStore)
        monkeypatch.setenv("MAFIABOT_REDIS_URL", f"{redis_url}?prefix={store._keys.prefix}")
        share = Share(ordinal=0, total=1, shards=1)
        clock = SystemClock()
        assert not await store.cluster(ProcessPlace()).take(share, clock.now_ms())
        newer = KeptStore(store, clock)
        game = commit("a", claims=(1,))
        game = replace(game, state=replace(game.state, opened_at_ms=clock.now_ms()))
        await applied(newer.as_store(), game)
        game_key = store._keys.of_guild(game.state.guild_id).game("a")
        await store._link.ask("HSET", game_key, "state", b'{"schema": 99}')
        closing = asyncio.create_task(asyncio.to_thread(tables, "close", "a", "--yes"))
        for _ in range(250):
            if not await store.open_games():
                break
            await asyncio.sleep(0.02)
        assert await newer.load("a") == game.state
        code, lines, said = await closing
        assert (code, lines) == (1, [])
        assert "table a is there again: process 0/1" in said
