"""Nights: steps at full length, presses judged alike for every role; plan, shots, checks, the batch."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import PlanAuthor, ShotTargets
from mafiabot.engine.state import Night, NightStep, Outcome, Status, Talk
from mafiabot.engine.viewing import hand_view
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table

# Seat 1 is the don, 2 (and 3, from ten seats) mafia, then the sheriff, the others civilians.


def night_1(seats: int = 10, roles: str | None = None, **options: object) -> Table:
    """Night 1 of a game in which nobody left on day 0, in its shots."""
    table = Table(seats, roles=roles, ruleset=builders.club(**options)).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    return table


def plan(table: Table, seat: int, *seats: int) -> cmd.WritePlan:
    return cmd.WritePlan(user_id=table.user(seat), seats=seats, press=table.press())


def shots(table: Table) -> tuple[tuple[int, int], ...]:
    assert table.state.tonight is not None
    return table.state.tonight.shots


def written(table: Table) -> tuple[int, ...]:
    return table.state.plan


# --- the course ----------------------------------------------------------------------------------


@rule("option: shot_window_s", "option: check_s", "option: night_open_s", "row: check time", "row: then")
def test_a_combat_night_is_open_hands_shots_don_and_sheriff_at_full_length() -> None:
    table = night_1()
    for shooter in (1, 2, 3):
        table.do(table.shot(shooter, 10))
    table.to_step(NightStep.SHERIFF)
    table.do(table.checking(4, 1))
    table.tick()
    steps = [(b.step, b.until_ms - b.at_ms) for b in table.events(ev.NightStepBegan)[3:]]
    assert steps == [
        (NightStep.OPEN, 10_000),
        (NightStep.SHOTS, 20_000),
        (NightStep.DON, 15_000),
        (NightStep.SHERIFF, 15_000),
    ]


@rule("E54")
def test_e54_the_dons_step_is_run_for_the_same_time_when_he_is_dead() -> None:
    def length(table: Table) -> int:
        began = table.now
        table.night()
        return table.now - began

    alive, dead = Table(10).to_day_0(), Table(10).to_day_0()
    dead.gone(1)
    alive.day()
    dead.day()
    assert length(alive) == length(dead)


@rule("row: no kill, no check on night 0")
def test_night_0_knows_neither_shots_nor_checks() -> None:
    table = Table(10).to_night_0()
    for step in (NightStep.MAFIA_MINUTE, NightStep.REVEAL, NightStep.FREE_SEATING):
        table.to_step(step)
        assert table.refused(table.shot(1, 5)) is Reason.TOO_LATE
        assert table.refused(table.checking(4, 5)) is Reason.TOO_LATE


# --- the plan ------------------------------------------------------------------------------------


@rule("row: shooting plan", "option: plan_author", "option: plan_mode")
def test_the_don_writes_the_plan_and_may_revise_it_until_the_minute_ends() -> None:
    table = Table(10).to_night_0()
    table.do(plan(table, 1, 5))
    table.do(plan(table, 1, 5, 7, 9))
    assert written(table) == (5, 7, 9)
    table.do(plan(table, 1))
    assert written(table) == ()


@rule("option: plan_author")
def test_a_plan_written_by_anybody_else_is_answered_alike_and_means_nothing() -> None:
    table = Table(10).to_night_0()
    for seat in (2, 4, 10):
        (event,) = table.do(plan(table, seat, 5, 7))
        assert isinstance(event, ev.IdlePicked)
        assert hand_view(table.state, seat).picked == (5, 7)
    assert written(table) == ()


def test_where_the_team_writes_the_plan_any_black_does() -> None:
    table = Table(10, ruleset=builders.club(plan_author=PlanAuthor.TEAM)).to_night_0()
    table.do(plan(table, 3, 5))
    table.do(plan(table, 4, 6))
    assert written(table) == (5,)


@pytest.mark.parametrize("seat", [1, 2, 4, 10])
def test_a_plan_is_refused_for_the_same_reasons_whatever_the_role(seat: int) -> None:
    table = Table(10).to_night_0()
    too_long = Refusal(reason=Reason.PLAN_TOO_LONG, params=(("most", 9),))
    assert table.decided(plan(table, seat, *range(1, 11))) == too_long
    assert table.refused(plan(table, seat, 5, 5)) is Reason.NAMED_TWICE
    assert table.refused(plan(table, seat, 11)) is Reason.NOT_A_SEAT
    table.do(plan(table, seat, *range(2, 11)))
    table.to_step(NightStep.REVEAL)
    assert table.refused(plan(table, seat, 5)) is Reason.TOO_LATE


@rule("E55")
def test_e55_when_the_don_is_gone_nobody_changes_the_plan() -> None:
    table = Table(10).to_night_0()
    table.do(plan(table, 1, 5, 6))
    table.gone(1)
    table.do(plan(table, 2, 7))
    assert table.refused(cmd.WritePlan(user_id=101, seats=(7,), press=table.press())) is Reason.NOT_ALIVE
    assert written(table) == (5, 6)
    assert hand_view(table.state, 2).plan == (5, 6)


def test_the_plan_stands_in_the_hands_of_the_black_at_night() -> None:
    table = Table(10).to_night_0()
    table.do(plan(table, 1, 8, 9))
    table.tick()
    table.run_until(lambda state: isinstance(state.phase, Talk))
    table.day()
    assert hand_view(table.state, 3).plan == (8, 9)
    assert hand_view(table.state, 4).plan == ()


# --- shots ---------------------------------------------------------------------------------------


@rule("row: kill", "row: how black shoot", "row: best move: when, how long")
def test_equal_shots_of_all_black_kill() -> None:
    table = night_1()
    table.night(kill=10)
    assert table.state.seat(10).status is Status.KILLED
    assert table.state.nights[0].victim == 10


@rule("E48", "row: miss")
def test_e48_different_shots_miss() -> None:
    table = night_1()
    table.night(shots={1: 5, 2: 5, 3: 6})
    assert table.state.nights[0].victim is None


@rule("E49", "option: no_shot", "row: not shooting", "row: miss")
def test_e49_a_missing_shot_is_a_miss() -> None:
    table = night_1()
    table.night(shots={1: 5, 2: 5})
    assert table.state.nights[0].victim is None


@rule("E46", "E47")
def test_e46_e47_the_last_black_kills_alone_or_misses_by_not_shooting() -> None:
    table = night_1(roles="DMMSCCCCCC")
    table.gone(1)
    table.gone(2)
    table.night(kill=10)
    assert table.state.nights[0].victim == 10
    table.day()
    table.night()
    assert table.state.nights[1].victim is None


@rule("E50", "option: shot_targets")
@pytest.mark.parametrize("seat", [1, 4, 9])
def test_e50_a_dead_seat_is_not_shot_at_whatever_the_role(seat: int) -> None:
    table = night_1()
    table.gone(10)
    assert table.refused(table.shot(seat, 10)) is Reason.SEAT_NOT_ALIVE
    assert table.refused(table.shot(seat, 11)) is Reason.NOT_A_SEAT


def test_where_all_seats_are_targets_a_shot_at_a_dead_one_misses() -> None:
    table = Table(10, ruleset=builders.club(shot_targets=ShotTargets.ALL_SEATS)).to_day_0()
    table.gone(10)
    table.day()
    table.to_step(NightStep.SHOTS)
    assert table.refused(table.shot(1, 11)) is Reason.NOT_A_SEAT
    table.night(kill=10)
    assert table.state.nights[0].victim is None


def test_a_shot_at_a_seat_that_was_dead_already_misses_whoever_leaves_in_that_night() -> None:
    table = Table(10, ruleset=builders.club(shot_targets=ShotTargets.ALL_SEATS)).to_day_0()
    table.gone(10)
    table.day()
    table.to_step(NightStep.SHOTS)
    table.gone(9)
    table.night(kill=10)
    assert table.state.nights[0].victim is None


@rule("E51")
def test_e51_black_may_kill_one_of_their_own() -> None:
    table = night_1()
    table.night(kill=3)
    assert table.state.seat(3).status is Status.KILLED


@rule("E51", "row: red win")
def test_e51_the_last_black_may_shoot_himself_and_the_reds_have_won() -> None:
    table = night_1(6, roles="DMSCCC")
    table.gone(2)
    table.night(kill=1)
    assert table.outcome is Outcome.RED


def test_a_shot_may_be_changed_and_taken_back_until_the_window_closes() -> None:
    table = night_1()
    table.do(table.shot(1, 5))
    table.do(table.shot(1, 6))
    assert shots(table) == ((1, 6),)
    table.do(table.shot(1, None))
    assert shots(table) == ()
    assert hand_view(table.state, 1).picked == ()


def test_what_one_has_pressed_stays_in_his_hand_when_others_press() -> None:
    table = night_1()
    for seat, target in ((1, 5), (9, 6), (10, 7)):
        table.do(table.shot(seat, target))
    table.do(table.shot(9, None))
    assert [hand_view(table.state, seat).picked for seat in (1, 9, 10)] == [(5,), (), (7,)]
    assert isinstance(table.state.phase, Night)
    assert [seat for seat, _ in table.state.phase.picks] == [1, 10]


@pytest.mark.parametrize("seat", [1, 9])
def test_of_two_shots_the_one_made_last_counts_whichever_arrives_last(seat: int) -> None:
    table = night_1()
    table.wait(5)
    for shooter in {1, 2, 3} - {seat}:
        table.do(table.shot(shooter, 10))
    table.do(table.shot(seat, None))
    overtaken = cmd.Shoot(user_id=table.user(seat), night=1, seat=10, press=table.press(ago_ms=800))
    assert table.refused(overtaken) is Reason.PRESSED_SINCE
    table.do(table.shot(seat, 8))
    phase = table.state.phase
    assert isinstance(phase, Night)
    assert dict(phase.picks)[seat] == (8,)


def test_a_civilians_shot_is_answered_alike_and_means_nothing() -> None:
    table = night_1()
    for target, picked in ((5, (5,)), (None, ())):
        (event,) = table.do(table.shot(9, target))
        assert isinstance(event, ev.IdlePicked)
        assert hand_view(table.state, 9).picked == picked
    assert shots(table) == ()


@pytest.mark.parametrize("seat", [1, 4, 9])
def test_shots_are_refused_by_night_step_and_time_alike_whatever_the_role(seat: int) -> None:
    table = Table(10).to_day_0()
    table.day()
    assert table.refused(table.shot(seat, 5)) is Reason.TOO_EARLY
    table.to_step(NightStep.SHOTS)
    stale = cmd.Shoot(user_id=table.user(seat), night=0, seat=5, press=table.press())
    assert table.refused(stale) is Reason.STALE_HAND
    early = cmd.Shoot(user_id=table.user(seat), night=1, seat=5, press=table.press(ago_ms=251))
    assert table.refused(early) is Reason.TOO_EARLY
    table.wait(20.5)
    table.do(cmd.Shoot(user_id=table.user(seat), night=1, seat=5, press=table.press(ago_ms=500)))
    late = cmd.Shoot(user_id=table.user(seat), night=1, seat=6, press=table.press(ago_ms=499))
    assert table.refused(late) is Reason.TOO_LATE
    table.to_step(NightStep.DON)
    assert table.refused(table.shot(seat, 5)) is Reason.TOO_LATE


def test_outside_the_night_a_shot_is_from_an_old_hand() -> None:
    table = Table(10).to_day_0()
    command = cmd.Shoot(user_id=101, night=1, seat=5, press=table.press())
    assert table.refused(command) is Reason.STALE_HAND


def test_who_is_dead_is_told_so_whatever_the_step_and_the_hand() -> None:
    table = night_1()
    table.out(9)
    assert table.refused(replace(table.shot(9, 5), night=7)) is Reason.NOT_ALIVE
    table.to_step(NightStep.DON)
    assert table.refused(table.shot(9, 5)) is Reason.NOT_ALIVE


def test_the_dead_and_strangers_shoot_at_nobody() -> None:
    table = night_1()
    table.gone(9)
    assert table.refused(table.shot(9, 5)) is Reason.NOT_ALIVE
    stranger = cmd.Shoot(user_id=999, night=1, seat=5, press=table.press())
    assert table.refused(stranger) is Reason.NOT_SEATED


@rule("E52")
def test_e52_a_black_who_left_before_shooting_is_not_missed() -> None:
    table = night_1()
    table.do(table.shot(2, 10))
    table.do(table.shot(3, 10))
    table.gone(1)
    table.to_step(NightStep.SHERIFF)
    table.tick()
    assert table.state.nights[0].victim == 10


@rule("E53")
@pytest.mark.parametrize(("leaving", "victim"), [(10, 10), (9, None)])
def test_e53_a_black_who_left_after_shooting_has_shot(leaving: int, victim: int | None) -> None:
    table = night_1()
    table.do(table.shot(1, leaving))
    table.do(table.shot(2, 10))
    table.do(table.shot(3, 10))
    table.gone(1)
    table.to_step(NightStep.SHERIFF)
    table.tick()
    assert table.state.nights[0].victim == victim
