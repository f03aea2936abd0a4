"""Whatever happens to people, edits, events, store and process: afterwards everybody is as he was found."""

import asyncio
import random
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from tests.support.fake_voice import GUILD, LOUNGE, TABLE, Fault
from tests.support.voice import AS_FOUND, Room, room

pytestmark = pytest.mark.virtual

USERS = tuple(range(1, 11))
FAULTS = (
    Fault(500),
    Fault(502, applied=True),
    Fault(502, hang_s=4.0),
    Fault(503, applied=True, hang_s=2.0),
    Fault(hang_s=8.0),
    Fault(0),
)


class History:
    """A game of random events. Found flags are set before it, and only then or over a debt by hand."""

    def __init__(self, r: Room, seed: int) -> None:
        self.room = r
        self.random = random.Random(seed)
        self.found: dict[int, bool] = {}

    async def play(self) -> None:
        r, rnd = self.room, self.random
        for user in USERS:
            r.discord.by_hand(user, rnd.random() < 0.2)
        await r.seated(*USERS)
        self.found = {user: r.discord.members[user].mute for user in USERS}
        for game in range(rnd.randint(1, 2)):
            await self._game(f"g{game}")
        await self._quiet()

    async def _game(self, game_id: str) -> None:
        r, rnd = self.room, self.random
        r.wish(dict.fromkeys(USERS, AS_FOUND), game_id=game_id)
        self.game_id = game_id
        for _ in range(rnd.randint(10, 60)):
            await r.after(rnd.choice((0.0, 0.01, 0.1, 1.0, 12.0)))
            await rnd.choices(*self._events())[0]()
        r.store.down = r.second.down = False
        await r.after(1)  # a hand on the switch after the debt is paid is nobody's business
        r.end(game_id)

    async def _quiet(self) -> None:
        r = self.room
        r.discord.faults.clear()
        r.discord.lose_events.clear()
        await r.after(self.random.choice((0.0, 0.05, 3.0)))
        for user in USERS:
            r.discord.leave(user)
        await r.after(self.random.choice((0.0, 5.0, 40.0)))
        for user in USERS:
            r.discord.join(user, self.random.choice((TABLE, LOUNGE)))
        await r.after(180)

    def _events(self) -> tuple[list[Callable[[], "asyncio.Future[None]"]], list[int]]:
        table = {
            self._floor: 30,
            self._move: 30,
            self._hand: 5,
            self._fault: 15,
            self._lose: 4,
            self._store: 4,
            self._second: 4,
            self._lost: 1,
            self._gap: 2,
            self._restart: 3,
        }
        return [self._task(event) for event in table], list(table.values())

    def _task(self, event: Callable[[], object]) -> Callable[[], "asyncio.Future[None]"]:
        async def run() -> None:
            result = event()
            if asyncio.iscoroutine(result):
                await result

        return lambda: asyncio.ensure_future(run())

    def _floor(self) -> None:
        speaker = self.random.choice((None, *USERS))
        wishes = self.room.floor_wishes(speaker, USERS)
        self.room.wish(wishes, game_id=self.game_id)

    def _move(self) -> None:
        user = self.random.choice(USERS)
        where = self.random.choice((None, TABLE, TABLE, LOUNGE))
        if where is None:
            self.room.discord.leave(user)
        else:
            self.room.discord.join(user, where)

    def _hand(self) -> None:
        user = self.random.choice(USERS)
        if user in {debt.user_id for debt in self.room.keeper.owed(GUILD)}:
            self.room.discord.lose_events[user] = 0
            self.room.discord.by_hand(user, self.random.random() < 0.5)

    def _fault(self) -> None:
        self.room.discord.faults.extend(self.random.choices(FAULTS, k=self.random.randint(1, 4)))

    def _lose(self) -> None:
        self.room.discord.lose_events[self.random.choice(USERS)] += 1

    def _store(self) -> None:
        self.room.store.down = not self.room.store.down

    def _second(self) -> None:
        self.room.second.down = not self.room.second.down

    def _lost(self) -> None:
        """The live store loses its debts; what it had is in the copy, unless that is out of date, too."""
        if not self.room.second.down and self.room.second.owed.keys() >= self.room.store.owed.keys():
            self.room.store.owed.clear()

    def _gap(self) -> None:
        self.room.keeper.session_started(0, 1, frozenset({GUILD}))
        if self.random.random() < 0.8:
            self.room.discord.snapshot()

    async def _restart(self) -> None:
        if not self.room.store.down:
            await self.room.restart()


@pytest.mark.parametrize(
    "seed", [*range(20), *(pytest.param(seed, marks=pytest.mark.drills) for seed in range(20, 60))]
)
async def test_everybody_is_left_as_he_was_found(seed: int) -> None:
    with capture_logs() as logs:
        async with room(latency_ms=(20, 250), seed=seed) as r:
            history = History(r, seed)
            await history.play()
            assert {user: r.discord.members[user].mute for user in USERS} == history.found
            assert (r.store.owed, r.second.owed) == ({}, {})
    assert [entry for entry in logs if entry["log_level"] in ("error", "critical")] == []
