"""What a keeper of microphones stands on: its part of the store, reached through a process that may die."""

import asyncio
from collections import Counter

from mafiabot.engine.state import GameState
from mafiabot.runtime.ports import Debt, SeenVoice, StoreUnavailable
from tests.support.fake_voice import FakeDiscord


class FakeKeeperStore:
    """The keeper's part of the store; `down` refuses everything, `order` tells what was written when.

    `loses_answers`: what is written is kept, and nobody is told so. `slow_for_s`: to write whose
    debt. `refuses`: whose debts cannot be written. `puts`: how often somebody tried. `asked`: how often
    what was read.
    """

    def __init__(self) -> None:
        self.states: dict[str, GameState] = {}
        self.owed: dict[int, Debt] = {}
        self.voices: dict[int, SeenVoice] = {}
        self.down = False
        self.loses_answers = False
        self.slow_s = 0.0
        self.slow_for_s: dict[int, float] = {}
        self.refuses: set[int] = set()
        self.puts = 0
        self.order: list[tuple[str, int]] = []
        self.asked: Counter[str] = Counter()

    async def load(self, game_id: str) -> GameState | None:
        self.asked["load"] += 1
        await self._answer()
        return self.states.get(game_id)

    async def put_debt(self, debt: Debt) -> None:
        self.puts += 1
        await self._answer(self.slow_for_s.get(debt.user_id, self.slow_s))
        if debt.user_id in self.refuses:
            raise StoreUnavailable
        self.owed[debt.user_id] = debt
        self.order.append(("debt", debt.user_id))
        self._lose()

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        await self._answer()
        self.owed.pop(user_id, None)
        self.order.append(("clear", user_id))
        self._lose()

    def _lose(self) -> None:
        if self.loses_answers:
            raise StoreUnavailable

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        self.asked["debts"] += 1
        rows = tuple(self.owed.values())
        await self._answer()
        return rows

    async def put_voice(self, seen: SeenVoice) -> None:
        await self._answer()
        self.voices[seen.user_id] = seen

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]:
        self.asked["voice"] += 1
        await self._answer()
        return tuple(self.voices.values())

    async def _answer(self, slow_s: float | None = None) -> None:
        if pause_s := self.slow_s if slow_s is None else slow_s:
            await asyncio.sleep(pause_s)
        if self.down:
            raise StoreUnavailable


class Process:
    """A bot process between keeper and world: once it is dead nothing passes and nothing returns."""

    def __init__(self, discord: FakeDiscord, store: FakeKeeperStore) -> None:
        self._discord, self._store = discord, store
        self.dead = False
        self._exhumed = asyncio.Event()

    async def pulse(self) -> None:
        if self.dead:
            await self._exhumed.wait()

    def exhume(self) -> None:
        """The test is over: what hangs in the dead process may end."""
        self.dead = False
        self._exhumed.set()

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        await self.pulse()
        await self._discord.set_mute(guild_id, user_id, muted, reason)

    async def set_suppress(
        self, guild_id: int, channel_id: int, user_id: int, suppressed: bool, reason: str
    ) -> None:
        await self.pulse()
        await self._discord.set_suppress(guild_id, channel_id, user_id, suppressed, reason)

    async def ask(self, guild_id: int, user_id: int) -> SeenVoice | None:
        await self.pulse()
        return await self._discord.ask(guild_id, user_id)

    async def load(self, game_id: str) -> GameState | None:
        await self.pulse()
        return await self._store.load(game_id)

    async def put_debt(self, debt: Debt) -> None:
        await self.pulse()
        await self._store.put_debt(debt)

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        await self.pulse()
        await self._store.clear_debt(guild_id, user_id)

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        await self.pulse()
        return await self._store.debts(guild_id)

    async def put_voice(self, seen: SeenVoice) -> None:
        await self.pulse()
        await self._store.put_voice(seen)

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]:
        await self.pulse()
        return await self._store.voice(guild_id)


class SecondCopy:
    """The other copy of the debts, as a process that may die sees it."""

    def __init__(self, process: Process, store: FakeKeeperStore) -> None:
        self._process, self._store = process, store

    async def put_debt(self, debt: Debt) -> None:
        await self._process.pulse()
        await self._store.put_debt(debt)

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        await self._process.pulse()
        await self._store.clear_debt(guild_id, user_id)

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        await self._process.pulse()
        return await self._store.debts(guild_id)
