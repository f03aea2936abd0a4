"""The live store on Redis (single, Sentinel or Cluster), shared by processes; see `redis_keys` for its shape.

What one step changes lies in one bucket and is changed by one script. Questions over all guilds ask the 16
buckets in one round trip.
"""

import itertools
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from mafiabot.adapters import redis_commit
from mafiabot.adapters import redis_scripts as scripts
from mafiabot.adapters.codec import DEBTS, HANDS, NAMES, PANELS, VOICES, decode_event, decode_state
from mafiabot.adapters.due_signal import DueSignal
from mafiabot.adapters.redis_clients import RedisClients, clients_of
from mafiabot.adapters.redis_cluster import Place, RedisCluster
from mafiabot.adapters.redis_flights import Command
from mafiabot.adapters.redis_keys import UNSEEN_S, BucketKeys, Keys
from mafiabot.adapters.redis_link import RedisLink
from mafiabot.adapters.redis_listener import WakeListener
from mafiabot.adapters.redis_url import DEFAULT_PREFIX, RedisUrl
from mafiabot.adapters.store_rules import asked_for, checked, earliest, merged
from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState
from mafiabot.runtime.buckets import BUCKETS
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.ports import (
    ARCHIVED_KEPT_S,
    Clock,
    Commit,
    CommitResult,
    CommitStatus,
    Debt,
    Due,
    HandRef,
    PanelRef,
    SeenVoice,
    Served,
    Wanted,
)
from mafiabot.runtime.store_life import Look, new_epoch

Question = Callable[[BucketKeys], Command]

_HAND, _PANEL, _AT_PANEL, _CURSOR = "hand:", "panel", "at:panel", "cursor:"
_FIRST, _LAST = b"first:", b"last:"


