"""What the store on Redis promises besides: nothing grows without end, and virtual time waits for it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from fakeredis import FakeAsyncRedis, FakeServer
from redis.exceptions import TimeoutError as NoAnswer

from mafiabot.adapters.clock import SystemClock, VirtualClock
from mafiabot.adapters.redis_clients import RedisClients
from mafiabot.adapters.redis_keys import Keys
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.lab.stores import fake_redis
from mafiabot.runtime.ports import ARCHIVED_KEPT_S, PanelRef, StoreUnavailable
from tests.support.redis_servers import real_store
from tests.support.stores import CHANNEL, GUILD, commit, debt, hand, seen

PANEL = PanelRef(channel_id=CHANNEL, message_id=1, chapter="lobby")
BUCKET = Keys("mafiabot").of_guild(GUILD)


class Watched:
    """A store and a client that looks over its shoulder."""

    def __init__(self) -> None:
        clients = fake_redis()
        self.store = RedisStore(clients(), SystemClock())
        self.raw = clients().commands
        assert isinstance(self.raw, FakeAsyncRedis)

    async def lives(self) -> dict[str, int]:
        """Seconds each key has left; -1: for ever."""
        found = {key.decode(): await self.raw.ttl(key) async for key in self.raw.scan_iter("*")}
        return {key.removeprefix(f"{BUCKET.head}:"): left for key, left in found.items()}


@pytest.fixture
async def watched() -> AsyncIterator[Watched]:
    one = Watched()
    yield one
    await one.store.close()
    await one.raw.aclose()


async def played(watched: Watched) -> None:
    """A game with everything a game may leave behind, up to its end."""
    await watched.store.commit(commit(command_id="a", claims=(1, 2), due_ms=5))
    await watched.store.save_hand(GUILD, hand())
    await watched.store.save_panel(GUILD, "g", PANEL)
    await watched.store.set_cursor(GUILD, "g", "announcer", 1)
    await watched.store.commit(commit(after=1, command_id="b", over=True))
    await watched.store.end_told("g")


GAME_KEYS = ("game:g", "log:g", "commands:g", "beside:g", f"channel:{CHANNEL}")


async def test_nothing_of_an_open_game_expires(watched: Watched) -> None:
    await watched.store.commit(commit(command_id="a", claims=(1,), due_ms=5))
    await watched.store.save_hand(GUILD, hand())
    assert set((await watched.lives()).values()) == {-1}


async def test_nothing_of_a_finished_game_expires_before_it_is_archived(watched: Watched) -> None:
    await played(watched)
    await watched.store.save_hand(GUILD, hand())
    assert set((await watched.lives()).values()) == {-1}


async def test_an_archived_game_expires_as_a_whole(watched: Watched) -> None:
    await played(watched)
    await watched.store.archived(GUILD, "g", 0)
    lives = await watched.lives()
    assert sorted(lives) == sorted(GAME_KEYS)
    assert all(ARCHIVED_KEPT_S - 60 < left <= ARCHIVED_KEPT_S for left in lives.values())


async def test_what_is_committed_after_a_game_was_archived_expires_with_it(watched: Watched) -> None:
    await watched.store.commit(commit())
    await watched.store.commit(commit(after=1, over=True))
    await watched.store.archived(GUILD, "g", 0)
    await watched.store.commit(commit(after=2, command_id="late", over=True))
    lives = await watched.lives()
    assert lives["commands:g"] > 0


async def test_what_is_written_beside_a_game_that_is_over_or_gone_expires_too(watched: Watched) -> None:
    await played(watched)
    await watched.store.archived(GUILD, "g", 0)
    await watched.store.forget(GUILD, "g")
    assert await watched.lives() == {}
    await watched.store.set_cursor(GUILD, "g", "announcer", 2)
    await watched.store.save_panel(GUILD, "g", PANEL)
    assert all(left > 0 for left in (await watched.lives()).values())


async def test_what_was_written_beside_a_game_before_its_first_commit_stays(watched: Watched) -> None:
    await watched.store.save_panel(GUILD, "g", PANEL)
    await watched.store.commit(commit())
    assert set((await watched.lives()).values()) == {-1}


async def test_a_game_that_goes_on_after_its_end_expires_no_more(watched: Watched) -> None:
    await played(watched)
    await watched.store.archived(GUILD, "g", 0)
    await watched.store.commit(commit(after=2))
    assert set((await watched.lives()).values()) == {-1}


async def test_the_channels_next_game_does_not_expire_with_the_last_one(watched: Watched) -> None:
    await played(watched)
    await watched.store.commit(commit("h"))
    await watched.store.archived(GUILD, "g", 0)
    lives = await watched.lives()
    assert lives[f"channel:{CHANNEL}"] == lives["game:h"] == -1
    assert lives["game:g"] > 0


async def test_voices_of_a_guild_in_which_nobody_is_seen_any_more_expire(watched: Watched) -> None:
    await watched.store.put_voice(seen())
    assert all(left > 0 for left in (await watched.lives()).values())


async def test_paid_debts_leave_nothing_for_long(watched: Watched) -> None:
    await watched.store.put_debt(debt(1))
    await watched.store.put_debt(debt(2))
    await watched.store.clear_debt(GUILD, 1)
    assert len(await watched.store.debts()) == 1
    await watched.store.clear_debt(GUILD, 2)
    assert await watched.lives() == {f"cleared:{GUILD}": 600}


async def test_signs_of_life_of_former_processes_do_not_pile_up(watched: Watched) -> None:
    for number in range(20):
        await watched.store.beat(f"process {number}", number)
    assert await watched.raw.zcard("mafiabot:alive") == 1


async def test_prefixes_keep_two_bots_on_one_server_apart(watched: Watched) -> None:
    clients = fake_redis()
    one, two = (RedisStore(clients(), SystemClock(), prefix) for prefix in ("one", "two"))
    await one.commit(commit())
    assert await two.load("g") is None
    assert await two.open_games() == ()
    for store in (one, two):
        await store.close()


async def test_ids_and_moments_of_any_size_come_back_as_they_were(watched: Watched) -> None:
    huge = 2**63 - 1
    await watched.store.commit(commit(guild_id=huge, channel_id=huge, claims=(huge,), due_ms=2**53 - 1))
    assert await watched.store.game_of_member(huge, huge) == "g"
    (due,) = await watched.store.due(2**53)
    assert (due.guild_id, due.at_ms) == (huge, 2**53 - 1)


# --- virtual time ----------------------------------------------------------------------------


@pytest.mark.virtual
async def test_virtual_time_stands_still_while_an_answer_is_awaited(redis_url: str) -> None:
    clock = VirtualClock(running_virtual_loop(), 0)
    began_ms = clock.now_ms()
    async with real_store(redis_url, clock) as store:
        soon = asyncio.ensure_future(clock.sleep_until_ms(began_ms + 1))
        for seq in range(20):
            await store.commit(commit(after=seq))
        assert clock.now_ms() == began_ms
        assert not soon.done()
        await soon


@pytest.mark.virtual
async def test_a_connection_that_merely_listens_does_not_hold_virtual_time(redis_url: str) -> None:
    clock = VirtualClock(running_virtual_loop(), 0)
    async with real_store(redis_url, clock) as store:
        sleeper = asyncio.ensure_future(store.wait_for_earlier(5))
        await clock.sleep_until_ms(clock.now_ms() + 3_600_000)
        assert not sleeper.done()
        await store.commit(commit(due_ms=4))
        at_ms = clock.now_ms()
        await sleeper
        assert clock.now_ms() == at_ms


# --- writes that a server which stood still carries out too late -----------------------------


class Delayed(FakeAsyncRedis):
    """Keeps calls of scripts back while `holds` is set; `late` carries them out."""

    holds = False
    held: list[tuple[Any, ...]]

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        if self.holds and args[0] in ("EVALSHA", "EVAL"):
            self.held.append(args)
            raise NoAnswer("too long")
        return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    async def late(self) -> None:
        for args in self.held:
            await super().execute_command(*args)  # type: ignore[no-untyped-call]


async def delayed(store: RedisStore, line: Delayed, write: Callable[[], Awaitable[None]]) -> None:
    """A write that is not answered, and comes at the server with `line.late`."""
    line.holds, line.held = True, []
    with pytest.raises(StoreUnavailable):
        await write()
    line.holds = False


@pytest.fixture
async def slow() -> AsyncIterator[tuple[RedisStore, Delayed]]:
    line = Delayed(server=FakeServer(), protocol=2)
    store = RedisStore(RedisClients(commands=line, listener=fake_redis()().listener), SystemClock())
    await store.put_debt(debt(9))
    await store.clear_debt(GUILD, 9)
    await store.set_cursor(GUILD, "g", "known", 1)
    yield store, line
    await store.close()


async def test_a_debt_that_is_written_too_late_does_not_come_back(slow: tuple[RedisStore, Delayed]) -> None:
    store, line = slow
    await delayed(store, line, lambda: store.put_debt(debt(1)))
    await store.clear_debt(GUILD, 1)
    await line.late()
    assert await store.debts() == ()


async def test_a_debt_that_is_cleared_too_late_stays(slow: tuple[RedisStore, Delayed]) -> None:
    store, line = slow
    await store.put_debt(debt(1))
    await delayed(store, line, lambda: store.clear_debt(GUILD, 1))
    await store.put_debt(debt(1, ours_muted=True))
    await line.late()
    assert await store.debts() == (debt(1, ours_muted=True),)


async def test_an_older_wish_that_comes_late_does_not_replace_the_newer(
    slow: tuple[RedisStore, Delayed],
) -> None:
    store, line = slow
    await delayed(store, line, lambda: store.put_debt(debt(1, ours_muted=True)))
    await store.put_debt(debt(1, ours_muted=False))
    await line.late()
    assert await store.debts() == (debt(1, ours_muted=False),)


async def test_a_panel_that_is_written_too_late_does_not_replace_the_newer(
    slow: tuple[RedisStore, Delayed],
) -> None:
    store, line = slow
    newer = replace(PANEL, message_id=GUILD + 1)
    await delayed(store, line, lambda: store.save_panel(GUILD, "g", replace(PANEL, message_id=GUILD)))
    await store.save_panel(GUILD, "g", newer)
    await line.late()
    assert await store.panel(GUILD, "g") == newer


async def test_whoever_hears_that_another_clock_is_ahead_writes_with_a_later_stamp() -> None:
    clients = fake_redis()
    ahead = SystemClock()
    ahead.set_by(5_000_000)
    hasty, store = RedisStore(clients(), ahead), RedisStore(clients(), SystemClock())
    await hasty.put_debt(debt(1))
    await store.clear_debt(GUILD, 1)
    assert await store.debts() == ()
    await hasty.clear_debt(GUILD, 1)
    await store.put_debt(debt(1))
    assert await store.debts() == (debt(1),)
    for one in (hasty, store):
        await one.close()
