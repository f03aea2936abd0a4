"""Edge cases of the night: what kills and what misses, and checks that are made all the same."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.protocol import protocol
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import NoShot, Ruleset, ShotTargets
from mafiabot.engine.state import CheckRecord, Night, NightStep, Outcome, SpeechKind, Status
from mafiabot.engine.viewing import hand_view
from tests.support.rules import cell, edge_case
from tests.support.table import JUDGE, Table

# Seat 1 is the don, 2 and 3 are mafia, 4 is the sheriff, the others are civilians.


def in_shots(rules: Ruleset, *out: int) -> Table:
    """The shots of night 1; these have left on day 0."""
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    for seat in out:
        table.out(seat)
    table.day()
    table.to_step(NightStep.SHOTS)
    return table


def victim(table: Table) -> int | None:
    return table.state.nights[-1].victim


def noted(table: Table) -> list[tuple[int, tuple[int, ...]]]:
    """Who did not shoot, by night, in the sealed part of the ended game's protocol."""
    if not table.state.over:
        table.do(cmd.StopGame(by=JUDGE))
    sealed = protocol(tuple(table.log)).sealed
    return [(one.night, one.seats) for one in sealed.no_shots] if sealed else []


# --- shots ---------------------------------------------------------------------------------------


@edge_case("E46", "row: kill")
def test_the_shot_of_the_only_black_left_kills_alone(rules: Ruleset) -> None:
    table = in_shots(rules, 1, 2)
    table.night(kill=10)
    assert victim(table) == 10


@edge_case("E47", "row: how black shoot")
def test_the_only_black_left_misses_on_purpose(rules: Ruleset) -> None:
    skipping = in_shots(rules, 1, 2)
    skipping.night()
    assert victim(skipping) is None
    assert noted(skipping) == cell(rules, club=[], classic=[], tournament=[(1, (3,))])
    at_a_dead_number = in_shots(rules, 1, 2)
    if rules.shot_targets is ShotTargets.LIVING:
        assert at_a_dead_number.refused(at_a_dead_number.shot(3, 1)) is Reason.SEAT_NOT_ALIVE
        return
    at_a_dead_number.night(kill=1)
    assert victim(at_a_dead_number) is None
    assert noted(at_a_dead_number) == []


@edge_case("E48", "row: miss")
def test_two_shots_at_one_seat_and_one_at_another_miss(rules: Ruleset) -> None:
    table = in_shots(rules)
    table.night(shots={1: 5, 2: 5, 3: 6})
    assert victim(table) is None


@edge_case("E49", "row: not shooting", "option: no_shot")
def test_a_missing_shot_is_a_miss_and_no_foul(rules: Ruleset) -> None:
    table = in_shots(rules)
    table.night(shots={1: 5, 2: 5})
    assert victim(table) is None
    assert table.state.fouls == ()
    assert (rules.no_shot is NoShot.MISS_AND_NOTE) is cell(rules, club=False, classic=False, tournament=True)
    assert noted(table) == cell(rules, club=[], classic=[], tournament=[(1, (3,))])


@edge_case("E50", "option: shot_targets")
def test_all_shoot_at_a_dead_seat(rules: Ruleset) -> None:
    table = in_shots(rules, 10)
    if rules.shot_targets is ShotTargets.LIVING:
        assert table.refused(table.shot(1, 10)) is Reason.SEAT_NOT_ALIVE
        assert 10 not in hand_view(table.state, 1).options
        return
    assert 10 in hand_view(table.state, 1).options
    table.night(kill=10)
    assert victim(table) is None
    assert table.state.seat(10).status is Status.REMOVED


@edge_case("E51")
def test_black_kill_one_of_their_own_and_the_last_one_himself(rules: Ruleset) -> None:
    table = in_shots(rules)
    table.night(kill=3)
    assert table.state.seat(3).status is Status.KILLED
    last = in_shots(rules, 1, 2)
    last.night(kill=3)
    if rules.final_speech:
        assert not last.state.over
        last.talk()
    assert last.outcome is Outcome.RED


@edge_case("E52")
def test_a_black_who_left_before_shooting_is_not_waited_for(rules: Ruleset) -> None:
    table = in_shots(rules)
    table.out(3)
    table.night(kill=10)
    assert victim(table) == 10
    disagreeing = in_shots(rules)
    disagreeing.out(3)
    disagreeing.night(shots={1: 10, 2: 9})
    assert victim(disagreeing) is None


