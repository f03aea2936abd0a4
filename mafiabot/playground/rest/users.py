"""Routes about the bot itself: gateway address, account, application, direct channels."""

from __future__ import annotations

from .. import payloads, structure
from ..core import Core
from ..errors import ApiError
from .router import Call, Reply, route


@route("GET", "/gateway", tokenless=True)
def gateway(core: Core, call: Call) -> Reply:
    """Where the gateway is."""
    return Reply(200, {"url": core.gateway.url})


@route("GET", "/gateway/bot")
def gateway_bot(core: Core, call: Call) -> Reply:
    """Where the gateway is, with shards and identifies left."""
    used = sum(1 for one in core.records.identifies if one.app_id == call.app.id)
    total = core.limits.identifies_a_day
    limit = {
        "total": total,
        "remaining": max(0, total - used),
        "reset_after": 86_400_000,
        "max_concurrency": core.limits.max_concurrency,
    }
    return Reply(
        200, {"url": core.gateway.url, "shards": core.limits.recommended_shards, "session_start_limit": limit}
    )


@route("GET", "/users/@me")
def own_user(core: Core, call: Call) -> Reply:
    """The bot's account."""
    private = {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}
    return Reply(200, {**payloads.user(call.app.user), **private})


@route("GET", "/users/{user_id}")
def any_user(core: Core, call: Call) -> Reply:
    """Any account."""
    found = core.world.users.get(call.id("user_id"))
    if found is None:
        raise ApiError(404, 10013)
    return Reply(200, payloads.user(found))


@route("GET", "/oauth2/applications/@me")
def own_oauth_application(core: Core, call: Call) -> Reply:
    """The bot's application, as discord.py asks for it."""
    return own_application(core, call)


@route("GET", "/applications/@me")
def own_application(core: Core, call: Call) -> Reply:
    """The bot's application."""
    count = len(core.world.guilds_of(call.app.user.id))
    return Reply(200, payloads.application(call.app, count))


@route("POST", "/users/@me/channels")
def open_direct(core: Core, call: Call) -> Reply:
    """The direct channel with a user; whether he takes messages shows when one is sent."""
    other = core.world.users.get(int(call.fields.get("recipient_id") or 0))
    if other is None:
        raise ApiError(404, 10013)
    if other.bot:
        raise ApiError(400, 50007)
    channel = structure.direct_channel(core, call.app.user, other)
    body = payloads.channel(core.world, channel)
    return Reply(200, {**body, "recipients": [payloads.user(other)]})
