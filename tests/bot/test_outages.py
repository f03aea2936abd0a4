"""What looks after the live store: none of it ends because another part has come upon a bug."""

from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.bot.outages import ASK_MS, Outages
from mafiabot.runtime.background import Background
from mafiabot.runtime.service import GameService
from tests.support.fragile import START_MS, FragileStore

pytestmark = pytest.mark.virtual


class Broken:
    async def look(self) -> None:
        raise RuntimeError("a bug")


async def test_a_bug_in_looking_back_leaves_the_store_watched() -> None:
    clock, fragile, loops = VirtualClock(running_virtual_loop(), START_MS), FragileStore(), Background()
    outages = Outages(cast("Any", fragile), clock)
    game = GameService(outages.store, clock)
    broken = cast("Any", Broken())
    outages.watch(game, lambda *_: None, lambda _: True, broken, broken, loops=loops, effects=loops)
    with capture_logs() as logs:
        outages.run(loops)
        await clock.sleep_until_ms(clock.now_ms() + 10 * ASK_MS)
    assert [line["task"] for line in logs if line["log_level"] == "error"] == ["what was lost"]
    assert fragile.calls.count("epochs") >= 10
    await loops.stop()
