"""Finished games as JSON lines: the same game is the same line, and what is read is never trusted."""

import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.games import ArchiveGames, Taken
from mafiabot.adapters.archive.games_lines import decode_line, encode_line
from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.codec import Undecodable
from mafiabot.adapters.memory_games import archived
from mafiabot.engine.aftermath import GivenAward, Penalty, Protest, ProtestState
from mafiabot.engine.ruleset import CLUB
from mafiabot.runtime.archive_port import ArchivedGame
from tests.support.archives import fresh_schema, sqlite_address
from tests.support.games import JUDGE, finished, user_of

GAME = finished()
NOW_MS = GAME.ended_at_ms + 5


def full(game_id: str = "g1", number: int = 1) -> ArchivedGame:
    """A game to which everything was added that can be."""
    return replace(
        archived(finished(game_id, number=number)),
        awards=(GivenAward(seat=5, hundredths=30, by=JUDGE, at_ms=NOW_MS),),
        penalties=(
            Penalty(seat=2, text="«\u2028», \\u0000 – two lines\nof it", by=JUDGE, at_ms=NOW_MS),
            Penalty(seat=2, by=JUDGE, at_ms=NOW_MS + 1),
        ),
        protests=(
            Protest(
                id=1,
                user_id=user_of(GAME, 4),
                seat=4,
                text="x",
                at_ms=NOW_MS,
                state=ProtestState.ACCEPTED,
                verdict="y",
                by=JUDGE,
                settled_at_ms=NOW_MS + 1,
            ),
            Protest(id=2, user_id=user_of(GAME, 5), seat=5, text="z", at_ms=NOW_MS),
        ),
    )


# --- lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [full(), archived(GAME), archived(finished(ruleset=CLUB))])
def test_a_game_is_one_line_and_comes_back_the_same(game: ArchivedGame) -> None:
    line = encode_line(game)
    assert b"\n" not in line
    assert decode_line(line) == game


def test_a_line_may_be_written_otherwise_than_by_us() -> None:
    document = json.loads(encode_line(full()))
    shuffled = dict(sorted(document.items(), reverse=True))
    assert decode_line(json.dumps(shuffled, indent=None).encode()) == full()


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    document = json.loads(encode_line(full()))
    change(document)
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (b"not json", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[]", "schema"),
        (b"{}", "schema"),
        (changed(lambda d: d.update(schema=2)), "schema: 2"),
        (changed(lambda d: d.pop("protocol")), "protocol: Field required"),
        (changed(lambda d: d.update(more=1)), "more"),
        (changed(lambda d: d["protocol"]["seats"][2].update(role="joker")), "protocol.seats.2.role"),
        (changed(lambda d: d["log"][3].update(type="Invented")), "log.3"),
        (changed(lambda d: d["awards"][0].pop("by")), "awards.0.by"),
        (changed(lambda d: d.update(log=[])), "log: empty"),
        (changed(lambda d: d.update(game_id="other")), "game_id: the protocol has another one"),
        (changed(lambda d: d.update(guild_id=1)), "guild_id: the protocol"),
        (changed(lambda d: d.update(game_number=2)), "game_number: the protocol"),
        (changed(lambda d: d.update(channel_id=2)), "channel_id: the protocol"),
        (changed(lambda d: d.update(ended_at_ms=2)), "ended_at_ms: the protocol"),
        (changed(lambda d: d.update(preset="club")), "preset: the protocol"),
        (changed(lambda d: d.update(outcome="void")), "outcome: the protocol"),
        (changed(lambda d: d["protocol"]["seats"].reverse()), "protocol.seats: not numbered"),
        (changed(lambda d: d["awards"].append(d["awards"][0])), "awards: one a seat"),
        (changed(lambda d: d["awards"][0].update(hundredths=2**40)), "awards: more than"),
        (changed(lambda d: d["protests"].reverse()), "protests: not numbered"),
        (changed(lambda d: d["penalties"][0].update(seat=11)), "a seat is named"),
        (changed(lambda d: d["protests"][0].update(seat=0)), "a seat is named"),
        (changed(lambda d: d["protocol"]["seats"][0].update(fouls=2**40)), "more fouls"),
        (changed(lambda d: d["protocol"]["seats"][0].update(user_id=2**63)), "too large"),
        (changed(lambda d: d["penalties"][0].update(by=-1)), "too large, or negative"),
        (changed(lambda d: d["penalties"][0].update(text="\0")), "NUL"),
    ],
    ids=itertools.count(),
)
def test_a_malformed_line_is_refused_and_the_place_named(line: bytes, named: str) -> None:
    with pytest.raises(Undecodable) as refused:
        decode_line(line)
    assert named in str(refused.value)


def test_a_refusal_does_not_tell_what_the_line_holds() -> None:
    line = changed(lambda d: d["protocol"]["seats"][2].update(role="s3cret"))
    with pytest.raises(Undecodable) as refused:
        decode_line(line)
    assert "s3cret" not in str(refused.value)


# --- taking games in -------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
async def games(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ArchiveGames]:
    async with AsyncExitStack() as stack:
        address = sqlite_address(tmp_path)
        if request.param == "postgres":
            address = await stack.enter_async_context(fresh_schema(request.getfixturevalue("postgres_url")))
        archive = await open_archive(address, tmp_path, SystemClock())
        stack.push_async_callback(archive.close)
        yield ArchiveGames(archive)


async def test_a_game_taken_in_is_there_with_all_that_was_added_and_makes_the_same_line(
    games: ArchiveGames,
) -> None:
    assert await games.take(full()) is Taken.NEW
    assert await games.game(full().guild_id, 1) == full()
    assert encode_line(await games.of_id("g1")) == encode_line(full())


async def test_a_game_taken_in_twice_is_known_and_a_different_one_is_left_alone(games: ArchiveGames) -> None:
    await games.take(full())
    assert await games.take(full()) is Taken.KNOWN
    assert await games.take(archived(GAME)) is Taken.OTHER
    assert await games.of_id("g1") == full()


async def test_games_come_out_by_guild_and_then_as_they_ended(games: ArchiveGames) -> None:
    for game_id, guild_id, ended_at_ms in (("a", 2, 1000), ("b", 1, 3000), ("c", 1, 2000), ("d", 1, 2000)):
        await games.take(archived(finished(game_id, guild_id=guild_id, ended_at_ms=ended_at_ms)))
    assert list(await games.ids()) == ["c", "d", "b", "a"]


async def test_what_is_added_to_a_game_that_was_taken_in_goes_on_from_there(games: ArchiveGames) -> None:
    await games.take(full())
    await games.penalize(full().guild_id, 1, 5, "third", JUDGE, NOW_MS + 2)
    await games.protest(full().guild_id, 1, user_of(GAME, 6), "third", NOW_MS + 2)
    game = await games.of_id("g1")
    assert [one.text for one in game.penalties][2:] == ["third"]
    assert [one.id for one in game.protests] == [1, 2, 3]
