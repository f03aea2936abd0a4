"""The three facts of the rulebook, by enumeration: 3 to 12 voters, every division of their votes."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from mafiabot.engine.counting import AfterTie, after_tie, leaders, raise_allowed
from mafiabot.engine.endings import verdict
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, RaiseCap, Ruleset, TieRepeat
from mafiabot.engine.state import Ballot, GameState, Outcome, RoundRecord, Status
from tests.support.rules import every_preset, rule
from tests.support.table import Table

VOTERS = range(3, 13)
RAISES = {
    (12, 2),
    (12, 3),
    (12, 4),
    (12, 6),
    (10, 2),
    (10, 5),
    (9, 3),
    (8, 2),
    (8, 4),
    (6, 2),
    (6, 3),
    (4, 2),
}
"""(living, tied) for which the raise question can arise, the whole table left out."""


@cache
def divisions(votes: int, candidates: int) -> tuple[tuple[int, ...], ...]:
    """Every way in which so many votes fall on so many candidates, the most first.

    Up to order, for who is tied depends on no more than that.
    """
    return tuple(_falling(votes, candidates, votes))


def _falling(votes: int, candidates: int, most: int) -> Iterator[tuple[int, ...]]:
    if candidates == 0:
        if votes == 0:
            yield ()
        return
    for first in range(min(votes, most), -1, -1):
        for rest in _falling(votes - first, candidates - 1, first):
            yield (first, *rest)


def round_of(division: tuple[int, ...], seats: tuple[int, ...]) -> RoundRecord:
    """The round in which these seats got these votes."""
    cast = [seat for seat, votes in zip(seats, division, strict=True) for _ in range(votes)]
    ballots = tuple(Ballot(voter=voter, candidate=seat) for voter, seat in enumerate(cast, 1))
    return RoundRecord(candidates=seats, ballots=ballots, leaders=leaders(seats, ballots))


def revotes(n: int) -> Iterator[tuple[RoundRecord, RoundRecord]]:
    """Every revote of n voters after a tie: one tied round for each set, and each way to vote on it."""
    for k in range(2, n + 1):
        seats = tuple(range(1, k + 1))
        first = RoundRecord(candidates=(*seats, n + 1), ballots=(), leaders=seats)
        for division in divisions(n, k):
            yield first, round_of(division, seats)


# --- 1 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", VOTERS)
@every_preset("row: tie again, same set")
def test_a_repeated_same_set_tie_of_k_needs_k_to_divide_the_voters(rules: Ruleset, n: int) -> None:
    again = {
        len(second.leaders)
        for first, second in revotes(n)
        if len(second.leaders) > 1 and after_tie(rules, (first, second), n) is not AfterTie.DEFENCE
    }
    assert again == {k for k in range(2, n + 1) if n % k == 0}


@pytest.mark.parametrize("n", VOTERS)
@every_preset("row: cap on mass elimination")
def test_the_raise_question_arises_for_these_tables_only(rules: Ruleset, n: int) -> None:
    asked = {
        (n, len(second.leaders))
        for first, second in revotes(n)
        if len(second.leaders) > 1 and after_tie(rules, (first, second), n) is AfterTie.RAISE
    }
    assert asked == {(living, tied) for living, tied in RAISES if living == n}


@rule("option: raise_two_of_four", "option: raise_three_of_nine", preset=("club", "classic", "tournament"))
@pytest.mark.parametrize(
    ("option", "forbidden"), [("raise_two_of_four", (4, 2)), ("raise_three_of_nine", (9, 3))]
)
def test_a_guild_takes_single_tables_out(option: str, forbidden: tuple[int, int]) -> None:
    rules = replace(CLASSIC, **{option: False})  # type: ignore[arg-type]
    n, k = forbidden
    seats = tuple(range(1, k + 1))
    first = RoundRecord(candidates=(*seats, n), ballots=(), leaders=seats)
    second = round_of((n // k,) * k, seats)
    assert after_tie(rules, (first, second), n) is AfterTie.NIGHT
    assert after_tie(CLASSIC, (first, second), n) is AfterTie.RAISE
    at_once = after_tie(rules, (first,), n)
    assert at_once is (AfterTie.NIGHT if option == "raise_two_of_four" else AfterTie.DEFENCE)


@rule("option: tie_repeat", preset=("club", "classic", "tournament"))
def test_where_the_division_must_be_identical_two_ballots_are_over_the_same_candidates() -> None:
    three, two = round_of((3, 3, 2), (1, 2, 3)), round_of((4, 4), (1, 2))
    identical = replace(CLASSIC, tie_repeat=TieRepeat.IDENTICAL_DIVISION)
    assert after_tie(CLASSIC, (three, two), 8) is AfterTie.RAISE
    assert after_tie(identical, (three, two), 8) is AfterTie.DEFENCE
    assert after_tie(identical, (three, two, two), 8) is AfterTie.RAISE


# --- 2 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", VOTERS)
@every_preset()
def test_more_than_half_of_the_table_and_the_whole_table_are_the_same_ban(rules: Ruleset, n: int) -> None:
    """Every tie that can come about, over every number of candidates, when unused votes go to the last."""
    for candidates in range(2, n + 1):
        seats = tuple(range(1, candidates + 1))
        for division in divisions(n, candidates):
            tied = len(round_of(division, seats).leaders)
            if tied > 1:
                assert raise_allowed(rules, n, tied) is (tied < n)
                assert raise_allowed(CLUB, n, tied) is raise_allowed(CLASSIC, n, tied)


def test_the_whole_table_may_be_asked_where_that_is_a_draw() -> None:
    rules = replace(TOURNAMENT, raise_cap=RaiseCap.WHOLE_TABLE_DRAW)
    assert all(raise_allowed(rules, n, n) for n in VOTERS)


# --- 3 -------------------------------------------------------------------------------------------


@cache
def dealt() -> GameState:
    return Table(12, roles="DMM" + "S" + "C" * 8).deal().state


@cache
def verdict_of(red: int, black: int) -> Outcome | None:
    """The engine's verdict with so many alive."""
    state = dealt()
    alive = {*range(1, black + 1), *range(4, 4 + red)}
    seats = tuple(
        seat if n in alive else replace(seat, status=Status.GONE) for n, seat in enumerate(state.seats, 1)
    )
    return verdict(replace(state, seats=seats))


