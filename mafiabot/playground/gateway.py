"""The hub of sessions: who gets which event, identify and resume, and all that can happen to a connection."""

from __future__ import annotations

from random import Random

import orjson

from . import payloads, sessions
from .buckets import Limits
from .clock import Clock
from .errors import Json
from .faults import Faults
from .model import Application, Channel, Guild
from .network import Network
from .records import IdentifyRecord, Records
from .sessions import Session, Socket, Told
from .world import World

MESSAGE_EVENTS = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE"})


class Gateway:
    """All sessions of all bots."""

    def __init__(
        self,
        clock: Clock,
        world: World,
        network: Network,
        faults: Faults,
        records: Records,
        limits: Limits,
        rng: Random,
    ) -> None:
        self.clock = clock
        self.world = world
        self.records = records
        self.limits = limits
        self.sessions: dict[str, Session] = {}
        self.listeners: list[Told] = []
        self.lost: list[tuple[float, str, bytes]] = []
        self._refuse_until_s: dict[int, float] = {}
        self.url = ""
        self._network = network
        self._faults = faults
        self._rng = rng
        self._identified_s: dict[tuple[int, int], float] = {}

    def publish(
        self, guild_id: int | None, name: str, data: Json, *, channel: Channel | None = None, about: int = 0
    ) -> None:
        """Send an event to every session that may have it.

        `channel` restricts it to bots that see the channel, `about` (a user id) lets a bot have events
        about itself without the intent.
        """
        encoded = orjson.dumps(data)
        for session in list(self.sessions.values()):
            if self._may_have(session, guild_id, name, channel, about):
                self._deliver(session, name, self._for_session(session, name, data, encoded))

    def send_to(self, app: Application, guild_id: int | None, name: str, data: Json) -> bool:
        """Send an event to one application's shard; False where no session serves it."""
        mine = [s for s in self.sessions.values() if s.app is app and s.serves(guild_id)]
        for session in mine:
            self._deliver(session, name, orjson.dumps(data))
        return bool(mine)

    def _may_have(
        self, session: Session, guild_id: int | None, name: str, channel: Channel | None, about: int
    ) -> bool:
        user_id = session.app.user.id
        if not session.serves(guild_id):
            return False
        if not session.wants(name, direct=guild_id is None) and about != user_id:
            return False
        if guild_id is not None:
            guild = self.world.guilds.get(guild_id)
            if guild is None or not guild.available or user_id not in guild.members:
                return False
        return channel is None or self.world.sees(user_id, channel)

    def _for_session(self, session: Session, name: str, data: Json, encoded: bytes) -> bytes:
        hidden = (
            name in MESSAGE_EVENTS
            and not session.intents & sessions.MESSAGE_CONTENT
            and data.get("guild_id") is not None
            and data["author"]["id"] != str(session.app.user.id)
            and all(user["id"] != str(session.app.user.id) for user in data["mentions"])
        )
        if not hidden:
            return encoded
        return orjson.dumps({**data, "content": "", "embeds": [], "components": [], "attachments": []})

    def _deliver(self, session: Session, name: str, encoded: bytes) -> None:
        delay_s = self._network.event_delay_s()
        copies = self._faults.of_event(name)
        if not copies:
            self.lost.append((self.clock.now_ms(), name, encoded))
        for extra_s in copies:
            session.push(name, encoded, delay_s + extra_s, in_order=extra_s == 0.0)

    def guild_create(self, session: Session, guild: Guild, *, joined: bool = False) -> None:
        """Tell a session all about a guild: members are the bot and who is in voice, or all by intent.

        Of a guild that was there before, it says that it is not unavailable; of one just joined, nothing.
        """
        members = list(guild.members.values())
        if not session.intents & sessions.PRESENCES:
            me = session.app.user.id
            members = [m for m in members if m.user.id == me or m.user.id in guild.voice]
        body = payloads.guild_create(self.world, guild, members)
        if joined:
            del body["unavailable"]
        self._deliver(session, "GUILD_CREATE", orjson.dumps(body))

    def sessions_of(self, app: Application, guild_id: int | None = None) -> list[Session]:
        """Sessions of a bot; of one guild's shard if an id is given."""
        mine = [session for session in self.sessions.values() if session.app is app]
        return [s for s in mine if guild_id is None or s.serves(guild_id)]

    def identify(self, app: Application, shard: tuple[int, int], intents: int) -> Session | None:
        """Open a session, or None where max_concurrency does not allow it yet."""
        now = self.clock.now_s()
        gate = (app.id, shard[0] % self.limits.max_concurrency)
        accepted = now - self._identified_s.get(gate, float("-inf")) >= self.limits.identify_every_s
        record = IdentifyRecord(app_id=app.id, shard=shard, at_ms=now * 1000, accepted=accepted)
        self.records.identifies.append(record)
        if not accepted:
            return None
        self._identified_s[gate] = now
        session_id = f"{self._rng.getrandbits(128):032x}"
        session = Session(
            session_id=session_id, app=app, shard=shard, intents=intents, clock=self.clock, told=self._tell
        )
        self.sessions[session_id] = session
        return session

    def _tell(self, app: Application, name: str, data: bytes) -> None:
        for listener in self.listeners:
            listener(app, name, data)

    def greet(self, session: Session) -> None:
        """READY, then every guild of the shard."""
        guilds = [g for g in self.world.guilds_of(session.app.user.id) if session.serves(g.id)]
        session.push("READY", orjson.dumps(self._ready(session, guilds)), 0.0)
        for guild in guilds:
            if guild.available:
                self.guild_create(session, guild)

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        app = session.app
        return {
            "v": 10,
            "user": {**payloads.user(app.user), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": f"{self.url}/{app.id}",
            "shard": list(session.shard),
            "application": {"id": str(app.id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "user_settings": {},
            "_trace": [],
        }

    def resume(self, app: Application, session_id: str, seq: int, socket: Socket) -> Session | None:
        """Attach a socket to a session and replay what it missed; None where that is not possible."""
        session = self.sessions.get(session_id)
        if session is None or session.app is not app or self._is_stale(session):
            return None
        session.detached_s = None
        session.socket = socket
        if not session.replay(seq):
            self.forget(session)
            return None
        self.records.resumes.append((self.clock.now_ms(), app.id))
        return session

    def _is_stale(self, session: Session) -> bool:
        gone_s = session.detached_s
        return gone_s is not None and self.clock.now_s() - gone_s > self.limits.resume_within_s

    def detach(self, session: Session) -> None:
        """The line is gone; the session waits for a resume."""
        session.socket = None
        session.detached_s = self.clock.now_s()

    def forget(self, session: Session) -> None:
        """End a session: a resume will be refused."""
        session.stop()
        session.socket = None
        self.sessions.pop(session.id, None)

    def drop(self, app: Application, *, resumable: bool = True, for_s: float = 0.0) -> None:
        """Cut a bot's connections without a word and let nobody in again for `for_s` seconds."""
        self._refuse_until_s[app.id] = self.clock.now_s() + for_s
        for session in self.sessions_of(app):
            socket = session.socket
            self.detach(session)
            if socket is not None:
                socket.close(0)
            if not resumable:
                self.forget(session)

    def refused_for_s(self, app_id: int) -> float:
        """Seconds for which a bot is still kept out after a drop."""
        return max(0.0, self._refuse_until_s.get(app_id, 0.0) - self.clock.now_s())

    def ask_reconnect(self, app: Application) -> None:
        """Send RECONNECT (op 7) to every connection of a bot."""
        for session in self.sessions_of(app):
            if session.socket is not None:
                session.socket.write(b'{"op":7,"d":null,"s":null,"t":null}')

    def invalidate(self, app: Application, *, resumable: bool = False) -> None:
        """Send INVALID_SESSION (op 9); not resumable ends the sessions."""
        for session in self.sessions_of(app):
            if session.socket is not None:
                session.socket.write(invalid_session(resumable))
            if not resumable:
                self.forget(session)


def invalid_session(resumable: bool) -> bytes:
    """The frame of op 9."""
    return orjson.dumps({"op": 9, "d": resumable, "s": None, "t": None})
