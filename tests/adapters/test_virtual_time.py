"""The virtual loop: time passes only when nothing else can happen."""

import asyncio
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import pytest
from aiohttp import web

from mafiabot.adapters import virtual_time
from mafiabot.adapters.virtual_time import START_S, VirtualLoop, run, running_virtual_loop


@contextmanager
def _echo_peer(delay: threading.Event) -> Iterator[int]:
    """A server outside the loop: a thread that answers one byte once `delay` is set."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            peer, _ = server.accept()
            with peer:
                byte = peer.recv(1)
                delay.wait(10)
                peer.sendall(byte)

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


def test_sixty_minutes_take_well_under_a_second() -> None:
    async def an_hour() -> float:
        for _ in range(60):
            await asyncio.sleep(60)
        return asyncio.get_running_loop().time()

    began = time.process_time()
    assert run(an_hour()) == START_S + 3600
    assert time.process_time() - began < 0.5


def test_sums_of_sleeps_are_exact() -> None:
    async def tenths() -> int:
        for _ in range(1000):
            await asyncio.sleep(0.1)
        return running_virtual_loop().time_us()

    assert run(tenths(), start_s=1_750_000_000) == 1_750_000_100_000_000


def test_timers_run_in_order_of_their_moment() -> None:
    async def order() -> list[float]:
        seen: list[float] = []

        async def sleeper(seconds: float) -> None:
            await asyncio.sleep(seconds)
            seen.append(asyncio.get_running_loop().time() - START_S)

        await asyncio.gather(*(sleeper(s) for s in (30, 0.5, 86_400 * 3, 7)))
        return seen

    assert run(order()) == [0.5, 7, 30, 86_400 * 3]


@pytest.mark.virtual
async def test_a_socket_round_trip_does_not_let_timers_jump_ahead() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line)
        writer.close()

    loop = running_virtual_loop()
    server = await asyncio.start_server(echo, "127.0.0.1")
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    fired: list[float] = []
    timer = loop.call_later(0.001, lambda: fired.append(loop.time()))
    for _ in range(500):
        writer.write(b"ping\n")
        assert await reader.readline() == b"ping\n"
    assert (fired, loop.time()) == ([], START_S)
    timer.cancel()
    writer.close()
    await writer.wait_closed()
    server.close()
    await asyncio.sleep(1)  # the server's end of the connection closes, too


@pytest.mark.virtual
async def test_aiohttp_client_and_server_talk_in_no_time() -> None:
    async def slow(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(float(request.query["s"]))
        return web.Response(text="done")

    app = web.Application()
    app.router.add_get("/", slow)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0]
    loop = asyncio.get_running_loop()
    async with aiohttp.ClientSession(f"http://{host}:{port}") as session:
        for seconds in (0, 0.25, 10):
            began = loop.time()
            async with session.get("/", params={"s": str(seconds)}) as response:
                assert await response.text() == "done"
            assert loop.time() - began == seconds
    await runner.cleanup()


@pytest.mark.virtual
async def test_no_jump_while_a_hold_is_in_flight() -> None:
    loop = running_virtual_loop()
    answer = threading.Event()
    woken = asyncio.create_task(asyncio.sleep(60))
    real = threading.Timer(0.05, answer.set)
    with _echo_peer(answer) as port:
        with loop.hold(), loop.hold():
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"?")
            real.start()
            assert await reader.read(1) == b"?"
            assert (woken.done(), loop.time()) == (False, START_S)
        writer.close()
        await writer.wait_closed()
    await woken
    assert loop.time() == START_S + 60


@pytest.mark.virtual
async def test_no_jump_while_a_thread_works_for_the_loop() -> None:
    loop = running_virtual_loop()
    woken = asyncio.create_task(asyncio.sleep(0.001))
    await asyncio.sleep(0)
    release = threading.Event()
    threading.Timer(0.05, release.set).start()
    assert await asyncio.to_thread(release.wait, 10)
    assert (woken.done(), loop.time()) == (False, START_S)
    await woken
    assert loop.time() > START_S


@pytest.mark.virtual
async def test_looking_up_a_host_holds_the_clock() -> None:
    loop = running_virtual_loop()
    woken = asyncio.create_task(asyncio.sleep(0.001))
    await asyncio.wait_for(loop.getaddrinfo("localhost", 80), 0.001)
    assert (woken.done(), loop.time()) == (False, START_S)
    await woken


@pytest.mark.virtual
async def test_starting_a_process_holds_the_clock_and_waiting_for_it_is_held_by_the_caller() -> None:
    loop = running_virtual_loop()
    script = "input(); print('bye')"
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", script, stdin=pipe, stdout=pipe)
    assert loop.time() == START_S
    with loop.hold():
        out, _ = await process.communicate(b"\n")
    assert out == b"bye\n"
    assert loop.time() == START_S


@pytest.mark.virtual
async def test_a_call_from_another_thread_arrives() -> None:
    loop = running_virtual_loop()
    arrived = asyncio.Event()
    with loop.hold():
        threading.Thread(target=loop.call_soon_threadsafe, args=(arrived.set,)).start()
        await arrived.wait()
    assert loop.time() == START_S


@pytest.mark.virtual
async def test_a_time_out_around_a_server_that_hangs_still_fires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual_time, "HOLD_PATIENCE_S", 0.02)
    loop = running_virtual_loop()
    with loop.hold(), pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.Event().wait(), 0.05)
    assert loop.time() == pytest.approx(START_S + 0.05, abs=1e-3)


@pytest.mark.virtual
async def test_what_is_due_during_a_stall_runs_late() -> None:
    loop = running_virtual_loop()
    ran_at: list[float] = []
    for seconds in (1, 5, 20):
        loop.call_later(seconds, lambda: ran_at.append(loop.time() - START_S))
    loop.stall(10)
    await asyncio.sleep(15)
    assert ran_at == [10, 10, 20]


@pytest.mark.virtual(pace=200, start_s=5)
async def test_pace_holds_the_clock_back() -> None:
    loop = running_virtual_loop()
    began = time.monotonic()
    loop.pace = 200  # from now on: a busy machine takes its time from a loop's making to its first task
    for _ in range(10):
        await asyncio.sleep(2)
    assert loop.time() == 25
    assert 0.099 <= time.monotonic() - began < 10


@pytest.mark.virtual(pace=100)
async def test_an_event_from_outside_arrives_at_its_paced_moment() -> None:
    loop = running_virtual_loop()
    arrived: asyncio.Future[float] = loop.create_future()
    threading.Timer(0.05, loop.call_soon_threadsafe, (lambda: arrived.set_result(loop.time()),)).start()
    sleeper = asyncio.create_task(asyncio.sleep(600))
    assert 5 <= await arrived - START_S < 600
    sleeper.cancel()


@pytest.mark.virtual(pace=1)
async def test_pace_can_be_lifted_while_the_loop_runs() -> None:
    loop = running_virtual_loop()
    loop.call_later(0.01, setattr, loop, "pace", 0)
    began = time.monotonic()
    await asyncio.sleep(3600)
    assert time.monotonic() - began < 30


@pytest.mark.virtual
async def test_time_does_not_run_backwards() -> None:
    loop = running_virtual_loop()
    with pytest.raises(ValueError, match="negative"):
        loop.pace = -1
    with pytest.raises(ValueError, match="back"):
        loop.stall(-1)


async def test_without_the_marker_time_is_real() -> None:
    assert type(asyncio.get_running_loop()) is not VirtualLoop
    with pytest.raises(RuntimeError, match="virtual"):
        running_virtual_loop()


async def _jittery_talk() -> list[tuple[int, str]]:
    """Three clients talk over one server that hesitates: a trace with every source of order in it."""
    loop = running_virtual_loop()
    trace: list[tuple[int, str]] = []

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            await asyncio.sleep(len(line) / 100)
            writer.write(line)
        writer.close()

    async def talk(name: str) -> None:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for turn in range(40):
            writer.write(f"{name}{'.' * (turn % 5)}\n".encode())
            trace.append((loop.time_us(), (await reader.readline()).decode()))
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(echo, "127.0.0.1")
    await asyncio.gather(talk("ann"), talk("bo"), talk("cy"))
    server.close()
    await asyncio.sleep(1)  # the server's ends of the connections close, too
    return trace


@pytest.mark.virtual
async def test_what_arrives_together_is_handed_on_in_the_order_the_sockets_were_made() -> None:
    heard: list[int] = []
    loop = asyncio.get_running_loop()

    def hear(number: int, ours: socket.socket) -> None:
        ours.recv(9)
        heard.append(number)

    pairs = [socket.socketpair() for _ in range(5)]
    for number, (_, ours) in enumerate(pairs):
        ours.setblocking(False)
        loop.add_reader(ours, hear, number, ours)
    for theirs, _ in reversed(pairs):
        theirs.send(b"?")
    await asyncio.sleep(1)
    for theirs, ours in pairs:
        loop.remove_reader(ours)
        theirs.close()
        ours.close()
    assert heard == [0, 1, 2, 3, 4]


@pytest.mark.virtual
async def test_a_loop_that_is_never_at_rest_still_looks_at_its_sockets() -> None:
    theirs, ours = socket.socketpair()
    ours.setblocking(False)
    read = asyncio.create_task(asyncio.get_running_loop().sock_recv(ours, 9))
    await asyncio.sleep(0)
    theirs.send(b"?")
    for _ in range(5_000):
        await asyncio.sleep(0)
    assert read.done()
    theirs.close()
    ours.close()


def test_the_same_program_gives_the_same_trace_under_load() -> None:
    calm = run(_jittery_talk())
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        assert [run(_jittery_talk()) for _ in range(5)] == [calm] * 5
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    assert run(_jittery_talk(), pace=1000) == calm
