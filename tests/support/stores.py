"""Stores under test and the games that are put into them.

Run as a program (`python -m tests.support.stores DATA_DIR`) it commits to a SQLite store until it is killed,
and names on its output each step that has been acknowledged.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.engine.commands import Person
from mafiabot.engine.events import Event, PlayerJoined
from mafiabot.engine.ruleset import CLUB
from mafiabot.engine.state import Ended, GameState, Lobby, Outcome, Seat
from mafiabot.lab.stores import fake_redis
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.ports import Commit, CommitStatus, Debt, HandRef, SeenVoice, Store

STORES: dict[str, Callable[[Path], Store]] = {
    "memory": lambda data_dir: MemoryStore(),
    "sqlite": SqliteStore,
    "fakeredis": lambda data_dir: RedisStore(fake_redis()(), SystemClock()),
}

GUILD, CHANNEL = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002


def person(number: int) -> Person:
    return Person(user_id=number, name=f"игрок {number}")


def events(first_seq: int, count: int) -> tuple[Event, ...]:
    """`count` events, told apart by their moment: the number each has in the log."""
    return tuple(PlayerJoined(at_ms=seq, person=person(seq)) for seq in range(first_seq, first_seq + count))


def state(
    game_id: str = "g", *, seq: int = 1, guild_id: int = GUILD, channel_id: int = CHANNEL, over: bool = False
) -> GameState:
    return GameState(
        seq=seq,
        step=seq,
        game_id=game_id,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=1,
        locale="uk",
        ruleset=CLUB,
        opened_at_ms=0,
        phase=Ended(outcome=Outcome.RED, at_ms=seq) if over else Lobby(),
        phase_since_ms=0,
        seats=tuple(Seat(person=person(number)) for number in range(1, 11)),
    )


def commit(
    game_id: str = "g",
    *,
    after: int = 0,
    count: int = 1,
    command_id: str | None = None,
    claims: tuple[int, ...] = (),
    due_ms: int | None = None,
    guild_id: int = GUILD,
    channel_id: int = CHANNEL,
    over: bool = False,
) -> Commit:
    """A commit of `count` events on a game whose `seq` is `after`."""
    return Commit(
        state=state(game_id, seq=after + count, guild_id=guild_id, channel_id=channel_id, over=over),
        events=events(after + 1, count),
        expected_seq=after,
        command_id=command_id,
        claims=claims,
        due_ms=due_ms,
    )


def given_name(
    user_id: int = 1, *, guild_id: int = GUILD, found: str | None = "Анна", ours: str = "07 Анна"
) -> GivenName:
    return GivenName(guild_id=guild_id, user_id=user_id, game_id="g", found=found, ours=ours)


def hand(user_id: int = 1, *, game_id: str = "g", token: str = "t") -> HandRef:
    return HandRef(
        game_id=game_id,
        user_id=user_id,
        application_id=5,
        token=token,
        message_id=None,
        issued_discord_ms=10,
        locale="ru",
    )


def debt(
    user_id: int = 1,
    *,
    guild_id: int = GUILD,
    found_muted: bool = False,
    ours_muted: bool | None = None,
    since_ms: int = 10,
) -> Debt:
    return Debt(
        guild_id=guild_id,
        user_id=user_id,
        channel_id=CHANNEL,
        game_id="g",
        found_muted=found_muted,
        ours_muted=ours_muted,
        since_ms=since_ms,
    )


def seen(user_id: int = 1, *, guild_id: int = GUILD, channel_id: int | None = CHANNEL) -> SeenVoice:
    return SeenVoice(
        guild_id=guild_id,
        user_id=user_id,
        channel_id=channel_id,
        mute=True,
        deaf=False,
        self_mute=False,
        self_deaf=True,
        suppress=False,
        seen_ms=10,
    )


async def _commit_for_ever(data_dir: Path) -> None:
    store = SqliteStore(data_dir)
    seq = 0
    while True:
        await store.commit(commit(after=seq, command_id=str(seq), claims=(seq,), due_ms=seq))
        await store.put_debt(debt(seq))
        seq += 1
        sys.stdout.write(f"{seq}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_commit_for_ever(Path(sys.argv[1])))


async def applied(store: Store, *commits: Commit) -> None:
    for one in commits:
        assert (await store.commit(one)).status is CommitStatus.APPLIED


async def status(store: Store, wanted: Commit) -> CommitStatus:
    return (await store.commit(wanted)).status


async def earliest_due_ms(store: Store) -> int | None:
    """The earliest entry of the due-time index."""
    entries = await store.due(1 << 50, 1)
    return entries[0].at_ms if entries else None
