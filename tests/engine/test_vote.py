"""The vote: windows in list order, one vote a round, unused votes, ties, defences, the raise vote."""

from itertools import pairwise

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.events import is_public
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import RevoteOrder
from mafiabot.engine.state import (
    Night,
    Outcome,
    RaiseVote,
    SpeechKind,
    Status,
)
from mafiabot.engine.viewing import public_view
from tests.support.rules import rule
from tests.support.table import Table
from tests.support.votes import candidates, defend, left, voting

# --- whether there is a vote ---------------------------------------------------------------------


@rule("E15", "row: no nominee")
def test_e15_night_falls_when_nobody_was_nominated() -> None:
    table = Table(8).to_day_0()
    table.day()
    assert table.at(Night)
    assert [skipped.cause for skipped in table.events(ev.VoteSkipped)] == ["nobody_nominated"]
    assert not table.state.days[0].cancelled


@rule("E13", "row: single nominee, first day", "option: day0_vote")
def test_e13_a_single_nominee_of_the_first_day_is_not_voted_on() -> None:
    table = Table(8).to_day_0()
    table.day({1: 5})
    assert table.at(Night)
    assert [skipped.cause for skipped in table.events(ev.VoteSkipped)] == ["single_on_first_day"]


@rule("E14", "row: single nominee, later")
def test_e14_a_single_nominee_of_a_later_day_gets_every_vote_without_a_window() -> None:
    table = Table(8).skip_to_day(1)
    table.day({2: 5})
    assert table.events(ev.WindowDue) == []
    (decided,) = table.events(ev.RoundDecided)
    assert [(ballot.voter, ballot.candidate, ballot.cast) for ballot in decided.record.ballots] == [
        (voter, 5, False) for voter in range(1, 9)
    ]
    assert table.has_floor(5, SpeechKind.LAST_WORD)


# --- windows -------------------------------------------------------------------------------------


@rule("row: order", "row: window", "option: vote_window_ms", "option: vote_settle_ms")
def test_candidates_are_voted_on_in_list_order_one_window_after_the_other() -> None:
    table = voting(8, 7, 3, 5)
    assert candidates(table) == (7, 3, 5)
    table.vote({7: [1], 3: [2], 5: [4, 6]})
    windows = table.events(ev.WindowOpened)
    assert [window.window_no for window in windows] == [1, 2, 3]
    assert [window.ends_at_ms - window.at_ms for window in windows] == [5_000] * 3
    assert [later.at_ms - former.at_ms for former, later in pairwise(windows)] == [
        6_000,
        6_000,
    ]


def test_a_window_runs_from_the_moment_its_message_stands() -> None:
    table = voting(8, 7, 3)
    table.shower = False
    table.tick()
    shown = cmd.WindowShown(window_no=2, message_ms=table.now - 200, host_ms=table.now - 300)
    table.do(shown)
    due = deadline(table.state)
    assert due is not None
    assert due.at_ms == table.now - 300 + 6_000
    assert table.refused(shown) is Reason.NOTHING_TO_DO


@rule("row: window")
def test_a_window_never_seen_opens_by_our_own_clock_after_three_seconds() -> None:
    table = voting(8, 7, 3)
    table.shower = False
    table.tick()
    asked = table.now
    table.tick()
    assert table.now - asked == 3_000
    assert table.events(ev.WindowOpened)[-1].estimated
    far_off = cmd.Press(discord_ms=1, host_ms=table.now)
    table.do(cmd.CastVote(user_id=101, window_no=2, candidate=3, press=far_off))
    table.wait(5)
    after = cmd.Press(discord_ms=1, host_ms=table.now)
    assert table.refused(cmd.CastVote(user_id=102, window_no=2, candidate=3, press=after)) is Reason.TOO_LATE


def test_a_press_may_be_earlier_than_its_window_was_asked_for_by_what_clocks_may_differ() -> None:
    table = voting(8, 7, 3)
    table.shower = False
    table.tick()
    assert table.refused(table.ballot(1, ago_ms=251)) is Reason.TOO_EARLY
    table.do(table.ballot(1, ago_ms=250))
    table.do(table.ballot(2))


def test_a_press_that_arrives_before_its_window_is_known_to_stand_counts() -> None:
    table = voting(8, 7, 3)
    table.shower = False
    table.tick()
    table.wait(0.4)
    table.do(table.ballot(1, ago_ms=100))
    assert table.refused(table.ballot(2, ago_ms=1_000)) is Reason.TOO_EARLY


def test_another_windows_message_opens_nothing() -> None:
    table = voting(8, 7, 3)
    other = cmd.WindowShown(window_no=9, message_ms=1, host_ms=1)
    assert table.refused(other) is Reason.NOTHING_TO_DO
    assert Table(8).refused(other) is Reason.NOTHING_TO_DO
    table.shower = False
    table.tick()
    assert table.refused(other) is Reason.NOTHING_TO_DO


