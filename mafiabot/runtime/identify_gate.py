"""The gate in front of IDENTIFY: every process of the bot waits here, and all write into one book.

While the store does not answer for `STORE_WAIT_MS` a process goes by what it remembers of the book.
"""

import structlog

from mafiabot.runtime.cluster_port import Cluster
from mafiabot.runtime.identify_book import SLOT_MS, Book, SessionStarts
from mafiabot.runtime.ports import Clock, StoreUnavailable

log = structlog.get_logger(__name__)

LOOK_MS = 15_000
STORE_WAIT_MS = 5_000
RETRY_MS = 1_000


class IdentifyGate:
    """`told` comes first."""

    def __init__(self, cluster: Cluster, clock: Clock) -> None:
        self._cluster = cluster
        self._clock = clock
        self._shards = 1
        self._known: Book | None = None

    async def told(self, starts: SessionStarts, shards: int) -> None:
        """What Discord has just said. Raises `StoreUnavailable`."""
        now = self._clock.now_ms()
        self._shards, self._known = shards, Book(starts).told(starts, now)
        written = False
        while not written:
            before = await self._cluster.book()
            self._known = self._read(before).told(starts, now)
            written = await self._cluster.write_book(before, self._known.encoded())

    async def starts(self) -> SessionStarts | None:
        """What is left by the book now; None before `told`. Raises `StoreUnavailable`."""
        if self._known is None:
            return None
        return self._read(await self._cluster.book()).current(self._clock.now_ms())

    async def near(self, shard_id: int) -> None:
        """Returns when little is left to wait for: for callers who would keep a connection open meanwhile."""
        while (wait_ms := await self._asked(shard_id, begin=False)) > SLOT_MS:
            await self._wait(shard_id, wait_ms)

    async def enter(self, shard_id: int) -> None:
        """Returns when the session may begin; it has been counted by then."""
        while (wait_ms := await self._asked(shard_id, begin=True)) > 0:
            await self._wait(shard_id, wait_ms)

    async def _wait(self, shard_id: int, wait_ms: int) -> None:
        now = self._clock.now_ms()
        if wait_ms > SLOT_MS:
            left = self._known.left(now) if self._known is not None else None
            log.warning("a gateway session has to wait", shard=shard_id, wait_ms=wait_ms, left=left)
        await self._clock.sleep_until_ms(now + min(wait_ms, LOOK_MS))

    async def _asked(self, shard_id: int, *, begin: bool) -> int:
        """How long to wait; 0 and `begin`: the start is written down."""
        give_up_ms = self._clock.now_ms() + STORE_WAIT_MS
        while True:
            try:
                wait_ms = await self._by_the_book(shard_id, begin)
            except StoreUnavailable:
                now = self._clock.now_ms()
                if now >= give_up_ms:
                    return self._from_memory(shard_id, begin)
                await self._clock.sleep_until_ms(now + RETRY_MS)
            else:
                if wait_ms is not None:
                    return wait_ms

    async def _by_the_book(self, shard_id: int, begin: bool) -> int | None:
        """None: another process has written meanwhile."""
        before = await self._cluster.book()
        book, now = self._read(before), self._clock.now_ms()
        wait_ms = book.wait_ms(shard_id, self._shards, now)
        self._known = book
        if wait_ms or not begin:
            return wait_ms
        after = book.begun(shard_id, self._shards, now)
        if not await self._cluster.write_book(before, after.encoded()):
            return None
        self._known = after
        return 0

    def _from_memory(self, shard_id: int, begin: bool) -> int:
        assert self._known is not None
        log.warning("store unavailable, a gateway session begins by this process's memory", shard=shard_id)
        now = self._clock.now_ms()
        wait_ms = self._known.wait_ms(shard_id, self._shards, now)
        if not wait_ms and begin:
            self._known = self._known.begun(shard_id, self._shards, now)
        return wait_ms

    def _read(self, written: bytes | None) -> Book:
        """A book that cannot be read is begun anew."""
        assert self._known is not None
        if written is None:
            return self._known
        try:
            return Book.decoded(written)
        except (ValueError, KeyError, TypeError):
            log.warning("the book of gateway sessions cannot be read, it is begun anew")
            return self._known
