"""What each member's client has received: events are stored once, each viewer has only its own moments."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from . import payloads
from .clock import Clock
from .errors import Json
from .model import Channel, Guild, Message
from .network import Network
from .world import World

Kind = Literal["message", "deleted", "voice", "channel_gone"]


@dataclass(slots=True, kw_only=True)
class Seen:
    """A message on one client: `payload` is what it shows now, `versions` all it ever showed (loop ms)."""

    id: int
    channel_id: int
    payload: Json
    received_ms: float
    edited_ms: float | None = None
    deleted_ms: float | None = None
    versions: list[tuple[float, Json]] = field(default_factory=list)

    @property
    def ephemeral(self) -> bool:
        """Whether only this client shows it."""
        return bool(self.payload["flags"] & 64)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Something on its way to one client, there at `at_s`."""

    at_s: float
    kind: Kind
    key: int
    channel_id: int
    payload: Json


class ClientView:
    """One person's client."""

    def __init__(self, user_id: int, clock: Clock) -> None:
        self.user_id = user_id
        self._clock = clock
        self._coming: deque[Arrival] = deque()
        self._messages: dict[int, dict[int, Seen]] = {}
        self._voice: dict[tuple[int, int], Json] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self.told = 0
        """So much that concerns messages has reached it: what it shows of them changes with this only."""

    def put(self, kind: Kind, key: int, channel_id: int, payload: Json, delay_s: float) -> None:
        """Something leaves Discord for this client; it never overtakes what left before."""
        at_s = self.arrival_s(delay_s)
        self._coming.append(Arrival(at_s, kind, key, channel_id, payload))
        if self._waiting:
            self._clock.loop.call_at(at_s, self._wake)

    def arrival_s(self, delay_s: float) -> float:
        """When something leaving now gets here: not before all that left earlier (loop seconds)."""
        at_s = self._clock.now_s() + delay_s
        return max(at_s, self._coming[-1].at_s) if self._coming else at_s

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def _receive(self) -> None:
        now = self._clock.now_s() + 2e-6
        while self._coming and self._coming[0].at_s <= now:
            self._take(self._coming.popleft())

    def _take(self, arrival: Arrival) -> None:
        at_ms = arrival.at_s * 1000
        self.told += arrival.kind != "voice"
        of_channel = self._messages.setdefault(arrival.channel_id, {})
        if arrival.kind == "voice":
            self._voice[(arrival.channel_id, arrival.key)] = arrival.payload
        elif arrival.kind == "channel_gone":
            self._messages.pop(arrival.channel_id, None)
        elif arrival.kind == "deleted":
            if arrival.key in of_channel:
                of_channel[arrival.key].deleted_ms = at_ms
        elif arrival.key in of_channel:
            seen = of_channel[arrival.key]
            seen.payload, seen.edited_ms = arrival.payload, at_ms
            seen.versions.append((at_ms, arrival.payload))
        else:
            seen = Seen(
                id=arrival.key, channel_id=arrival.channel_id, payload=arrival.payload, received_ms=at_ms
            )
            seen.versions.append((at_ms, arrival.payload))
            of_channel[arrival.key] = seen

    def messages(self, channel: Channel | int, *, deleted: bool = False) -> list[Seen]:
        """Messages of a channel on this client, oldest first; deleted ones only if asked for."""
        self._receive()
        channel_id = channel if isinstance(channel, int) else channel.id
        of_channel = self._messages.get(channel_id, {}).values()
        return [seen for seen in of_channel if deleted or seen.deleted_ms is None]

    def message(self, message_id: int) -> Seen | None:
        """One message on this client, whatever its channel, also after it was deleted."""
        self._receive()
        for of_channel in self._messages.values():
            if message_id in of_channel:
                return of_channel[message_id]
        return None

    def everything(self) -> Iterator[Seen]:
        """Every message this client ever showed and still knows of, deleted ones too."""
        self._receive()
        for of_channel in self._messages.values():
            yield from of_channel.values()

    def voice(self, guild: Guild | int, user_id: int | None = None) -> Json | None:
        """The voice state of a member (default: oneself) as this client knows it; None: not in voice."""
        self._receive()
        guild_id = guild if isinstance(guild, int) else guild.id
        state = self._voice.get((guild_id, self.user_id if user_id is None else user_id))
        return None if state is None or state["channel_id"] is None else state

    async def changed(self, timeout_s: float | None = None) -> bool:
        """Wait until something more reaches this client; False where `timeout_s` passed first."""
        self._receive()
        future: asyncio.Future[None] = self._clock.loop.create_future()
        self._waiting.append(future)
        if self._coming:
            self._clock.loop.call_at(self._coming[0].at_s, self._wake)
        timer = None if timeout_s is None else self._clock.loop.call_later(timeout_s, future.cancel)
        task = asyncio.current_task()
        stopped = task.cancelling() if task is not None else 0
        try:
            await future
        except asyncio.CancelledError:
            if (
                timer is None
                or not self._is_over(timer)
                or (task is not None and task.cancelling() > stopped)
            ):
                raise
            return False
        finally:
            if timer is not None:
                timer.cancel()
        return True

    def _is_over(self, timer: asyncio.TimerHandle) -> bool:
        return self._clock.now_s() + 2e-6 >= timer.when()


