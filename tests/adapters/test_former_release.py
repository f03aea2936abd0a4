"""A game that the former release was playing, as it lies on Redis, is read, taken up and played to its end.

`samples/game_of_the_former_release.jsonl`: what that release wrote of one game, event by event, and the state
it had after every forty.
"""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.codec import decode_event, decode_state
from mafiabot.adapters.redis_keys import Keys
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState
from mafiabot.lab.stores import fake_redis
from mafiabot.runtime.cluster_port import Signs
from tests.support import builders
from tests.support.shell import Shell
from tests.support.takeovers import taking_over

SAMPLE = Path(__file__).parent / "samples" / "game_of_the_former_release.jsonl"
LINES = SAMPLE.read_bytes().splitlines()
STATES = [line for line in LINES if b'"ruleset":' in line and b'"phase":' in line]
EVENTS = [line for line in LINES if line not in STATES]
SEQS = [json.loads(line)["seq"] for line in STATES]


def folded(number: int) -> GameState:
    """What this release makes of the first events."""
    state: GameState | None = None
    for line in EVENTS[:number]:
        state = evolve(state, decode_event(line))
    assert state is not None
    return state


def test_its_events_still_mean_what_they_meant() -> None:
    assert SEQS == [40, 80, 120]
    assert [folded(seq) for seq in SEQS] == [decode_state(line) for line in STATES]
    assert folded(len(EVENTS)).over


# --- taken up ------------------------------------------------------------------------------------


@pytest.fixture
async def server() -> AsyncIterator[Any]:
    """The raw client of a Redis, and a way to open a store on it."""
    clients = fake_redis()
    raw = clients().commands
    yield clients, raw
    await raw.aclose()


async def left_behind(raw: Any, document: bytes) -> GameState:
    """Writes a running game as the former release kept it."""
    state = decode_state(document)
    due = deadline(state)
    assert due is not None
    bucket, game = Keys("mafiabot").of_guild(state.guild_id), state.game_id
    entry = f"{game} {state.guild_id} {state.seq}"
    for number, event in enumerate(EVENTS[: state.seq], 1):
        await raw.xadd(bucket.log(game), {"event": event, "by": "former-0"}, id=f"{number}-0")
    kept = {"seq": state.seq, "guild": state.guild_id, "channel": state.channel_id, "due": entry}
    await raw.hset(bucket.game(game), mapping=kept | {"state": document})
    await raw.hset(bucket.open(), game, state.guild_id)
    await raw.zadd(bucket.due(), {entry: due.at_ms})
    await raw.set(bucket.channel(state.channel_id), game)
    for person in state.seated:
        await raw.hset(bucket.seats(state.guild_id), person.user_id, game)
        await raw.sadd(bucket.claims(game), person.user_id)
    return state


@pytest.mark.virtual
@pytest.mark.parametrize("document", STATES[1:], ids=[f"after-{seq}-events" for seq in SEQS[1:]])
async def test_it_is_taken_up_and_played_to_its_end(
    document: bytes, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients, raw = server
    left = await left_behind(raw, document)
    last_ms = decode_event(EVENTS[left.seq - 1]).at_ms
    monkeypatch.setattr(builders, "START_MS", last_ms + 5_000)
    clock = VirtualClock(running_virtual_loop(), builders.START_MS)
    shell = Shell(RedisStore(clients(), clock)).listen()
    assert await taking_over(shell).run(Signs(any_ms=last_ms + 1_000)) == 1
    shell.run()
    while (state := await shell.store.load(left.game_id)) is not None and not state.over:
        assert shell.clock.now_ms() < last_ms + 4 * 3_600_000, state.phase
        await shell.seconds(5)
    log = await shell.store.log(left.game_id)
    assert [decode_event(line) for line in EVENTS[: left.seq]] == list(log[: left.seq])
    again: GameState | None = None
    for event in log:
        again = evolve(again, event)
    assert again == state
    await shell.stop()
    await shell.store.close()
