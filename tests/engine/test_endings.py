"""How a game ends: red, black, draw; what is shown of it."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.ruleset import DrawResetsOn, DrawRule
from mafiabot.engine.state import NightStep, Outcome, Role
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


def test_where_only_votes_and_shots_reset_the_draw_a_walk_out_at_night_does_not() -> None:
    table = Table(10).skip_to_day(1)
    table.day()
    table.to_step(NightStep.SHOTS)
    table.gone(10)
    table.night()
    assert table.state.quiet_nights == 2


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
