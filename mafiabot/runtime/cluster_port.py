"""What processes that are one bot agree upon: who serves which shards, and who may begin a gateway session.

A port, and the plain values it speaks in. A guild belongs to shard (id >> 22) % shards, a shard to process
shard % total. Whoever serves a shard holds its *lease*; the holder's name is new with every start.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

LEASE_MS = 3_000
"""A lease that has not been renewed for so long may be taken by another process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The shards of one process of `total`. Raises `ValueError` for a process that would have none."""

    ordinal: int = 0
    total: int = 1
    shards: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.ordinal < self.total <= self.shards:
            raise ValueError(f"process {self.ordinal} of {self.total} has none of {self.shards} shards")

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(range(self.ordinal, self.shards, self.total))

    @property
    def leases(self) -> tuple[str, ...]:
        """The leases' names: another number of shards splits guilds otherwise, so it is part of them."""
        return tuple(f"{shard_id}/{self.shards}" for shard_id in self.ids)

    @property
    def layout(self) -> str:
        return f"{self.ordinal}/{self.total}"

    def has(self, guild_id: int) -> bool:
        return (guild_id >> 22) % self.shards % self.total == self.ordinal


@dataclass(frozen=True, slots=True)
class Held:
    """A lease that another process holds; `layout`: as which one it was started (`0/3`)."""

    lease: str
    holder: str
    layout: str


@dataclass(frozen=True, slots=True)
class Signs:
    """Last signs of life, epoch ms: `of_lease` by shard and number of shards, `any_ms` of anybody."""

    of_lease: Mapping[str, int] = field(default_factory=dict)
    any_ms: int | None = None

    def last_ms(self, guild_id: int) -> int | None:
        """When this guild's tables were last served; under another number of shards, too."""
        moments = [ms for lease, ms in self.of_lease.items() if _covers(lease, guild_id)]
        return max(moments, default=self.any_ms)


def _covers(lease: str, guild_id: int) -> bool:
    shard_id, _, shards = lease.partition("/")
    return (guild_id >> 22) % int(shards) == int(shard_id)


class Cluster(Protocol):
    """Every method may raise `StoreUnavailable`."""

    @property
    def shared(self) -> bool:
        """Whether there can be another process at all."""
        ...

    async def shards_in_use(self, now_ms: int) -> int | None:
        """Into how many shards the running processes split the guilds; None: nobody runs."""
        ...

    async def take(self, share: Share, now_ms: int) -> tuple[Held, ...]:
        """Takes all leases of a share, or none: then who holds those that are not free."""
        ...

    async def renew(self, share: Share, now_ms: int, *, serving: bool) -> bool:
        """False: another process has taken one meanwhile. `serving`: a sign of life of their tables, too."""
        ...

    async def release(self, share: Share, now_ms: int) -> None:
        """Others may take them at once. Idempotent; what another process has taken is left alone."""
        ...

    async def signs(self) -> Mapping[str, int]:
        """The last sign of life by lease, epoch ms."""
        ...

    async def book(self) -> bytes | None:
        """What is written down of gateway sessions that were begun; None: nothing yet."""
        ...

    async def write_book(self, before: bytes | None, after: bytes) -> bool:
        """Writes it anew, if it still is as it was `before`."""
        ...
