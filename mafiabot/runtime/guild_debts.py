"""Debts are cleared when they are paid, and written also of whoever needs no edit; all beside the edits."""

from collections.abc import Awaitable, Callable

import structlog

from mafiabot.runtime.background import Background
from mafiabot.runtime.guild_picture import GuildPicture
from mafiabot.runtime.ledger import Ledger
from mafiabot.runtime.mic_rules import Lever
from mafiabot.runtime.ports import Clock, StoreUnavailable

log = structlog.get_logger(__name__)

NOTE_AGAIN_MS = 1_000


class GuildDebts:
    """`settled`: nothing we sent can change his flags any more. `done` is called after each writing."""

    def __init__(
        self,
        picture: GuildPicture,
        ledger: Ledger,
        clock: Clock,
        edits: Background,
        settled: Callable[[int], bool],
        done: Callable[[], None],
    ) -> None:
        self._picture = picture
        self._ledger = ledger
        self._clock = clock
        self._edits = edits
        self._settled = settled
        self._done = done
        self._busy: set[int] = set()
        self._not_before_ms = 0

    def review(self) -> int | None:
        """Begins what is to be written; returns the moment to come back, if a store is being left alone."""
        for user_id in tuple(self._picture.paid()):
            if self._settled(user_id):
                self._start(user_id, self._ledger.clear, "debt cleared")
        moments = (self._ledger.catch_up(), self._note_all())
        return min((moment for moment in moments if moment is not None), default=None)

    def _note_all(self) -> int | None:
        """A store that has just refused one is left alone; what it has is to be known first."""
        unnoted = tuple(self._picture.unnoted()) if self._ledger.loaded else ()
        if unnoted and self._not_before_ms > self._clock.now_ms():
            return self._not_before_ms
        for user_id in unnoted:
            self._start(user_id, self._note, "found muted")
        return None

    def write_off(self) -> None:
        """Whoever is away is owed nothing any more: the fault that `pays_debts` stands against."""
        for debt in self._ledger.open:
            seen = self._picture.voice.get(debt.user_id)
            if seen is None or seen.channel_id is None:
                self._start(debt.user_id, self._ledger.clear, "debt written off")

    def _start(self, user_id: int, work: Callable[[int], Awaitable[None]], name: str) -> None:
        """`work` is called by the task: one that is cancelled before its first step has begun nothing."""
        if user_id in self._busy:
            return
        self._busy.add(user_id)
        self._edits.start(self._run(user_id, work), name, guild=self._picture.guild_id, user=user_id)

    async def _run(self, user_id: int, work: Callable[[int], Awaitable[None]]) -> None:
        try:
            await work(user_id)
        finally:
            self._busy.discard(user_id)
            self._done()

    async def _note(self, user_id: int) -> None:
        debt = self._picture.debt(user_id, Lever.MUTE, True, self._clock.now_ms())
        if debt is None:
            return
        try:
            await self._ledger.promise(debt)
        except StoreUnavailable:
            self._not_before_ms = self._clock.now_ms() + NOTE_AGAIN_MS
            log.warning("found muted, not noted yet", guild=self._picture.guild_id, user=user_id)
