"""What members are owed: written before their first edit is sent, cleared when they are seen as found.

Two stores hold the debts, the live one and a copy that lives longer; either alone suffices to pay. The copy
in memory decides, the stores follow it. A store that does not answer is brought up to date when it does.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import structlog

from mafiabot.runtime.background import Background
from mafiabot.runtime.debt_copies import DebtCopy, DebtStore
from mafiabot.runtime.ports import Clock, Debt, StoreUnavailable

log = structlog.get_logger(__name__)

SECOND_WAIT_S = 0.25
"""How long an edit waits for the second copy once the live store has the debt."""


class Ledger:
    """One guild's debts. `second`: the copy beside the live store, None where there is no archive.

    `failed` is called when something nobody waits for could not be written: `catch_up` tries it again.
    """

    def __init__(
        self,
        store: DebtStore,
        guild_id: int,
        clock: Clock,
        writes: Background,
        second: DebtStore | None = None,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        self._guild_id = guild_id
        self._clock = clock
        self._writes = writes
        self._failed = failed
        self._silent: set[DebtCopy] = set()
        self._debts: dict[int, Debt] = {}
        self._live = DebtCopy(store, guild_id, self.get, clock.now_ms, exact=True)
        self._second = (
            DebtCopy(second, guild_id, self.get, clock.now_ms, exact=False) if second is not None else None
        )
        self.loaded = False
        """Whether the live store has been read."""
        self.complete = second is None
        """Whether the second copy has been read, so that nobody can be owed without our knowing."""

    def get(self, user_id: int) -> Debt | None:
        return self._debts.get(user_id)

    @property
    def open(self) -> tuple[Debt, ...]:
        return tuple(self._debts.values())

    async def load(self) -> tuple[int, ...]:
        """Takes over what the live store has; returns the user ids that are new. Raises `StoreUnavailable`.

        A row that is gone was cleared by another process, or the store has lost it: the second copy knows.
        """
        rows = await self._live.read()
        for user_id in rows.vanished - await self._in_second(rows.vanished):
            self._debts.pop(user_id, None)
        self.loaded = True
        return self._take_over(rows.found)

    async def load_second(self) -> tuple[int, ...]:
        """Debts that only the second copy has, by user id. Raises `StoreUnavailable`.

        Nothing is written there before: what an earlier process found is older, and stands.
        """
        if self._second is None:
            return ()
        found = (await self._second.read()).found
        self.complete = True
        return self._take_over({user: self._elder(debt) for user, debt in found.items()})

    async def promise(self, debt: Debt) -> None:
        """Keeps `debt` before an edit to `debt.ours_muted`; what he was found as is kept from the first one.

        Whose debt is stored as it stands is muted without waiting: that a mute was the last thing sent is
        written beside it. Of who is taken for open a new process would only ask more often.

        Raises `StoreUnavailable` when nothing is stored for him anywhere: the edit must not be sent.
        """
        user_id, known = debt.user_id, self._debts.get(debt.user_id)
        self._debts[user_id] = debt.over(known)
        second = self._begin(self._second, user_id)
        if debt.ours_muted and self._live.tells(user_id):
            self._begin(self._live, user_id)
        else:
            await self._bring(self._live, user_id)
        if second is not None:
            await asyncio.wait((second,), timeout=SECOND_WAIT_S if self._live.holds(user_id) else None)
        if not self._stored(user_id):
            self._debts.pop(user_id, None)
            raise StoreUnavailable("a debt is kept nowhere")

    def mute_was_refused(self, user_id: int) -> None:
        """He was gone before it arrived, and comes back as he left. The stores follow at the next look."""
        debt = self._debts.get(user_id)
        if debt is not None and debt.ours_muted:
            self._debts[user_id] = replace(debt, ours_muted=False)

    async def clear(self, user_id: int) -> None:
        """He was seen as found. A store that is down is told when it is back."""
        self._debts.pop(user_id, None)
        second = self._begin(self._second, user_id)
        await self._bring(self._live, user_id)
        if second is not None:
            await asyncio.wait((second,))

    def catch_up(self) -> int | None:
        """Begins to bring the stores to what memory says; returns when to try again what cannot be begun."""
        moments = []
        for copy in (self._live, self._second):
            if copy is None or not self._open(copy) or not (late := copy.behind(self._debts)):
                continue
            if copy.next_try_ms > self._clock.now_ms():
                moments.append(copy.next_try_ms)
                continue
            for user_id in late:
                self._begin(copy, user_id)
        return min(moments, default=None)

    def _stored(self, user_id: int) -> bool:
        return self._live.holds(user_id) or (self._second is not None and self._second.holds(user_id))

    def _begin(self, copy: DebtCopy | None, user_id: int) -> "asyncio.Task[None] | None":
        """None where there is nothing to write, or the store is being left alone for a while."""
        if copy is None or not self._open(copy) or copy.right(user_id):
            return None
        if copy.next_try_ms > self._clock.now_ms():
            return None
        bringing = self._brought_beside(copy, user_id)
        return self._writes.start(bringing, "debt written", guild=self._guild_id, user=user_id)

    def _open(self, copy: DebtCopy) -> bool:
        return copy is self._live or self.complete

    async def _brought_beside(self, copy: DebtCopy, user_id: int) -> None:
        if not await self._bring(copy, user_id):
            self._failed()

    async def _bring(self, copy: DebtCopy, user_id: int) -> bool:
        """Whether the store has it; an outage is one line, however many debts wait."""
        try:
            await copy.bring(user_id)
        except StoreUnavailable:
            if copy not in self._silent:
                which = "live" if copy is self._live else "second"
                log.warning("debts not written yet", guild=self._guild_id, copy=which)
            self._silent.add(copy)
            return False
        self._silent.discard(copy)
        return True

    async def _in_second(self, users: frozenset[int]) -> frozenset[int]:
        """Who of them is owed by the second copy; as far as we know, where it does not answer."""
        if self._second is None or not users:
            return frozenset()
        try:
            await self._second.read()
        except StoreUnavailable:
            log.warning("second copy of the debts not read", guild=self._guild_id)
        return frozenset(user for user in users if self._second.holds(user))

    def _elder(self, debt: Debt) -> Debt:
        known = self._debts.get(debt.user_id)
        if known is None or known.since_ms <= debt.since_ms:
            return known or debt
        return known.over(debt)

    def _take_over(self, rows: dict[int, Debt]) -> tuple[int, ...]:
        new = tuple(user for user in rows if user not in self._debts)
        self._debts.update(rows)
        return new
