"""Fixtures: a local Discord in the test's loop, validating where the published specification is found."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mafiabot.playground.server import LocalDiscord

SPEC = Path(os.environ.get("MAFIABOT_DISCORD_SPEC") or "../shared/discord-api/openapi.json")


@pytest.fixture
def spec_path() -> str | None:
    """The published specification where it is found."""
    return str(SPEC) if SPEC.is_file() else None


@pytest.fixture
async def local(spec_path: str | None) -> AsyncIterator[LocalDiscord]:
    """A local Discord in the test's loop."""
    async with LocalDiscord(spec_path=spec_path, seed=7) as running:
        yield running
