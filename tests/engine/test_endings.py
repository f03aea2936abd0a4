"""How a game ends: red, black, draw; what is shown of it."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.counting import raise_allowed
from mafiabot.engine.endings import verdict
from mafiabot.engine.ruleset import CLUB, DrawResetsOn, DrawRule
from mafiabot.engine.state import NightStep, Outcome, Role, Status
from mafiabot.engine.viewing import public_view
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table


@rule("row: red win")
def test_red_wins_when_the_last_black_is_voted_out() -> None:
    table = Table(6, roles="DMSCCC").to_day_0()
    table.gone(2)
    table.day({1: 1, 3: 3})
    table.vote({1: [3, 4, 5, 6], 3: [1]})
    assert table.outcome is Outcome.RED


@rule("row: black win")
def test_black_wins_at_parity() -> None:
    table = Table(6, roles="DMSCCC").to_day_0()
    table.gone(6)
    table.day({1: 4, 2: 5})
    table.vote({4: [1, 2, 3, 5]})
    assert table.outcome is Outcome.BLACK


@rule("E75", "row: draw", "option: draw_rule")
def test_e75_three_missed_nights_and_two_quiet_days_are_a_draw_in_the_morning() -> None:
    table = Table(8).skip_to_day(2)
    table.day()
    table.to_step(NightStep.SHERIFF)
    assert not table.state.over
    table.tick()
    assert table.outcome is Outcome.DRAW
    assert table.events(ev.DayBroke)[-1].number == 2


@rule("E76", "E78")
def test_e76_e78_night_0_and_a_departure_on_the_first_day_do_not_matter_for_the_draw() -> None:
    table = Table(10).to_day_0()
    table.day({1: 9, 2: 10})
    table.vote({10: range(1, 11)})
    table.talk()
    for _ in range(2):
        table.night()
        assert not table.state.over
        table.day()
    table.night()
    assert table.outcome is Outcome.DRAW


@rule("row: draw", "option: draw_resets_on")
def test_a_kill_and_a_vote_out_begin_the_count_anew() -> None:
    table = Table(12).skip_to_day(2)
    assert table.state.quiet_nights == 2
    table.day({3: 11, 4: 12})
    table.vote({12: range(1, 13)})
    assert table.state.quiet_nights == 0
    table.talk()
    table.night()
    table.day()
    table.night(kill=11)
    assert table.state.quiet_nights == 0


def test_where_there_is_no_draw_the_game_goes_on() -> None:
    table = Table(8, ruleset=builders.club(draw_rule=DrawRule.OFF, draw_resets_on=None)).skip_to_day(4)
    assert table.state.quiet_nights == 4


@rule("option: draw_resets_on")
@pytest.mark.parametrize("at_night", [False, True])
def test_where_any_departure_resets_the_draw_a_walk_out_does(at_night: bool) -> None:
    rules = builders.club(draw_resets_on=DrawResetsOn.ANY_DEPARTURE)
    table = Table(10, ruleset=rules).skip_to_day(2)
    if at_night:
        table.day()
        table.to_step(NightStep.SHOTS)
    table.gone(10)
    assert table.state.quiet_nights == 0
    if not at_night:
        table.day()
    table.night()
    assert table.state.quiet_nights == (0 if at_night else 1)


def test_where_any_departure_resets_a_kill_still_does() -> None:
    rules = builders.club(draw_resets_on=DrawResetsOn.ANY_DEPARTURE)
    table = Table(10, ruleset=rules).skip_to_day(1)
    table.day()
    table.night(kill=9)
    assert table.state.quiet_nights == 0


@rule("row: role of the departed")
def test_roles_and_seed_are_shown_at_the_end_and_not_before() -> None:
    table = Table(8).to_day_0()
    table.gone(8)
    before = public_view(table.state)
    assert before.seed is None
    assert {seat.role for seat in before.seats} == {None}
    table.do(cmd.StopGame(by=1))
    after = public_view(table.state)
    assert after.seed == builders.SEED
    assert after.seats[0].role is Role.DON
    assert after.outcome is Outcome.STOPPED


def test_a_dissolved_lobby_shows_no_seed() -> None:
    table = Table(8)
    table.do(table.start_command())
    table.do(cmd.StopGame(by=1))
    assert public_view(table.state).seed is None


# --- the three facts of the rulebook -------------------------------------------------------------


def outcome_of(red: int, black: int) -> Outcome | None:
    """The verdict with so many alive, on a real state."""
    table = Table(12, roles="D" + "M" * 2 + "S" + "C" * 8).deal()
    alive = {*range(1, black + 1), *range(4, 4 + red)}
    seats = tuple(
        seat if n in alive else replace(seat, status=Status.GONE)
        for n, seat in enumerate(table.state.seats, 1)
    )
    return verdict(replace(table.state, seats=seats))


@pytest.mark.parametrize(("red", "black"), list(product(range(10), range(4))))
def test_the_verdict_for_every_number_of_red_and_black(red: int, black: int) -> None:
    wanted = Outcome.RED if black == 0 else Outcome.BLACK if black >= red else None
    assert outcome_of(red, black) is wanted


@cache
def divisions(votes: int, candidates: int) -> set[tuple[int, ...]]:
    """Every way in which so many votes fall on so many candidates, as counts in falling order."""
    if candidates == 1:
        return {(votes,)}
    return {
        tuple(sorted((first, *rest), reverse=True))
        for first in range(votes + 1)
        for rest in divisions(votes - first, candidates - 1)
    }


@rule("row: tie again, same set")
@pytest.mark.parametrize("n", range(3, 13))
def test_fact_1_a_repeated_tie_of_k_needs_k_to_divide_the_voters(n: int) -> None:
    tying = {k for k in range(2, n + 1) if any(len(set(d)) == 1 for d in divisions(n, k))}
    assert tying == {k for k in range(2, n + 1) if n % k == 0}


def test_fact_1_the_raise_arises_for_just_these_tables() -> None:
    arising = {(n, k) for n in range(3, 13) for k in range(2, n) if n % k == 0 and raise_allowed(CLUB, n, k)}
    assert arising == {
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


@rule("row: cap on mass elimination")
@pytest.mark.parametrize("n", range(3, 13))
def test_fact_2_more_than_half_of_the_table_and_the_whole_table_are_the_same_ban(n: int) -> None:
    for candidates in range(2, n + 1):
        for division in divisions(n, candidates):
            tied = division.count(division[0])
            assert not n / 2 < tied < n


def one_by_one(red: int, black: int, leaving: str) -> list[Outcome | None]:
    results = []
    for colour in leaving:
        red, black = (red - 1, black) if colour == "R" else (red, black - 1)
        results.append(Outcome.RED if black == 0 else Outcome.BLACK if black >= red else None)
    return results


@rule("E61", "row: when checked")
@pytest.mark.parametrize(("red", "black", "leaving"), [(4, 2, "RRB"), (5, 3, "RRBB"), (7, 3, "RRRRB")])
def test_fact_3_one_by_one_these_raises_would_end_the_game_early(red: int, black: int, leaving: str) -> None:
    steps = one_by_one(red, black, leaving)
    assert steps[-1] is None
    assert Outcome.BLACK in steps[:-1]


@pytest.mark.parametrize("n", [4, 6, 8, 10, 12])
@pytest.mark.parametrize("black", [1, 2, 3])
def test_fact_3_for_two_the_order_never_changes_the_result(n: int, black: int) -> None:
    if 2 * black >= n:
        return
    for pair in ("RR", "RB", "BR", "BB"):
        if pair.count("B") <= black:
            first, batch = one_by_one(n - black, black, pair)
            assert first in (None, batch)
