"""One log for everything, as text or as lines of JSON."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from mafiabot.bot.logs import located_logs, set_up_logs
from tests.support.club import club


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    root, library = logging.getLogger(), logging.getLogger("discord")
    handlers, level, library_level = root.handlers[:], root.level, library.level
    yield
    root.handlers[:], root.level = handlers, level
    root.setLevel(level)
    library.setLevel(library_level)
    structlog.reset_defaults()


def lines(fmt: str, level: str = "INFO") -> tuple[io.StringIO, structlog.stdlib.BoundLogger]:
    stream = io.StringIO()
    set_up_logs(level, fmt, stream)
    return stream, structlog.get_logger("mafiabot.test")


def test_json_is_one_object_a_line_with_level_logger_and_moment() -> None:
    stream, log = lines("json")
    log.info("стол открыт", table="t1")
    (line,) = map(json.loads, stream.getvalue().splitlines())
    assert (line["event"], line["table"]) == ("стол открыт", "t1")
    assert (line["level"], line["logger"]) == ("info", "mafiabot.test")
    assert line["timestamp"].endswith("Z")
    assert "стол" in stream.getvalue()


def test_the_librarys_lines_are_in_the_same_shape() -> None:
    stream, _ = lines("json")
    logging.getLogger("discord.gateway").warning("websocket %s", "closed")
    (line,) = map(json.loads, stream.getvalue().splitlines())
    assert (line["event"], line["logger"]) == ("websocket closed", "discord.gateway")


def test_an_exception_is_part_of_its_line() -> None:
    stream, log = lines("json")
    try:
        int("broken")
    except ValueError:
        log.exception("failed")
    (line,) = map(json.loads, stream.getvalue().splitlines())
    assert "ValueError: invalid literal" in line["exception"]


def test_text_is_readable_and_without_colours() -> None:
    stream, log = lines("text")
    log.warning("store unavailable", table="t1")
    assert "store unavailable" in stream.getvalue()
    assert "table=t1" in stream.getvalue()
    assert "\x1b[" not in stream.getvalue()


def test_the_librarys_chatter_stays_out_unless_asked_for() -> None:
    stream, log = lines("text")
    logging.getLogger("discord.gateway").info("heartbeat")
    log.debug("press")
    assert stream.getvalue() == ""
    stream, _ = lines("text", "DEBUG")
    logging.getLogger("discord.gateway").info("connected")
    assert "connected" in stream.getvalue()


def test_a_log_of_errors_alone_has_the_librarys_errors_alone() -> None:
    stream, _ = lines("text", "ERROR")
    logging.getLogger("discord.client").warning("PyNaCl is not installed")
    logging.getLogger("discord.client").error("broken")
    assert "PyNaCl" not in stream.getvalue()
    assert "broken" in stream.getvalue()


def test_the_librarys_whole_requests_are_never_logged() -> None:
    stream, _ = lines("text", "DEBUG")
    logging.getLogger("discord.http").debug("POST with %s", {"token": "secret"})
    assert stream.getvalue() == ""


def test_a_lost_connection_is_one_line_and_any_other_error_keeps_its_traceback() -> None:
    stream, _ = lines("json")
    library = logging.getLogger("discord.shard")
    for message in ("Attempting a reconnect for shard ID %s in %.2fs", "Something else in %s after %.2fs"):
        library.error(message, 0, 1.5, exc_info=ConnectionResetError("peer went away 100%"))
    lost, other = map(json.loads, stream.getvalue().splitlines())
    assert lost["level"] == "warning"
    assert "in 1.50s (ConnectionResetError: peer went away 100%)" in lost["event"]
    assert "exception" not in lost
    assert "ConnectionResetError: peer went away 100%" in other["exception"]


class Places:
    """One table of guild 7 on shard 2."""

    def guild_of(self, game_id: str) -> int | None:
        return 7 if game_id == "t1" else None

    def shard_of(self, guild_id: int) -> int:
        return 2


async def test_a_line_of_a_table_says_which_guild_shard_and_process_also_in_tasks_started_meanwhile() -> None:
    stream, log = lines("json")

    async def work() -> None:
        log.warning("a", table="t1")
        log.warning("b", guild=8)
        log.warning("c", table="unknown")

    with located_logs("1/3", Places()):
        task = asyncio.ensure_future(work())
    await task
    log.warning("d", table="t1")
    said = [{key: line.get(key) for key in ("process", "guild", "shard")} for line in parsed(stream)]
    assert said == [
        {"process": "1/3", "guild": 7, "shard": 2},
        {"process": "1/3", "guild": 8, "shard": 2},
        {"process": "1/3", "guild": None, "shard": None},
        {"process": None, "guild": None, "shard": None},
    ]


@pytest.mark.virtual
async def test_what_is_logged_of_a_table_after_its_end_says_where_it_stood() -> None:
    stream, log = lines("json")
    async with club(start=False) as house:
        house.app = house.compose()
        with located_logs("0/1", house.app):
            await house.app.start()
            await house.deal()
            game_id = (await house.state()).game_id
            await house.slash(house.host, "mafia stop")
            await house.seconds(10)
            log.warning("announcement refused", table=game_id)
        said = [line for line in parsed(stream) if line.get("table") == game_id]
        assert {"archived", "announcement refused"} <= {line["event"] for line in said}
        assert {(line.get("guild"), line.get("shard")) for line in said} == {(house.guild.id, 0)}


def parsed(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]
