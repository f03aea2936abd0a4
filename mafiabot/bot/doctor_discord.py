"""Discord: the tokens, the application, gateway sessions, commands, rights and the clock.

Only questions are asked; no gateway session is begun and no message sent.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.discord_url import point_at
from mafiabot.bot.findings import Finding, fail, ok, warn
from mafiabot.bot.settings import Settings
from mafiabot.cogs.permissions import FLAGS
from mafiabot.ui.commands_i18n import COMMANDS, GROUP, JUDGE_COMMANDS, JUDGE_GROUP, MENUS

PERMISSIONS = discord.Permissions(**dict.fromkeys(FLAGS.values(), True)).value
INVITATION = (
    "https://discord.com/oauth2/authorize?client_id={}&scope=bot%20applications.commands&permissions={}"
)
FEW_STARTS = 100
APART_MS, TOO_FAR_MS = 2_000, 30_000
GUILDS_AT_ONCE = 200
NAMED = 5
ASK_S = 12.0

_NO_ANSWER = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    if settings.discord_url is not None:
        point_at(settings.discord_url)
    dates = _Dates()
    async with _client(dates) as client:
        refused = await _log_in(client, settings.bot_token())
        if refused is not None:
            yield refused
            return
        try:
            async with asyncio.timeout(ASK_S):
                for finding in await _asked(client, settings, dates):
                    yield finding
        except _NO_ANSWER as error:
            yield fail("Discord", f"stopped answering ({_reason(error)})", "try again in a minute")
    for number, token in enumerate(settings.further_tokens(), 1):
        yield await _further(number, token)


@asynccontextmanager
async def _client(dates: "_Dates") -> AsyncIterator[discord.Client]:
    client = discord.Client(intents=discord.Intents.none(), http_trace=dates.trace())
    try:
        yield client
    finally:
        await client.close()


async def _log_in(client: discord.Client, token: str) -> Finding | None:
    """None: it is logged in."""
    try:
        async with asyncio.timeout(ASK_S):
            await client.login(token)
    except discord.LoginFailure:
        return fail(
            "token", "Discord refuses it", "copy it again from the developer portal: Bot, Reset Token"
        )
    except _NO_ANSWER as error:
        todo = "this machine must reach discord.com and gateway.discord.gg by HTTPS: network, proxy, DNS"
        return fail("Discord", f"cannot be reached ({_reason(error)})", todo)
    return None


async def _asked(client: discord.Client, settings: Settings, dates: "_Dates") -> list[Finding]:
    info = await client.application_info()
    shards, _, limit = await client.http.get_bot_gateway()
    commands = await client.http.get_global_commands(info.id)
    guilds: Sequence[Any] = await client.http.get_guilds(GUILDS_AT_ONCE, with_counts=False)
    return [
        ok("token", f"of the application {info.name} ({info.id})"),
        intents(info.flags),
        sessions(shards, limit["remaining"], limit["total"], settings.shards),
        synced(commands),
        rights(info.id, {int(one["id"]): int(one["permissions"]) for one in guilds}),
        dates.finding(),
    ]


async def _further(number: int, token: str) -> Finding:
    what = f"voice bot {number}"
    async with _client(_Dates()) as client:
        refused = await _log_in(client, token)
        if refused is not None:
            return fail(what, refused.said, refused.todo)
        return ok(what, f"account {client.user.id if client.user is not None else 'unknown'}")


def intents(flags: discord.ApplicationFlags) -> Finding:
    """None of the privileged ones is needed."""
    switches = {
        "Presence": flags.gateway_presence or flags.gateway_presence_limited,
        "Server Members": flags.gateway_guild_members or flags.gateway_guild_members_limited,
        "Message Content": flags.gateway_message_content or flags.gateway_message_content_limited,
    }
    if on := [name for name, is_on in switches.items() if is_on]:
        todo = "switch it off in the developer portal, under Bot"
        return warn("intents", f"{' and '.join(on)} Intent is on and not needed", todo)
    return ok("intents", "no privileged one, none is needed")


def sessions(recommended: int, left: int, total: int, wanted: int | None) -> Finding:
    """`wanted`: MAFIABOT_SHARDS."""
    what, shards = "gateway", wanted or recommended
    said = f"shards: {shards}; {left} of {total} session starts left today"
    if left < shards:
        return fail(what, said, "wait until they are given anew, and find out what starts the bot so often")
    if wanted is not None and wanted < recommended:
        return warn(what, f"{said}; Discord recommends {recommended}", "raise MAFIABOT_SHARDS, or unset it")
    if left < FEW_STARTS:
        return warn(what, said, "find out what starts the bot so often")
    return ok(what, said)


def synced(commands: Sequence[Mapping[str, Any]]) -> Finding:
    """Whether Discord knows the commands of this version; they are told to it at each start."""
    known = {one["name"]: {part["name"] for part in one.get("options", ())} for one in commands}
    groups = {GROUP: set(COMMANDS), JUDGE_GROUP: set(JUDGE_COMMANDS)}
    missing = [
        f"/{group} {name}"
        for group, names in groups.items()
        for name in sorted(names - known.get(group, set()))
    ]
    if missing or len(known) < len(groups) + len(MENUS):
        told = ", ".join(missing[:NAMED]) or "the menus on a member"
        return warn("commands", f"Discord does not know all of them yet ({told})", "start the bot once")
    return ok("commands", f"{sum(map(len, groups.values()))} and {len(MENUS)} menus, as in this version")


def rights(application_id: int, guilds: Mapping[int, int]) -> Finding:
    """The bot's rights in whole servers; what channels take away, `/mafia check` shows there."""
    invitation = INVITATION.format(application_id, PERMISSIONS)
    if not guilds:
        return warn("servers", "the bot is in none", f"invite it: {invitation}")
    administrator = discord.Permissions.administrator.flag
    poor = [
        guild_id
        for guild_id, bits in guilds.items()
        if not bits & administrator and bits & PERMISSIONS != PERMISSIONS
    ]
    more = " or more" if len(guilds) == GUILDS_AT_ONCE else ""
    if poor:
        named = ", ".join(map(str, poor[:NAMED])) + (" …" if len(poor) > NAMED else "")
        said = f"in {len(poor)} of {len(guilds)}{more} the bot lacks rights ({named})"
        return warn(
            "servers", said, f"give its role the rights of {PERMISSIONS}, or invite it anew: {invitation}"
        )
    return ok("servers", f"in {len(guilds)}{more}, and its rights suffice ({PERMISSIONS})")


