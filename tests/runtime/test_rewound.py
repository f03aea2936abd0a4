"""Channels that show more than the store has are found soon after a start, and Discord is not stormed."""

from dataclasses import replace
from typing import cast

import pytest

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine.state import GameState, Night, NightStep
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.ports import DiscordUnavailable, Messenger, TableAddress
from mafiabot.runtime.rewound import AT_ONCE, Rewound
from mafiabot.runtime.service import GameService
from tests.support.builders import START_MS
from tests.support.stores import state

pytestmark = pytest.mark.virtual

PER_S = 20
STEP = 5


class House:
    """Tables that were taken over, at step 5; Discord, whose channels show the steps in `shows`."""

    def __init__(self, *states: GameState, takes_ms: int = 200) -> None:
        self.clock = VirtualClock(running_virtual_loop(), START_MS)
        self.open_tables = states
        self.takes_ms = takes_ms
        self.shows: dict[str, int | None] = {}
        self.asked: list[tuple[int, str]] = []
        self.told: list[str] = []
        self.waiting = self.waiting_most = 0

    async def look(self) -> float:
        """How many seconds it took."""
        began_ms = self.clock.now_ms()
        service, messenger = cast("GameService", self), cast("Messenger", self)
        await Rewound(self.clock, service, messenger, self._say).look()
        return (self.clock.now_ms() - began_ms) / 1000

    def _say(self, table: GameState, kind: Kind) -> None:
        assert kind is Kind.REWOUND
        self.told.append(table.game_id)

    async def state(self, game_id: str) -> GameState | None:
        return next(table for table in self.open_tables if table.game_id == game_id)

    async def announced_steps(self, table: TableAddress) -> frozenset[int]:
        self.asked.append((self.clock.now_ms(), table.game_id))
        self.waiting += 1
        self.waiting_most = max(self.waiting_most, self.waiting)
        await self.clock.sleep_until_ms(self.clock.now_ms() + self.takes_ms)
        self.waiting -= 1
        shown = self.shows.get(table.game_id, STEP)
        if shown is None:
            raise DiscordUnavailable(50001, "no access")
        return frozenset(range(1, shown + 1))


def lobby(game_id: str) -> GameState:
    return replace(state(game_id, seq=STEP), opened_at_ms=START_MS)


def night(game_id: str) -> GameState:
    return replace(lobby(game_id), phase=Night(number=1, step=NightStep.SHOTS, until_ms=START_MS + 10_000))


async def test_of_three_hundred_tables_all_are_looked_at_within_a_quarter_of_a_minute() -> None:
    house = House(*(night(f"g{number}") for number in range(300)))
    house.shows = {"g0": STEP + 1, "g299": STEP + 2, "g7": None}
    assert await house.look() <= 16
    assert house.told == ["g0", "g299"]


@pytest.mark.parametrize("takes_ms", [20, 200, 3_000])
async def test_discord_is_asked_twenty_times_a_second_at_most(takes_ms: int) -> None:
    house = House(*(night(f"g{number}") for number in range(100)), takes_ms=takes_ms)
    await house.look()
    begun = [at_ms for at_ms, _ in house.asked]
    assert len(begun) == 100
    assert all(sum(at <= other < at + 1_000 for other in begun) <= PER_S for at in begun)
    assert house.waiting_most <= AT_ONCE


async def test_tables_in_play_come_before_lobbies() -> None:
    house = House(lobby("a"), night("b"), lobby("c"), night("d"))
    await house.look()
    assert [game_id for _, game_id in house.asked] == ["b", "d", "a", "c"]
