"""Checks of don and sheriff: what they learn, once, and how idle presses are answered."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.state import CheckRecord, NightStep, SpeechKind
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


@pytest.mark.parametrize(("step", "seats"), [(NightStep.DON, (2, 4, 9)), (NightStep.SHERIFF, (1, 2, 9))])
def test_a_check_by_anybody_else_is_answered_alike_and_means_nothing(
    step: NightStep, seats: tuple[int, ...]
) -> None:
    table = night_1()
    table.to_step(step)
    for seat in seats:
        (event,) = table.do(table.checking(seat, 5))
        assert event == ev.IdlePicked(at_ms=table.now, seat=seat, targets=(5,))
    assert table.state.tonight is not None
    assert (table.state.tonight.don_check, table.state.tonight.sheriff_check) == (None, None)


def test_an_idle_press_of_the_dons_step_that_arrives_late_is_no_check_of_the_sheriff() -> None:
    table = night_1()
    table.to_step(NightStep.SHERIFF)
    late = cmd.Check(user_id=table.user(4), night=1, seat=5, press=table.press(ago_ms=1100))
    assert table.refused(late) is Reason.TOO_EARLY


@pytest.mark.parametrize(("step", "taken"), [(NightStep.DON, False), (NightStep.SHERIFF, True), (None, True)])
def test_a_press_of_the_dons_control_at_the_very_end_of_his_step_is_no_check_of_the_sheriff(
    step: NightStep | None, taken: bool
) -> None:
    table = night_1()
    table.to_step(NightStep.SHERIFF)
    press = table.press(ago_ms=20)
    answer = table.decided(cmd.Check(user_id=table.user(4), night=1, seat=5, press=press, step=step))
    assert isinstance(answer, Refusal) is not taken


def test_a_control_that_checks_in_another_step_than_the_two_is_forged() -> None:
    table = night_1()
    for step in (NightStep.SHOTS, NightStep.DON):
        table.to_step(step)
        forged = cmd.Check(user_id=table.user(4), night=1, seat=5, press=table.press(), step=NightStep.SHOTS)
        assert table.refused(forged) in (Reason.TOO_EARLY, Reason.TOO_LATE)
