"""The local Discord as callers use it: start, build a world, give people a handle, stop."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from random import Random
from types import TracebackType
from typing import Self

from aiohttp import web

from . import members, structure
from .admin import Admin
from .audible import Timelines
from .buckets import Limits
from .clock import DEFAULT_EPOCH_MS
from .connection import Connection
from .core import Core
from .faults import Faults
from .gateway import Gateway
from .interactions import Interactions
from .model import Application, Channel, Guild, User
from .network import Order
from .permissions import Perm
from .person import Person
from .records import Records
from .rest.pipeline import Pipeline
from .validation import Validator

API = "/api/v10"
JUDGE_PERMISSIONS = 139561984
NEVER_S = 1e8


class LocalDiscord:
    """REST v10 and gateway on loopback inside the running loop; all moments are that loop's.

    `epoch_ms` is the host's epoch time at start, `clock_offset_ms` what Discord's clock is ahead of it,
    `latency_ms` the range of one way, `order` which of answer and event comes first.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        seed: int = 0,
        epoch_ms: int = DEFAULT_EPOCH_MS,
        clock_offset_ms: float = 0,
        latency_ms: tuple[float, float] = (0, 0),
        order: Order = "mixed",
        limits: Limits | None = None,
        spec_path: str | None = None,
    ) -> None:
        self._port = port
        self._settings = (seed, epoch_ms, clock_offset_ms, latency_ms, order, limits or Limits())
        self._spec_path = spec_path
        self._rng = Random(f"{seed} names")
        self._runner: web.AppRunner | None = None
        self._connections: set[Connection] = set()
        self.core: Core
        self.admin: Admin

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen; afterwards `port`, `rest_url` and `gateway_url` are known."""
        seed, epoch_ms, offset_ms, latency_ms, order, limits = self._settings
        self.core = Core.build(
            seed=seed,
            epoch_ms=epoch_ms,
            clock_offset_ms=offset_ms,
            latency_ms=latency_ms,
            order=order,
            limits=limits,
        )
        self.admin = Admin(self.core)
        self._pipeline = Pipeline(self.core, Validator(self._spec_path), API)
        app = web.Application(client_max_size=32 * 1024**2)
        for path in ("/gateway", "/gateway/", "/gateway/{app_id}", "/gateway/{app_id}/"):
            app.router.add_get(path, self._gateway)
        app.router.add_route("*", "/{path:.*}", self._pipeline.handle)
        self._runner = web.AppRunner(
            app, access_log=None, keepalive_timeout=NEVER_S, shutdown_timeout=0.1, handle_signals=False
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = self._runner.addresses[0][1]
        self._pipeline.base_url = f"http://127.0.0.1:{self._port}"
        self.core.gateway.url = self.gateway_url

    async def stop(self) -> None:
        """Cut every connection and stop listening."""
        for connection in list(self._connections):
            connection.close(0)
        for session in list(self.core.gateway.sessions.values()):
            session.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def port(self) -> int:
        """The port listened on."""
        return self._port

    @property
    def records(self) -> Records:
        """Requests, edits, identifies, unknown routes, schema errors."""
        return self.core.records

    @property
    def faults(self) -> Faults:
        """The plan of what goes wrong."""
        return self.core.faults

    @property
    def gateway(self) -> Gateway:
        """Sessions: drop, ask_reconnect, invalidate."""
        return self.core.gateway

    @property
    def timelines(self) -> Timelines:
        """Who was audible (`.audible`) or could have been (`.open`), in loop ms."""
        return self.core.timelines

    @property
    def interactions(self) -> Interactions:
        """Every interaction (`.all`) and those without an answer (`.unanswered()`)."""
        return self.core.interactions

    @property
    def rest_url(self) -> str:
        """The base of all REST routes."""
        return f"http://127.0.0.1:{self._port}{API}"

    @property
    def gateway_url(self) -> str:
        """The gateway's address."""
        return f"ws://127.0.0.1:{self._port}/gateway"

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        app_id = int(request.match_info.get("app_id", 0))
        if self.core.gateway.refused_for_s(app_id) > 0:
            return web.Response(status=503)
        connection = Connection(self.core, request)
        self._connections.add(connection)
        try:
            return await connection.run()
        finally:
            self._connections.discard(connection)

    def add_user(self, name: str, *, locale: str = "en-US", bot: bool = False) -> User:
        """An account."""
        user = User(id=self.core.ids.new(), name=name.lower(), display=name, bot=bot, locale=locale)
        self.core.world.users[user.id] = user
        return user

    def add_person(self, name: str, *guilds: Guild, locale: str = "en-US") -> Person:
        """A person with a client of his own, a member of the given guilds."""
        person = Person(self.core, self.add_user(name, locale=locale))
        for guild in guilds:
            members.add(self.core, guild, person.user)
        return person

    def add_bot(self, name: str = "Judge", *, token: str | None = None, privileged: int = 0) -> Application:
        """An application with its bot account; `privileged` are privileged intents it may ask for."""
        user = self.add_user(name, bot=True)
        app = Application(
            id=user.id,
            name=name,
            token=token or _token(user.id, self._rng),
            user=user,
            owner=self.add_user(f"{name} owner"),
            privileged_intents=privileged,
        )
        self.core.world.apps[app.id] = app
        return app

    def add_guild(
        self,
        name: str = "Club",
        *bots: Application,
        locale: str = "en-US",
        owner: User | None = None,
        permissions: int = JUDGE_PERMISSIONS,
        guild_id: int | None = None,
    ) -> Guild:
        """A guild, with bots installed that get a role of these permissions."""
        owner = owner or self.add_user(f"{name} owner")
        guild = structure.new_guild(self.core, name, owner, locale, guild_id)
        for app in bots:
            structure.install(self.core, app, guild, permissions | Perm.VIEW_CHANNEL)
        return guild

    def add_channel(
        self, guild: Guild, name: str = "table", kind: str = "voice", *, user_limit: int = 0
    ) -> Channel:
        """A channel of kind voice, text, stage or category."""
        return structure.new_channel(self.core, guild, name, kind, user_limit=user_limit)


def _token(user_id: int, rng: Random) -> str:
    """A bot token of the usual form: the user's id in base64, a stamp, a secret."""
    who = urlsafe_b64encode(str(user_id).encode()).decode().rstrip("=")
    return f"{who}.{rng.getrandbits(24):06x}.{rng.getrandbits(152):038x}"
