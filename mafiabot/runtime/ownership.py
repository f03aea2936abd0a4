"""Which guilds this process serves: those of its shards, while their leases are its own.

A lease is renewed every 250 ms. Who finds that another process has taken one serves nothing from that moment
on: he was stopped or cut off, and whatever he believes may be old.
"""

import asyncio

import structlog

from mafiabot.runtime.cluster_port import Cluster, Held, Share, Signs
from mafiabot.runtime.ports import Clock, Store, StoreUnavailable

log = structlog.get_logger(__name__)

RENEW_MS = 250
FRESH_MS = 250
"""Nothing is sent on a look at the leases that is older."""
ASK_AGAIN_MS = 250
SAY_AGAIN_MS = 30_000


class ShardsInUse(Exception):
    """The running processes split the guilds into another number of shards; the text says what to do."""


class Usurped(Exception):
    """Another process serves this one's shards."""


class Ownership:
    """`ordinal`, `total`: which process of how many this is."""

    def __init__(
        self, cluster: Cluster, store: Store, clock: Clock, *, ordinal: int = 0, total: int = 1
    ) -> None:
        self._cluster = cluster
        self._store = store
        self._clock = clock
        self._ordinal, self._total = ordinal, total
        self._share = Share(ordinal=ordinal, total=total, shards=total)
        self._looking: asyncio.Task[None] | None = None
        self._sure_ms: int | None = None
        self._over = False
        self.serving = False
        self.lost = asyncio.Event()

    @property
    def share(self) -> Share:
        return self._share

    def owns(self, guild_id: int) -> bool:
        """As far as this process knows."""
        return self._serves and self._share.has(guild_id)

    async def sure(self, guild_id: int) -> bool:
        """Whether it still is so: looked up, unless that was just done. Raises `StoreUnavailable`.

        Who asks meanwhile hears of the same look, so that nobody waits longer than one that stands still.
        """
        came_ms = self._clock.now_ms()
        while self._cluster.shared and self._stale() and self._looked_before(came_ms) and self._serves:
            await self._look()
        return self.owns(guild_id)

    @property
    def _serves(self) -> bool:
        return not self._over and not self.lost.is_set()

    def _looked_before(self, moment_ms: int) -> bool:
        return self._sure_ms is None or self._sure_ms < moment_ms

    async def _look(self) -> None:
        """One look at a time, for all who wait; it goes on also if they do not."""
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._renew(), name="leases looked at")
            self._looking.add_done_callback(self._looked)
        looking = self._looking
        await asyncio.wait((looking,))
        if looking.cancelled():
            raise StoreUnavailable("nobody looks at the leases any more")
        looking.result()

    def _looked(self, look: "asyncio.Task[None]") -> None:
        """Whoever waited may have gone; what came of it is no surprise to anybody."""
        self._looking = None
        if not look.cancelled():
            look.exception()

    async def take(self, recommended: int, wanted: int | None = None) -> None:
        """Takes the leases of this process's shards, and waits for whoever serves them.

        `wanted`: this number of shards and no other; else what is in use, or what Discord recommends.
        Raises `ShardsInUse`, `StoreUnavailable`.
        """
        shards = await self._number(recommended, wanted)
        self._share = Share(ordinal=self._ordinal, total=self._total, shards=shards)
        said_ms = None
        while held := await self._cluster.take(self._share, self._clock.now_ms()):
            now = self._clock.now_ms()
            if said_ms is None or now - said_ms >= SAY_AGAIN_MS:
                self._say(held)
                said_ms = now
            await self._clock.sleep_until_ms(now + ASK_AGAIN_MS)
        self._sure_ms = self._clock.now_ms()

    async def _number(self, recommended: int, wanted: int | None) -> int:
        in_use = await self._cluster.shards_in_use(self._clock.now_ms())
        shards = wanted or in_use or max(recommended, self._total)
        if in_use is not None and shards != in_use:
            raise ShardsInUse(
                f"MAFIABOT_SHARDS {shards}: the running processes use {in_use}; "
                "stop all of them before another number is used"
            )
        if shards < self._total:
            raise ShardsInUse(
                f"{self._total} processes, but {shards} shards: set MAFIABOT_SHARDS to at least "
                f"{self._total}, and stop the processes that run"
            )
        return shards

    def _say(self, held: tuple[Held, ...]) -> None:
        others = {one.layout for one in held}
        advice = "it ends" if others == {self._share.layout} else "all processes of another number end"
        log.warning(
            "other processes serve these shards",
            shards=[one.lease for one in held],
            others=sorted(others),
            waiting_until=advice,
        )

    async def signs(self) -> Signs:
        """When tables were last served, before this process serves any. Raises `StoreUnavailable`."""
        return Signs(await self._cluster.signs(), await self._store.last_beat_ms())

    async def run(self) -> None:
        """Renews the leases until cancelled, or until one is lost. An outage is one line."""
        said = False
        while self._cluster.shared and self._serves:
            try:
                await self._look()
                said = False
            except StoreUnavailable:
                if not said:
                    log.warning("store unavailable, leases not renewed")
                said = True
            await self._clock.sleep_until_ms(self._clock.now_ms() + RENEW_MS)

    async def release(self) -> None:
        """This process serves nothing any more: others may at once. A look under way takes nothing back."""
        if self._over or self._sure_ms is None or self.lost.is_set():
            return
        self._over = True
        if self._looking is not None:
            await asyncio.wait((self._looking,))
        try:
            await self._cluster.release(self._share, self._clock.now_ms())
        except StoreUnavailable:
            log.warning("store unavailable, the leases run out by themselves")

    def _stale(self) -> bool:
        return self._sure_ms is None or self._clock.now_ms() - self._sure_ms > FRESH_MS

    async def _renew(self) -> None:
        asked_ms = self._clock.now_ms()
        if not self._serves:
            return
        if await self._cluster.renew(self._share, asked_ms, serving=self.serving):
            self._sure_ms = asked_ms
        elif not self._over:
            log.error("another process serves these shards, this one stops", shards=list(self._share.leases))
            self.lost.set()
