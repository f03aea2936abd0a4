"""A person forgotten in the archive: gone from every document, everything else as it was."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.games import ArchiveGames
from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.codec import PROTOCOLS, decode_event, encode_event
from mafiabot.adapters.forgetting import names_person, without_person
from mafiabot.adapters.memory_games import MemoryGames, archived
from mafiabot.engine import commands as cmd
from mafiabot.engine.aftermath import GivenAward, Penalty, Protest, ProtestState
from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.evolve import fold
from mafiabot.engine.protocol import protocol
from mafiabot.engine.ruleset import CLASSIC
from mafiabot.engine.state import Night, NightStep
from mafiabot.runtime.archive_port import ArchivedGame, GamesArchive
from mafiabot.runtime.archivist import finished_game
from tests.support.archives import fresh_schema, sqlite_address
from tests.support.games import GUILD, finished
from tests.support.table import JUDGE, Table

SOMEBODY = 103
REPLACED = 105
LONG = "Ярослав 3"


def eventful() -> ArchivedGame:
    """Seat 3 writes a word and a sign, one is replaced, the judge fouls and undoes: all that leaves ids."""
    table = Table(10, ruleset=CLASSIC, judge=True, deal_words=True, waiting=1)
    table.do(table.start_command())
    table.do(cmd.AddWord(user_id=SOMEBODY, text="rain"))
    for seat in range(1, 11):
        table.do(cmd.ConfirmReady(user_id=table.user(seat)))
    table.run_until(lambda now: isinstance(now.phase, Night) and now.phase.step is NightStep.MAFIA_MINUTE)
    for seat in (2, 3):
        table.do(cmd.WriteSign(user_id=table.user(seat), text=f"ear {seat}", press=table.press()))
    table.voice(5, present=False)
    table.do(cmd.Substitute(by=JUDGE, seat=5, user_id=111))
    reason = FoulReason.OTHER
    table.do(cmd.GiveFoul(by=JUDGE, seat=4, reason=reason, text=f"shouts at {LONG.upper()} <@{SOMEBODY}>"))
    table.do(cmd.GiveFoul(by=JUDGE, seat=3, reason=reason))
    table.undo()
    table.do(cmd.StopGame(by=JUDGE))
    log = tuple(
        decode_event(encode_event(event).replace(b'"P3"', f'"{LONG}"'.encode())) for event in table.log
    )
    kept = finished_game(fold(log), log)
    assert kept is not None
    protests = (
        Protest(id=1, user_id=SOMEBODY, seat=3, text="I object", at_ms=1),
        Protest(
            id=2, user_id=107, seat=7, text=f"{LONG} lied", at_ms=2, state=ProtestState.REJECTED, by=SOMEBODY
        ),
    )
    return replace(
        archived(kept),
        awards=(GivenAward(seat=3, hundredths=20, by=SOMEBODY, at_ms=3),),
        penalties=(Penalty(seat=4, text=f"as {LONG} said", by=SOMEBODY, at_ms=4),),
        protests=protests,
    )


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
async def games(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[GamesArchive]:
    if request.param == "memory":
        yield MemoryGames()
        return
    async with AsyncExitStack() as stack:
        address = sqlite_address(tmp_path)
        if request.param == "postgres":
            address = await stack.enter_async_context(fresh_schema(request.getfixturevalue("postgres_url")))
        archive = await open_archive(address, tmp_path, SystemClock())
        stack.push_async_callback(archive.close)
        yield ArchiveGames(archive)


def written(game: ArchivedGame) -> str:
    """All of it as text."""
    parts = [PROTOCOLS.encode(game.protocol), *(encode_event(event) for event in game.log)]
    return b"\n".join(parts).decode() + repr((game.awards, game.penalties, game.protests))


def test_nothing_of_a_forgotten_person_is_left_and_nobody_else_changes() -> None:
    game = eventful()
    told = without_person(game, SOMEBODY)
    assert names_person(game, SOMEBODY)
    assert not names_person(told, SOMEBODY)
    assert LONG in written(game)
    assert LONG.lower() not in written(told).lower()
    assert str(SOMEBODY) not in re.findall(r"\d+", written(told))
    seats = zip(game.protocol.seats, told.protocol.seats, strict=True)
    for before, after in seats:
        mine = before.user_id == SOMEBODY
        assert after == (replace(before, user_id=-1, name="player") if mine else before)
    assert told.protocol.outcome == game.protocol.outcome
    assert told.awards == (replace(game.awards[0], by=-1),)
    assert told.penalties == (replace(game.penalties[0], by=-1, text="as player said"),)


def test_the_log_still_tells_the_same_game() -> None:
    told = without_person(eventful(), SOMEBODY)
    assert protocol(told.log) == told.protocol
    assert without_person(told, SOMEBODY) is told


def test_his_own_words_go_and_those_of_the_deal_stay() -> None:
    told = without_person(eventful(), SOMEBODY)
    assert [(sign.seat, sign.text) for sign in told.protocol.signs] == [(2, "ear 2"), (3, "")]
    assert "ear 3" not in written(told)
    assert [one.text for one in told.protests] == ["", "player lied"]
    assert "shouts at player player" in written(told)
    assert told.protocol.words == ("", "", "rain", *[""] * 7)


def test_two_who_are_forgotten_are_still_two_and_who_was_replaced_has_no_name_either() -> None:
    told = without_person(without_person(eventful(), SOMEBODY), REPLACED)
    assert told.protocol.seat(3).user_id == -1
    swapped = told.protocol.substitutions[0]
    assert (swapped.former, swapped.former_name, swapped.user_id) == (-2, "player", 111)
    assert protocol(told.log) == told.protocol


async def test_a_person_is_forgotten_in_every_guild_once_and_for_all(games: GamesArchive) -> None:
    for number in (1, 2):
        await games.keep(finished(f"g{number}", number=number))
    await games.keep(finished("h1", guild_id=GUILD + 1))
    await games.protest(GUILD, 1, SOMEBODY, "I object", finished().ended_at_ms + 1)
    assert [game.game_id for game in await games.games_naming(SOMEBODY)] == ["g1", "g2", "h1"]
    assert await games.forget_person(SOMEBODY) == 3
    assert await games.games_naming(SOMEBODY) == ()
    assert await games.forget_person(SOMEBODY) == 0
    one = await games.game(GUILD, 1)
    assert one is not None
    assert (one.protocol.seat(3).user_id, one.protests[0].user_id, one.protests[0].text) == (-1, -1, "")
    assert one.protocol.outcome == finished().protocol.outcome
    assert await games.forget_person(404) == 0


async def test_what_is_added_while_somebody_is_forgotten_is_not_lost(games: GamesArchive) -> None:
    await games.keep(finished())
    soon_ms = finished().ended_at_ms + 1
    awards = [games.award(GUILD, 1, seat, 10, 1, soon_ms) for seat in (1, 2)]
    people = [games.forget_person(user_id) for user_id in (SOMEBODY, SOMEBODY, 104)]
    await asyncio.gather(awards[0], *people, awards[1])
    one = await games.game(GUILD, 1)
    assert one is not None
    assert [given.seat for given in one.awards] == [1, 2]
    assert {one.protocol.seat(3).user_id, one.protocol.seat(4).user_id} == {-1, -2}


async def test_old_logs_are_dropped_and_protocols_stay(games: GamesArchive) -> None:
    old, new = finished("g1", ended_at_ms=1_000), finished("g2", number=2, ended_at_ms=9_000)
    for game in (old, new, finished("h1", guild_id=GUILD + 1, ended_at_ms=1_000)):
        await games.keep(game)
    assert await games.guilds_with_logs() == (GUILD, GUILD + 1)
    assert await games.prune_logs(GUILD, 9_000) == 1
    assert await games.prune_logs(GUILD, 9_000) == 0
    kept = [await games.game(GUILD, number) for number in (1, 2)]
    assert [bool(game and game.log) for game in kept] == [False, True]
    assert kept[0] is not None
    assert kept[0].protocol == old.protocol
    assert await games.forget_person(SOMEBODY) == 3
