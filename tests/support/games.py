"""Finished games for tests: a tournament game played by the clock alone, in as many copies as one likes."""

from dataclasses import replace
from functools import cache

from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import TOURNAMENT, Ruleset
from mafiabot.engine.state import Outcome, Status
from mafiabot.runtime.archive_port import FinishedGame
from mafiabot.runtime.archivist import finished_game
from tests.support import builders
from tests.support.table import Table

GUILD = 7
JUDGE = 1


@cache
def played(ruleset: Ruleset = TOURNAMENT) -> FinishedGame:
    """Nobody presses anything, so it ends in a draw: by rules that know one. Seats 1 to 3 are black."""
    table = Table(10, ruleset=ruleset)
    users = tuple(table.user(seat) for seat in range(1, 11))
    table.do(cmd.StartGame(by=JUDGE, seed=builders.SEED, game_number=1, in_voice=users))
    for user in users:
        table.do(cmd.ConfirmReady(user_id=user))
    while not table.state.over:
        table.tick()
    finished = finished_game(table.state, tuple(table.log))
    assert finished is not None
    return finished


def finished(
    game_id: str = "g1",
    *,
    number: int = 1,
    guild_id: int = GUILD,
    outcome: Outcome = Outcome.RED,
    ended_at_ms: int | None = None,
    ruleset: Ruleset = TOURNAMENT,
) -> FinishedGame:
    """That game under other names, with another outcome."""
    game = played(ruleset)
    ended_ms = game.ended_at_ms if ended_at_ms is None else ended_at_ms
    return replace(
        game,
        game_id=game_id,
        game_number=number,
        guild_id=guild_id,
        outcome=outcome,
        ended_at_ms=ended_ms,
        protocol=replace(
            game.protocol,
            game_id=game_id,
            number=number,
            guild_id=guild_id,
            outcome=outcome,
            ended_ms=ended_ms,
        ),
    )


def with_empty_number(game: FinishedGame, number: int) -> FinishedGame:
    """The same game, but nobody sat on that number."""
    seats = tuple(
        replace(seat, user_id=0, name="", role=None, status=Status.ABSENT) if seat.number == number else seat
        for seat in game.protocol.seats
    )
    return replace(game, protocol=replace(game.protocol, seats=seats))


def user_of(game: FinishedGame, seat: int) -> int:
    return game.protocol.seat(seat).user_id
