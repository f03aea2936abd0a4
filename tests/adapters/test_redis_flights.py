"""Commands that are asked for together fly together, and what befalls one befalls no other."""

import asyncio
from typing import Any

import pytest
from fakeredis import FakeAsyncRedis
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import ResponseError

from mafiabot.adapters.redis_flights import BATCHES, MOST_TOGETHER, RedisFlights


class Pipe:
    """One piece of writing, held back until the server may answer."""

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._commands: list[tuple[Any, ...]] = []

    def execute_command(self, *command: Any) -> None:
        self._commands.append(command)

    async def execute(self, *, raise_on_error: bool) -> list[Any]:
        assert not raise_on_error
        return await self._server.together(self._commands)


class Server(FakeAsyncRedis):
    """Answers once it may; `alone` and `batches` tell what came how."""

    def __init__(self) -> None:
        super().__init__(protocol=2)
        self.may = asyncio.Event()
        self.alone: list[tuple[Any, ...]] = []
        self.batches: list[list[tuple[Any, ...]]] = []
        self.lost = False

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        self.alone.append(args)
        await self.may.wait()
        return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Any:
        return Pipe(self)

    async def together(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        self.batches.append(commands)
        await self.may.wait()
        if self.lost:
            raise LostConnection("lost")
        return [await self._answer(command) for command in commands]

    async def _answer(self, command: tuple[Any, ...]) -> Any:
        try:
            return await super().execute_command(*command)  # type: ignore[no-untyped-call]
        except ResponseError as error:
            return error


async def asked(flights: RedisFlights, *commands: tuple[Any, ...]) -> list["asyncio.Task[Any]"]:
    """On their way, as far as they get."""
    tasks = [asyncio.ensure_future(flights.send(command)) for command in commands]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


@pytest.fixture
async def server() -> Server:
    return Server()


async def test_one_alone_goes_at_once_and_the_others_go_together(server: Server) -> None:
    flights = RedisFlights(server)
    tasks = await asked(flights, ("SET", "a", 1), ("SET", "b", 2), ("GET", "b"))
    assert server.alone == [("SET", "a", 1)]
    assert server.batches == [[("SET", "b", 2), ("GET", "b")]]
    server.may.set()
    assert (await asyncio.gather(*tasks))[2] == b"2"
    assert await flights.send(("GET", "a")) == b"1"
    assert server.alone[1:] == [("GET", "a")]


async def test_a_command_that_fails_fails_alone(server: Server) -> None:
    flights = RedisFlights(server)
    tasks = await asked(flights, ("SET", "a", "x"), ("SET", "b", "y"), ("HGET", "b", "f"), ("GET", "b"))
    server.may.set()
    with pytest.raises(ResponseError):
        await tasks[2]
    assert await tasks[3] == b"y"


async def test_a_lost_connection_is_told_to_everybody_on_board(server: Server) -> None:
    flights = RedisFlights(server)
    first, *others = await asked(flights, ("SET", "a", 1), ("GET", "a"), ("GET", "b"))
    server.lost = True
    server.may.set()
    for task in others:
        with pytest.raises(LostConnection):
            await task
    await first


async def test_who_is_cancelled_keeps_no_other_waiting(server: Server) -> None:
    flights = RedisFlights(server)
    tasks = await asked(flights, ("SET", "a", 1), ("SET", "b", 2), ("SET", "c", 3))
    tasks[1].cancel()
    server.may.set()
    assert await tasks[2]
    assert await flights.send(("GET", "c")) == b"3"


async def test_a_server_that_is_slow_gets_few_batches_and_none_too_large(server: Server) -> None:
    flights = RedisFlights(server)
    tasks = await asked(flights, ("SET", "a", 1))
    for number in range(BATCHES + 2):
        tasks += await asked(flights, *(("SET", f"k{number}-{n}", n) for n in range(MOST_TOGETHER)))
    assert [len(batch) for batch in server.batches] == [MOST_TOGETHER] * BATCHES
    server.may.set()
    await asyncio.gather(*tasks)
    assert sum(map(len, server.batches)) == (BATCHES + 2) * MOST_TOGETHER


async def test_whoever_waits_at_the_end_is_told_so(server: Server) -> None:
    flights = RedisFlights(server)
    tasks = await asked(flights, ("SET", "a", 1), ("GET", "a"))
    tasks.append(asyncio.ensure_future(flights.send(("GET", "b"))))
    await asyncio.sleep(0)
    flights.close()
    for task in tasks[1:]:
        with pytest.raises(LostConnection):
            await task
    server.may.set()
    await tasks[0]
