"""Nights: steps at full length, presses judged alike for every role; plan, shots, checks, the batch."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import BestMoveCondition, PlanAuthor, ShotTargets
from mafiabot.engine.state import CheckRecord, NightStep, Outcome, SpeechKind, Status, Talk
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
    assert table.refused(plan(table, seat, *range(1, 11))) is Reason.PLAN_TOO_LONG
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


# --- checks --------------------------------------------------------------------------------------


def checked(table: Table, checks: dict[int, int]) -> tuple[CheckRecord | None, CheckRecord | None]:
    table.night(checks=checks)
    return table.state.nights[-1].don_check, table.state.nights[-1].sheriff_check


@rule("row: don's check")
@pytest.mark.parametrize(("seat", "hit"), [(4, True), (2, False), (9, False)])
def test_the_don_learns_whether_a_seat_is_the_sheriff(seat: int, hit: bool) -> None:
    assert checked(night_1(), {1: seat})[0] == CheckRecord(seat=seat, hit=hit)


@rule("row: sheriff's check", "E59")
@pytest.mark.parametrize(("seat", "hit"), [(1, True), (2, True), (9, False)])
def test_e59_the_sheriff_learns_the_side_of_a_seat_and_the_don_is_black(seat: int, hit: bool) -> None:
    assert checked(night_1(), {4: seat})[1] == CheckRecord(seat=seat, hit=hit)


@rule("E60")
def test_e60_a_check_not_made_is_lost() -> None:
    assert checked(night_1(), {}) == (None, None)


@rule("E58")
def test_e58_a_dead_seat_is_checked_truthfully() -> None:
    table = night_1()
    table.gone(3)
    assert checked(table, {4: 3})[1] == CheckRecord(seat=3, hit=True)


@rule("E56", "E57")
def test_e56_e57_the_victim_of_the_night_still_checks() -> None:
    table = night_1()
    table.do(table.shot(1, 4))
    table.do(table.shot(2, 4))
    table.do(table.shot(3, 4))
    table.to_step(NightStep.SHERIFF)
    table.do(table.checking(4, 2))
    table.tick()
    assert table.has_floor(4, SpeechKind.BEST_MOVE)
    assert [answer.hit for answer in hand_view(table.state, 4).checks] == [True]
    killed_don = night_1()
    killed_don.night(kill=1, checks={1: 4})
    assert killed_don.state.nights[0].don_check == CheckRecord(seat=4, hit=True)


def test_a_seat_checked_before_may_be_checked_again() -> None:
    table = night_1()
    table.night(checks={4: 9})
    table.day()
    assert checked(table, {4: 9})[1] == CheckRecord(seat=9, hit=False)
    assert [(answer.night, answer.seat) for answer in hand_view(table.state, 4).checks] == [(1, 9), (2, 9)]


@pytest.mark.parametrize("step", [NightStep.DON, NightStep.SHERIFF])
@pytest.mark.parametrize("seat", [1, 2, 4, 9])
def test_checks_are_refused_and_locked_alike_whatever_the_role(seat: int, step: NightStep) -> None:
    table = night_1()
    assert table.refused(table.checking(seat, 5)) is Reason.TOO_EARLY
    table.to_step(step)
    assert table.refused(table.checking(seat, seat)) is Reason.OWN_SEAT
    assert table.refused(table.checking(seat, 11)) is Reason.NOT_A_SEAT
    table.do(table.checking(seat, 5))
    assert table.refused(table.checking(seat, 6)) is Reason.ALREADY_CHECKED
    assert hand_view(table.state, seat).picked == (5,)


def test_an_idle_press_of_the_dons_step_that_arrives_late_is_no_check_of_the_sheriff() -> None:
    table = night_1()
    table.to_step(NightStep.SHERIFF)
    late = cmd.Check(user_id=table.user(4), night=1, seat=5, press=table.press(ago_ms=1100))
    assert table.refused(late) is Reason.TOO_EARLY


# --- the morning ---------------------------------------------------------------------------------


@rule("row: killed player's last word comes before the round", "row: last word", "option: last_word_s")
@rule("row: best move: who", "row: best move: when, how long", "row: best move: how")
@rule("option: best_move_s", "option: best_move_when", "E63")
def test_e63_the_first_nights_victim_names_his_best_move_and_has_a_last_word() -> None:
    table = night_1()
    table.night(kill=10)
    table.talk()
    floors = [(e.turn.seat, e.turn.kind, e.turn.length_ms) for e in table.events(ev.FloorGiven)[10:13]]
    assert floors == [
        (10, SpeechKind.BEST_MOVE, 20_000),
        (10, SpeechKind.LAST_WORD, 60_000),
        (2, SpeechKind.SPEECH, 60_000),
    ]


@rule("E64", "E65", "option: best_move_condition", "row: best move: condition")
def test_e64_e65_the_best_move_is_kept_when_somebody_was_voted_out_on_the_first_day() -> None:
    table = Table(10).to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: range(1, 11)})
    table.talk()
    table.night(kill=10)
    assert table.has_floor(10, SpeechKind.BEST_MOVE)


def first_victim_after(left_by_vote: int, condition: BestMoveCondition) -> Table:
    """So many are voted out on the first day; then the first night kills seat 9."""
    table = Table(10, ruleset=builders.club(best_move_condition=condition)).to_day_0()
    table.day({1: 8, 2: 10} if left_by_vote else {})
    if left_by_vote == 1:
        table.vote({10: range(1, 11)})
    if left_by_vote == 2:
        for _ in range(2):
            table.vote({8: [1, 2, 3, 4, 5]})
            while table.at(Talk):
                table.finish()
        table.raise_vote(yes=range(1, 7))
    while table.at(Talk):
        table.finish()
    table.night(kill=9)
    return table


@rule("option: best_move_condition")
@pytest.mark.parametrize(
    ("condition", "most"),
    [
        (BestMoveCondition.ALWAYS, 2),
        (BestMoveCondition.AT_MOST_ONE_DAY0_VOTE_OUT, 1),
        (BestMoveCondition.NO_DAY0_VOTE_OUT, 0),
    ],
)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_who_may_name_a_best_move_depends_on_how_many_the_first_day_voted_out(
    condition: BestMoveCondition, most: int, left: int
) -> None:
    table = first_victim_after(left, condition)
    assert table.has_floor(9, SpeechKind.BEST_MOVE) is (left <= most)


@rule("E67")
def test_e67_after_a_missed_first_night_nobody_has_a_best_move() -> None:
    table = night_1()
    table.night()
    table.day()
    table.night(kill=10)
    assert table.has_floor(10, SpeechKind.LAST_WORD)


@rule("E68", "row: best move: roles")
def test_e68_a_black_victim_of_the_first_night_names_like_anybody() -> None:
    table = night_1()
    table.night(kill=3)
    table.do(cmd.NameBestMove(user_id=103, seats=(4, 5, 6), press=table.press()))
    assert table.state.best_move is not None


@rule("E69")
@pytest.mark.parametrize("seats", [(), (1,), (1, 9), (1, 8, 9)])
def test_e69_up_to_three_seats_are_named_the_dead_included(seats: tuple[int, ...]) -> None:
    table = night_1()
    table.gone(9)
    table.night(kill=10)
    table.do(cmd.NameBestMove(user_id=110, seats=seats, press=table.press()))
    assert table.state.best_move is not None
    assert table.state.best_move.seats == seats


@rule("E69")
def test_e69_a_best_move_is_named_once_and_knows_neither_repeats_nor_oneself() -> None:
    table = night_1()
    table.night(kill=10)

    def naming(*seats: int, by: int = 110) -> cmd.NameBestMove:
        return cmd.NameBestMove(user_id=by, seats=seats, press=table.press())

    assert table.refused(naming(1, 2, 3, 4)) is Reason.TOO_MANY_NAMED
    assert table.refused(naming(1, 1)) is Reason.NAMED_TWICE
    assert table.refused(naming(10)) is Reason.OWN_SEAT
    assert table.refused(naming(11)) is Reason.NOT_A_SEAT
    assert table.refused(naming(1, by=101)) is Reason.NOT_YOUR_FLOOR
    assert table.refused(naming(1, by=999)) is Reason.NOT_SEATED
    table.do(naming(1))
    assert table.refused(naming(2)) is Reason.ALREADY_NAMED


@rule("E73", "row: best move: how")
def test_e73_the_best_move_ends_with_its_time_and_a_press_made_in_time_still_counts() -> None:
    table = night_1()
    table.night(kill=10)
    table.wait(20.4)
    assert table.has_floor(10, SpeechKind.LAST_WORD)
    in_time = cmd.NameBestMove(user_id=110, seats=(1,), press=table.press(ago_ms=500))
    late = replace(in_time, press=table.press(ago_ms=300))
    assert table.refused(late) is Reason.TOO_LATE
    table.do(in_time)


def test_a_best_move_may_be_switched_off_by_its_length() -> None:
    table = night_1(best_move_s=0)
    table.night(kill=10)
    assert table.has_floor(10, SpeechKind.LAST_WORD)


@rule("E74", "row: black win")
def test_e74_parity_after_the_first_night_ends_the_game_without_a_best_move() -> None:
    table = Table(6, roles="DMSCCC").to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({6: range(1, 7)})
    table.talk()
    table.night(kill=5)
    assert table.outcome is Outcome.BLACK
    assert table.events(ev.DayBroke)[-1].number == 0
