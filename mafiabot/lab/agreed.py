"""A cluster in memory that processes in one loop share: what one writes, the others find."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mafiabot.runtime.cluster_port import LEASE_MS, Held, Share
from mafiabot.runtime.ports import StoreUnavailable


@dataclass
class Agreed:
    """`leases`: name → holder and until when."""

    leases: dict[str, tuple[str, int]] = field(default_factory=dict)
    served: dict[str, int] = field(default_factory=dict)
    book: bytes | None = None


class AgreedCluster:
    """`runtime.cluster_port.Cluster` of the process `name`. `away`: it does not answer."""

    shared = True

    def __init__(self, agreed: Agreed, name: str) -> None:
        self.agreed = agreed
        self.name = name
        self.away = False
        self.asked = 0

    def _answers(self) -> None:
        self.asked += 1
        if self.away:
            raise StoreUnavailable("away")

    async def shards_in_use(self, now_ms: int) -> int | None:
        self._answers()
        alive = [lease for lease, (_, until_ms) in self.agreed.leases.items() if until_ms > now_ms]
        return int(alive[0].partition("/")[2]) if alive else None

    async def take(self, share: Share, now_ms: int) -> tuple[Held, ...]:
        self._answers()
        held = tuple(
            Held(lease, holder, holder)
            for lease in share.leases
            for holder, until_ms in [self.agreed.leases.get(lease, (self.name, 0))]
            if holder != self.name and until_ms > now_ms
        )
        if not held:
            self.agreed.leases |= dict.fromkeys(share.leases, (self.name, now_ms + LEASE_MS))
        return held

    async def renew(self, share: Share, now_ms: int, *, serving: bool) -> bool:
        self._answers()
        if any(self.agreed.leases.get(one, (self.name, 0))[0] != self.name for one in share.leases):
            return False
        self.agreed.leases |= dict.fromkeys(share.leases, (self.name, now_ms + LEASE_MS))
        if serving:
            self.agreed.served |= dict.fromkeys(share.leases, now_ms)
        return True

    async def release(self, share: Share, now_ms: int) -> None:
        self._answers()
        self.agreed.leases |= dict.fromkeys(share.leases, (self.name, now_ms))

    async def signs(self) -> Mapping[str, int]:
        self._answers()
        return dict(self.agreed.served)

    async def book(self) -> bytes | None:
        self._answers()
        return self.agreed.book

    async def write_book(self, before: bytes | None, after: bytes) -> bool:
        self._answers()
        if self.agreed.book != before:
            return False
        self.agreed.book = after
        return True
