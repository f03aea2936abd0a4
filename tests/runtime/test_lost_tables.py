"""Whose table is lost is told so once; nobody is told of a game that ended as it should."""

import pytest

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.runtime.lost_tables import NEW_MS, LostTables
from mafiabot.runtime.ports import DiscordUnavailable, TableAddress
from tests.support.games import finished
from tests.support.stores import CHANNEL, GUILD, commit, debt

pytestmark = pytest.mark.virtual

START_MS = 1_800_000_000_000
LOST = TableAddress(game_id="g", guild_id=GUILD, channel_id=CHANNEL, locale="uk")


class House:
    def __init__(self) -> None:
        loop = running_virtual_loop()
        self.clock = VirtualClock(loop, START_MS - loop.time_us() // 1_000)
        self.store, self.second, self.archive = MemoryStore(), MemoryStore(), MemoryGames()
        self.told: list[TableAddress] = []
        self.refuses = False

    async def owe(self, members: int, *, since_ms: int = START_MS - 5_000) -> None:
        for number in range(1, members + 1):
            await self.second.put_debt(debt(number, since_ms=since_ms))

    async def look(self, *, serves: bool = True) -> list[TableAddress]:
        await LostTables(
            self.store,
            self.clock,
            self.archive,
            self.second,
            self._locale_of,
            self._apologize,
            lambda _guild_id: serves,
        ).look()
        return self.told

    async def _locale_of(self, guild_id: int) -> str:
        return "uk" if guild_id == GUILD else "en"

    async def _apologize(self, table: TableAddress) -> None:
        if self.refuses:
            raise DiscordUnavailable(50001, "no access")
        self.told.append(table)


@pytest.fixture
async def house() -> House:
    return House()


async def test_a_table_that_only_the_second_copy_of_debts_knows_is_told(house: House) -> None:
    await house.owe(6)
    assert await house.look() == [LOST]


async def test_nobody_is_told_by_a_process_that_finds_the_store_as_it_was(house: House) -> None:
    await house.store.look((), START_MS - NEW_MS - 1)
    await house.owe(6)
    assert await house.look() == []


async def test_nor_of_a_game_that_is_there(house: House) -> None:
    await house.store.commit(commit())
    await house.owe(6)
    assert await house.look() == []


async def test_nor_of_one_that_another_version_has_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable(_: str) -> None:
        raise ValueError("schema 99")

    monkeypatch.setattr(house.store, "load", unreadable)
    await house.owe(6)
    assert await house.look() == []


async def test_nor_of_what_is_owed_since_the_store_is_new(house: House) -> None:
    await house.owe(6, since_ms=START_MS)
    assert await house.look() == []


async def test_nor_where_only_stragglers_are_owed_something(house: House) -> None:
    await house.owe(2)
    assert await house.look() == []


async def test_nor_of_a_game_that_is_in_the_archive(house: House) -> None:
    await house.archive.keep(finished("g", guild_id=GUILD))
    await house.owe(6)
    assert await house.look() == []


async def test_nor_in_guilds_that_others_serve(house: House) -> None:
    await house.owe(6)
    assert await house.look(serves=False) == []


async def test_a_channel_that_cannot_be_written_to_keeps_nobody_from_anything(house: House) -> None:
    await house.owe(6)
    house.refuses = True
    assert await house.look() == []
