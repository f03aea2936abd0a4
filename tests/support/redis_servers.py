"""Redis for tests: a prefix of one's own on a shared server, or a whole server of one's own to be hurt."""

import secrets
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from redis import Redis as BlockingRedis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.lab.stores import erase
from mafiabot.runtime.ports import Clock
from tests.support.servers import require_program


def with_prefix(url: str) -> str:
    """The same server, and a prefix nobody else has."""
    return f"{url}?prefix=test-{secrets.token_hex(6)}"


@asynccontextmanager
async def real_store(address: str, clock: Clock | None = None) -> AsyncIterator[RedisStore]:
    """A store at `address` under a new prefix that is erased afterwards."""
    url, clock = parse_redis_url(with_prefix(address)), clock or SystemClock()
    store = await RedisStore.open(url, clock)
    try:
        yield store
    finally:
        await store.close()
        await erase(url, clock)


class OwnServer:
    """A `redis-server` of one's own in `folder`; what it has answered survives its death.

    On a socket, or on a free port of this machine where `listens` is true.
    """

    def __init__(self, folder: Path, *options: str, listens: bool = False) -> None:
        self.port = free_port() if listens else 0
        self.url = f"redis://127.0.0.1:{self.port}" if listens else f"unix://{folder}/redis.sock"
        place = ("--bind", "127.0.0.1", "--port", str(self.port), "--unixsocket", "redis.sock")
        durable = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
        self._folder = folder
        self._options = (*place, *durable, *options)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        arguments = [require_program("redis-server"), *self._options]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(arguments, cwd=self._folder, stdout=log, stderr=log)
        with self.client() as client:
            client.ping()

    def client(self) -> BlockingRedis:
        """A plain client that waits for the server to come up."""
        return BlockingRedis.from_url(self.url, retry=Retry(ConstantBackoff(0.02), 250))

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)


def free_port() -> int:
    """Below 55,536, so that a cluster's second port exists, too."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
            if port < 55_000:
                return port


@contextmanager
def own_server(*options: str, listens: bool = False) -> Iterator[OwnServer]:
    """`options`: more of `redis-server`'s."""
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        server = OwnServer(Path(folder), *options, listens=listens)
        server.start()
        try:
            yield server
        finally:
            server.thaw()
            server.kill()


@contextmanager
def own_cluster() -> Iterator[str]:
    """Three nodes that share the slots; yields the address."""
    with ExitStack() as stack:
        nodes = [stack.enter_context(own_server("--cluster-enabled", "yes", listens=True)) for _ in range(3)]
        clients = [stack.enter_context(node.client()) for node in nodes]
        for number, client in enumerate(clients):
            client.execute_command(
                "CLUSTER", "ADDSLOTSRANGE", 16384 * number // 3, 16384 * (number + 1) // 3 - 1
            )
            client.execute_command("CLUSTER", "MEET", "127.0.0.1", nodes[0].port)
        until(lambda: all(_agreed(client) for client in clients))
        yield f"redis+cluster://127.0.0.1:{nodes[0].port},127.0.0.1:{nodes[1].port}"


def _agreed(client: BlockingRedis) -> bool:
    """Whether this node knows of all three, and who has which slot."""
    told: dict[str, str] = client.execute_command("CLUSTER INFO")  # type: ignore[no-untyped-call]
    return (told["cluster_state"], told["cluster_size"]) == ("ok", "3")


@contextmanager
def own_sentinel() -> Iterator[str]:
    """One server and one sentinel that knows it as `main`; yields the address."""
    with own_server(listens=True) as server, tempfile.TemporaryDirectory(prefix="redis-") as name:
        folder, port = Path(name), free_port()
        config = folder / "sentinel.conf"
        config.write_text(f"port {port}\nsentinel monitor main 127.0.0.1 {server.port} 1\n")
        with (folder / "log").open("wb") as log:
            sentinel = subprocess.Popen(
                [require_program("redis-server"), str(config), "--sentinel"], stdout=log, stderr=log
            )
        try:
            retry = Retry(ConstantBackoff(0.02), 250)
            with BlockingRedis(port=port, retry=retry) as client:
                client.ping()
            yield f"redis+sentinel://127.0.0.1:{port}/main"
        finally:
            sentinel.kill()
            sentinel.wait()


def until(happened: Callable[[], bool]) -> None:
    """Waits for other processes to come to an agreement."""
    pause = threading.Event()
    while not happened():
        pause.wait(0.02)
