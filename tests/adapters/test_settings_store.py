"""Guild settings are kept per guild, on SQLite also for the next process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mafiabot.adapters.settings_store import MemorySettings, SqliteSettings
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.settings_port import GuildSettings, SettingsStore

CHOSEN = GuildSettings(moderator_role_id=1_100_000_000_000_000_003, language="uk")


@pytest.fixture(params=["memory", "sqlite"])
async def settings(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SettingsStore]:
    opened = SqliteSettings(tmp_path) if request.param == "sqlite" else MemorySettings()
    yield opened
    await opened.close()


async def test_a_guild_that_chose_nothing_has_the_defaults(settings: SettingsStore) -> None:
    assert await settings.get(1) == GuildSettings(moderator_role_id=None, language=None)


async def test_each_guild_has_what_it_chose_last(settings: SettingsStore) -> None:
    await settings.put(1, GuildSettings(language="ru"))
    await settings.put(1, CHOSEN)
    await settings.put(2, GuildSettings(language="en"))
    assert await settings.get(1) == CHOSEN
    assert await settings.get(2) == GuildSettings(language="en")


async def test_a_choice_can_be_taken_back(settings: SettingsStore) -> None:
    await settings.put(1, CHOSEN)
    await settings.put(1, GuildSettings())
    assert await settings.get(1) == GuildSettings()


async def test_settings_outlive_the_process(tmp_path: Path) -> None:
    first = SqliteSettings(tmp_path)
    await first.put(1, CHOSEN)
    await first.close()
    again = SqliteSettings(tmp_path)
    assert await again.get(1) == CHOSEN
    await again.close()


async def test_two_processes_may_have_the_settings_open(tmp_path: Path) -> None:
    one, other = SqliteSettings(tmp_path), SqliteSettings(tmp_path)
    await one.put(1, CHOSEN)
    assert await other.get(1) == CHOSEN
    await one.close()
    await other.close()


async def test_closed_settings_are_unavailable(tmp_path: Path) -> None:
    settings = SqliteSettings(tmp_path)
    await settings.close()
    await settings.close()
    with pytest.raises(StoreUnavailable):
        await settings.get(1)
