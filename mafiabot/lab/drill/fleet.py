"""A bot of several processes in virtual time: each an object graph of its own, on one store, in one loop.

One of them can be stopped, cut off from the store, doubled or replaced while the others go on. Leases lie
in memory: that Redis keeps them as well is another test's matter.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.bot.among import Standing
from mafiabot.bot.planted import Planted
from mafiabot.lab.agreed import Agreed, AgreedCluster
from mafiabot.lab.drill.bots import Ledger, VirtualBot
from mafiabot.lab.drill.stage import DrillStage
from mafiabot.lab.drill.trouble import Trouble, TroubledStore
from mafiabot.lab.freezing import Freezer
from mafiabot.lab.game import Bench
from mafiabot.runtime.cluster_port import Cluster, Held, Share
from mafiabot.runtime.ports import Commit, Store


class TroubledCluster:
    """A cluster whose answers pass through the same trouble as the store's."""

    shared = True

    def __init__(self, inner: Cluster, trouble: Trouble) -> None:
        self._inner = inner
        self._trouble = trouble

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._inner, name)

        async def passed_on(*args: Any, **named: Any) -> Any:
            return await self._trouble.through(lambda: method(*args, **named), writes=True)

        return passed_on


class LooseCluster(TroubledCluster):
    """Nobody's leases are looked at: as many processes as like believe that a shard is theirs."""

    async def take(self, share: Share, now_ms: int) -> tuple[Held, ...]:
        return ()

    async def renew(self, share: Share, now_ms: int, *, serving: bool) -> bool:
        return True


class Member(VirtualBot):
    """One process of the fleet. `loose`: it takes no leases and heeds none."""

    def __init__(
        self, fleet: "VirtualFleet", ordinal: int, clock_of: Callable[[int], SystemClock], *, loose: bool
    ) -> None:
        self.own_trouble = Trouble()
        super().__init__(fleet.stage, fleet.bench, fleet.trouble, clock_of, fleet.planted)
        self.commands, self.settings = fleet.commands, fleet.settings
        self._freezer = self.freezer = Freezer()
        self._fleet = fleet
        self._ordinal = ordinal
        self._loose = loose
        self._minding: asyncio.Task[None] | None = None
        self._bench = replace(fleet.bench, standing=self._standing)
        self._cluster: Cluster | None = None

    def _open(self) -> Store:
        leases = AgreedCluster(self._fleet.agreed, self._fleet.new_name())
        kind = LooseCluster if self._loose else TroubledCluster
        self._cluster = cast("Cluster", kind(cast("Cluster", kind(leases, self._trouble)), self.own_trouble))
        return TroubledStore.over(self._fleet.bench.open_store(), self.own_trouble, _nobody_told)

    def _standing(self) -> Standing:
        assert self._cluster is not None
        drill = self._fleet.stage.drill
        total = drill.processes or 1
        return Standing(
            cluster=self._cluster, ordinal=self._ordinal, total=total, shards=drill.shards or total
        )

    async def start(self) -> None:
        await super().start()
        if self._mortal is not None:
            self._minding = asyncio.ensure_future(self._mind())

    async def _mind(self) -> None:
        """A process whose shards another one has taken ends in good order."""
        mortal = self._mortal
        if mortal is None:
            return
        await mortal.served()
        if self._mortal is mortal:
            self._mortal = None
            await mortal.close()

    async def die(self) -> None:
        await self._stop_minding()
        await super().die()

    async def close(self) -> None:
        await self._stop_minding()
        await super().close()

    async def _stop_minding(self) -> None:
        minding, self._minding = self._minding, None
        if minding is not None and not minding.done() and self._mortal is not None:
            minding.cancel()
        if minding is not None:
            await asyncio.gather(minding, return_exceptions=True)


