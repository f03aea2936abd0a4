"""Edge cases of who leaves otherwise than by vote or shot, and what that does to the vote.

The club knows walk-outs only; classic and tournament make a removal of every departure.
"""

import pytest

from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import Night, NightStep, Outcome, RaiseVote, SpeechKind, Status, Talk, Vote
from tests.support.builders import sized
from tests.support.rules import cell, edge_case
from tests.support.table import Table
from tests.support.votes import candidates, defend, left, voting


def skipped(table: Table) -> list[str]:
    """Why votes were not held or broken off."""
    return [event.cause for event in table.events(ev.VoteSkipped)][1:]


def ballot_on(table: Table) -> Table:
    """Day 1 of eight; in the vote on 7 and 3, seat 5 has voted for 7."""
    table.do(table.ballot(5))
    return table


def words(table: Table) -> list[tuple[int, SpeechKind]]:
    return [(given.turn.seat, given.turn.kind) for given in table.events(ev.FloorGiven)]


def next_day(table: Table, first: int, *nominees: int) -> None:
    """The night without a kill, and the next day with these nominees, by speakers from `first` on."""
    table.night()
    speakers = [n for n in (*range(first, 11), *range(1, first)) if n in table.state.living]
    table.day(dict(zip(speakers, nominees, strict=False)))


@edge_case("E29", "row: after a removal")
def test_a_voter_leaves_for_good_in_the_midst_of_the_vote(rules: Ruleset) -> None:
    table = ballot_on(voting(8, 7, 3, rules=rules, judge=True))
    table.out(5)
    if rules.fouls:
        assert table.at(Night)
        assert skipped(table) == ["removal"]
        assert left(table) == [5]
        next_day(table, 3, 7, 1)
        assert table.at(Vote)
        return
    table.out(6)
    table.tick()
    table.tick()
    (decided,) = table.events(ev.RoundDecided)
    assert [(b.voter, b.candidate) for b in decided.record.ballots if b.voter in (5, 6)] == [(5, 7)]


