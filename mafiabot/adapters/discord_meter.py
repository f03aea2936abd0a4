"""Requests to Discord are counted by kind and outcome, whoever sends them; ids never leave this file.

But for those that bring private messages up to date: black see at once what their team plans, so how many
there are would tell who is black.
"""

import re
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from mafiabot.runtime.meters import Meters, Route

RATE_LIMITED = 429
_SCOPES = frozenset({"user", "global", "shared"})

_KINDS = tuple(
    (re.compile(pattern), route)
    for pattern, route in (
        (r"PATCH /guilds/\d+/members/\d+", Route.MEMBER_EDIT),
        (r"PATCH /guilds/\d+/voice-states/\S+", Route.STAGE_EDIT),
        (r"GET /guilds/\d+/voice-states/\S+", Route.VOICE_STATE),
        (r"POST /channels/\d+/messages", Route.MESSAGE_POST),
        (r"PATCH /channels/\d+/messages/\d+", Route.MESSAGE_EDIT),
        (r"GET /channels/\d+/messages", Route.MESSAGE_READ),
        (r"POST /interactions/\S+", Route.PRESS_ANSWER),
        (r"\w+ /applications/\d+/\S*commands\S*", Route.COMMANDS),
        (r"GET /(gateway\S*)?", Route.GATEWAY),
    )
)
_ROOT = re.compile(r"^/api/v\d+")
_PRIVATE = re.compile(r"\w+ /webhooks/\S+")


def route_of(method: str, path: str) -> Route | None:
    """The kind of a request, by its method and whole path; None: it is not to be counted."""
    asked = f"{method} {_ROOT.sub('', path)}"
    if _PRIVATE.fullmatch(asked):
        return None
    return next((route for pattern, route in _KINDS if pattern.fullmatch(asked)), Route.OTHER)


def measured(trace: aiohttp.TraceConfig, meters: Meters, now_us: Callable[[], int]) -> aiohttp.TraceConfig:
    """The same trace, by which `meters` hears of every request, too. `now_us`: the clock's."""

    async def begun(
        _session: aiohttp.ClientSession, context: SimpleNamespace, _: aiohttp.TraceRequestStartParams
    ) -> None:
        context.begun_us = now_us()

    async def ended(
        _session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        route, status = route_of(end.method, end.url.path), end.response.status
        if route is None:
            return
        meters.discord_answered(route, status, now_us() - context.begun_us)
        if status == RATE_LIMITED:
            scope = end.response.headers.get("X-RateLimit-Scope", "")
            meters.rate_limited(route, scope if scope in _SCOPES else "unknown")

    async def failed(
        _session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestExceptionParams
    ) -> None:
        route = route_of(end.method, end.url.path)
        if route is not None:
            meters.discord_answered(route, None, now_us() - context.begun_us)

    trace.on_request_start.append(begun)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace
