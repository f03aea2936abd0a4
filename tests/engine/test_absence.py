"""Who stays out of the channel: when it is counted, and what comes of it with and without a judge."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.discipline import next_to_play
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT, Ruleset
from mafiabot.engine.state import Night, NightStep, Outcome, Status
from mafiabot.engine.viewing import judge_view
from tests.support import builders
from tests.support.rules import every_preset, rule
from tests.support.table import JUDGE, Table


def voting(seats: int = 8, nominees: tuple[int, ...] = (7, 3)) -> Table:
    table = Table(seats).skip_to_day(1)
    table.day(dict(zip([*range(2, seats + 1), 1], nominees, strict=False)))
    return table


@rule("option: absence_s", "E85")
def test_who_stays_out_of_the_channel_for_three_minutes_by_day_is_gone() -> None:
    table = Table(8).to_day_0()
    table.voice(8, present=False)
    table.wait(179.9)
    assert table.state.seat(8).alive
    table.wait(0.1)
    assert table.state.gone[0].cause is GoneCause.ABSENT


@rule("E85")
def test_e85_who_comes_back_in_time_stays_a_player_and_is_counted_anew() -> None:
    table = Table(8).to_day_0()
    table.voice(8, present=False)
    table.wait(170)
    table.voice(8)
    table.voice(8, present=False)
    table.wait(170)
    assert table.state.seat(8).alive


def test_absence_is_not_counted_at_night_or_in_a_pause() -> None:
    table = Table(8).to_day_0()
    table.to_speech_of(8)
    table.voice(5, present=False)
    table.wait(30)
    table.pause()
    table.wait(600)
    table.resume()
    table.finish()
    table.tick()
    assert table.at(Night)
    away = table.state.seat(5).away
    assert away is not None
    assert (away.counted_ms, away.since_ms) == (33_000, None)
    table.night()
    table.wait(146.9)
    assert table.state.seat(5).alive
    table.wait(0.1)
    assert not table.state.seat(5).alive


def test_absence_is_not_counted_while_one_has_the_floor() -> None:
    table = Table(8, ruleset=builders.club(absence_s=20)).to_day_0()
    table.voice(2, present=False)
    table.wait(19)
    table.do(table.finishing())
    assert table.speaker == 2
    table.wait(67)
    assert table.state.seat(2).alive
    table.wait(2)
    assert table.state.seat(2).status is Status.GONE


def test_the_dead_may_be_absent() -> None:
    table = Table(8).to_day_0()
    table.gone(8)
    table.voice(8, present=False)
    table.wait(300)
    assert len(table.state.gone) == 1


def test_absence_counts_through_settling_and_the_vote() -> None:
    table = voting()
    table.voice(5, present=False)
    due = table.now + 180_000
    table.tick()
    away = table.state.seat(5).away
    assert away is not None
    assert away.since_ms == due - 180_000


@pytest.mark.parametrize("seats", [(5, 6), (6, 5)])
def test_two_who_are_due_at_the_same_moment_leave_one_after_the_other(seats: tuple[int, int]) -> None:
    table = Table(10).to_day_0()
    for seat in seats:
        table.voice(seat, present=False)
    table.wait(180)
    assert [gone.seat for gone in table.state.gone] == [5, 6]
    assert deadline(table.state) is not None


@rule("E77", "option: draw_resets_on")
def test_e77_a_walk_out_does_not_reset_the_draw() -> None:
    table = Table(8).skip_to_day(2)
    table.gone(8)
    table.day()
    table.night()
    assert table.outcome is Outcome.DRAW


# --- with a judge --------------------------------------------------------------------------------


def asked(rules: Ruleset = CLASSIC, waiting: int = 0) -> Table:
    """Seat 8 of ten has been away too long on day 0, and the judge is asked."""
    table = Table(10, ruleset=rules, judge=True, waiting=waiting).to_day_0()
    table.voice(8, present=False)
    table.wait(rules.absence_s)
    return table


@every_preset()
def test_a_judge_is_asked_and_nobody_is_out(rules: Ruleset) -> None:
    table = asked(rules)
    assert table.state.seat(8).alive
    assert judge_view(table.state).asked == (8,)
    (event,) = table.events(ev.AbsenceAsked)
    assert not ev.is_public(event)
    table.wait(rules.absence_s * 2)
    assert len(table.events(ev.AbsenceAsked)) == 1


def test_a_judge_who_waits_is_asked_again_when_it_has_been_as_long() -> None:
    table = asked()
    table.do(cmd.WaitFor(by=JUDGE, seat=8))
    assert judge_view(table.state).asked == ()
    waited_from = table.now
    table.run_until(lambda state: bool(judge_view(state).asked))
    assert table.now - waited_from >= 300_000


def test_a_judge_waits_for_nobody_he_was_not_asked_about() -> None:
    table = asked()
    not_asked = Refusal(reason=Reason.NOT_ASKED, params=(("seat", 5),))
    assert table.decided(cmd.WaitFor(by=JUDGE, seat=5)) == not_asked
    assert table.refused(cmd.WaitFor(by=JUDGE, seat=11)) is Reason.NOT_A_SEAT
    table.voice(5, present=False)
    assert table.decided(cmd.WaitFor(by=JUDGE, seat=5)) == not_asked


def test_who_comes_back_is_asked_about_no_more() -> None:
    table = asked()
    table.voice(8)
    assert judge_view(table.state).asked == ()
    assert table.refused(cmd.WaitFor(by=JUDGE, seat=8)) is Reason.NOT_ASKED


def test_who_was_asked_about_is_removed_by_the_judge() -> None:
    table = asked()
    table.remove(8, GoneCause.ABSENT)
    assert table.state.seat(8).status is Status.REMOVED
    assert judge_view(table.state).asked == ()


@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT], ids=["classic", "tournament"])
@rule("option: absence_s", preset=("classic", "tournament"))
def test_without_a_judge_who_stays_away_for_five_minutes_is_disqualified(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.voice(8, present=False)
    table.wait(299.9)
    assert table.state.seat(8).alive
    table.wait(0.1)
    (left,) = table.state.gone
    assert (left.seat, left.cause, left.removed) == (8, GoneCause.ABSENT, True)


# --- somebody else plays on ----------------------------------------------------------------------


def substituting(seat: int, user_id: int = 111) -> cmd.Substitute:
    return cmd.Substitute(by=JUDGE, seat=seat, user_id=user_id)


def test_a_waiting_person_takes_the_seat_of_one_who_vanished_with_its_role_and_without_his_fouls() -> None:
    table = asked(waiting=1)
    table.foul(8, 3)
    assert judge_view(table.state).substitutes == (8,)
    role = table.state.seat(8).role
    table.do(substituting(8))
    seat = table.state.seat(8)
    assert (seat.person.user_id, seat.role, seat.fouls, seat.owes_speech) == (111, role, 0, False)
    assert (table.state.waiting, judge_view(table.state).substitutes) == ((), ())
    table.to_speech_of(8)
    table.nominate(5)


def test_who_takes_a_seat_in_the_deal_has_opened_no_hand_yet() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, waiting=1).deal()
    for seat in range(1, 11):
        table.do(cmd.OpenHand(user_id=table.user(seat)))
    table.voice(8, present=False)
    table.do(substituting(8))
    table.to_step(NightStep.MAFIA_MINUTE)
    assert [event.seats for event in table.events(ev.HandsUnopened)] == [(8,)]


def test_nobody_is_replaced_who_is_there_or_out_of_the_game_or_by_who_does_not_wait() -> None:
    table = asked(waiting=1)
    assert table.decided(substituting(5)) == Refusal(reason=Reason.NOT_AWAY, params=(("seat", 5),))
    assert table.refused(substituting(11)) is Reason.NOT_A_SEAT
    assert table.refused(substituting(8, user_id=112)) is Reason.NOT_WAITING
    table.remove(8)
    assert table.refused(substituting(8)) is Reason.SEAT_NOT_ALIVE


def test_who_is_not_taken_goes_on_waiting() -> None:
    table = asked(waiting=2)
    table.do(substituting(8))
    assert [person.user_id for person in table.state.waiting] == [112]


def back_in_line(table: Table, user_id: int) -> None:
    table.do(cmd.Join(person=cmd.Person(user_id=user_id, name="Back")))


@pytest.mark.parametrize("shows", [True, False])
def test_who_has_judged_takes_no_seat_of_that_game_where_judges_see_roles(shows: bool) -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, judge_sees_roles=shows).to_day_0()
    table.voice(8, present=False)
    table.do(cmd.HandOver(by=JUDGE, to=500))
    back_in_line(table, JUDGE)
    assert judge_view(table.state).substitutes == (() if shows else (8,))
    refused = table.decided(replace(substituting(8, user_id=JUDGE), by=500))
    assert refused == Refusal(reason=Reason.KNOWS_ROLES) if shows else not isinstance(refused, Refusal)


def test_who_has_been_a_co_judge_takes_no_seat_either_and_whoever_waits_behind_him_does() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, judge_sees_roles=True).to_day_0()
    table.voice(8, present=False)
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=500))
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=None))
    back_in_line(table, 500)
    back_in_line(table, 501)
    assert table.refused(substituting(8, user_id=500)) is Reason.KNOWS_ROLES
    following = next_to_play(table.state, 8)
    assert following is not None
    assert following.user_id == 501
    table.do(substituting(8, user_id=501))


def test_who_has_been_replaced_comes_back_to_his_own_card_and_to_no_other() -> None:
    table = asked(waiting=1)
    former = table.user(8)
    table.do(substituting(8))
    back_in_line(table, former)
    table.voice(8, present=False)
    table.voice(5, present=False)
    assert judge_view(table.state).substitutes == (8,)
    assert table.refused(substituting(5, user_id=former)) is Reason.KNOWS_ROLES
    table.do(substituting(8, user_id=former))
    assert table.user(8) == former


def test_where_nobody_waits_nobody_can_be_replaced() -> None:
    assert judge_view(asked().state).substitutes == ()


def test_after_day_0_nobody_is_replaced() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, waiting=1).to_day_0()
    table.day({1: 5, 2: 6})
    table.voice(8, present=False)
    assert judge_view(table.state).substitutes == (8,)
    table.vote({5: range(1, 11)})
    table.talk()
    assert table.at(Night)
    assert table.refused(substituting(8)) is Reason.SUBSTITUTE_TOO_LATE
    assert judge_view(table.state).substitutes == ()
