"""The whole bot but for its connection: what it sends is handed to a local Discord without sockets, and back.

The library and everything of ours is the real thing, composed by `bot.app`; requests and gateway events are
the outermost port, and each request is written down on its way. One way takes the same time for all.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

import discord
import orjson

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.discord_meter import route_of
from mafiabot.adapters.discord_voice import attach
from mafiabot.adapters.identities import SeededIdentities
from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.bot.app import App
from mafiabot.bot.client import intents
from mafiabot.bot.metrics import PrometheusMeters
from mafiabot.bot.planted import Planted
from mafiabot.lab.stage import virtual_clock
from mafiabot.lab.trust.house import NO_LIMITS
from mafiabot.lab.trust.trace import Entry
from mafiabot.playground import payloads
from mafiabot.playground.core import Core
from mafiabot.playground.errors import ApiError
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.rest.pipeline import HANDLERS
from mafiabot.playground.rest.router import ROUTES, Call, Reply
from mafiabot.playground.server import API, LocalDiscord
from mafiabot.runtime.meters import Meters

ONE_WAY_MS = 40.0
LANGUAGES = {"en": "en-US", "ru": "ru", "uk": "uk"}
assert HANDLERS  # importing them fills the routes


@contextmanager
def json_of(made: Callable[[Any], Any]) -> Iterator[None]:
    """Inside, the library sends what is `made` of a payload."""
    plain = discord.utils._to_json

    def written(obj: Any) -> str:
        return plain(made(obj))

    discord.utils._to_json = written
    try:
        yield
    finally:
        discord.utils._to_json = plain


class _Answer:
    """As much of an HTTP response as the library reads."""

    def __init__(self, reply: Reply) -> None:
        self.status = reply.status
        self.reason = ""
        self.headers = {} if reply.body is None else {"content-type": "application/json"}
        self._body = "" if reply.body is None else orjson.dumps(reply.body).decode()

    async def text(self, encoding: str) -> str:
        return self._body


@dataclass(frozen=True, slots=True)
class _Request:
    """What the library does `async with` on."""

    line: "Line"
    method: str
    path: str
    asked: dict[str, Any]

    async def __aenter__(self) -> _Answer:
        return await self.line.exchange(self.method, self.path, **self.asked)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class Written(Protocol):
    """What the bot sent: every request that is not a private answer; `refused`: those that were no good."""

    @property
    def sent(self) -> list[Entry]: ...

    @property
    def refused(self) -> list[str]: ...


class Line:
    """In the place of the library's HTTP session. `sent`: every request that is not a private answer."""

    def __init__(self, core: Core, clock: VirtualClock, meters: Meters) -> None:
        self._core = core
        self._clock = clock
        self._meters = meters
        self.sent: list[Entry] = []
        self.refused: list[str] = []
        self.closed = False

    def request(self, method: str, url: object, **asked: Any) -> _Request:
        path = unquote(urlsplit(str(url)).path)
        return _Request(self, method, path.removeprefix(API), asked)

    async def close(self) -> None:
        self.closed = True

    async def exchange(
        self,
        method: str,
        path: str,
        *,
        data: str | bytes | None = None,
        headers: dict[str, str] | None = None,
        params: dict[str, Any] | None = None,
        **_proxies: Any,
    ) -> _Answer:
        trip, told = self._core.network.trip(), headers or {}
        await self._takes(trip.there_s)
        reason = told.get("X-Audit-Log-Reason")
        call = Call(args={}, query={key: str(value) for key, value in (params or {}).items()})
        call.reason = None if reason is None else unquote(reason)
        call.body = None if data is None else orjson.loads(data)
        call.caller = self._core.world.app_by_token(told.get("Authorization", "").removeprefix("Bot "))
        self._core.network.current = trip
        try:
            reply = self._applied(method, path, call)
        finally:
            self._core.network.current = None
        await self._takes(trip.back_s)
        route = route_of(method, API + path)
        if route is not None:  # as the library's session would be measured
            self._meters.discord_answered(route, reply.status, round((trip.there_s + trip.back_s) * 1e6))
        return _Answer(reply)

    async def _takes(self, seconds: float) -> None:
        await self._clock.sleep_until_ms(self._clock.now_ms() + round(seconds * 1000))

    def _applied(self, method: str, path: str, call: Call) -> Reply:
        found = ROUTES.find(method, path)
        if found is None:
            self.refused.append(f"unknown route {method} {path}")
            return Reply(404, {"message": "404: Not Found", "code": 0})
        route, call.args = found
        if "interaction_token" not in call.args and "webhook_token" not in call.args:
            body = {"body": call.body, "reason": call.reason, "path": path}
            self.sent.append(Entry(self._core.clock.now_ms(), f"{method} {route.template}", body))
        try:
            return route.handler(self._core, call)
        except ApiError as error:
            self.refused.append(f"{method} {route.template} {error.code}")
            return Reply(error.status, error.body())


