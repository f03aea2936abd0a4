"""Clients for an address: one for commands, and fresh ones for whoever waits for messages.

The library never repeats anything by itself: it cannot know what may be done twice (`redis_link` does).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff

from mafiabot.adapters.redis_lives import Lives
from mafiabot.adapters.redis_url import RedisUrl

Client = Redis | RedisCluster

ANSWER_S = 0.45
"""How long one answer may take; two attempts stay below a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedisClients:
    """`listener()`: a new client without a limit on reading, to be closed by whoever asked for it.

    `advisers`: clients through which the others find their server.
    """

    commands: Client
    listener: Callable[[], Awaitable[Redis]]
    advisers: tuple[Redis, ...] = ()

    async def aclose(self) -> None:
        """Idempotent."""
        for client in (self.commands, *self.advisers):
            await client.aclose()


def clients_of(url: RedisUrl) -> RedisClients:
    """Connects to nothing yet."""
    make = {"redis+sentinel": _sentinel, "redis+cluster": _cluster}.get(url.scheme, _single)
    return make(url)


def _common(url: RedisUrl) -> dict[str, Any]:
    return {
        "username": url.username,
        "password": url.password,
        "protocol": 2,
        "socket_connect_timeout": ANSWER_S,
        "socket_keepalive": True,
        "retry": Retry(NoBackoff(), 0),
    }


def _single(url: RedisUrl) -> RedisClients:
    where: dict[str, Any] = {"db": url.db}
    if url.scheme == "unix":
        where["unix_socket_path"] = url.path
    else:
        where["host"], where["port"] = url.hosts[0]
    if url.scheme == "rediss":
        where |= {"ssl": True, **url.tls_options}

    async def listener() -> Redis:
        return Redis(**where, **_common(url), socket_timeout=None)

    commands = Redis(**where, **_common(url), socket_timeout=ANSWER_S, redis_connect_func=Lives().greet)
    return RedisClients(commands=commands, listener=listener)


def _sentinel(url: RedisUrl) -> RedisClients:
    asked = {"socket_timeout": ANSWER_S, "socket_connect_timeout": ANSWER_S, "protocol": 2}
    sentinel = Sentinel(  # type: ignore[no-untyped-call]
        list(url.hosts), sentinel_kwargs=asked | {"retry": Retry(NoBackoff(), 0)}, db=url.db, **_common(url)
    )

    async def listener() -> Redis:
        return cast("Redis", sentinel.master_for(url.service, socket_timeout=None))

    master = sentinel.master_for(url.service, socket_timeout=ANSWER_S, redis_connect_func=Lives().greet)
    commands = cast("Redis", master)
    return RedisClients(commands=commands, listener=listener, advisers=tuple(sentinel.sentinels))


def _cluster(url: RedisUrl) -> RedisClients:
    nodes = [ClusterNode(host, port) for host, port in url.hosts]
    cluster = RedisCluster(startup_nodes=nodes, socket_timeout=ANSWER_S, **_common(url))
    greeting = {"redis_connect_func": Lives(several=True).greet}  # the library has no argument for it
    cluster.nodes_manager.connection_kwargs.update(greeting)
    for startup in cluster.nodes_manager.startup_nodes.values():
        startup.connection_kwargs.update(greeting)

    async def listener() -> Redis:
        """Any node will do: what is published on one is heard on all."""
        await cluster.initialize()
        node = cluster.get_random_node()
        return Redis(host=node.host, port=int(node.port), **_common(url), socket_timeout=None)

    return RedisClients(commands=cluster, listener=listener)
