"""Redis servers of one's own, each in a folder of its own: one, one behind Sentinel, a Cluster of three.

They can be hurt as a machine can: stopped, killed, started again on what they had written.
"""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from redis import Redis as BlockingRedis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

PROGRAM = "redis-server"
_POLL_S = 0.02
_ANSWERS_WITHIN = 250  # polls
_PORTS, _BUS = range(20_000, 22_700), 10_000
"""A cluster's node listens so much above, too: neither is among the ports that connections are given."""

_SLOTS, _NODES = 16_384, 3


class NoRedisServer(Exception):
    """There is no `redis-server` to be started; the text says what to do."""


class RedisServer:
    """Every answered write is in its file, so that what it has answered survives its death.

    It does not wait for the disk, which other servers and tests keep busy: no test turns the host off.

    On a socket in `folder`, where `listens` is true on a free port of this machine, too. `options`: more of
    `redis-server`'s. Raises `NoRedisServer`.
    """

    def __init__(self, folder: Path, *options: str, listens: bool = False) -> None:
        self.port = free_port() if listens else 0
        self.url = f"redis://127.0.0.1:{self.port}" if listens else f"unix://{folder}/redis.sock"
        place = ("--bind", "127.0.0.1", "--port", str(self.port), "--unixsocket", "redis.sock")
        durable = ("--appendonly", "yes", "--appendfsync", "no", "--save", "")
        self._arguments = (program(), *place, *durable, *options)
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - the arguments are ours
                self._arguments, cwd=self._folder, stdout=log, stderr=log
            )
        with self.client() as client:
            client.ping()

    def client(self) -> BlockingRedis:
        """A plain client that waits for the server to come up."""
        return patient(self.url)

    def freeze(self) -> None:
        """It stands still; nothing is answered."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on with whatever it was asked meanwhile."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """Dead at once; harmless for one that is."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    def flush(self) -> None:
        """It goes on without its data."""
        with self.client() as client:
            client.flushall()

    def wipe(self) -> None:
        """Dead, it leaves nothing behind."""
        shutil.rmtree(self._folder / "appendonlydir", ignore_errors=True)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            os.kill(self._process.pid, number)


def program() -> str:
    """The path of `redis-server`. Raises `NoRedisServer`."""
    found = shutil.which(PROGRAM)
    if found is None:
        raise NoRedisServer(f"there is no {PROGRAM} on this machine: install Redis")
    return found


def patient(url: str) -> BlockingRedis:
    """A client that waits for the server at an address."""
    return BlockingRedis.from_url(url, retry=Retry(ConstantBackoff(_POLL_S), _ANSWERS_WITHIN))


def free_port() -> int:
    """Nobody listens there now, nor where a cluster's node would, too."""
    while True:
        port = secrets.choice(_PORTS)
        if _is_free(port) and _is_free(port + _BUS):
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


@contextlib.contextmanager
def redis_server(*options: str, listens: bool = False) -> Iterator[RedisServer]:
    """One that does not outlive the block. Raises `NoRedisServer`."""
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        server = RedisServer(Path(folder), *options, listens=listens)
        server.start()
        try:
            yield server
        finally:
            server.kill()


@contextlib.contextmanager
def redis_cluster() -> Iterator[str]:
    """Three nodes that share the slots; yields the address. Raises `NoRedisServer`."""
    with contextlib.ExitStack() as stack:
        made = [redis_server("--cluster-enabled", "yes", listens=True) for _ in range(_NODES)]
        nodes = [stack.enter_context(one) for one in made]
        clients = [stack.enter_context(node.client()) for node in nodes]
        for number, client in enumerate(clients):
            first, last = _SLOTS * number // _NODES, _SLOTS * (number + 1) // _NODES - 1
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
            client.execute_command("CLUSTER", "MEET", "127.0.0.1", nodes[0].port)
        _until(lambda: all(_agreed(client) for client in clients))
        yield "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in nodes[:2])


def _agreed(client: BlockingRedis) -> bool:
    """Whether this node knows of all of them, and who has which slot."""
    told: dict[str, str] = client.execute_command("CLUSTER INFO")  # type: ignore[no-untyped-call]
    return (told["cluster_state"], told["cluster_size"]) == ("ok", str(_NODES))


@contextlib.contextmanager
def redis_sentinel() -> Iterator[str]:
    """One server and one sentinel that knows it as `main`; yields the address. Raises `NoRedisServer`."""
    with redis_server(listens=True) as server, tempfile.TemporaryDirectory(prefix="redis-") as name:
        folder, port = Path(name), free_port()
        config = folder / "sentinel.conf"
        config.write_text(f"port {port}\nsentinel monitor main 127.0.0.1 {server.port} 1\n")
        with (folder / "log").open("wb") as log:
            arguments = [program(), str(config), "--sentinel"]
            sentinel = subprocess.Popen(arguments, stdout=log, stderr=log)  # noqa: S603 - ours, too
        try:
            with patient(f"redis://127.0.0.1:{port}") as client:
                client.ping()
            yield f"redis+sentinel://127.0.0.1:{port}/main"
        finally:
            sentinel.kill()
            sentinel.wait()


def _until(happened: Callable[[], bool]) -> None:
    """Waits for other processes to come to an agreement."""
    pause = threading.Event()
    while not happened():
        pause.wait(_POLL_S)
