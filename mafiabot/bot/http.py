"""What an operator's tools ask a process: is it alive, does it take commands, how does it stand.

`/healthz` and `/readyz` answer 200 or 503 with one JSON object of what was looked at, `/metrics` the text
format of Prometheus. Alive means this process alone: restarting it brings back no server that is away.
Nothing here names a guild or a person.
"""

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from mafiabot.bot.app import App
from mafiabot.bot.gauges import Gauges, archive_answers, store_answers
from mafiabot.bot.metrics import CONTENT_TYPE, PrometheusMeters
from mafiabot.bot.settings import SettingsError

log = structlog.get_logger(__name__)

SILENT_MS = 5_000
"""A heart that has not come round for so long hangs: a store that does not answer keeps it a second."""

Findings = dict[str, bool]


class HttpServer:
    """Listens from `start` to `close`, also while the bot is still starting."""

    def __init__(self, app: App, meters: PrometheusMeters) -> None:
        self._app = app
        self._meters = meters
        self._gauges = Gauges(app, meters)
        self._runner: web.AppRunner | None = None

    async def start(self, address: str) -> None:
        """Listens on `host:port`. Raises `SettingsError` where that cannot be."""
        host, port = host_and_port(address)
        routes = web.Application()
        routes.router.add_get("/healthz", _answer(self._alive))
        routes.router.add_get("/readyz", _answer(self._ready))
        routes.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(routes, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self.close()
            raise SettingsError(
                f"MAFIABOT_HTTP: cannot listen on {address} ({_reason(error)}): "
                "name another host:port, or set it empty to do without"
            ) from error
        log.info("health over HTTP", address=address)

    async def close(self) -> None:
        """Idempotent."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _alive(self) -> Findings:
        """That this runs at all says that the event loop does. Before the first beat the bot is starting."""
        silent_ms = self._app.heart.silent_ms()
        return {"loop": True, "heart": silent_ms is None or silent_ms < SILENT_MS}

    async def _ready(self) -> Findings:
        store, archive = await asyncio.gather(store_answers(self._app), archive_answers(self._app))
        return {
            "accepting": self._app.services.accepting.is_set(),
            "gateway": self._app.client.connected,
            "store": store,
            "archive": archive,
        }

    async def _metrics(self, _: web.Request) -> web.Response:
        await self._gauges.look()
        return web.Response(body=self._meters.exposition(), headers={"Content-Type": CONTENT_TYPE})


def host_and_port(address: str) -> tuple[str, int]:
    """`host:port`, also `[::1]:8080`. Raises `SettingsError`."""
    try:
        parts = urlsplit(f"//{address}")
        if parts.hostname and parts.port is not None and parts.netloc == address:
            return parts.hostname, parts.port
        trouble = "no host:port"
    except ValueError as error:
        trouble = str(error)
    raise SettingsError(f"MAFIABOT_HTTP: “{address}” ({trouble}); write for example 127.0.0.1:8080")


def _answer(look: Callable[[], Awaitable[Findings]]) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(_: web.Request) -> web.Response:
        findings = await look()
        return web.json_response(findings, status=200 if all(findings.values()) else 503)

    return answer


def _reason(error: OSError) -> str:
    cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
    return (cause.strerror or str(cause)).lower()
