"""Leases, signs of life and the book of gateway sessions on Redis, for all processes of one bot.

`now` comes from the caller, whose clock is led by the server's; nothing here expires by itself.
"""

from collections.abc import Mapping
from typing import Protocol

from mafiabot.adapters import redis_scripts as scripts
from mafiabot.adapters.redis_keys import Keys
from mafiabot.adapters.redis_link import RedisLink
from mafiabot.runtime.cluster_port import LEASE_MS, Held, Share


class Place(Protocol):
    """How a process is told from all others."""

    @property
    def name(self) -> str:
        """Without a space; another one with every start."""
        ...

    def is_dead(self, holder: str) -> bool:
        """Whether the process of that name is certainly gone."""
        ...


class RedisCluster:
    """`runtime.cluster_port.Cluster`. Every method raises `StoreUnavailable`."""

    shared = True

    def __init__(self, link: RedisLink, keys: Keys, place: Place) -> None:
        self._link = link
        self._keys = keys
        self._place = place

    async def shards_in_use(self, now_ms: int) -> int | None:
        entries = await self._link.ask("HGETALL", self._keys.leases())
        for lease, entry in entries.items():
            one = _held(lease, entry)
            alive = _until_ms(entry) > now_ms and not self._place.is_dead(one.holder)
            if alive and one.holder != self._place.name:
                return int(one.lease.partition("/")[2])
        return None

    async def take(self, share: Share, now_ms: int) -> tuple[Held, ...]:
        held = await self._run("take", share, now_ms, now_ms + LEASE_MS)
        dead = {one.holder for one in held if self._place.is_dead(one.holder)}
        return await self._run("take", share, now_ms, now_ms + LEASE_MS, dead=dead) if dead else held

    async def renew(self, share: Share, now_ms: int, *, serving: bool) -> bool:
        return not await self._run("renew", share, now_ms, now_ms + LEASE_MS, serving=serving)

    async def release(self, share: Share, now_ms: int) -> None:
        await self._run("release", share, now_ms, now_ms)

    async def _run(
        self,
        mode: str,
        share: Share,
        now_ms: int,
        until_ms: int,
        *,
        serving: bool = False,
        dead: set[str] | frozenset[str] = frozenset(),
    ) -> tuple[Held, ...]:
        answer = await self._link.run(
            scripts.LEASE,
            (self._keys.leases(), self._keys.served()),
            mode,
            self._place.name,
            now_ms,
            until_ms,
            share.layout,
            int(serving),
            f" {' '.join(sorted(dead))} ",
            *share.leases,
        )
        return tuple(_held(lease, entry) for lease, entry in zip(answer[::2], answer[1::2], strict=True))

    async def signs(self) -> Mapping[str, int]:
        found = await self._link.ask("ZRANGE", self._keys.served(), 0, -1, "WITHSCORES")
        return {
            lease.decode(): int(float(score)) for lease, score in zip(found[::2], found[1::2], strict=True)
        }

    async def book(self) -> bytes | None:
        found: bytes | None = await self._link.ask("GET", self._keys.identifies())
        return found

    async def write_book(self, before: bytes | None, after: bytes) -> bool:
        return bool(await self._link.run(scripts.REPLACE, (self._keys.identifies(),), before or b"", after))


def _held(lease: bytes, entry: bytes) -> Held:
    holder, _, layout = entry.decode().split(" ")
    return Held(lease=lease.decode(), holder=holder, layout=layout)


def _until_ms(entry: bytes) -> int:
    return int(entry.split(b" ")[1])
