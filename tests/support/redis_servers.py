"""Redis for tests: a prefix of one's own on a shared server, or a whole server of one's own to be hurt."""

import secrets
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from redis import Redis as BlockingRedis
from redis.asyncio import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.runtime.ports import Clock
from tests.support.servers import require_program


def with_prefix(url: str) -> str:
    """The same server, and a prefix nobody else has."""
    return f"{url}?prefix=test-{secrets.token_hex(6)}"


@asynccontextmanager
async def keys_erased(url: str) -> AsyncIterator[Redis]:
    """A plain client; afterwards no key with the prefix in `url` is left."""
    plain, _, prefix = url.partition("?prefix=")
    async with Redis.from_url(plain) as client:
        try:
            yield client
        finally:
            if found := [key async for key in client.scan_iter(f"{prefix}:*")]:
                await client.delete(*found)


@asynccontextmanager
async def real_store(url: str, clock: Clock | None = None) -> AsyncIterator[RedisStore]:
    """A store on the server at `url` under a new prefix that is erased afterwards."""
    own = with_prefix(url)
    async with keys_erased(own):
        store = await RedisStore.open(parse_redis_url(own), clock if clock is not None else SystemClock())
        try:
            yield store
        finally:
            await store.close()


class OwnServer:
    """A `redis-server` on a socket of its own; what it has answered survives its death."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.url = f"unix://{folder}/redis.sock"
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        place = ("--port", "0", "--unixsocket", "redis.sock", "--dir", str(self._folder))
        durable = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [require_program("redis-server"), *place, *durable, *self._options],
                cwd=self._folder,
                stdout=log,
                stderr=log,
            )
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


@contextmanager
def own_server(*options: str) -> Iterator[OwnServer]:
    """`options`: more of `redis-server`'s."""
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        server = OwnServer(Path(folder), *options)
        server.start()
        try:
            yield server
        finally:
            server.thaw()
            server.kill()
