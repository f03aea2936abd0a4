"""Edge cases of the vote: ties and revotes, the raise vote, a single nominee, unused and repeated votes."""

import pytest

from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import Night, Outcome, RaiseVote, SpeechKind, Status
from tests.support.rules import cell, edge_case
from tests.support.table import Table
from tests.support.votes import candidates, defend, left, voting


def tied_twice(rules: Ruleset, seats: int, votes: dict[int, list[int]], **how: object) -> Table:
    """Day 1 on which the candidates of `votes` are tied by it twice running."""
    table = voting(seats, *votes, rules=rules, judge=True, **how)  # type: ignore[arg-type]
    for _ in range(2):
        table.vote(votes)
        defend(table)
    return table


def ties(table: Table) -> list[str]:
    return [tie.next for tie in table.events(ev.TieDeclared)]


THREE_OF_NINE = {7: [1, 2, 3], 3: [4, 5, 6], 5: [7, 8, 9]}

# --- ties ----------------------------------------------------------------------------------------


@edge_case("E1", "row: tie again, smaller set", "row: tie, first time")
def test_a_smaller_tie_defends_and_is_voted_on_again_without_a_raise(rules: Ruleset) -> None:
    table = voting(9, 7, 3, 5, rules=rules)
    table.vote(THREE_OF_NINE)
    defend(table)
    table.vote({7: [1, 2, 3, 4], 3: [5, 6, 7, 8], 5: [9]})
    assert ties(table) == ["defence", "defence"]
    assert table.has_floor(7, SpeechKind.DEFENCE)
    defend(table)
    assert candidates(table) == (7, 3)


@edge_case("E2", "option: tie_repeat")
def test_the_smaller_tie_repeated_is_a_raise_vote(rules: Ruleset) -> None:
    table = voting(8, 7, 3, 5, rules=rules)
    table.vote({7: [1, 2, 3], 3: [4, 6, 7], 5: [5, 8]})
    defend(table)
    table.vote({7: [1, 2, 3, 4]})
    assert ties(table) == ["defence", "raise"]
    assert table.at(RaiseVote)


@edge_case("E3", "row: tie again, same set", "option: raise_three_of_nine")
def test_three_of_nine_tied_twice_may_be_raised(rules: Ruleset) -> None:
    table = tied_twice(rules, 9, THREE_OF_NINE)
    assert table.at(RaiseVote)
    table.raise_vote(yes=[1, 2, 3, 4, 5])
    assert left(table) == [3, 5, 7]


@edge_case("E4")
def test_who_wins_the_revote_alone_leaves_without_a_raise(rules: Ruleset) -> None:
    table = voting(9, 7, 3, 5, rules=rules)
    table.vote(THREE_OF_NINE)
    defend(table)
    table.vote({7: [1, 2, 3, 4], 3: [5, 6]})
    assert left(table) == [7]
    assert table.events(ev.RaiseDue) == []


@edge_case("E5")
def test_exactly_half_of_ten_may_be_raised(rules: Ruleset) -> None:
    pairs = {4: [1, 2], 5: [3, 4], 6: [5, 6], 7: [7, 8], 8: [9, 10]}
    table = tied_twice(rules, 10, pairs, roles="DMMSCCCCCC")
    table.raise_vote(yes=range(1, 7))
    assert left(table) == [4, 5, 6, 7, 8]


EVERYBODY = {seat: [seat] for seat in range(1, 7)}


@edge_case("E6")
def test_the_whole_table_tied_defends_and_is_voted_on_again(rules: Ruleset) -> None:
    table = voting(6, *EVERYBODY, rules=rules)
    table.vote(EVERYBODY)
    defend(table)
    speakers = [given.turn.seat for given in table.events(ev.FloorGiven)[-6:]]
    assert speakers == [1, 2, 3, 4, 5, 6]
    assert candidates(table) == (1, 2, 3, 4, 5, 6)


@edge_case("E7", "row: cap on mass elimination", "option: raise_cap")
def test_the_whole_table_tied_again_goes_to_sleep_without_being_asked(rules: Ruleset) -> None:
    table = tied_twice(rules, 6, EVERYBODY)
    assert table.at(Night)
    assert ties(table) == ["defence", "night"]
    assert left(table) == []


# --- the raise vote ------------------------------------------------------------------------------

HALF = {1: [1, 2, 3, 4], 3: [5, 6, 7, 8]}


@edge_case("E8", "row: raise vote majority")
def test_with_exactly_half_saying_yes_all_stay(rules: Ruleset) -> None:
    table = tied_twice(rules, 8, HALF)
    table.raise_vote(yes=[1, 2, 3, 4], no=[5, 6, 7, 8])
    assert left(table) == []
    assert table.at(Night)


@pytest.mark.parametrize(("yes", "leave"), [(4, []), (5, [3, 5, 7])])
@edge_case("E9", "option: raise_threshold")
def test_at_nine_alive_five_must_say_yes(rules: Ruleset, yes: int, leave: list[int]) -> None:
    table = tied_twice(rules, 9, THREE_OF_NINE)
    table.raise_vote(yes=range(1, yes + 1))
    assert left(table) == leave


