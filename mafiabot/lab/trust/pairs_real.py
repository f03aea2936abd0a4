"""The same room, but the bot is connected: the real client on the local Discord, sockets, limits and all.

What nobody can press is not pressed here, and Discord itself turns down what has gone stale.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from mafiabot.bot.metrics import PrometheusMeters
from mafiabot.bot.planted import Planted
from mafiabot.lab.stage import NO_HEARTBEAT_MS, virtual_clock
from mafiabot.lab.trust.pairs_line import ONE_WAY_MS, Room, furnished
from mafiabot.lab.trust.trace import Entry
from mafiabot.playground.buckets import Limits
from mafiabot.playground.records import Records, RequestRecord
from mafiabot.playground.server import LocalDiscord

_PRIVATE = ("/interactions/", "/webhooks/")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a `Line` writes down, read off the local Discord's own records."""

    records: Records

    @property
    def sent(self) -> list[Entry]:
        """Every request that is no private answer, as it came in."""
        public = (one for one in self.records.requests if not one.path.startswith(_PRIVATE))
        return [Entry(one.received_ms, one.key, _asked(one)) for one in public]

    @property
    def refused(self) -> list[str]:
        """Requests that Discord did not understand, or that were wrongly made."""
        records = self.records
        found = [*records.unknown_routes, *records.schema_errors, *records.crashes]
        return [str(one) for one in found]


def _asked(one: RequestRecord) -> object:
    return {"body": one.body, "reason": one.reason, "path": one.path}


@asynccontextmanager
async def connected_room(planted: Planted, language: str = "en") -> AsyncIterator[Room]:
    """A room in virtual time, the bot started in it."""
    clock = virtual_clock()
    local = LocalDiscord(
        epoch_ms=clock.now_ms(),
        latency_ms=(ONE_WAY_MS, ONE_WAY_MS),
        order="answer_first",
        limits=Limits(heartbeat_ms=NO_HEARTBEAT_MS),
    )
    async with local:
        meters, url = PrometheusMeters("1"), f"http://127.0.0.1:{local.port}"
        made = furnished(local, clock, planted, language, Recorded(local.records), meters, url=url)
        await made.app.start()
        try:
            yield made
        finally:
            await made.app.close()
