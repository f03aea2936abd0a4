"""The raise vote: when it arises, who must agree, and the win checked on the batch."""

from typing import Any

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import RaiseCap, TieRepeat
from mafiabot.engine.state import (
    Night,
    Outcome,
    RaiseVote,
    SpeechKind,
    Vote,
)
from tests.support.rules import rule
from tests.support.table import Table
from tests.support.votes import defend, left, voting


def raising(seats: int = 8, gone: int = 0, roles: str | None = None, **options: Any) -> Table:
    """Seats 1 and 3 tied twice."""
    table = voting(seats, 1, 3, gone=gone, roles=roles, **options)
    half = range(1, (seats - gone) // 2 + 1)
    for _ in range(2):
        table.vote({1: half})
        defend(table)
    assert table.at(RaiseVote)
    return table


@rule("E8", "row: raise vote majority", "option: raise_threshold", "E12")
def test_e8_e12_with_exactly_half_all_stay_and_night_falls() -> None:
    table = raising(8)
    table.raise_vote(yes=[1, 2, 3, 4], no=[5, 6, 7, 8])
    assert table.at(Night)
    assert left(table) == []
    assert table.state.days[1].left == ()
    assert table.state.quiet_nights == 1


@rule("E9")
@pytest.mark.parametrize(("yes", "leave"), [(4, []), (5, [1, 3, 5])])
def test_e9_at_nine_alive_five_must_say_yes(yes: int, leave: list[int]) -> None:
    table = voting(9, 1, 3, 5)
    for _ in range(2):
        table.vote({1: [1, 2, 4], 3: [3, 6, 7]})
        defend(table)
    table.raise_vote(yes=range(1, yes + 1))
    assert left(table) == leave


@rule("E10")
def test_e10_who_does_not_answer_counts_as_no() -> None:
    table = raising(8)
    table.raise_vote(yes=[1, 2, 3, 4])
    (decided,) = table.events(ev.RaiseDecided)
    assert (decided.yes, decided.no, decided.passed) == ((1, 2, 3, 4), (), False)


def test_who_agreed_to_a_raise_is_told_by_seat_whoever_was_quicker() -> None:
    table = raising(8)
    table.raise_vote(yes=[4, 2, 5, 1, 3], no=[8, 6])
    (decided,) = table.events(ev.RaiseDecided)
    assert (decided.yes, decided.no) == ((1, 2, 3, 4, 5), (6, 8))


def test_those_of_the_last_tie_are_raised_however_many_were_tied_before() -> None:
    table = voting(10, 1, 2, 3, 4, 5)
    for sizes in ((2, 2, 2, 2, 2), (3, 3, 3, 1), (4, 4, 2), (5, 5)):
        voters = iter(range(1, 11))
        table.vote({seat: [next(voters) for _ in range(size)] for seat, size in enumerate(sizes, 1)})
        defend(table)
    (asked,) = table.events(ev.RaiseDue)
    assert asked.tied == (1, 2)


@rule("E11", "option: raise_two_of_four")
@pytest.mark.parametrize(("tied", "outcome"), [((1, 2), Outcome.RED), ((2, 3), Outcome.BLACK)])
def test_e11_two_of_four_may_be_raised_by_three(tied: tuple[int, int], outcome: Outcome) -> None:
    table = voting(6, *tied, gone=2, roles="DSCCMC")
    for _ in range(2):
        table.vote({tied[0]: [1, 2]})
        defend(table)
    table.raise_vote(yes=[1, 2, 3])
    assert table.outcome is outcome


@rule("option: raise_two_of_four")
def test_where_two_of_four_is_forbidden_the_first_tie_is_followed_by_night() -> None:
    table = voting(6, 1, 3, gone=2, roles="DSCCMC", raise_two_of_four=False)
    table.vote({1: [1, 2]})
    assert table.at(Night)


@rule("option: raise_three_of_nine")
def test_where_three_of_nine_is_forbidden_the_repeated_tie_is_followed_by_night() -> None:
    table = voting(9, 1, 3, 5, raise_three_of_nine=False)
    for _ in range(2):
        table.vote({1: [1, 2, 4], 3: [3, 6, 7]})
        defend(table)
    assert table.at(Night)


@rule("option: raise_cap")
def test_the_other_cap_forbids_only_the_whole_table() -> None:
    table = voting(6, 1, 2, 3, 4, 5, 6, raise_cap=RaiseCap.NOT_WHOLE_TABLE)
    for _ in range(2):
        table.vote({seat: [seat] for seat in range(1, 7)})
        defend(table)
    assert table.at(Night)


@rule("option: tie_repeat")
def test_where_the_division_must_repeat_a_tie_with_other_counts_is_voted_on_once_more() -> None:
    table = voting(9, 7, 3, 5, tie_repeat=TieRepeat.IDENTICAL_DIVISION)
    table.vote({7: [1, 2, 4, 6], 3: [3, 5, 7, 8], 5: [9]})
    defend(table)
    table.gone(9)
    table.vote({7: [1, 2, 4, 6]})
    defend(table)
    assert table.at(Vote)
    table.vote({7: [1, 2, 4, 6]})
    assert table.at(RaiseVote)


@rule("option: raise_window_s", "row: tie again, same set")
def test_the_raise_vote_is_one_window_of_ten_seconds_locked_once_answered() -> None:
    table = raising(8)
    table.do(table.answer(1, yes=True))
    assert table.refused(table.answer(1, yes=False)) is Reason.ALREADY_VOTED
    stale = cmd.AnswerRaise(user_id=102, window_no=1, yes=True, press=table.press())
    assert table.refused(stale) is Reason.OTHER_WINDOW
    stranger = cmd.AnswerRaise(user_id=999, window_no=table.window_no, yes=True, press=table.press())
    assert table.refused(stranger) is Reason.NOT_SEATED
    opened = table.events(ev.WindowOpened)[-1]
    assert opened.ends_at_ms - opened.at_ms == 10_000
    assert [window.window_no for window in table.events(ev.WindowOpened)] == [1, 2, 3, 4, 5]


def test_a_raise_window_never_seen_opens_by_our_own_clock() -> None:
    table = voting(8, 1, 3)
    table.vote({1: [1, 2, 3, 4]})
    defend(table)
    for voter in (1, 2, 3, 4):
        table.do(table.ballot(voter))
    table.tick()
    table.shower = False
    table.tick()
    assert table.at(RaiseVote)
    table.tick()
    assert table.events(ev.WindowOpened)[-1].estimated
    table.do(table.answer(1, yes=True))


@rule("row: several leave: last words", "E93", "option: final_speech")
def test_several_who_leave_have_a_last_word_each_in_ballot_order() -> None:
    table = voting(9, 7, 3, 5)
    for _ in range(2):
        table.vote({7: [1, 2, 3], 3: [4, 5, 6]})
        defend(table)
    table.raise_vote(yes=range(1, 6))
    assert table.events(ev.VotedOut)[-1].seats == (7, 3, 5)
    for seat in (7, 3, 5):
        assert table.has_floor(seat, SpeechKind.LAST_WORD)
        table.finish()
    assert table.at(Night)


@rule("E61", "row: when checked")
def test_e61_the_win_is_checked_on_the_batch_of_a_raise() -> None:
    table = voting(6, 3, 4, 1, roles="DMSCCC")
    for _ in range(2):
        table.vote({3: [1, 2], 4: [3, 4], 1: [5, 6]})
        defend(table)
    table.raise_vote(yes=range(1, 5))
    assert left(table) == [1, 3, 4]
    assert not table.state.over


@rule("E62", "row: red win")
def test_e62_no_black_left_is_tested_before_parity() -> None:
    table = voting(6, 1, 2, roles="DSCCMC", gone=2)
    for _ in range(2):
        table.vote({1: [1, 2]})
        defend(table)
    table.raise_vote(yes=[1, 2, 3])
    assert table.outcome is Outcome.RED


@rule("E93", "option: final_speech", "row: final last word when the game is decided")
def test_e93_when_the_vote_decides_the_game_it_ends_without_last_words() -> None:
    table = voting(6, 1, 2, roles="DSCCMC", gone=2)
    floors = len(table.events(ev.FloorGiven))
    for _ in range(2):
        table.vote({1: [1, 2]})
        defend(table)
    table.raise_vote(yes=[1, 2, 3])
    assert len(table.events(ev.FloorGiven)) == floors + 2
    assert table.state.over