def one_by_one(red: int, black: int, leaving: str) -> Outcome | None:
    """What the same departure would come to if the win were checked after each of its seats."""
    for colour in leaving:
        red, black = (red - 1, black) if colour == "R" else (red, black - 1)
        if (outcome := verdict_of(red, black)) is not None:
            return outcome
    return None


def departures() -> Iterator[tuple[int, int, int, int]]:
    """(red, black, red who leave, black who leave) of every raise that can arise in a game that goes on."""
    for (n, k), black in product(sorted(RAISES), (1, 2, 3)):
        for blacks in range(min(k, black) + 1):
            if verdict_of(n - black, black) is None and k - blacks <= n - black:
                yield n - black, black, k - blacks, blacks


@rule("row: when checked", preset=("club", "classic", "tournament"))
def test_one_by_one_these_raises_would_end_a_game_that_goes_on() -> None:
    differing = {
        (red + black, reds + blacks, f"{red}R{black}B", "R" * reds + "B" * blacks)
        for red, black, reds, blacks in departures()
        if verdict_of(red - reds, black - blacks) is None
        and one_by_one(red, black, "R" * reds + "B" * blacks) is not None
    }
    of_ten = {row for row in differing if row[0] <= 10}
    assert of_ten == {
        (6, 3, "4R2B", "RRB"),
        (8, 4, "5R3B", "RRBB"),
        (10, 5, "7R3B", "RRRRB"),
    }


@rule("row: when checked", preset=("club", "classic", "tournament"))
def test_for_two_the_order_never_changes_the_result() -> None:
    for red, black, reds, blacks in departures():
        if reds + blacks == 2:
            batch = verdict_of(red - reds, black - blacks)
            for order in ("R" * reds + "B" * blacks, "B" * blacks + "R" * reds):
                assert one_by_one(red, black, order) is batch


@pytest.mark.parametrize(("red", "black"), list(product(range(10), range(4))))
@rule("row: red win", "row: black win", preset=("club", "classic", "tournament"))
def test_no_black_left_is_tested_before_parity(red: int, black: int) -> None:
    wanted = Outcome.RED if black == 0 else Outcome.BLACK if black >= red else None
    assert verdict_of(red, black) is wanted
