"""Whatever is done to them in whatever order, the stores in memory, on SQLite and on Redis answer alike."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.lab.stores import fake_redis
from mafiabot.runtime.ports import Store
from tests.support.stores import commit, debt, earliest_due_ms

# Two games that want one channel, one beside them in the guild, one in another guild.
PLACES = {"a": (1, 11), "b": (1, 11), "c": (1, 12), "d": (2, 21)}
GUILDS, CHANNELS, USERS = (1, 2), (11, 12, 21), (1, 2, 3, 4)

Step = Callable[[Store], Awaitable[object]]

games = st.sampled_from(sorted(PLACES))
users = st.sampled_from(USERS)
guilds = st.sampled_from(GUILDS)
moments = st.integers(0, 9)


@st.composite
def commits(draw: st.DrawFn) -> Step:
    """Mostly a commit that fits the game as it stands, now and then one that does not."""
    game_id = draw(games)
    guild_id, channel_id = PLACES[game_id]
    missed_by = draw(st.sampled_from((0, 0, 0, 0, 1)))
    count = draw(st.integers(1, 2))
    command_id = draw(st.sampled_from((None, None, "x", "y")))
    claims = tuple(draw(st.lists(users, unique=True, max_size=3)))
    due_ms = draw(st.none() | moments)
    over = draw(st.sampled_from((False, False, True)))

    async def step(store: Store) -> object:
        known = await store.load(game_id)
        return await store.commit(
            commit(
                game_id,
                after=(known.seq if known is not None else 0) + missed_by,
                count=count,
                command_id=command_id,
                claims=claims,
                due_ms=due_ms,
                guild_id=guild_id,
                channel_id=channel_id,
                over=over,
            )
        )

    return step


def _forget(game_id: str) -> Step:
    return lambda store: store.forget(PLACES[game_id][0], game_id)


def _archive(game_id: str, now_ms: int) -> Step:
    return lambda store: store.archived(PLACES[game_id][0], game_id, now_ms)


def _owe(user_id: int, guild_id: int, found_muted: bool, since_ms: int) -> Step:
    owed = debt(user_id, guild_id=guild_id, found_muted=found_muted, since_ms=since_ms)
    return lambda store: store.put_debt(owed)


def _pay(user_id: int, guild_id: int) -> Step:
    return lambda store: store.clear_debt(guild_id, user_id)


def _beat(process: str, now_ms: int) -> Step:
    return lambda store: store.beat(process, now_ms)


def _number(guild_id: int) -> Step:
    return lambda store: store.next_game_number(guild_id)


steps = st.one_of(
    commits(),
    commits(),
    commits(),
    st.builds(_forget, games),
    st.builds(_archive, games, moments),
    st.builds(_owe, users, guilds, st.booleans(), moments),
    st.builds(_pay, users, guilds),
    st.builds(_beat, st.sampled_from("pq"), moments),
    st.builds(_number, guilds),
)


async def _picture(store: Store) -> list[object]:
    """Everything that can be asked."""
    return [
        [await store.load(game) for game in PLACES],
        [await store.log(game, after) for game in PLACES for after in (0, 2)],
        [await store.seen_command(game, command) for game in PLACES for command in "xy"],
        [await store.open_games(guild) for guild in (None, *GUILDS)],
        [await store.unarchived(guild) for guild in (None, *GUILDS)],
        [await store.untold(guild) for guild in (None, *GUILDS)],
        [await store.game_in_channel(channel, channel // 10) for channel in CHANNELS],
        [await store.game_of_member(guild, user) for guild in GUILDS for user in USERS],
        [await store.due(until, limit) for until in (0, 4, 9) for limit in (1, 9)],
        [await store.debts(guild) for guild in (None, *GUILDS)],
        await earliest_due_ms(store),
        await store.last_beat_ms(),
    ]


async def _compare(script: list[Step], data_dir: Path) -> None:
    memory, sqlite, redis = MemoryStore(), SqliteStore(data_dir), RedisStore(fake_redis()(), SystemClock())
    for step in script:
        assert await step(memory) == await step(sqlite) == await step(redis)
        assert await _picture(memory) == await _picture(sqlite)
    await sqlite.close()
    reopened = SqliteStore(data_dir)
    assert await _picture(memory) == await _picture(reopened) == await _picture(redis)
    await reopened.close()
    await redis.close()


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=25))
def test_all_stores_answer_alike_also_after_the_file_is_opened_again(script: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as data_dir:
        asyncio.run(_compare(script, Path(data_dir)))