@edge_case("E30")
def test_a_nominee_leaves_before_the_vote(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.talk({1: 7, 2: 5})
    table.out(7)
    table.tick()
    assert table.at(Night)
    (cause,) = [event.cause for event in table.events(ev.VoteSkipped)]
    assert cause == cell(rules, club="single_on_first_day", classic="removal", tournament="removal")
    table.night()
    table.talk({2: 6, 3: 4, 4: 8})
    table.out(4)
    table.tick()
    assert table.at(Vote) is not rules.fouls
    if not rules.fouls:
        assert candidates(table) == (6, 8)


def condemned(rules: Ruleset) -> Table:
    """Day 1 of ten: 7 has been voted out and has his last word."""
    table = voting(10, 7, 3, rules=rules, judge=True)
    table.vote({7: range(1, 11)})
    assert table.has_floor(7, SpeechKind.LAST_WORD)
    return table


@edge_case("E31", unknown_to=("club",))
def test_a_removal_after_the_result_cancels_the_next_days_vote(rules: Ruleset) -> None:
    table = condemned(rules)
    if not rules.fouls:
        assert table.refused(table.removing(5)) is Reason.NOT_ALLOWED_BY_RULES
        return
    table.remove(5)
    assert table.has_floor(7, SpeechKind.LAST_WORD)
    assert left(table) == [5, 7]
    table.finish()
    next_day(table, 3, 8, 9)
    assert skipped(table) == ["removal"]
    next_day(table, 4, 8, 9)
    assert table.at(Vote)


@edge_case("E32", unknown_to=("club",))
def test_the_condemned_is_removed_after_the_result(rules: Ruleset) -> None:
    table = condemned(rules)
    if not rules.fouls:
        assert table.refused(table.removing(7)) is Reason.NOT_ALLOWED_BY_RULES
        return
    table.remove(7)
    assert table.at(Night)
    assert table.state.seat(7).disqualified
    assert table.state.days[1].left == (7,)
    next_day(table, 3, 8, 9)
    assert table.at(Vote) is cell(rules, club=False, classic=False, tournament=True)
    waiting = voting(8, 1, 3, rules=rules, judge=True)
    for _ in range(2):
        waiting.vote({1: [1, 2, 3, 4]})
        defend(waiting)
    waiting.raise_vote(yes=range(1, 6))
    waiting.remove(3)
    waiting.finish()
    assert (3, SpeechKind.LAST_WORD) not in words(waiting)


@pytest.mark.parametrize("leaver", [3, 7, 5])
@pytest.mark.parametrize("then", ["defence", "revote", "raise"])
@edge_case("E33")
def test_somebody_leaves_while_the_tied_defend_or_are_voted_on_again(
    rules: Ruleset, leaver: int, then: str
) -> None:
    table = voting(8, 7, 3, 4, rules=rules, judge=True)
    table.vote({7: [1, 2, 3], 3: [4, 5, 6], 4: [7, 8]})
    if then != "defence":
        defend(table)
    if then == "raise":
        table.vote({7: [1, 2, 3, 4], 3: [5, 6, 7, 8]})
        defend(table)
    table.out(leaver)
    goes_on = leaver == 5 and not rules.fouls
    assert table.at(Talk, Vote, RaiseVote) is goes_on
    assert table.at(Night) is not goes_on
    assert left(table) == [leaver]
    if not goes_on:
        assert skipped(table) == [cell(rules, club="cancelled", classic="removal", tournament="removal")]


@edge_case("E34")
def test_somebody_but_the_victim_leaves_at_night(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).skip_to_day(1)
    table.day()
    table.to_step(NightStep.SHOTS)
    table.out(9)
    table.night(kill=10)
    assert table.state.nights[-1].victim == 10
    table.day({3: 5, 4: 6})
    assert table.at(Vote) is not rules.fouls
    assert table.at(Night) is rules.fouls
    if rules.fouls:
        next_day(table, 4, 5, 6)
        assert table.at(Vote)


@edge_case("E35", "option: removal_cancels_vote")
def test_tonights_victim_leaves_in_the_night(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    for shooter in (1, 2, 3):
        table.do(table.shot(shooter, 10))
    table.to_step(NightStep.DON)
    table.out(10)
    table.to_step(NightStep.SHERIFF)
    table.tick()
    assert table.state.nights[0].victim == cell(rules, club=10, classic=None, tournament=None)
    assert table.state.seat(10).status is (Status.REMOVED if rules.fouls else Status.GONE)
    assert table.has_floor(2, SpeechKind.SPEECH)
    table.day({2: 5, 3: 6})
    assert table.at(Vote) is cell(rules, club=True, classic=False, tournament=True)


@pytest.mark.parametrize("second", ["by day", "at night"])
@edge_case("E36", unknown_to=("club",))
def test_two_removals_before_one_vote_cancel_one(rules: Ruleset, second: str) -> None:
    table = Table(10, ruleset=rules, judge=True).skip_to_day(1)
    if not rules.fouls:
        assert table.refused(table.removing(9)) is Reason.NOT_ALLOWED_BY_RULES
        return
    table.day()
    table.to_step(NightStep.SHOTS)
    table.remove(9)
    if second == "at night":
        table.remove(10)
    table.night()
    if second == "by day":
        table.remove(10)
    table.day({3: 5, 4: 6})
    assert skipped(table)[-1] == "removal"
    assert table.at(Night)
    next_day(table, 4, 5, 6)
    assert table.at(Vote)


@edge_case("E37", unknown_to=("club",))
def test_a_mistaken_removal_is_undone_with_what_it_cancelled(rules: Ruleset) -> None:
    table = voting(8, 7, 3, rules=rules, judge=True)
    if not rules.fouls:
        assert table.refused(table.fouling(5)) is Reason.NOT_ALLOWED_BY_RULES
        return
    table.foul(5, 3)
    table.do(table.fouling(5))
    assert table.at(Night)
    table.undo()
    assert table.at(Vote)
    assert table.state.seat(5).status is Status.ALIVE
    assert (table.state.seat(5).fouls, table.state.owed_cancels) == (3, ())
    table.vote({7: [1, 2, 3], 3: [4, 5, 6, 7, 8]})
    assert left(table) == [3]
    table.talk()
    table.night()
    table.day({4: 1, 6: 2})
    assert table.state.today is not None
    assert table.state.today.lost == (5,)
    assert not table.state.seat(5).owes_speech


@pytest.mark.parametrize(
    ("leavers", "outcome"), [((5, 6), Outcome.BLACK), ((1, 2), Outcome.RED)], ids=["parity", "no black"]
)
@edge_case("E38", "row: when checked", "row: black win", "row: red win")
def test_a_departure_that_decides_ends_the_game_at_once(
    rules: Ruleset, leavers: tuple[int, int], outcome: Outcome
) -> None:
    table = Table(6, roles="DMSCCC", ruleset=sized(rules, 6), judge=True).to_day_0()
    table.talk({1: 3, 2: 4})
    table.out(leavers[0])
    assert not table.state.over
    table.out(leavers[1])
    assert table.outcome is outcome
    assert table.events(ev.VoteOpened) == []


@edge_case("E94")
def test_nothing_of_a_cancelled_list_carries_over_to_the_next_day(rules: Ruleset) -> None:
    table = voting(8, 7, 3, rules=rules, judge=True)
    table.out(3)
    assert table.at(Night)
    table.night()
    assert table.state.today is not None
    assert table.state.today.nominations == ()
    table.day()
    assert skipped(table)[-1] == "nobody_nominated"