class VirtualFleet:
    """A `Bot` and a `Fleet`. What befalls the store or the host's clock befalls all."""

    def __init__(
        self,
        stage: DrillStage,
        bench: Bench,
        trouble: Trouble,
        clock_of: Callable[[int], SystemClock],
        planted: Planted,
    ) -> None:
        self.stage, self.bench, self.trouble, self.planted = stage, bench, trouble, planted
        self.commands = Ledger()
        self.settings = MemorySettings()
        self._clock_of = clock_of
        self.agreed = Agreed()
        self._names = 0
        self._members = [self._member(ordinal) for ordinal in range(stage.drill.processes or 1)]
        self._former: list[Member] = []

    def _member(self, ordinal: int, *, loose: bool = False) -> Member:
        return Member(self, ordinal, self._clock_of, loose=loose)

    def new_name(self) -> str:
        """Of a life."""
        self._names += 1
        return f"life-{self._names}"

    @property
    def restarts(self) -> int:
        """Lives after the first of each process; who replaced somebody counts as one."""
        return sum(one.restarts for one in (*self._members, *self._former)) + len(self._former)

    async def start(self) -> None:
        """All; returns when they serve their tables."""
        await asyncio.gather(*(one.start() for one in self._members))

    async def close(self) -> None:
        """All end in good order."""
        for one in (*self._members, *self._former):
            one.freezer.go_on()
            await one.close()

    # --- what befalls one ------------------------------------------------------------------------

    async def kill(self, restart_after_s: float, process: int = 0) -> None:
        await self._members[process].kill(restart_after_s)

    async def stop(self, for_s: float, process: int = 0) -> None:
        member = self._members[process]
        member.freezer.stop()
        await self.stage.sleep_ms(for_s * 1000)
        member.freezer.go_on()

    async def replace_stopped(self, for_s: float, process: int) -> None:
        stopped = self._members[process]
        stopped.freezer.stop()
        replacing = asyncio.ensure_future(self._replace(process))
        await self.stage.sleep_ms(for_s * 1000)
        await replacing
        stopped.freezer.go_on()

    async def cut_off(self, for_s: float, process: int, *, replaced: bool) -> None:
        member = self._members[process]
        member.own_trouble.gone = True
        replacing = asyncio.ensure_future(self._replace(process)) if replaced else None
        await self.stage.sleep_ms(for_s * 1000)
        if replacing is not None:
            await replacing
        member.own_trouble.gone = False

    async def _replace(self, process: int) -> None:
        fresh = self._member(process)
        self._former.append(self._members[process])
        self._members[process] = fresh
        await fresh.start()

    async def twin(self, for_s: float, process: int) -> None:
        """Neither holds nor heeds a lease meanwhile; afterwards the second one is gone without a word."""
        second = self._member(process, loose=True)
        await second.start()
        await self.stage.sleep_ms(for_s * 1000)
        await second.die()

    async def roll(self) -> None:
        for member in self._members:
            await member.close()
            member.restarts += 1
            await member.start()

    async def crash_loop(self, n: int, every_s: float, process: int) -> None:
        member = self._members[process]
        for _ in range(n):
            await member.die()
            starting = asyncio.ensure_future(member.start())
            member.restarts += 1
            await self.stage.sleep_ms(every_s * 1000)
            if not starting.done():
                await member.die()
                await asyncio.gather(starting, return_exceptions=True)
        await member.die()
        await member.start()

    # --- what befalls all ------------------------------------------------------------------------

    async def freeze_store(self, for_s: float) -> None:
        await self.trouble.frozen(self.stage.sleep_ms(for_s * 1000))

    async def lose_store(self, for_s: float) -> None:
        await self.trouble.away(self.stage.sleep_ms(for_s * 1000))

    async def forget_last_commit(self, for_s: float) -> None:
        """The last one of whoever committed last at the first process's tables."""
        await self._members[0].forget_last_commit(for_s)

    async def empty_store(self, for_s: float) -> None:
        await self._members[0].empty_store(for_s)

    def step_clock(self, ms: int) -> None:
        for member in self._members:
            member.step_clock(ms)


async def _nobody_told(commit: Commit, store: Store) -> None:
    """The other trouble's store tells of commits."""
