"""Fixtures: a local Discord in the test's loop, validating where the published specification is found."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.raw import RawBot
from tests.support.spec import SPEC


@pytest.fixture
def spec_path() -> str | None:
    """The published specification where it is found."""
    return SPEC


@pytest.fixture
async def local(spec_path: str | None) -> AsyncIterator[LocalDiscord]:
    """A local Discord in the test's loop."""
    async with LocalDiscord(spec_path=spec_path, seed=7) as running:
        yield running


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[RawBot]:
    """A bot in plain HTTP and WebSocket; every answer it got fitted the specification."""
    async with RawBot(local) as made:
        yield made
    assert local.records.crashes == []
    assert [error for error in local.records.schema_errors if error.where == "answer"] == []


@pytest.fixture
def guild(local: LocalDiscord, bot: RawBot) -> Guild:
    """A guild with the bot in it."""
    return local.add_guild("Club", bot.app)


@pytest.fixture
def channel(local: LocalDiscord, guild: Guild) -> Channel:
    """A voice channel of the guild."""
    return local.add_channel(guild)


@pytest.fixture
def anna(local: LocalDiscord, guild: Guild, channel: Channel) -> Person:
    """A member of the guild."""
    return local.add_person("Anna", guild)


@pytest.fixture
def boris(local: LocalDiscord, guild: Guild, channel: Channel) -> Person:
    """Another member of the guild."""
    return local.add_person("Boris", guild)
