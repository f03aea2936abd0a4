"""A gateway session: numbered events in order, kept for a resume, sent while a socket is attached."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

import orjson

from .clock import Clock
from .model import Application

KEPT_EVENTS = 2000

GUILDS, MEMBERS, MODERATION, VOICE_STATES = 1 << 0, 1 << 1, 1 << 2, 1 << 7
PRESENCES, GUILD_MESSAGES, TYPING, DIRECT_MESSAGES = 1 << 8, 1 << 9, 1 << 11, 1 << 12
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT

NEEDED_INTENT: dict[str, int] = {
    "GUILD_CREATE": GUILDS,
    "GUILD_UPDATE": GUILDS,
    "GUILD_DELETE": GUILDS,
    "GUILD_ROLE_CREATE": GUILDS,
    "GUILD_ROLE_UPDATE": GUILDS,
    "GUILD_ROLE_DELETE": GUILDS,
    "CHANNEL_CREATE": GUILDS,
    "CHANNEL_UPDATE": GUILDS,
    "CHANNEL_DELETE": GUILDS,
    "VOICE_CHANNEL_STATUS_UPDATE": GUILDS,
    "GUILD_MEMBER_ADD": MEMBERS,
    "GUILD_MEMBER_UPDATE": MEMBERS,
    "GUILD_MEMBER_REMOVE": MEMBERS,
    "GUILD_BAN_ADD": MODERATION,
    "GUILD_BAN_REMOVE": MODERATION,
    "GUILD_AUDIT_LOG_ENTRY_CREATE": MODERATION,
    "VOICE_STATE_UPDATE": VOICE_STATES,
    "MESSAGE_CREATE": GUILD_MESSAGES,
    "MESSAGE_UPDATE": GUILD_MESSAGES,
    "MESSAGE_DELETE": GUILD_MESSAGES,
    "MESSAGE_DELETE_BULK": GUILD_MESSAGES,
    "TYPING_START": TYPING,
}


class Socket(Protocol):
    """Where a session writes; frames are complete gateway payloads."""

    def write(self, frame: bytes) -> None: ...

    def close(self, code: int) -> None: ...


Told = Callable[[Application, str, bytes], None]
"""An event has reached a bot: its name and its data, encoded."""


class Session:
    """One bot's shard on the gateway."""

    def __init__(
        self,
        *,
        session_id: str,
        app: Application,
        shard: tuple[int, int],
        intents: int,
        clock: Clock,
        told: Told | None = None,
    ) -> None:
        self.id = session_id
        self.app = app
        self.shard = shard
        self.intents = intents
        self.socket: Socket | None = None
        self.detached_s: float | None = None
        self.seq = 0
        self._clock = clock
        self._told = told
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT_EVENTS)
        self._queue: deque[tuple[float, str, bytes]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def wants(self, name: str, *, direct: bool = False) -> bool:
        """Whether the intents cover an event; direct messages have an intent of their own."""
        needed = NEEDED_INTENT.get(name, 0)
        if direct and needed:
            needed = DIRECT_MESSAGES
        return needed == 0 or bool(self.intents & needed)

    def serves(self, guild_id: int | None) -> bool:
        """Whether a guild (or direct messages: None) belongs to this shard."""
        return ((guild_id or 0) >> 22) % self.shard[1] == self.shard[0]

    def push(self, name: str, data: bytes, delay_s: float, *, in_order: bool = True) -> None:
        """Send an event `delay_s` from now, never before an earlier one unless `in_order` is False."""
        if not in_order:
            self._clock.loop.call_later(delay_s, self._emit, name, data)
            return
        if delay_s <= 0 and not self._queue:
            self._emit(name, data)
            return
        due_s = self._clock.now_s() + delay_s
        if self._queue:
            due_s = max(due_s, self._queue[-1][0])
        self._queue.append((due_s, name, data))
        if self._timer is None:
            self._timer = self._clock.loop.call_at(self._queue[0][0], self._drain)

    def _drain(self) -> None:
        self._timer = None
        now = self._clock.now_s() + 2e-6
        while self._queue and self._queue[0][0] <= now:
            _, name, data = self._queue.popleft()
            self._emit(name, data)
        if self._queue:
            self._timer = self._clock.loop.call_at(self._queue[0][0], self._drain)

    def _emit(self, name: str, data: bytes) -> None:
        self.seq += 1
        frame = b'{"t":"%b","s":%d,"op":0,"d":%b}' % (name.encode(), self.seq, data)
        self._kept.append((self.seq, frame))
        if self.socket is not None:
            self.socket.write(frame)
            if self._told is not None:
                self._told(self.app, name, data)

    def replay(self, after_seq: int) -> bool:
        """Send again what came after `after_seq`; False where it is no longer all there."""
        missing = self.seq - after_seq
        if missing > len(self._kept) or missing < 0 or self.socket is None:
            return False
        for seq, frame in list(self._kept):
            if seq > after_seq:
                self.socket.write(frame)
        self.push("RESUMED", orjson.dumps({"_trace": []}), 0.0)
        return True

    def stop(self) -> None:
        """Drop what is still on its way."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._queue.clear()
