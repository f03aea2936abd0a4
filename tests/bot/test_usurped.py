"""A process that has been replaced answers nobody, and ends."""

import asyncio

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.runtime.ownership import Usurped
from mafiabot.runtime.ports import Commit, CommitResult
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


async def test_a_press_is_left_to_whoever_serves_the_table() -> None:
    async with club() as house:
        await house.deal()
        before = await house.state()
        assert house.app is not None
        house.app.services.owner.lost.set()
        with capture_logs() as logs:
            pressed = await Game(house).open_hand(1)
            asked = await house.slash(house.host, "mafia pause")
        assert pressed.unanswered
        assert asked.unanswered
        assert {line["log_level"] for line in logs} <= {"warning", "debug", "info"}
        stored = await house.store.load(before.game_id)
        assert stored is not None
        assert stored.seq == before.seq


async def test_the_process_ends_by_itself() -> None:
    async with club() as house:
        assert house.app is not None
        ending = asyncio.ensure_future(house.app.wait_closed())
        await house.seconds(1)
        assert not ending.done()
        house.app.services.owner.lost.set()
        with pytest.raises(Usurped):
            await ending


class Slow(MemoryStore):
    """A commit takes `slow_s`."""

    house: Club | None = None
    slow_s = 0.0

    async def commit(self, commit: Commit) -> CommitResult:
        if self.house is not None:
            await self.house.seconds(self.slow_s)
        return await super().commit(commit)


async def test_a_press_under_way_is_answered_before_the_end() -> None:
    store = Slow()
    async with club(store=store) as house:
        await house.deal()
        app, house.app = house.app, None
        assert app is not None
        store.house, store.slow_s = house, 0.6
        pressing = asyncio.ensure_future(Game(house).open_hand(1))
        await house.seconds(0.4)  # it has arrived, and is being kept
        await app.close()
        pressed = await pressing
        assert not pressed.unanswered
        assert "Your number is 1" in pressed.text