class RedisStore:
    """`runtime.ports.Store`. Every method raises `StoreUnavailable` when nothing answers within a second."""

    def __init__(self, clients: RedisClients, clock: Clock, prefix: str = DEFAULT_PREFIX) -> None:
        self._keys = Keys(prefix)
        self._clients = clients
        self._link = RedisLink(clients.commands, clock)
        self._clock = clock
        self._stamp = 0
        self._process = secrets.token_hex(6)
        self._commits = itertools.count()
        self._signal = DueSignal()
        self._listener = WakeListener(clients.listener, clock, self._signal, self._keys.wake(), self._process)

    @classmethod
    async def open(cls, url: RedisUrl, clock: Clock) -> "RedisStore":
        """A store that can be written to. Raises `StoreUnavailable`."""
        store = cls(clients_of(url), clock, url.prefix)
        try:
            await store._link.ask("SET", store._keys.probe(), "1", "PX", 1000)
        except BaseException:
            await store.close()
            raise
        return store

    async def look(self, games: Sequence[tuple[int, str]], now_ms: int) -> Look:
        """The epochs are written one by one: only so the library asks anew who is in a Cluster.

        All that is told is read afterwards: a connection lost while they were written takes nothing from it.
        """
        epoch, buckets = new_epoch(now_ms, secrets.token_hex(8)), self._keys.every()
        await self._link.each([("SET", bucket.epoch(), epoch, "NX") for bucket in buckets])
        self._link.looked_at()
        read: list[Command] = [("GET", bucket.epoch()) for bucket in buckets]
        seqs: list[Command] = [
            ("HGET", self._keys.of_guild(guild).game(game), "seq") for guild, game in games
        ]
        found = await self._link.ask_all([*read, *seqs])
        return Look(
            seqs=tuple(int(seq or 0) for seq in found[BUCKETS:]),
            epochs=tuple(name.decode() for name in found[:BUCKETS]),
        )

    async def epochs(self) -> tuple[str, ...]:
        found = await self._link.ask_all([("GET", bucket.epoch()) for bucket in self._keys.every()])
        return tuple((name or b"").decode() for name in found)

    def cluster(self, place: Place) -> RedisCluster:
        """What processes on this store agree upon; it ends with the store."""
        return RedisCluster(self._link, self._keys, place)

    # --- games -------------------------------------------------------------------------------

    async def commit(self, commit: Commit) -> CommitResult:
        commit_id = f"{self._process}-{next(self._commits)}"
        result = await redis_commit.apply(
            self._link, self._keys, checked(commit), commit_id=commit_id, process=self._process
        )
        if result.status is CommitStatus.APPLIED:
            self._signal.tell(commit.due_ms)
        return result

    async def load(self, game_id: str) -> GameState | None:
        found = await self._of_game(game_id, lambda bucket: ("HGET", bucket.game(game_id), "state"))
        return decode_state(found) if found else None

    async def seen_command(self, game_id: str, command_id: str) -> bool:
        known = await self._of_game(
            game_id, lambda bucket: ("SISMEMBER", bucket.commands(game_id), command_id)
        )
        return bool(known)

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        entries = await self._of_game(
            game_id, lambda bucket: ("XRANGE", bucket.log(game_id), f"{after_seq + 1}-0", "+")
        )
        return tuple(decode_event(fields[b"event"]) for _, fields in entries or ())

    async def forget(self, guild_id: int, game_id: str) -> None:
        keys = await self._game_keys(guild_id, game_id)
        if keys:
            bucket = self._keys.of_guild(guild_id)
            await self._link.run(scripts.FORGET, (*keys, bucket.due(), bucket.untold()), game_id)

    async def _game_keys(self, guild_id: int, game_id: str) -> tuple[str, ...]:
        """All there is of a finished game, and by what it is told from others; none of an unknown one."""
        bucket = self._keys.of_guild(guild_id)
        channel_id = await self._link.ask("HGET", bucket.game(game_id), "channel")
        if channel_id is None:
            return ()
        return (
            bucket.game(game_id),
            bucket.log(game_id),
            bucket.commands(game_id),
            bucket.beside(game_id),
            bucket.channel(int(channel_id)),
            bucket.open(),
            bucket.unarchived(),
        )

    async def _of_game(self, game_id: str, question: Question) -> Any:
        """The first answer that says something, of the bucket in which the game lies."""
        buckets = self._keys.of_game(game_id)
        if len(buckets) == 1:
            return await self._link.ask(*question(buckets[0]))
        answers = await self._link.ask_all([question(bucket) for bucket in buckets])
        return next(filter(None, answers), None)

    # --- finding games -----------------------------------------------------------------------

    async def open_games(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        return await self._listed(BucketKeys.open, guild_id, served)

    async def untold(self, guild_id: int | None = None, *, served: Served | None = None) -> tuple[str, ...]:
        return await self._listed(BucketKeys.untold, guild_id, served)

    async def end_told(self, game_id: str) -> None:
        await self._of_game(game_id, lambda bucket: ("HDEL", bucket.untold(), game_id))

    async def unarchived(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]:
        return await self._listed(BucketKeys.unarchived, guild_id, served)

    async def archived(self, guild_id: int, game_id: str, now_ms: int) -> None:
        """The server drops it by its own clock."""
        keys = await self._game_keys(guild_id, game_id)
        if keys:
            await self._link.run(scripts.ARCHIVED, keys, game_id, ARCHIVED_KEPT_S)

    async def _listed(
        self, key: Callable[[BucketKeys], str], guild_id: int | None, served: Served | None
    ) -> tuple[str, ...]:
        found = await self._link.ask_all([("HGETALL", key(bucket)) for bucket in self._buckets(guild_id)])
        games = (game for answer in found for game in answer.items())
        return tuple(
            sorted(game.decode() for game, guild in games if asked_for(int(guild), guild_id, served))
        )

    async def game_in_channel(self, channel_id: int, guild_id: int) -> str | None:
        return _text(await self._link.ask("GET", self._keys.of_guild(guild_id).channel(channel_id)))

    async def game_of_member(self, guild_id: int, user_id: int) -> str | None:
        return _text(await self._link.ask("HGET", self._keys.of_guild(guild_id).seats(guild_id), user_id))

    async def next_game_number(self, guild_id: int, after: int = 0) -> int:
        return int(
            await self._link.run(scripts.NUMBER, (self._keys.of_guild(guild_id).number(guild_id),), after)
        )

    def _buckets(self, guild_id: int | None) -> tuple[BucketKeys, ...]:
        return self._keys.every() if guild_id is None else (self._keys.of_guild(guild_id),)

    # --- due times ---------------------------------------------------------------------------

    async def due(self, until_ms: int, limit: int = 100, wanted: Wanted | None = None) -> tuple[Due, ...]:
        found = await self._link.ask_all(
            [("ZRANGEBYSCORE", bucket.due(), "-inf", until_ms, "WITHSCORES") for bucket in self._keys.every()]
        )
        entries = (_due(line, score) for answer in found for line, score in _pairs(answer))
        return earliest(entries, limit, wanted)

    async def wait_for_earlier(self, than_ms: int | None) -> None:
        self._listener.start()
        await self._signal.wait(than_ms)

    # --- beside the games --------------------------------------------------------------------

    async def save_hand(self, guild_id: int, hand: HandRef) -> None:
        await self._put_beside(guild_id, hand.game_id, f"{_HAND}{hand.user_id}", HANDS.encode(hand))

    async def hands(self, guild_id: int, game_id: str) -> tuple[HandRef, ...]:
        found = await self._link.ask("HGETALL", self._keys.of_guild(guild_id).beside(game_id))
        hands = [HANDS.decode(data) for field, data in found.items() if field.startswith(_HAND.encode())]
        return tuple(sorted(hands, key=lambda hand: hand.user_id))

    async def drop_hand(self, guild_id: int, game_id: str, user_id: int) -> None:
        await self._link.ask("HDEL", self._keys.of_guild(guild_id).beside(game_id), f"{_HAND}{user_id}")

    async def save_panel(self, guild_id: int, game_id: str, panel: PanelRef) -> None:
        document = PANELS.encode(panel)
        await self._put_beside(guild_id, game_id, _PANEL, document, (_AT_PANEL, panel.message_id))

    async def panel(self, guild_id: int, game_id: str) -> PanelRef | None:
        found = await self._beside(guild_id, game_id, _PANEL)
        return PANELS.decode(found) if found is not None else None

    async def cursor(self, guild_id: int, game_id: str, name: str) -> int:
        return int(await self._beside(guild_id, game_id, f"{_CURSOR}{name}") or 0)

    async def set_cursor(self, guild_id: int, game_id: str, name: str, seq: int) -> None:
        field = f"{_CURSOR}{name}"
        await self._put_beside(guild_id, game_id, field, seq, (field, seq))

    async def _beside(self, guild_id: int, game_id: str, field: str) -> Any:
        return await self._link.ask("HGET", self._keys.of_guild(guild_id).beside(game_id), field)

    async def _put_beside(
        self,
        guild_id: int,
        game_id: str,
        field: str,
        value: bytes | int,
        order: tuple[str, int] | tuple[()] = (),
    ) -> None:
        """`order`: a field and its number; where a higher one stands there, this is late and is left out."""
        bucket = self._keys.of_guild(guild_id)
        keys = (bucket.beside(game_id), bucket.open(), bucket.unarchived())
        await self._link.run(scripts.BESIDE, keys, game_id, ARCHIVED_KEPT_S, field, value, *order)

    # --- debts and voices --------------------------------------------------------------------

    async def put_debt(self, debt: Debt) -> None:
        await self._stamped(scripts.PUT_DEBT, debt.guild_id, debt.user_id, DEBTS.encode(debt))

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        await self._stamped(scripts.CLEAR_DEBT, guild_id, user_id)

    async def _stamped(self, script: scripts.Script, guild_id: int, user_id: int, *values: bytes) -> None:
        """A server that stood still carries out late what nobody waits for any more: its stamp is too low.

        Ours may be, too, where another process's clock is ahead; we hear of it and take a higher one.
        """
        self._stamp = max(self._clock.now_us(), self._stamp + 1)
        keys = (*self._debt_keys(guild_id), self._keys.of_guild(guild_id).cleared(guild_id))
        while (stands := await self._link.run(script, keys, guild_id, user_id, self._stamp, *values)) > 0:
            self._stamp = max(stands, self._stamp) + 1

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        guilds = (guild_id,) if guild_id is not None else await self._owing()
        found = await self._link.ask_all([("HGETALL", self._debt_keys(guild)[0]) for guild in guilds])
        debts = [debt for answer in found for debt in _debts(answer)]
        return tuple(sorted(debts, key=lambda debt: (debt.guild_id, debt.user_id)))

    def _debt_keys(self, guild_id: int) -> tuple[str, str]:
        bucket = self._keys.of_guild(guild_id)
        return bucket.debts(guild_id), bucket.owing()

    async def _owing(self) -> tuple[int, ...]:
        found = await self._link.ask_all([("SMEMBERS", bucket.owing()) for bucket in self._keys.every()])
        return tuple(int(guild) for answer in found for guild in answer)

    async def put_name(self, name: GivenName) -> None:
        key, field = self._keys.of_guild(name.guild_id).names(), f"{name.guild_id}:{name.user_id}"
        await self._link.ask("HSET", key, field, NAMES.encode(name))

    async def clear_name(self, guild_id: int, user_id: int) -> None:
        await self._link.ask("HDEL", self._keys.of_guild(guild_id).names(), f"{guild_id}:{user_id}")

    async def names(self, guild_id: int | None = None) -> tuple[GivenName, ...]:
        buckets = self._keys.every() if guild_id is None else (self._keys.of_guild(guild_id),)
        found = await self._link.ask_all([("HVALS", bucket.names()) for bucket in buckets])
        names = (NAMES.decode(document) for answer in found for document in answer)
        known = [name for name in names if guild_id in (None, name.guild_id)]
        return tuple(sorted(known, key=lambda name: (name.guild_id, name.user_id)))

    async def put_voice(self, seen: SeenVoice) -> None:
        """A guild in which nobody is seen for `UNSEEN_S` is forgotten."""
        key = self._keys.of_guild(seen.guild_id).voices(seen.guild_id)
        await self._link.ask_all(
            [("HSET", key, seen.user_id, VOICES.encode(seen)), ("EXPIRE", key, UNSEEN_S)]
        )

    async def voice(self, guild_id: int) -> tuple[SeenVoice, ...]:
        found = await self._link.ask("HVALS", self._keys.of_guild(guild_id).voices(guild_id))
        return tuple(sorted(map(VOICES.decode, found), key=lambda seen: seen.user_id))

    # --- signs of life -----------------------------------------------------------------------

    async def beat(self, process: str, now_ms: int) -> None:
        await self._link.run(scripts.BEAT, (self._keys.alive(),), process, now_ms)

    async def last_beat_ms(self) -> int | None:
        found = await self._link.ask("ZRANGE", self._keys.alive(), -1, -1, "WITHSCORES")
        return next((int(float(score)) for _, score in _pairs(found)), None)

    async def time_us(self) -> int:
        """The server's time in epoch microseconds; of a cluster, always the same server's."""
        seconds, us = await self._link.run(scripts.TIME, (self._keys.alive(),))
        return int(seconds) * 1_000_000 + int(us)

    async def close(self) -> None:
        """Idempotent; every other method raises `StoreUnavailable` afterwards."""
        self._link.close()
        await self._listener.close()
        await self._clients.aclose()


def _text(found: bytes | None) -> str | None:
    return found.decode() if found is not None else None


def _pairs(flat: Sequence[bytes]) -> Iterable[tuple[bytes, bytes]]:
    """Members and scores, which come in turns."""
    return zip(flat[::2], flat[1::2], strict=True)


def _due(line: bytes, score: bytes) -> Due:
    game_id, guild_id, seq = line.decode().rsplit(" ", 2)
    return Due(game_id=game_id, guild_id=int(guild_id), at_ms=int(float(score)), seq=int(seq))


def _debts(answer: dict[bytes, bytes]) -> Iterator[Debt]:
    for field, document in answer.items():
        if field.startswith(_LAST):
            first = answer[_FIRST + field.removeprefix(_LAST)]
            yield merged(DEBTS.decode(first), DEBTS.decode(document))
