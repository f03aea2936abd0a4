"""Whatever keeps a message from being sent is one error: it is tried again, or left to the next process."""

import aiohttp
import pytest

from mafiabot.adapters.discord_messages import discord_errors
from mafiabot.runtime.ports import DiscordUnavailable


async def test_what_is_sent_when_the_connection_has_been_closed_is_sent_by_the_next_process() -> None:
    session = aiohttp.ClientSession()
    await session.close()
    with pytest.raises(DiscordUnavailable) as refused:
        async with discord_errors():
            await session.get("http://127.0.0.1/")
    assert refused.value.code == 0


async def test_a_mistake_of_ours_stays_one() -> None:
    with pytest.raises(RuntimeError, match="another"):
        async with discord_errors():
            raise RuntimeError("another")