@pytest.mark.parametrize(("others", "killed"), [(10, 10), (9, None)])
@edge_case("E53")
def test_the_shot_of_a_black_who_left_after_it_still_counts(
    rules: Ruleset, others: int, killed: int | None
) -> None:
    table = in_shots(rules)
    table.do(table.shot(3, 10))
    table.out(3)
    table.night(kill=others)
    assert victim(table) == killed


# --- the don -------------------------------------------------------------------------------------


def night_of(table: Table, *, don_checks: bool = False) -> list[tuple[NightStep, int]]:
    """The combat night's steps and their lengths."""
    before = len(table.events(ev.NightStepBegan))
    table.night(checks={1: 4} if don_checks else {})
    return [(began.step, began.until_ms - began.at_ms) for began in table.events(ev.NightStepBegan)[before:]]


@edge_case("E54", "row: then")
def test_without_the_don_his_step_lasts_as_long_and_nobody_checks(rules: Ruleset) -> None:
    alive, dead = (Table(10, ruleset=rules, judge=True).to_day_0() for _ in range(2))
    dead.out(1)
    for table in (alive, dead):
        table.day()
    assert night_of(alive, don_checks=True) == night_of(dead, don_checks=False)
    assert alive.state.nights[0].don_check is not None
    dead.day()
    dead.to_step(NightStep.DON)
    assert dead.refused(dead.checking(1, 4)) is Reason.NOT_ALIVE
    dead.do(dead.checking(2, 4))
    dead.night()
    assert dead.state.nights[1].don_check is None


@edge_case("E55")
def test_when_the_don_is_gone_the_plan_stands_in_the_hands_of_the_others(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_night_0()

    def planning(seat: int, *seats: int) -> cmd.WritePlan:
        return cmd.WritePlan(user_id=table.user(seat), seats=seats, press=table.press())

    table.do(planning(1, 5, 6))
    sign = cmd.WriteSign(user_id=table.user(1), text="a hand on the cheek", press=table.press())
    if rules.preset.value == "classic":
        table.do(sign)
    else:
        assert table.refused(sign) is Reason.NOT_ALLOWED_BY_RULES
    table.out(1)
    table.do(planning(2, 7))
    assert table.state.plan == cell(rules, club=(5, 6), classic=(7,), tournament=(5, 6))
    table.to_step(NightStep.FREE_SEATING if rules.free_seating_s else NightStep.REVEAL_SHERIFF)
    assert table.refused(planning(2, 8)) is Reason.TOO_LATE
    signs = cell(rules, club=(), classic=((1, "a hand on the cheek"),), tournament=())
    assert hand_view(table.state, 3).signs == signs
    assert hand_view(table.state, 3).plan == table.state.plan


@edge_case("E56", "row: don's check")
def test_the_don_killed_this_very_night_still_checks(rules: Ruleset) -> None:
    table = in_shots(rules)
    table.night(kill=1, checks={1: 4})
    assert victim(table) == 1
    assert table.state.nights[0].don_check == CheckRecord(seat=4, hit=True)


# --- the sheriff ---------------------------------------------------------------------------------


@edge_case("E57")
def test_the_sheriff_killed_this_night_still_checks_and_may_tell_it(rules: Ruleset) -> None:
    table = in_shots(rules)
    table.night(kill=4, checks={4: 2})
    assert table.state.nights[0].sheriff_check == CheckRecord(seat=2, hit=True)
    table.finish()
    assert table.has_floor(4, SpeechKind.LAST_WORD)
    assert [(answer.seat, answer.hit) for answer in hand_view(table.state, 4).checks] == [(2, True)]


@pytest.mark.parametrize(("dead", "black"), [(3, True), (10, False)])
@edge_case("E58")
def test_a_dead_seat_is_checked_truthfully(rules: Ruleset, dead: int, black: bool) -> None:
    table = in_shots(rules, dead)
    table.night(checks={4: dead})
    assert table.state.nights[0].sheriff_check == CheckRecord(seat=dead, hit=black)


@edge_case("E59", "row: sheriff's check")
def test_the_don_is_black_to_the_sheriff(rules: Ruleset) -> None:
    table = in_shots(rules)
    table.night(checks={4: 1})
    assert table.state.nights[0].sheriff_check == CheckRecord(seat=1, hit=True)


@edge_case("E60")
def test_a_check_not_made_in_time_is_lost_and_no_foul(rules: Ruleset) -> None:
    table = in_shots(rules)
    table.to_step(NightStep.SHERIFF)
    table.wait(rules.check_s + 0.5)
    assert table.at(Night)
    assert table.refused(table.checking(4, 1)) is Reason.TOO_LATE
    table.tick()
    assert (table.state.nights[0].don_check, table.state.nights[0].sheriff_check) == (None, None)
    assert table.state.fouls == ()
