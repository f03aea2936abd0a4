"""This process among those that are one bot: its shards taken, its ports guarded, its leases given back."""

from dataclasses import dataclass, field

import structlog

from mafiabot.adapters.one_process import OneProcess
from mafiabot.bot.client import MafiaClient
from mafiabot.bot.reaching import session_starts
from mafiabot.runtime.background import Background
from mafiabot.runtime.cluster_port import Cluster
from mafiabot.runtime.identify_book import SessionStarts
from mafiabot.runtime.identify_gate import IdentifyGate
from mafiabot.runtime.ownership import Ownership
from mafiabot.runtime.ports import Clock, Messenger, Store
from mafiabot.runtime.served import ServedMessenger, served_store

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """As which of how many processes one starts. `shards`: how many there are; None: as Discord recommends.

    `cluster`: where it is agreed upon; by default there is no other process.
    """

    cluster: Cluster = field(default_factory=OneProcess)
    ordinal: int = 0
    total: int = 1
    shards: int | None = None


class Among:
    """`owner` knows what is served here; `store` is the one for everything that serves."""

    def __init__(self, standing: Standing, store: Store, clock: Clock) -> None:
        self._standing = standing
        self._clock = clock
        cluster = standing.cluster
        self.owner = Ownership(cluster, store, clock, ordinal=standing.ordinal, total=standing.total)
        self.store = served_store(store, self.owner) if cluster.shared else store
        self._gate = IdentifyGate(cluster, clock)

    @property
    def first(self) -> bool:
        """Whether this process does what one of all has to do."""
        return self._standing.ordinal == 0

    def guarded(self, messenger: Messenger) -> Messenger:
        return ServedMessenger(messenger, self.owner) if self._standing.cluster.shared else messenger

    async def session_starts(self) -> SessionStarts | None:
        """How many gateway sessions are left, for all processes; None: Discord has not been asked yet.

        Raises `StoreUnavailable`.
        """
        return await self._gate.starts()

    async def take_shards(self, client: MafiaClient, loops: Background) -> None:
        """Once logged in: waits for whoever serves them. Raises `ShardsInUse`, `StoreUnavailable`."""
        recommended, starts = await session_starts(client, self._clock)
        await self.owner.take(recommended, self._standing.shards)
        loops.start(self.owner.run(), "leases")
        share = self.owner.share
        await self._gate.told(starts, share.shards)
        client.serve(share.ids, share.shards, self._gate)
        log.info("shards taken", shards=list(share.ids), of=share.shards, starts_left=starts.left)