def test_a_vote_counts_by_discords_clock_within_its_window() -> None:
    table = voting(8, 7, 3)
    assert table.refused(table.ballot(1, ago_ms=1)) is Reason.TOO_EARLY
    table.do(table.ballot(1))
    table.wait(5.9)
    table.do(table.ballot(2, ago_ms=901))
    assert table.refused(table.ballot(3, ago_ms=900)) is Reason.TOO_LATE


def test_a_press_on_another_window_is_recognised() -> None:
    table = voting(8, 7, 3)
    stale = table.ballot(1)
    table.tick()
    assert table.refused(stale) is Reason.OTHER_WINDOW
    wrong = cmd.CastVote(user_id=101, window_no=2, candidate=7, press=table.press())
    assert table.decided(wrong) == Refusal(reason=Reason.NOT_A_CANDIDATE, params=(("seat", 7),))


def test_without_a_vote_there_is_no_window() -> None:
    table = Table(8).to_day_0()
    vote = cmd.CastVote(user_id=101, window_no=1, candidate=5, press=table.press())
    assert table.refused(vote) is Reason.NO_WINDOW
    answer = cmd.AnswerRaise(user_id=101, window_no=1, yes=True, press=table.press())
    assert table.refused(answer) is Reason.NO_WINDOW


@rule("E25", "E26", "row: one vote, no change")
def test_e25_e26_a_vote_is_locked_and_a_second_one_refused() -> None:
    table = voting(8, 7, 3)
    table.do(table.ballot(1))
    assert table.decided(table.ballot(1)) == Refusal(reason=Reason.ALREADY_VOTED, params=(("seat", 7),))
    table.tick()
    assert table.refused(table.ballot(1)) is Reason.ALREADY_VOTED


def test_the_dead_and_strangers_do_not_vote() -> None:
    table = voting(8, 7, 3, gone=1)
    assert table.refused(table.ballot(8)) is Reason.NOT_ALIVE
    stranger = cmd.CastVote(user_id=999, window_no=1, candidate=7, press=table.press())
    assert table.refused(stranger) is Reason.NOT_SEATED


@rule("row: who sees it")
def test_who_voted_is_announced_when_the_window_has_closed_and_not_before() -> None:
    table = voting(8, 7, 3)
    before = public_view(table.state)
    (cast,) = table.do(table.ballot(1))
    assert not is_public(cast)
    assert public_view(table.state) == before
    table.tick()
    (closed,) = table.events(ev.WindowClosed)
    assert (closed.candidate, closed.voters, closed.unused) == (7, (1,), ())


def test_who_voted_is_told_by_seat_whoever_was_quicker() -> None:
    table = voting(8, 7, 3)
    table.vote({7: [4, 1, 2], 3: [6, 5]})
    assert [closed.voters for closed in table.events(ev.WindowClosed)] == [(1, 2, 4), (5, 6)]


@rule("row: unused votes", "E28")
def test_e28_unused_votes_fall_on_the_last_candidate_and_are_said_to() -> None:
    table = voting(8, 7, 3, 5)
    table.voice(6, present=False)
    table.vote({7: [1, 2], 3: [3], 5: [4]})
    closed = table.events(ev.WindowClosed)[-1]
    assert (closed.candidate, closed.voters, closed.unused) == (5, (4,), (5, 6, 7, 8))
    (decided,) = table.events(ev.RoundDecided)
    assert [ballot.voter for ballot in decided.record.ballots if not ballot.cast] == [5, 6, 7, 8]
    assert left(table) == [5]


@rule("E24")
def test_e24_the_silent_last_candidate_votes_for_himself() -> None:
    table = voting(8, 7, 3)
    table.vote({7: [1, 2, 4, 5], 3: [6, 7, 8]})
    (decided,) = table.events(ev.RoundDecided)
    assert [ballot.candidate for ballot in decided.record.ballots if ballot.voter == 3] == [3]
    assert decided.record.leaders == (7, 3)


@rule("E27")
def test_e27_all_windows_run_though_the_leader_cannot_be_caught() -> None:
    table = voting(8, 7, 3, 5)
    table.vote({7: range(1, 9)})
    assert len(table.events(ev.WindowClosed)) == 3
    assert left(table) == [7]


# --- results -------------------------------------------------------------------------------------


def test_a_list_that_has_been_voted_on_is_shown_no_more() -> None:
    table = voting(8, 5, 6)
    assert public_view(table.state).nominees == (5, 6)
    table.vote({5: (1, 2, 3, 4, 6)})
    assert left(table)[-1] == 5
    view = public_view(table.state)
    assert view.floor is not None
    assert view.floor.kind is SpeechKind.LAST_WORD
    assert view.nominees == ()
    assert not any(seat.nominated for seat in view.seats)


@rule("row: most votes", "row: last word", "row: role of the departed")
def test_most_votes_leave_with_a_last_word_and_the_role_stays_hidden() -> None:
    table = voting(8, 7, 3)
    table.vote({7: [1, 2, 3, 4, 5], 3: [6, 7, 8]})
    assert table.state.seat(7).status is Status.VOTED_OUT
    assert table.has_floor(7, SpeechKind.LAST_WORD)
    assert {seat.role for seat in public_view(table.state).seats} == {None}