class _Dates:
    """Discord's clock by the `Date` of its answers, which has whole seconds."""

    def __init__(self) -> None:
        self._clock = SystemClock()
        self._apart_ms: list[int] = []

    def trace(self) -> aiohttp.TraceConfig:
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._begun)
        trace.on_request_end.append(self._ended)
        return trace

    async def _begun(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, _: aiohttp.TraceRequestStartParams
    ) -> None:
        context.begun_ms = self._clock.now_ms()

    async def _ended(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        try:
            second = parsedate_to_datetime(end.response.headers.get("Date", ""))
        except ValueError:
            return
        middle_ms = (context.begun_ms + self._clock.now_ms()) // 2
        self._apart_ms.append(round(second.timestamp() * 1000) + 500 - middle_ms)

    def finding(self) -> Finding:
        if not self._apart_ms:
            return warn("clock", "Discord's answers have no date", "is there a proxy in between?")
        return clock(sorted(self._apart_ms)[len(self._apart_ms) // 2])


def clock(apart_ms: int) -> Finding:
    """`apart_ms`: Discord's clock minus this host's, half a second more or less."""
    what, said = "clock", f"Discord's is {apart_ms / 1000:+.1f} s from this host's"
    todo = "let this host keep time by NTP (chrony, systemd-timesyncd)"
    if abs(apart_ms) > TOO_FAR_MS:
        return fail(what, said, todo)
    return warn(what, said, todo) if abs(apart_ms) > APART_MS else ok(what, "agrees with Discord's")


def _reason(error: BaseException) -> str:
    return str(error).replace("\n", " ") or type(error).__name__
