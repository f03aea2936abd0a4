"""Redis that loses what it had answered: a log cut short, a replica that lagged behind and took over."""

import contextlib
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mafiabot.lab.redis_servers import PROGRAM, RedisServer, free_port, patient, program, redis_server
from tests.support.servers import require_program

SLOTS = 16_384
QUICK = ("--cluster-node-timeout", "400", "--cluster-replica-validity-factor", "0")


def log_bytes(server: RedisServer) -> int:
    """How much of its append-only file is written."""
    return _log(server).stat().st_size


def die_without(server: RedisServer, written: int) -> None:
    """Killed with only so many bytes of its log on the disk, and started again."""
    server.kill()
    with _log(server).open("r+b") as log:
        log.truncate(written)
    server.start()


def _log(server: RedisServer) -> Path:
    return next(server._folder.glob("appendonlydir/*.incr.aof"))


def until(happened: Callable[[], bool], most_s: float = 20) -> None:
    """Waits for other processes to come to an agreement."""
    pause, polls = threading.Event(), round(most_s / 0.02)
    while not happened():
        polls -= 1
        assert polls, "other processes came to no agreement"
        pause.wait(0.02)


@dataclass(frozen=True, slots=True)
class Pair:
    """`first` serves at `address`; `second` follows it, and takes over when it dies."""

    address: str
    first: RedisServer
    second: RedisServer

    def part(self) -> None:
        """From now on the second one hears of nothing."""
        with self.first.client() as client:
            client.execute_command("ACL", "SETUSER", "default", "-psync", "-sync", "-replconf")
            client.execute_command("CLIENT", "KILL", "TYPE", "replica")

    def fail(self) -> None:
        """The first one dies; returns when the second one serves."""
        self.first.kill()
        with self.second.client() as client:
            until(lambda: _told(client, "INFO", "replication")["role"] == "master")


def _told(client: Any, *question: str) -> dict[str, Any]:
    answer: dict[str, Any] = client.execute_command(*question)
    return answer


def _linked(client: Any) -> bool:
    return _told(client, "INFO", "replication").get("master_link_status") == "up"


@contextlib.contextmanager
def own_sentinel_pair() -> Iterator[Pair]:
    """A server, its replica, and a sentinel that is quick to give up on a server."""
    require_program(PROGRAM)
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(redis_server(listens=True))
        follows = ("--replicaof", f"127.0.0.1 {first.port}")
        second = stack.enter_context(redis_server(*follows, listens=True))
        with second.client() as client:
            until(lambda: _linked(client))
        port = stack.enter_context(_sentinel(first.port))
        with patient(f"redis://127.0.0.1:{port}") as client:
            until(lambda: bool(client.execute_command("SENTINEL", "REPLICAS", "main")))
        yield Pair(f"redis+sentinel://127.0.0.1:{port}/main", first, second)


@contextlib.contextmanager
def _sentinel(watched: int) -> Iterator[int]:
    with tempfile.TemporaryDirectory(prefix="redis-") as name:
        folder, port = Path(name), free_port()
        config = folder / "sentinel.conf"
        lines = (
            f"port {port}",
            f"sentinel monitor main 127.0.0.1 {watched} 1",
            "sentinel down-after-milliseconds main 400",
            "sentinel failover-timeout main 3000",
        )
        config.write_text("\n".join(lines) + "\n")
        with (folder / "log").open("wb") as log:
            sentinel = subprocess.Popen([program(), str(config), "--sentinel"], stdout=log, stderr=log)
        try:
            yield port
        finally:
            sentinel.kill()
            sentinel.wait()


@contextlib.contextmanager
def own_cluster_pair() -> Iterator[Pair]:
    """Three nodes that share the slots; the one with the last third, and the tests' guild, has a replica."""
    require_program(PROGRAM)
    with contextlib.ExitStack() as stack:
        made = [redis_server("--cluster-enabled", "yes", *QUICK, listens=True) for _ in range(4)]
        nodes = [stack.enter_context(one) for one in made]
        clients: list[Any] = [stack.enter_context(node.client()) for node in nodes]
        for number, client in enumerate(clients[:3]):
            begin, end = SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", begin, end)
        for client in clients[1:]:
            client.execute_command("CLUSTER", "MEET", "127.0.0.1", nodes[0].port)
        until(lambda: all(_told(client, "CLUSTER INFO")["cluster_state"] == "ok" for client in clients))
        until(lambda: all(len(_told(client, "CLUSTER NODES")) == len(nodes) for client in clients))
        clients[3].execute_command("CLUSTER", "REPLICATE", clients[2].execute_command("CLUSTER", "MYID"))
        until(lambda: _linked(clients[3]))
        yield Pair(f"redis+cluster://127.0.0.1:{nodes[0].port},127.0.0.1:{nodes[1].port}", nodes[2], nodes[3])
