"""Guild settings: one contract for every place they are kept in, and what is remembered in front of it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from pydantic import ValidationError

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.settings import ArchiveSettings
from mafiabot.adapters.clock import SystemClock, VirtualClock
from mafiabot.adapters.settings_store import REMEMBERED_MS, CachedSettings, MemorySettings
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.settings_port import GuildSettings, SettingsStore
from tests.support.archives import fresh_schema, sqlite_address

ROLE = 1_100_000_000_000_000_003
CHOSEN = GuildSettings(moderator_role_id=ROLE, language="uk")


def to(settings: GuildSettings) -> Callable[[GuildSettings], GuildSettings]:
    return lambda kept: settings


async def kept_in(address: str, folder: Path) -> ArchiveSettings:
    return ArchiveSettings(await open_archive(address, folder, SystemClock()))


@pytest.fixture(
    params=["memory", "sqlite", "cached", pytest.param("postgres", marks=pytest.mark.servers)],
)
async def settings(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SettingsStore]:
    async with AsyncExitStack() as stack:
        opened: SettingsStore
        if request.param == "memory":
            opened = MemorySettings()
        elif request.param == "postgres":
            url = request.getfixturevalue("postgres_url")
            opened = await kept_in(await stack.enter_async_context(fresh_schema(url)), tmp_path)
        else:
            opened = await kept_in(sqlite_address(tmp_path), tmp_path)
            if request.param == "cached":
                opened = CachedSettings(opened, SystemClock())
        stack.push_async_callback(opened.close)
        yield opened


async def test_a_guild_that_chose_nothing_has_the_defaults(settings: SettingsStore) -> None:
    assert await settings.get(1) == GuildSettings(
        moderator_role_id=None, language=None, judge_sees_roles=False, overrides={}
    )


async def test_each_guild_has_what_it_chose_last(settings: SettingsStore) -> None:
    await settings.change(1, to(GuildSettings(language="ru")))
    await settings.change(1, to(CHOSEN))
    await settings.change(2, to(GuildSettings(language="en")))
    assert await settings.get(1) == CHOSEN
    assert await settings.get(2) == GuildSettings(language="en")


async def test_a_change_is_given_what_was_kept_and_gives_back_what_is_kept_now(
    settings: SettingsStore,
) -> None:
    assert await settings.change(1, lambda kept: replace(kept, language="uk")) == GuildSettings(language="uk")
    chosen = await settings.change(1, lambda kept: replace(kept, moderator_role_id=ROLE))
    assert chosen == CHOSEN
    assert await settings.get(1) == CHOSEN


async def test_a_choice_can_be_taken_back(settings: SettingsStore) -> None:
    await settings.change(1, to(CHOSEN))
    await settings.change(1, to(GuildSettings()))
    assert await settings.get(1) == GuildSettings()


async def test_every_choice_is_kept_by_value(settings: SettingsStore) -> None:
    chosen = GuildSettings(
        moderator_role_id=ROLE,
        language="ru",
        judge_sees_roles=True,
        overrides={
            "club": {"table_sizes": [8, 10], "fouls": True, "day0_nominee_cap": None, "speech_s": 45},
            "classic": {"third_foul": "short_30"},
        },
    )
    await settings.change(1, to(chosen))
    assert await settings.get(1) == chosen


async def test_what_only_another_version_knows_is_kept_as_it_is(settings: SettingsStore) -> None:
    later = GuildSettings(
        overrides={"blitz": {"sirens": {"loud": [1.5, None]}}, "club": {"third_foul": "song"}}
    )
    await settings.change(1, to(later))
    await settings.change(1, lambda kept: replace(kept, language="uk"))
    assert await settings.get(1) == replace(later, language="uk")


async def test_changes_at_once_do_not_lose_one_another(settings: SettingsStore) -> None:
    def one_more(kept: GuildSettings) -> GuildSettings:
        return replace(kept, moderator_role_id=(kept.moderator_role_id or 0) + 1)

    await asyncio.gather(*(settings.change(1, one_more) for _ in range(20)))
    assert (await settings.get(1)).moderator_role_id == 20


async def test_a_change_that_fails_changes_nothing(settings: SettingsStore) -> None:
    def broken(kept: GuildSettings) -> GuildSettings:
        raise ZeroDivisionError

    await settings.change(1, to(CHOSEN))
    with pytest.raises(ZeroDivisionError):
        await settings.change(1, broken)
    assert await settings.get(1) == CHOSEN


async def test_settings_outlive_the_process(tmp_path: Path) -> None:
    first = await kept_in(sqlite_address(tmp_path), tmp_path)
    await first.change(1, to(CHOSEN))
    await first.close()
    again = await kept_in(sqlite_address(tmp_path), tmp_path)
    assert await again.get(1) == CHOSEN
    await again.close()


async def test_what_guilds_chose_before_there_were_overrides_stands(tmp_path: Path) -> None:
    archive = await open_archive(sqlite_address(tmp_path), tmp_path, SystemClock())
    async with archive.writing() as connection:
        await connection.execute(sa.text("INSERT INTO guild_settings (guild_id, language) VALUES (1, 'uk')"))
    assert await ArchiveSettings(archive).get(1) == GuildSettings(language="uk")
    await archive.close()


async def test_overrides_of_another_shape_are_not_guessed_at(tmp_path: Path) -> None:
    archive = await open_archive(sqlite_address(tmp_path), tmp_path, SystemClock())
    async with archive.writing() as connection:
        await connection.execute(
            sa.text("INSERT INTO guild_settings (guild_id, overrides) VALUES (1, '[\"club\"]')")
        )
    with pytest.raises(ValidationError):
        await ArchiveSettings(archive).get(1)
    await archive.close()


async def test_closed_settings_are_unavailable(tmp_path: Path) -> None:
    settings = await kept_in(sqlite_address(tmp_path), tmp_path)
    await settings.close()
    await settings.close()
    with pytest.raises(StoreUnavailable):
        await settings.get(1)


# --- what is remembered ----------------------------------------------------------------------------


class Counted(MemorySettings):
    """Counts what is read; `down`: does not answer; `meanwhile` happens inside the next reading."""

    reads = 0
    down = False
    meanwhile: Callable[[], Awaitable[object]] | None = None

    async def get(self, guild_id: int) -> GuildSettings:
        self.reads += 1
        if self.down:
            raise StoreUnavailable("down")
        read = await super().get(guild_id)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return read


def virtual_clock() -> VirtualClock:
    return VirtualClock(running_virtual_loop(), 1_790_000_000_000)


async def some_time(clock: VirtualClock) -> None:
    await clock.sleep_until_ms(clock.now_ms() + REMEMBERED_MS)


@pytest.mark.virtual
async def test_settings_are_read_once_in_a_while() -> None:
    clock, behind = virtual_clock(), Counted()
    cached = CachedSettings(behind, clock)
    for _ in range(5):
        await cached.get(1)
    assert behind.reads == 1


@pytest.mark.virtual
async def test_what_another_process_changed_is_seen_soon() -> None:
    clock, behind = virtual_clock(), Counted()
    here, there = CachedSettings(behind, clock), CachedSettings(behind, clock)
    assert await here.get(1) == GuildSettings()
    await there.change(1, to(CHOSEN))
    await some_time(clock)
    assert await here.get(1) == CHOSEN


@pytest.mark.virtual
async def test_a_change_of_our_own_is_seen_at_once() -> None:
    cached = CachedSettings(Counted(), virtual_clock())
    await cached.get(1)
    await cached.change(1, to(CHOSEN))
    assert await cached.get(1) == CHOSEN


@pytest.mark.virtual
async def test_a_reading_that_was_overtaken_by_a_change_is_dropped() -> None:
    behind = Counted()
    cached = CachedSettings(behind, virtual_clock())
    behind.meanwhile = lambda: cached.change(1, to(CHOSEN))
    assert await cached.get(1) == CHOSEN


@pytest.mark.virtual
async def test_while_the_archive_is_down_what_is_remembered_stands() -> None:
    clock, behind = virtual_clock(), Counted()
    cached = CachedSettings(behind, clock)
    await cached.change(1, to(CHOSEN))
    behind.down = True
    await some_time(clock)
    assert await cached.get(1) == CHOSEN
    with pytest.raises(StoreUnavailable):
        await cached.get(2)