@rule("row: tie, first time", "option: defence_s")
def test_the_tied_defend_for_thirty_seconds_in_list_order_and_are_voted_on_again() -> None:
    table = voting(8, 7, 3, 5)
    table.vote({7: [1, 2, 3], 3: [4, 6, 7], 5: [5, 8]})
    assert [tie.next for tie in table.events(ev.TieDeclared)] == ["defence"]
    defend(table)
    given = [(e.turn.seat, e.turn.kind, e.turn.length_ms) for e in table.events(ev.FloorGiven)[-2:]]
    assert given == [(7, SpeechKind.DEFENCE, 30_000), (3, SpeechKind.DEFENCE, 30_000)]
    assert candidates(table) == (7, 3)


@rule("option: revote_order")
@pytest.mark.parametrize(("order", "wanted"), [(RevoteOrder.SAME, (7, 3)), (RevoteOrder.REVERSED, (3, 7))])
def test_the_revote_keeps_the_order_unless_the_ruleset_reverses_it(
    order: RevoteOrder, wanted: tuple[int, ...]
) -> None:
    table = voting(8, 7, 3, revote_order=order)
    table.vote({7: [1, 2, 3, 4]})
    defend(table)
    assert candidates(table) == wanted


@rule("E1", "row: tie again, smaller set")
def test_e1_a_smaller_tie_defends_and_votes_again_without_a_raise() -> None:
    table = voting(9, 7, 3, 5)
    table.vote({7: [1, 2, 3], 3: [4, 6, 7], 5: [5, 8, 9]})
    defend(table)
    table.vote({7: [1, 2, 3, 4], 3: [5, 6, 7, 8], 5: [9]})
    assert [tie.next for tie in table.events(ev.TieDeclared)] == ["defence", "defence"]
    defend(table)
    assert candidates(table) == (7, 3)
    assert [opened.round for opened in table.events(ev.VoteOpened)] == [0, 1, 2]


@rule("E2")
def test_e2_the_smaller_tie_repeated_is_a_raise_vote() -> None:
    table = voting(8, 7, 3, 5)
    table.vote({7: [1, 2, 3], 3: [4, 6, 7], 5: [5, 8]})
    defend(table)
    table.vote({7: [1, 2, 3, 4]})
    assert table.at(RaiseVote)


@rule("E3", "option: raise_three_of_nine", "row: tie again, same set", "option: tie_repeat")
def test_e3_three_of_nine_tied_twice_may_be_raised() -> None:
    table = voting(9, 7, 3, 5)
    for voters in ({7: [1, 2, 3], 3: [4, 5, 6]}, {7: [4, 5, 6], 3: [1, 2, 9]}):
        table.vote(voters)
        defend(table)
    assert table.at(RaiseVote)
    table.raise_vote(yes=[1, 2, 3, 4, 5])
    assert left(table) == [3, 5, 7]


@rule("E4")
def test_e4_who_wins_the_revote_alone_leaves_without_a_raise() -> None:
    table = voting(9, 7, 3, 5)
    table.vote({7: [1, 2, 3], 3: [4, 5, 6]})
    defend(table)
    table.vote({7: [1, 2, 3, 4], 3: [5, 6]})
    assert left(table) == [7]
    assert table.events(ev.RaiseDue) == []


@rule("E5", "row: cap on mass elimination", "option: raise_cap")
def test_e5_exactly_half_of_the_table_may_be_raised() -> None:
    table = voting(10, 4, 5, 6, 7, 8, roles="DMMSCCCCCC")
    for _ in range(2):
        table.vote({4: [1, 2], 5: [3, 4], 6: [5, 6], 7: [7, 8], 8: [9, 10]})
        defend(table)
    table.raise_vote(yes=range(1, 7))
    assert left(table) == [4, 5, 6, 7, 8]
    assert table.outcome is Outcome.BLACK


@rule("E6")
def test_e6_a_tie_of_the_whole_table_defends_and_votes_again() -> None:
    table = voting(6, 1, 2, 3, 4, 5, 6)
    table.vote({seat: [seat] for seat in range(1, 7)})
    assert [tie.next for tie in table.events(ev.TieDeclared)] == ["defence"]
    defend(table)
    assert candidates(table) == (1, 2, 3, 4, 5, 6)


@rule("E7", "row: cap on mass elimination")
def test_e7_the_whole_table_tied_again_goes_to_sleep() -> None:
    table = voting(6, 1, 2, 3, 4, 5, 6)
    for _ in range(2):
        table.vote({seat: [seat] for seat in range(1, 7)})
        defend(table)
    assert table.at(Night)
    assert [tie.next for tie in table.events(ev.TieDeclared)] == ["defence", "night"]
    assert left(table) == []
