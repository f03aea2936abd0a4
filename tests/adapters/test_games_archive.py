"""The archive of finished games: one contract in memory, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.games import ArchiveGames
from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.engine.aftermath import AfterReason, AfterRefused, GivenAward, Penalty, Protest, ProtestState
from mafiabot.engine.scoring import AwardReason, AwardRefused
from mafiabot.engine.state import Outcome
from mafiabot.runtime.archive_port import ArchivedGame, Awarded, GameHead, GamesArchive
from tests.support.archives import fresh_schema, sqlite_address
from tests.support.games import GUILD, JUDGE, finished, user_of

OTHER_GUILD = GUILD + 1
GAME = finished()
SOON_MS = GAME.ended_at_ms + 60_000
PROTESTER = user_of(GAME, 5)


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


async def kept(games: GamesArchive, number: int | None = None) -> ArchivedGame:
    game = await games.game(GUILD, number)
    assert game is not None
    return game


async def awarded(games: GamesArchive, seat: int, hundredths: int) -> Awarded:
    answer = await games.award(GUILD, 1, seat, hundredths, JUDGE, SOON_MS)
    assert isinstance(answer, Awarded), answer
    return answer


# --- keeping and finding ---------------------------------------------------------------------------


async def test_a_game_comes_back_as_it_was_kept_with_nothing_added(games: GamesArchive) -> None:
    await games.keep(GAME)
    game = await kept(games, 1)
    assert (game.protocol, game.log) == (GAME.protocol, GAME.log)
    assert (game.awards, game.penalties, game.protests) == ((), (), ())
    for name in ("guild_id", "game_number", "game_id", "channel_id", "opened_at_ms", "ended_at_ms"):
        assert getattr(game, name) == getattr(GAME, name)
    assert (game.preset, game.outcome) == (GAME.preset, GAME.outcome)


async def test_a_game_that_was_never_kept_is_not_there(games: GamesArchive) -> None:
    await games.keep(GAME)
    assert await games.game(GUILD, 2) is None
    assert await games.game(GUILD, 10**20) is None
    assert await games.game(OTHER_GUILD) is None
    assert await games.game(OTHER_GUILD, 1) is None


async def test_keeping_a_game_again_changes_nothing_and_loses_nothing_that_was_added(
    games: GamesArchive,
) -> None:
    await games.keep(GAME)
    await awarded(games, 5, 30)
    before = await kept(games)
    await games.keep(replace(GAME, outcome=Outcome.BLACK))
    assert await kept(games) == before


async def test_the_latest_game_is_the_one_that_ended_last(games: GamesArchive) -> None:
    await games.keep(finished("b", number=2, ended_at_ms=2000))
    await games.keep(finished("a", number=1, ended_at_ms=1000))
    await games.keep(finished("c", number=9, ended_at_ms=3000, guild_id=OTHER_GUILD))
    assert (await kept(games)).game_id == "b"


async def test_where_numbers_began_anew_the_latest_game_of_a_number_is_meant(games: GamesArchive) -> None:
    await games.keep(finished("new", ended_at_ms=2000))
    await games.keep(finished("old", ended_at_ms=1000))
    assert (await kept(games, 1)).game_id == "new"
    assert [head.ended_at_ms for head in await games.heads(GUILD)] == [2000]


async def test_games_are_listed_latest_first_as_many_as_are_asked_for(games: GamesArchive) -> None:
    for number in range(1, 5):
        await games.keep(finished(f"g{number}", number=number, ended_at_ms=1000 * number))
    await games.keep(finished("x", number=9, guild_id=OTHER_GUILD))
    assert [head.number for head in await games.heads(GUILD)] == [4, 3, 2, 1]
    assert await games.heads(GUILD, limit=1) == (
        GameHead(number=4, ended_at_ms=4000, outcome=Outcome.RED, preset=GAME.preset),
    )
    assert await games.heads(OTHER_GUILD + 1) == ()


# --- awards and penalties --------------------------------------------------------------------------


async def test_awards_are_kept_by_seat_and_the_rest_of_the_budget_is_told(games: GamesArchive) -> None:
    await games.keep(GAME)
    await awarded(games, 7, 70)
    answer = await awarded(games, 5, 20)
    assert answer.awards == (
        GivenAward(seat=5, hundredths=20, by=JUDGE, at_ms=SOON_MS),
        GivenAward(seat=7, hundredths=70, by=JUDGE, at_ms=SOON_MS),
    )
    assert (answer.rest_hundredths, answer.rest_players) == (30, 3)
    assert (await kept(games)).awards == answer.awards


async def test_an_award_is_replaced_and_taken_back(games: GamesArchive) -> None:
    await games.keep(GAME)
    await awarded(games, 5, 20)
    assert [one.hundredths for one in (await awarded(games, 5, 70)).awards] == [70]
    assert (await awarded(games, 5, 0)).awards == ()
    assert (await kept(games)).awards == ()


async def test_an_award_over_the_budget_changes_nothing(games: GamesArchive) -> None:
    await games.keep(GAME)
    await awarded(games, 5, 70)
    answer = await games.award(GUILD, 1, 6, 60, JUDGE, SOON_MS)
    assert isinstance(answer, AwardRefused)
    assert (answer.reason, answer.rest_hundredths) == (AwardReason.OVER_BUDGET, 50)
    assert [one.seat for one in (await kept(games)).awards] == [5]


async def test_awards_that_come_at_once_never_break_the_budget(games: GamesArchive) -> None:
    await games.keep(GAME)
    answers = await asyncio.gather(
        *(games.award(GUILD, 1, seat, 40, JUDGE, SOON_MS) for seat in range(4, 11))
    )
    assert sum(isinstance(one, Awarded) for one in answers) == 3
    assert sum(one.hundredths for one in (await kept(games)).awards) == 120


async def test_an_award_too_late_changes_nothing(games: GamesArchive) -> None:
    await games.keep(GAME)
    answer = await games.award(GUILD, 1, 5, 30, JUDGE, GAME.ended_at_ms + 1_200_000)
    assert answer == AfterRefused(reason=AfterReason.AWARDS_CLOSED, limit=1200)
    assert (await kept(games)).awards == ()


async def test_penalties_add_up_in_their_order(games: GamesArchive) -> None:
    await games.keep(GAME)
    for seat, text in ((5, "first"), (2, "second"), (5, "third")):
        assert isinstance(await games.penalize(GUILD, None, seat, text, JUDGE, SOON_MS), Penalty)
    assert [(one.seat, one.text) for one in (await kept(games)).penalties] == [
        (5, "first"),
        (2, "second"),
        (5, "third"),
    ]


async def test_penalties_that_come_at_once_all_count(games: GamesArchive) -> None:
    await games.keep(GAME)
    await asyncio.gather(*(games.penalize(GUILD, 1, 5, str(n), JUDGE, SOON_MS) for n in range(8)))
    assert len((await kept(games)).penalties) == 8


async def test_a_penalty_refused_is_not_kept(games: GamesArchive) -> None:
    await games.keep(GAME)
    answer = await games.penalize(GUILD, 1, 11, "", JUDGE, SOON_MS)
    assert answer == AfterRefused(reason=AfterReason.NOT_A_SEAT)
    assert (await kept(games)).penalties == ()


# --- protests --------------------------------------------------------------------------------------


async def test_a_protest_is_kept_open_and_then_decided_for_good(games: GamesArchive) -> None:
    await games.keep(GAME)
    made = await games.protest(GUILD, 1, PROTESTER, "no window", SOON_MS)
    assert isinstance(made, Protest)
    assert (await kept(games)).protests == (made,)
    assert made.state is ProtestState.OPEN
    decided = await games.settle_protest(GUILD, 1, made.id, False, "there was", JUDGE, SOON_MS + 1)
    assert isinstance(decided, Protest)
    assert decided.state is ProtestState.REJECTED
    assert (await kept(games)).protests == (decided,)
    again = await games.settle_protest(GUILD, 1, made.id, True, "", JUDGE, SOON_MS + 2)
    assert again == AfterRefused(reason=AfterReason.SETTLED_ALREADY)
    assert (await kept(games)).protests == (decided,)


async def test_a_player_who_presses_twice_protests_once(games: GamesArchive) -> None:
    await games.keep(GAME)
    answers = await asyncio.gather(*(games.protest(GUILD, 1, PROTESTER, "x", SOON_MS) for _ in range(4)))
    assert sum(isinstance(one, Protest) for one in answers) == 1
    assert len((await kept(games)).protests) == 1


async def test_protests_of_several_players_are_numbered_and_decided_each(games: GamesArchive) -> None:
    await games.keep(GAME)
    for seat in (9, 5):
        await games.protest(GUILD, 1, user_of(GAME, seat), f"{seat}", SOON_MS)
    await games.settle_protest(GUILD, 1, 2, True, "", JUDGE, SOON_MS)
    protests = (await kept(games)).protests
    assert [(one.id, one.seat, one.state) for one in protests] == [
        (1, 9, ProtestState.OPEN),
        (2, 5, ProtestState.ACCEPTED),
    ]


async def test_a_protest_eleven_minutes_after_the_end_is_not_kept(games: GamesArchive) -> None:
    """E91."""
    await games.keep(GAME)
    answer = await games.protest(GUILD, 1, PROTESTER, "late", GAME.ended_at_ms + 660_000)
    assert answer == AfterRefused(reason=AfterReason.PROTESTS_CLOSED, limit=600)
    assert (await kept(games)).protests == ()


async def test_nothing_is_added_to_a_game_that_is_not_there(games: GamesArchive) -> None:
    await games.keep(GAME)
    no_game = AfterRefused(reason=AfterReason.NO_SUCH_GAME)
    assert await games.award(GUILD, 2, 5, 30, JUDGE, SOON_MS) == no_game
    assert await games.penalize(OTHER_GUILD, None, 5, "", JUDGE, SOON_MS) == no_game
    assert await games.protest(OTHER_GUILD, 1, PROTESTER, "x", SOON_MS) == no_game
    assert await games.settle_protest(GUILD, 2, 1, True, "", JUDGE, SOON_MS) == no_game
