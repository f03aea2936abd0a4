"""What the answers to edits say of them and of limits, heard as they arrive: a call may return much later."""

from types import SimpleNamespace

import aiohttp
from discord.http import HTTPClient
from multidict import CIMultiDictProxy

from mafiabot.runtime.edit_budget import LimitsSeen, limits_heard, tell_limits

DONE, REFUSED, FAILED = range(200, 300), 429, 500

LEAST_LIMITS = 256
"""So many the library keeps at least."""


def swept_seldom(http: HTTPClient) -> None:
    """At every new one the library looks through all limits it knows: a thousand tables have thousands.

    Now only when twice as many are known as were left the last time.
    """
    sweep, left = http._try_clear_expired_ratelimits, LEAST_LIMITS

    def swept() -> None:
        nonlocal left
        if len(http._buckets) >= 2 * left:
            sweep()
            left = max(LEAST_LIMITS, len(http._buckets))

    http._try_clear_expired_ratelimits = swept  # type: ignore[method-assign]


def limits_trace() -> aiohttp.TraceConfig:
    """For a client's `http_trace`: answers to edits are told to whoever sent them."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_heard)
    return trace


async def _heard(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
) -> None:
    if answer.method == "PATCH" and limits_heard():
        tell_limits(await limits_of(answer.response))


async def limits_of(response: aiohttp.ClientResponse) -> LimitsSeen:
    """Headers that are missing or make no sense count as not said; a proxy's refusal names no scope."""
    headers = response.headers
    done, scope = response.status in DONE, headers.get("X-RateLimit-Scope")
    return LimitsSeen(
        limit=_number(headers, "X-RateLimit-Limit"),
        remaining=_number(headers, "X-RateLimit-Remaining"),
        reset_after_ms=_milliseconds(headers.get("X-RateLimit-Reset-After")),
        retry_after_ms=await _retry_after_ms(response) if response.status == REFUSED else None,
        shared=scope == "shared",
        everywhere=response.status == REFUSED and scope not in ("user", "shared"),
        failed=response.status >= FAILED,
        done=done,
        mute=await _mute(response) if done else None,
    )


async def _mute(response: aiohttp.ClientResponse) -> bool | None:
    """The member's server mute, where the answer is a member."""
    try:
        mute = (await response.json())["mute"]
    except (ValueError, KeyError, TypeError, aiohttp.ClientError):
        return None
    return mute if isinstance(mute, bool) else None


async def _retry_after_ms(response: aiohttp.ClientResponse) -> int:
    """The body is exact, the header rounded; a proxy's refusal has neither, and is not tried again."""
    try:
        body = await response.json()
        exact = _milliseconds(str(body["retry_after"]))
    except (ValueError, KeyError, TypeError, aiohttp.ClientError):
        exact = None
    return exact or _milliseconds(response.headers.get("Retry-After")) or 1_000


def _number(headers: CIMultiDictProxy[str], name: str) -> int | None:
    value = headers.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() else None


def _milliseconds(seconds: str | None) -> int | None:
    try:
        return round(float(seconds) * 1000) if seconds is not None else None
    except (ValueError, OverflowError):
        return None
