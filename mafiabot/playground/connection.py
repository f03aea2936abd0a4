"""One WebSocket of the gateway: the protocol of opcodes, and the frames' transport compression."""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from typing import Any, Protocol

import orjson
from aiohttp import WSMsgType, web

from . import payloads, voice
from .core import Core
from .errors import Json
from .gateway import invalid_session
from .model import Application
from .sessions import PRIVILEGED, Session


class Packer(Protocol):
    """Compresses one frame of a stream."""

    def __call__(self, frame: bytes) -> bytes: ...


def zlib_packer() -> Packer:
    """zlib-stream: one context, every frame ends in 00 00 ff ff."""
    stream = zlib.compressobj()
    return lambda frame: stream.compress(frame) + stream.flush(zlib.Z_SYNC_FLUSH)


def packer_of(asked: str | None) -> Packer | None:
    """The transport compression asked for in the URL; unknown ones get plain text frames."""
    return zlib_packer() if asked == "zlib-stream" else None


class Connection:
    """A client at the gateway; frames go out in order through one writing task."""

    def __init__(self, core: Core, request: web.Request) -> None:
        self.core = core
        self.session: Session | None = None
        self._request = request
        self._socket = web.WebSocketResponse(heartbeat=None, receive_timeout=None, timeout=1.0)
        self._pack = packer_of(request.query.get("compress"))
        self._frames: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._sent_s: deque[float] = deque()

    async def run(self) -> web.WebSocketResponse:
        """Serve the connection until either side closes it."""
        await self._socket.prepare(self._request)
        writer = asyncio.create_task(self._write_frames())
        try:
            self.send(10, {"heartbeat_interval": self.core.limits.heartbeat_ms, "_trace": []})
            async for message in self._socket:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._receive(orjson.loads(message.data))
        finally:
            writer.cancel()
            self._detach()
        return self._socket

    def _detach(self) -> None:
        session = self.session
        if session is None or session.socket is not self:
            return
        self.core.gateway.detach(session)
        if self._socket.close_code in (1000, 1001):
            self.core.gateway.forget(session)

    async def _write_frames(self) -> None:
        while True:
            frame = await self._frames.get()
            if isinstance(frame, int):
                await self._socket.close(code=frame)
                return
            try:
                if self._pack is None:
                    await self._socket.send_str(frame.decode())
                else:
                    await self._socket.send_bytes(self._pack(frame))
            except ConnectionError:
                return

    def write(self, frame: bytes) -> None:
        """Queue one complete payload."""
        self._frames.put_nowait(frame)

    def send(self, op: int, data: Any) -> None:
        """Queue a payload that is no event."""
        self.write(orjson.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close with a code; 0 cuts the line."""
        if code:
            self._frames.put_nowait(code)
        elif self._request.transport is not None:
            self._request.transport.abort()

    def _is_flooding(self) -> bool:
        most, seconds = self.core.limits.gateway_budget
        now = self.core.clock.now_s()
        self._sent_s.append(now)
        while self._sent_s[0] <= now - seconds:
            self._sent_s.popleft()
        return len(self._sent_s) > most

    async def _receive(self, packet: Json) -> None:
        op, data = packet.get("op"), packet.get("d")
        if self._is_flooding():
            self.close(4008)
        elif op == 1:
            self.send(11, None)
        elif op == 2:
            await self._identify(data or {})
        elif op == 6:
            await self._resume(data or {})
        elif self.session is None:
            self.close(4003)
        elif op == 4:
            voice.bot_moves(self.core, self.session.app, data or {})
        elif op == 8:
            self._request_members(self.session, data or {})
        elif op != 3:
            self.close(4001)

    async def _identify(self, data: Json) -> None:
        app = await self._app(data)
        if self.session is not None:
            self.close(4005)
        if app is None or self.session is not None:
            return
        shard, intents = tuple(data.get("shard", (0, 1))), data.get("intents")
        refused = _refused_identify(app, shard, intents)
        if refused:
            self.close(refused)
            return
        session = self.core.gateway.identify(app, shard, intents or 0)
        if session is None:
            await asyncio.sleep(1.0)
            self.write(invalid_session(False))
            return
        self.session = session
        session.socket = self
        self.core.gateway.greet(session)

    async def _app(self, data: Json) -> Application | None:
        app = self.core.world.app_by_token(str(data.get("token", "")).removeprefix("Bot "))
        if app is None:
            self.close(4004)
            return None
        wait_s = self.core.gateway.refused_for_s(app.id)
        if wait_s > 0:
            await asyncio.sleep(wait_s)
            self.close(0)
            return None
        return app

    async def _resume(self, data: Json) -> None:
        app = await self._app(data)
        if app is None:
            return
        session_id, seq = str(data.get("session_id")), int(data.get("seq") or 0)
        self.session = self.core.gateway.resume(app, session_id, seq, self)
        if self.session is None:
            self.write(invalid_session(False))

    def _request_members(self, session: Session, data: Json) -> None:
        guild = self.core.world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        asked = data.get("user_ids")
        wanted = {int(u) for u in (asked if isinstance(asked, list) else [asked] if asked else [])}
        prefix = str(data.get("query", "")).lower()
        members = list(guild.members.values())
        if wanted:
            members = [m for m in members if m.user.id in wanted]
        else:
            members = [m for m in members if (m.nick or m.user.display).lower().startswith(prefix)]
        limit = int(data.get("limit") or 0)
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [payloads.member(m) for m in (members[:limit] if limit else members)],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(u) for u in wanted - {m.user.id for m in members}],
            "presences": [],
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        self.core.gateway.send_to(session.app, guild.id, "GUILD_MEMBERS_CHUNK", chunk)


def _refused_identify(app: Application, shard: tuple[int, ...], intents: int | None) -> int:
    """The close code of an IDENTIFY that cannot be: bad shard, missing or forbidden intents; 0 if fine."""
    if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
        return 4010
    if intents is None:
        return 4013
    return 4014 if intents & PRIVILEGED & ~app.privileged_intents else 0
