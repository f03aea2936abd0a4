"""Old event logs are dropped where a server wishes it, round after round."""

import asyncio
from dataclasses import replace

import pytest

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.retention import DAY_MS, EVERY_MS, FIRST_AFTER_MS, Retention
from tests.support.games import GUILD, finished

pytestmark = pytest.mark.virtual
EPOCH_MS = 1_790_000_000_000


class Shaky(MemoryGames):
    """Does not answer as often as `fails` says."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = 0

    async def guilds_with_logs(self) -> tuple[int, ...]:
        if self.fails:
            self.fails -= 1
            raise StoreUnavailable("archive: gone")
        return await super().guilds_with_logs()


async def logs(games: MemoryGames, guild_id: int = GUILD) -> list[bool]:
    found = [await games.game(guild_id, number) for number in (1, 2)]
    return [bool(game.log) for game in found if game is not None]


async def test_a_servers_old_logs_go_round_after_round_and_anothers_stay() -> None:
    clock, games, settings = VirtualClock(running_virtual_loop(), EPOCH_MS), Shaky(), MemorySettings()
    start_ms = clock.now_ms()
    await settings.change(GUILD, lambda kept: replace(kept, log_days=30))
    await games.keep(finished("g1", ended_at_ms=start_ms - 31 * DAY_MS))
    await games.keep(finished("g2", number=2, ended_at_ms=start_ms - 30 * DAY_MS + EVERY_MS))
    await games.keep(finished("h1", guild_id=GUILD + 1, ended_at_ms=1))
    games.fails = 1
    rounds = asyncio.create_task(Retention(games, settings, clock).run())
    await clock.sleep_until_ms(start_ms + FIRST_AFTER_MS + 1_000)
    assert await logs(games) == [True, True]
    await clock.sleep_until_ms(start_ms + FIRST_AFTER_MS + EVERY_MS + 2_000)
    assert await logs(games) == [False, False]
    assert await logs(games, GUILD + 1) == [True]
    rounds.cancel()
