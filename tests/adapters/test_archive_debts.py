"""The second copy of the debts on a real database: kept, cleared, many at once, and down."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from mafiabot.adapters.archive.archive import Archive, open_archive
from mafiabot.adapters.archive.debts import ArchiveDebts
from mafiabot.adapters.archive.tables import DEBTS
from mafiabot.adapters.clock import SystemClock
from mafiabot.runtime.ports import Debt, StoreUnavailable
from tests.support.archives import fresh_schema, sqlite_address


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
async def archive(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Archive]:
    if request.param == "sqlite":
        made = await open_archive(sqlite_address(tmp_path), tmp_path, SystemClock())
        yield made
        await made.close()
        return
    async with fresh_schema(request.getfixturevalue("postgres_url")) as address:
        made = await open_archive(address, tmp_path, SystemClock())
        yield made
        await made.close()


def debt(user_id: int, guild_id: int = 1, *, found_muted: bool = False) -> Debt:
    return Debt(
        guild_id=guild_id,
        user_id=user_id,
        channel_id=3,
        game_id="g",
        found_muted=found_muted,
        ours_muted=True,
        since_ms=1_790_000_000_000,
    )


async def test_what_is_put_is_there_for_the_next_process_by_guild(archive: Archive) -> None:
    debts = ArchiveDebts(archive)
    for one in (debt(7), debt(5), debt(5, 2)):
        await debts.put_debt(one)
    after = ArchiveDebts(archive)
    assert await after.debts(1) == (debt(5), debt(7))
    assert await after.debts() == (debt(5), debt(7), debt(5, 2))


async def test_one_a_member_and_the_last_one_stands(archive: Archive) -> None:
    debts = ArchiveDebts(archive)
    await debts.put_debt(debt(7))
    await debts.put_debt(debt(7, found_muted=True))
    assert await debts.debts(1) == (debt(7, found_muted=True),)


async def test_what_is_cleared_is_gone_and_clearing_nothing_is_harmless(archive: Archive) -> None:
    debts = ArchiveDebts(archive)
    await debts.put_debt(debt(7))
    for _ in range(2):
        await debts.clear_debt(1, 7)
    assert await debts.debts() == ()


async def test_ten_at_once_are_all_kept_in_the_order_in_which_they_came(archive: Archive) -> None:
    debts = ArchiveDebts(archive)
    await asyncio.gather(
        *(debts.put_debt(debt(user)) for user in range(10)),
        debts.clear_debt(1, 3),
        debts.put_debt(replace(debt(4), game_id="h")),
    )
    kept = {one.user_id: one.game_id for one in await debts.debts(1)}
    assert kept == {user: "h" if user == 4 else "g" for user in range(10) if user != 3}


async def test_a_closed_archive_is_unavailable_to_everybody_who_waits(archive: Archive) -> None:
    debts = ArchiveDebts(archive)
    await archive.close()
    outcomes = await asyncio.gather(
        *(debts.put_debt(debt(user)) for user in range(3)), debts.debts(), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 4


async def test_a_debt_another_version_wrote_in_its_own_way_is_passed_over(archive: Archive) -> None:
    debts = ArchiveDebts(archive)
    await debts.put_debt(debt(7))
    async with archive.writing() as connection:
        await connection.execute(sa.insert(DEBTS).values(guild_id=1, user_id=8, debt='{"owed": "all"}'))
    assert await debts.debts(1) == (debt(7),)