class _Gateway:
    """In the place of a shard's socket: events are parsed as the library parses them."""

    def __init__(self, client: discord.Client) -> None:
        self._parsers = client._connection.parsers

    def write(self, frame: bytes) -> None:
        event = orjson.loads(frame)
        self._parsers[event["t"]](event["d"])

    def close(self, code: int) -> None:
        pass


@dataclass(slots=True, kw_only=True)
class Room:
    """A guild with a voice channel and the bot; nobody else yet. `connected`: by the real client."""

    local: LocalDiscord
    bot: Application
    guild: Guild
    channel: Channel
    clock: VirtualClock
    app: App
    line: Written
    meters: PrometheusMeters
    connected: bool = False

    @property
    def core(self) -> Core:
        return self.local.core

    async def seconds(self, seconds: float) -> None:
        """Lets so much game time pass."""
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))


@asynccontextmanager
async def room(planted: Planted, language: str = "en") -> AsyncIterator[Room]:
    """A room in virtual time, the bot accepting commands in it."""
    clock = virtual_clock()
    local = LocalDiscord(epoch_ms=clock.now_ms())
    local.core = Core.build(  # what `start` does besides listening
        seed=1,
        epoch_ms=clock.now_ms(),
        clock_offset_ms=0,
        latency_ms=(ONE_WAY_MS, ONE_WAY_MS),
        order="answer_first",
        limits=NO_LIMITS,
    )
    line = Line(local.core, clock, meters := PrometheusMeters("1"))
    made = furnished(local, clock, planted, language, line, meters)
    await _plugged_in(made, line)
    try:
        yield made
    finally:
        await made.app.close()


def furnished(
    local: LocalDiscord,
    clock: VirtualClock,
    planted: Planted,
    language: str,
    line: Written,
    meters: PrometheusMeters,
    *,
    url: str | None = None,
) -> Room:
    """The bot is composed and has not started. `url`: where it is to connect to."""
    bot = local.add_bot()
    guild = local.add_guild("Club", bot, locale=LANGUAGES[language])
    app = App(
        token=bot.token,
        clock=clock,
        store=MemoryStore(),
        settings=MemorySettings(),
        archive=MemoryGames(),
        identities=SeededIdentities(1),
        discord_url=url,
        meters=meters,
        planted=planted,
    )
    return Room(
        local=local,
        bot=bot,
        guild=guild,
        channel=local.add_channel(guild),
        clock=clock,
        app=app,
        line=line,
        meters=meters,
        connected=url is not None,
    )


async def _plugged_in(made: Room, line: Line) -> None:
    """The boot sequence of `App.start`, the connection left out, and signs of life: nobody restarts here."""
    app, client = made.app, made.app.client
    await client._async_setup_hook()
    client.http.token = made.bot.token
    client.http._HTTPClient__session = line  # type: ignore[attr-defined] # the outermost port there is
    client.http._global_over = asyncio.Event()
    client.http._global_over.set()
    user: Any = payloads.user(made.bot.user)
    client._connection.user = discord.ClientUser(state=client._connection, data=user)
    client._connection.application_id = made.bot.id
    await app._add_cogs()
    attach(client, app._keeper, made.clock)
    session = made.core.gateway.identify(made.bot, (0, 1), intents().value)
    assert session is not None
    session.socket = _Gateway(client)
    made.core.gateway.guild_create(session, made.guild)
    await made.seconds(1)
    await app._takeover.run(await app._among.owner.signs())
    app._among.owner.serving = True
    app._taken_over.set()
    app._loops.start(app.timers.run(), "timers")
    app.services.accepting.set()