@edge_case("E10")
def test_who_does_not_answer_the_raise_vote_counts_as_no(rules: Ruleset) -> None:
    table = tied_twice(rules, 8, HALF)
    table.raise_vote(yes=[1, 2, 3, 4])
    (decided,) = table.events(ev.RaiseDecided)
    assert (decided.yes, decided.no, decided.passed) == ((1, 2, 3, 4), (), False)


@pytest.mark.parametrize(("tied", "outcome"), [((1, 2), Outcome.RED), ((2, 3), Outcome.BLACK)])
@edge_case("E11", "option: raise_two_of_four")
def test_two_of_four_raised_by_three_both_leave(
    rules: Ruleset, tied: tuple[int, int], outcome: Outcome
) -> None:
    table = tied_twice(rules, 6, {tied[0]: [1, 2], tied[1]: [3, 4]}, gone=2, roles="DSCCMC")
    table.raise_vote(yes=[1, 2, 3])
    assert left(table)[:2] == sorted(tied)
    defend(table)
    assert table.outcome is outcome


@edge_case("E12")
def test_a_raise_that_fails_makes_the_day_one_without_elimination(rules: Ruleset) -> None:
    table = tied_twice(rules, 8, HALF)
    table.raise_vote(yes=[1, 2])
    assert table.at(Night)
    assert table.state.days[1].left == ()
    table.night()
    table.day()
    table.night()
    assert table.state.over is cell(rules, club=True, classic=False, tournament=True)


# --- one nominee or none -------------------------------------------------------------------------


@edge_case("E13", "row: single nominee, first day", "option: day0_vote")
def test_a_single_nominee_of_day_0_is_not_voted_on(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.day({1: 5})
    assert table.at(Night)
    assert [skipped.cause for skipped in table.events(ev.VoteSkipped)] == ["single_on_first_day"]


@edge_case("E14", "row: single nominee, later")
def test_a_single_nominee_of_a_later_day_leaves_with_every_vote_and_a_last_word(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).skip_to_day(1)
    table.day({2: 5})
    assert table.events(ev.WindowDue) == []
    (decided,) = table.events(ev.RoundDecided)
    assert {ballot.candidate for ballot in decided.record.ballots} == {5}
    assert len(decided.record.ballots) == 10
    assert table.state.seat(5).status is Status.VOTED_OUT
    assert table.has_floor(5, SpeechKind.LAST_WORD)


@edge_case("E15", "row: no nominee")
def test_where_nobody_is_nominated_night_falls(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).skip_to_day(1)
    table.day()
    assert table.at(Night)
    assert table.events(ev.VoteSkipped)[-1].cause == "nobody_nominated"


# --- votes ---------------------------------------------------------------------------------------


@edge_case("E24")
def test_the_silent_last_candidate_votes_for_himself(rules: Ruleset) -> None:
    table = voting(8, 7, 3, rules=rules)
    table.vote({7: [1, 2, 4, 5], 3: [6, 7, 8]})
    (decided,) = table.events(ev.RoundDecided)
    assert [ballot.candidate for ballot in decided.record.ballots if ballot.voter == 3] == [3]
    assert decided.record.leaders == (7, 3)


@edge_case("E25")
def test_of_votes_for_two_candidates_the_first_counts_and_the_second_is_refused(rules: Ruleset) -> None:
    table = voting(8, 7, 3, rules=rules, judge=True)
    table.do(table.ballot(1))
    table.tick()
    assert table.decided(table.ballot(1)) == Refusal(reason=Reason.ALREADY_VOTED, params=(("seat", 7),))
    table.tick()
    assert [b.candidate for b in table.events(ev.RoundDecided)[0].record.ballots if b.voter == 1] == [7]
    assert table.state.fouls == ()


@edge_case("E26", "row: one vote, no change")
def test_a_vote_is_not_taken_back(rules: Ruleset) -> None:
    table = voting(8, 7, 3, rules=rules)
    table.do(table.ballot(1))
    assert table.refused(table.ballot(1)) is Reason.ALREADY_VOTED
    table.tick()
    assert table.events(ev.WindowClosed)[0].voters == (1,)


@edge_case("E27", "row: most votes", "row: order")
def test_all_windows_run_though_the_leader_cannot_be_caught(rules: Ruleset) -> None:
    table = voting(8, 7, 3, 5, rules=rules)
    table.vote({7: range(1, 9)})
    assert [closed.candidate for closed in table.events(ev.WindowClosed)] == [7, 3, 5]
    assert left(table) == [7]


@edge_case("E28", "row: unused votes")
def test_the_vote_of_who_lost_his_connection_falls_on_the_last_candidate(rules: Ruleset) -> None:
    table = voting(8, 7, 3, rules=rules, judge=True)
    table.voice(6, present=False)
    table.vote({7: [1, 2, 3], 3: [4, 5, 7, 8]})
    assert table.events(ev.WindowClosed)[-1].unused == (6,)
    assert table.state.seat(6).alive
    assert table.state.fouls == ()
