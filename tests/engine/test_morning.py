"""The morning: the victim, his best move and last word, who has the right to them."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import BestMoveCondition
from mafiabot.engine.state import NightStep, Outcome, SpeechKind, Talk
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
