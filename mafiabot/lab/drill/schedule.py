"""When faults are fired: at or after a moment that has come, or before one that is foreseen."""

import asyncio
from collections.abc import Mapping

from mafiabot.lab.drill.acts import Acts
from mafiabot.lab.drill.faults import AnyFault
from mafiabot.lab.drill.stage import DrillStage, TableStage

Foreseen = Mapping[int, float]
"""By the number of a fault: the loop ms of its moment's zero, known from a rehearsal."""


class Schedule:
    """The faults of one run. One that comes before its moment is fired only if that moment is foreseen."""

    def __init__(self, stage: DrillStage, acts: Acts, foreseen: Foreseen) -> None:
        self._stage = stage
        self._acts = acts
        self._foreseen = foreseen
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self.fired: set[int] = set()

    def start(self) -> None:
        """Begin to wait for every moment."""
        for number, fault in enumerate(self._stage.drill.fault):
            if fault.moment.offset_ms >= 0 or number in self._foreseen:
                self._tasks[number] = asyncio.ensure_future(self._run(number, fault))

    def _table(self, fault: AnyFault) -> TableStage:
        return self._stage.tables[self._stage.drill.table_of(fault).id]

    async def _run(self, number: int, fault: AnyFault) -> None:
        table, moment = self._table(fault), fault.moment
        zero_ms = self._foreseen.get(number)
        if zero_ms is None:
            zero_ms = await table.book.zero_ms(moment.name)
        await self._stage.sleep_ms(max(0.0, zero_ms + moment.offset_ms - self._stage.now_ms()))
        self.fired.add(number)
        await self._acts.do(fault, table)

    async def come_to_an_end(self, until_ms: float) -> None:
        """Wait for every fault whose moment has come, at most until a moment; the others are given up."""
        while (under_way := self._under_way()) and self._stage.now_ms() < until_ms:
            await asyncio.wait(under_way, timeout=(until_ms - self._stage.now_ms()) / 1000)
        for task in self._tasks.values():
            task.cancel()
        ended = await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for outcome in ended:
            if isinstance(outcome, Exception):
                raise outcome

    def _under_way(self) -> list[asyncio.Task[None]]:
        return [task for number, task in self._tasks.items() if not task.done() and self._has_come(number)]

    def _has_come(self, number: int) -> bool:
        fault = self._stage.drill.fault[number]
        known = number in self._foreseen or number in self.fired
        return known or fault.moment.name in self._table(fault).book.zeros_ms

    def never_came(self) -> list[AnyFault]:
        """Faults that were not fired and are not optional."""
        faults = enumerate(self._stage.drill.fault)
        return [fault for number, fault in faults if number not in self.fired and not fault.optional]
