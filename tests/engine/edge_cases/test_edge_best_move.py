"""Edge cases of the best move: who has it, what may be named, and what ends it."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine import points, scoring
from mafiabot.engine.ci import ci_rule
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.protocol import protocol
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.scoring import Performance, Result
from mafiabot.engine.state import Outcome, SpeechKind, Status, Vote
from tests.support.builders import sized
from tests.support.rules import cell, edge_case
from tests.support.table import JUDGE, Table
from tests.support.votes import defend

# Seat 1 is the don, 2 and 3 are mafia, 4 is the sheriff, the others are civilians.


def killed(rules: Ruleset, seat: int = 10) -> Table:
    """After night 1 of a game in which nobody left on day 0."""
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.day()
    table.night(kill=seat)
    return table


def naming(table: Table, by: int, *seats: int) -> cmd.NameBestMove:
    return cmd.NameBestMove(user_id=table.user(by), seats=seats, press=table.press())


def may_name(table: Table, seat: int) -> bool:
    """Whether the victim has the floor for his best move, or his last word at once."""
    assert table.has_floor(seat, SpeechKind.BEST_MOVE) or table.has_floor(seat, SpeechKind.LAST_WORD)
    return table.has_floor(seat, SpeechKind.BEST_MOVE)


def first_killed_after(rules: Ruleset, votes: dict[int, list[int]]) -> Table:
    """Day 0 sends these away (two or more are raised, having been tied twice), night 1 kills seat 9."""
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    nominees = [*votes, 8] if len(votes) == 1 else [*votes]
    table.day(dict(enumerate(nominees, 1)))
    table.vote(votes)
    if len(votes) > 1:
        defend(table)
        table.vote(votes)
        defend(table)
        table.raise_vote(yes=range(1, 10))
    table.talk()
    table.night(kill=9)
    return table


@edge_case("E63", "row: best move: who", "row: best move: when, how long", "option: best_move_when")
def test_the_first_nights_victim_has_a_best_move_where_nobody_left_on_day_0(rules: Ruleset) -> None:
    table = killed(rules)
    assert may_name(table, 10)
    assert len(table.events(ev.DayBroke)) == cell(rules, club=2, classic=1, tournament=1)
    table.do(naming(table, 10, 1, 2, 5))
    table.finish()
    assert table.has_floor(10, SpeechKind.LAST_WORD)
    assert table.events(ev.DayBroke)[-1].number == 1


@edge_case("E64", "row: best move: condition", "option: best_move_condition")
def test_one_voted_out_on_day_0(rules: Ruleset) -> None:
    table = first_killed_after(rules, {10: list(range(1, 11))})
    assert may_name(table, 9) is cell(rules, club=True, classic=False, tournament=True)


@edge_case("E65")
def test_two_raised_on_day_0(rules: Ruleset) -> None:
    table = first_killed_after(rules, {10: [1, 2, 3, 4, 5], 8: [6, 7, 8, 9, 10]})
    assert may_name(table, 9) is cell(rules, club=True, classic=False, tournament=True)


@edge_case("E66", unknown_to=("club",))
def test_a_removal_on_day_0_costs_nobody_the_best_move(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    if not rules.fouls:
        assert table.refused(table.removing(8)) is Reason.NOT_ALLOWED_BY_RULES
        return
    table.remove(8)
    table.day()
    table.night(kill=10)
    assert may_name(table, 10)


@edge_case("E67")
def test_after_a_missed_first_night_nobody_has_a_best_move(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).skip_to_day(1)
    table.day()
    table.night(kill=10)
    assert not may_name(table, 10)


@edge_case("E68", "row: best move: roles")
def test_a_black_victim_names_like_anybody_and_scores_nothing(rules: Ruleset) -> None:
    table = killed(rules, 3)
    assert may_name(table, 3)
    table.do(naming(table, 3, 1, 2, 4))
    assert table.state.best_move is not None
    played = Performance(result=Result.LOSS, black=True, first_killed=True, black_named=2)
    assert scoring.best_move(played) == 0
    assert scoring.best_move(replace(played, black=False)) == scoring.TWO_BLACK


@pytest.mark.parametrize("seats", [(), (9,), (1, 9), (1, 2, 9)])
@edge_case("E69", "row: best move: how")
def test_none_to_three_different_seats_are_named_the_dead_included(
    rules: Ruleset, seats: tuple[int, ...]
) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.out(9)
    table.day()
    table.night(kill=10)
    for wrong, reason in (
        ((10,), Reason.OWN_SEAT),
        ((1, 1), Reason.NAMED_TWICE),
        ((1, 2, 3, 4), Reason.TOO_MANY_NAMED),
    ):
        assert table.refused(naming(table, 10, *wrong)) is reason
        assert table.refused(cmd.NameBestMoveFor(by=JUDGE, seats=wrong)) is reason
    table.do(naming(table, 10, *seats))
    assert table.state.best_move is not None
    assert table.state.best_move.seats == seats
    assert table.refused(naming(table, 10, 5)) is Reason.ALREADY_NAMED


@edge_case("E73")
def test_a_comment_inside_the_best_move(rules: Ruleset) -> None:
    table = killed(rules)
    table.do(cmd.NameBestMoveFor(by=JUDGE, seats=(1, 2)))
    if not rules.fouls:
        removing = table.removing(10, GoneCause.BEST_MOVE_COMMENT)
        assert table.refused(removing) is Reason.NOT_ALLOWED_BY_RULES
        table.wait(20)
        assert table.has_floor(10, SpeechKind.LAST_WORD)
        return
    table.remove(10, GoneCause.BEST_MOVE_COMMENT)
    assert table.has_floor(2, SpeechKind.SPEECH)
    assert table.state.nights[0].victim == 10
    assert (table.state.seat(10).status, table.state.seat(10).disqualified) == (Status.KILLED, True)
    assert table.state.best_move is not None
    assert table.state.best_move.seats == (1, 2)
    table.day({2: 5, 3: 6})
    assert table.at(Vote) is cell(rules, club=True, classic=False, tournament=True)
    played = points.performances(protocol(tuple(table.log)), Outcome.BLACK, (), ())[10]
    assert (played.first_killed, played.black_named, played.removed) == (True, 2, True)
    score = scoring.score(played, ci_rule(rules), 0)
    assert (score.best_move, score.removal, score.total) == (25, -50, -25)


@edge_case("E74")
def test_parity_by_the_first_night(rules: Ruleset) -> None:
    if rules.day0_nominee_cap is not None:
        six = Table(6, roles="DMSCCC", ruleset=sized(rules, 6)).to_day_0()
        six.day({1: 5, 2: 6})
        six.vote({6: range(1, 7)})
        six.talk()
        six.night(kill=5)
        assert six.outcome is Outcome.BLACK
        return
    table = first_killed_after(rules, {3: [1, 2], 5: [3, 4], 6: [5, 6], 7: [7, 8], 8: [9, 10]})
    assert len(table.state.living) == 4
    assert not table.state.over
    assert may_name(table, 9) is cell(rules, club=False, classic=False, tournament=True)
    if table.has_floor(9, SpeechKind.BEST_MOVE):
        table.do(naming(table, 9, 1, 2, 3))
        assert not table.state.over
        table.finish()
    table.finish()
    assert table.outcome is Outcome.BLACK