class Views:
    """All clients, and who receives what."""

    def __init__(self, clock: Clock, world: World, network: Network) -> None:
        self.clients: dict[int, ClientView] = {}
        self._clock = clock
        self._world = world
        self._network = network

    def open(self, user_id: int) -> ClientView:
        """The client of a person; made at the first call."""
        if user_id not in self.clients:
            self.clients[user_id] = ClientView(user_id, self._clock)
        return self.clients[user_id]

    def arrival_s(self, user_id: int) -> float:
        """When something told a user now is on his client (loop seconds)."""
        view = self.clients.get(user_id)
        return self._clock.now_s() if view is None else view.arrival_s(self._network.delay_s())

    def catch_up(self, guild: Guild, user_id: int) -> None:
        """A client opens a guild: it loads what it may see of messages and voice."""
        view = self.clients.get(user_id)
        if view is None:
            return
        for channel in guild.channels.values():
            if self._world.sees(user_id, channel):
                for message in channel.messages.values():
                    view.put("message", message.id, channel.id, message.payload, 0.0)
        for state in guild.voice.values():
            view.put("voice", state.user_id, guild.id, payloads.voice_state(guild, state), 0.0)

    def message(self, channel: Channel, message: Message) -> None:
        """A new or edited message goes to whoever may see it."""
        for view in self._viewers(channel, message.seen_only_by):
            view.put("message", message.id, channel.id, message.payload, self._network.delay_s())

    def deleted(self, channel: Channel, message_id: int, seen_only_by: int | None = None) -> None:
        """A message vanishes."""
        for view in self._viewers(channel, seen_only_by):
            view.put("deleted", message_id, channel.id, {}, self._network.delay_s())

    def channel_gone(self, guild: Guild, channel_id: int) -> None:
        """A channel vanishes with its messages."""
        for user_id in guild.members:
            if user_id in self.clients:
                view = self.clients[user_id]
                view.put("channel_gone", channel_id, channel_id, {}, self._network.delay_s())

    def voice(self, guild: Guild, user_id: int, state: Json) -> None:
        """A voice state goes to every client of the guild."""
        for viewer_id in guild.members:
            view = self.clients.get(viewer_id)
            if view is not None:
                view.put("voice", user_id, guild.id, state, self._network.delay_s())

    def _viewers(self, channel: Channel, only: int | None) -> list[ClientView]:
        if only is not None:
            return [self.clients[only]] if only in self.clients else []
        guild = self._world.guilds.get(channel.guild_id or 0)
        users = channel.recipients if guild is None else tuple(guild.members)
        return [self.clients[u] for u in users if u in self.clients and self._world.sees(u, channel)]
