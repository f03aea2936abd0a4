"""Logging in to a Discord that may not be there yet: a daemon started before the network waits for it.

A refusal (the token) is final at once; no answer, or an error of Discord's own, is tried again.
"""

import aiohttp
import discord
import structlog

from mafiabot.runtime.identify_book import SessionStarts
from mafiabot.runtime.ports import Clock

log = structlog.get_logger(__name__)

PATIENCE_MS = 5 * 60 * 1000
LOCAL_PATIENCE_MS = 2000
"""A local Discord is there or it is not: whoever starts one knows when it listens."""

FIRST_RETRY_MS, LAST_RETRY_MS = 1000, 30_000


class Unreachable(Exception):
    """Discord has not answered for as long as it is waited for; the text is one line and says what to do."""


async def log_in(client: discord.Client, token: str, clock: Clock, patience_ms: int) -> None:
    """Raises `Unreachable`, or `discord.LoginFailure` for a token that Discord refuses."""
    give_up_ms, retry_ms = clock.now_ms() + patience_ms, FIRST_RETRY_MS
    while True:
        try:
            await client.login(token)
        except (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError) as error:
            await _start_over(client)
            if clock.now_ms() + retry_ms > give_up_ms:
                raise Unreachable(
                    f"Discord cannot be reached ({_reason(error)}): check this machine's network"
                ) from error
            log.warning("Discord cannot be reached, trying again", error=_reason(error), retry_ms=retry_ms)
            await clock.sleep_until_ms(clock.now_ms() + retry_ms)
            retry_ms = min(2 * retry_ms, LAST_RETRY_MS)
        else:
            return


async def session_starts(client: discord.Client, clock: Clock) -> tuple[int, SessionStarts]:
    """How many shards Discord recommends, and how many gateway sessions may be begun. After logging in.

    Raises `discord.GatewayNotFound`.
    """
    recommended, _, limit = await client.http.get_bot_gateway()
    return recommended, SessionStarts(
        total=max(1, limit["total"]),
        left=limit["remaining"],
        reset_ms=clock.now_ms() + limit["reset_after"],
        at_once=max(1, limit["max_concurrency"]),
    )


async def _start_over(client: discord.Client) -> None:
    """The next log-in opens a session and a connector of its own."""
    await client.http.close()
    client.http.connector = discord.utils.MISSING


def _reason(error: BaseException) -> str:
    return str(error).replace("\n", " ") or type(error).__name__
