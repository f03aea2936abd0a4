"""A client of our own in plain HTTP and WebSocket: it shows what the wire carries, and forgives nothing."""

from __future__ import annotations

import asyncio
import zlib
from types import TracebackType
from typing import Any, NamedTuple, Self

import aiohttp
import orjson

from mafiabot.playground.model import Application
from mafiabot.playground.server import LocalDiscord

UNPRIVILEGED = (1 << 0) | (1 << 7) | (1 << 9) | (1 << 12)


class Answer(NamedTuple):
    """Status, JSON (None where there is none) and headers of an HTTP answer."""

    status: int
    body: Any
    headers: dict[str, str]


class RawBot:
    """A bot's HTTP side and, once `connect` was called, its gateway connection."""

    def __init__(self, local: LocalDiscord, app: Application | None = None) -> None:
        self.local = local
        self.app = app or local.add_bot()
        self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(keepalive_timeout=1e8))
        self.gateways: list[RawGateway] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for gateway in self.gateways:
            await gateway.close()
        await self.session.close()

    async def call(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, **headers: str
    ) -> Answer:
        """One request; `headers` with underscores for dashes."""
        sent = {"Authorization": f"Bot {token or self.app.token}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else orjson.dumps(body)
        if data is not None:
            sent.setdefault("Content-Type", "application/json")
        url = self.local.rest_url + path
        async with self.session.request(method, url, data=data, headers=sent) as response:
            raw = await response.read()
            return Answer(response.status, orjson.loads(raw) if raw else None, dict(response.headers))

    async def connect(
        self, *, intents: int = UNPRIVILEGED, shard: tuple[int, int] = (0, 1), compress: str = ""
    ) -> RawGateway:
        """A gateway connection that has sent IDENTIFY."""
        gateway = await self.open(compress=compress)
        await gateway.send(
            2, {"token": self.app.token, "intents": intents, "shard": list(shard), "properties": {}}
        )
        return gateway

    async def open(self, *, compress: str = "", url: str | None = None) -> RawGateway:
        """A gateway connection that has received HELLO."""
        query = f"/?v=10&encoding=json&compress={compress}" if compress else "/?v=10&encoding=json"
        socket = await self.session.ws_connect((url or self.local.gateway_url) + query, autoclose=False)
        gateway = RawGateway(socket)
        self.gateways.append(gateway)
        assert (await gateway.packet())["op"] == 10
        return gateway


class RawGateway:
    """One WebSocket; packets are read one by one."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._inflate = zlib.decompressobj()
        self.seq = 0

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(orjson.dumps({"op": op, "d": data}).decode())

    async def packet(self) -> Any:
        """The next packet; EOFError where the line is closed."""
        message = await self.socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            packet = orjson.loads(self._inflate.decompress(message.data))
        elif message.type is aiohttp.WSMsgType.TEXT:
            packet = orjson.loads(message.data)
        else:
            raise EOFError(self.socket.close_code)
        self.seq = packet.get("s") or self.seq
        return packet

    async def event(self, name: str) -> Any:
        """The data of the next event of this name."""
        while True:
            packet = await self.packet()
            if packet["t"] == name:
                return packet["d"]

    async def events_for(self, seconds: float) -> list[tuple[str, Any]]:
        """All events of the next seconds."""
        found: list[tuple[str, Any]] = []
        try:
            async with asyncio.timeout(seconds):
                while True:
                    packet = await self.packet()
                    found.append((packet["t"], packet["d"]))
        except TimeoutError:
            return found

    async def close(self) -> None:
        await self.socket.close(code=4000)
