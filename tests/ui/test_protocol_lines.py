"""Nights, undone acts and people have their lines in the protocol, each as it came about."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.protocol import protocol
from mafiabot.engine.published import published
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT
from mafiabot.engine.state import ActKind, NightStep
from mafiabot.ui.protocol import protocol_text
from mafiabot.ui.protocol_paper import Paper
from mafiabot.ui.protocol_sheet import sheet_text
from mafiabot.ui.texts import Texts
from tests.support.papers import JUDGE, at_table, paper, text, tied_twice
from tests.support.protocols import ROLES
from tests.support.table import Table


def test_the_best_move_is_told_with_the_black_in_it(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night(kill=5)
    table.do(cmd.NameBestMove(user_id=table.user(5), seats=(1, 2, 7), press=table.press()))
    assert "5 was killed\n  Best move of player 5: 1, 2, 7 (black: 2)" in text(texts, table)


def test_signs_are_told_and_a_night_that_was_not_over(texts: Texts) -> None:
    table = Table(10, ruleset=CLASSIC, roles=ROLES, judge=True).to_night_0()
    table.to_step(NightStep.MAFIA_MINUTE)
    table.do(cmd.WriteSign(user_id=table.user(3), text="left ear", press=table.press()))
    table.run_until(lambda state: state.today is not None)
    table.day()
    table.to_step(NightStep.SHERIFF)
    table.do(cmd.StopGame(by=JUDGE))
    told = text(texts, table)
    assert "Night 0\n  No shooting order was written\n  Agreement, player 3: “left ear”" in told
    assert "Nobody shot\n  The game was over before the night was" in told


def test_an_undone_stretch_tells_all_that_counts_no_more(texts: Texts) -> None:
    table = at_table()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3], 6: [4, 5, 6, 7, 8, 9, 10]})
    table.talk()
    table.foul(7, 4)
    table.night(kill=8, checks={4: 1})
    first_window = next(
        number
        for number, act in enumerate(reversed(table.state.acts), 1)
        if (act.kind, act.seat) == (ActKind.WINDOW_CLOSED, 5)
    )
    table.undo(first_window)
    undone = next(line for line in text(texts, table).splitlines() if "Does not count" in line)
    for fact in (
        "vote: for 5 – 1, 2, 3 (3 in all); for 6 – 4, 5, 6, 7, 8, 9, 10 (7 in all)",
        "6 left the table",
        "end of the speech of player 6",
        "foul 4 to player 7",
        "departure of player 7 (fourth foul)",
        "1 shot at 8",
        "4 checked 1",
        "8 killed",
    ):
        assert fact in undone


def test_an_undone_raise_and_best_move_are_told(texts: Texts) -> None:
    table = tied_twice()
    table.undo()
    table.tick()
    table.night(kill=7)
    table.do(cmd.NameBestMove(user_id=table.user(7), seats=(1, 2), press=table.press()))
    assert "Best move: 1, 2 (player no. 7)" in sheet_text(texts, "en", paper(table))
    table.undo()
    told = text(texts, table)
    assert "Does not count: raise of 5, 6: yes – 1, 2, 3, 4, no – 5, 6, 7, 8, 9" in told
    assert "Does not count: best move of player 7: 1, 2" in told


def test_an_undone_window_and_a_night_without_a_kill_are_told(texts: Texts) -> None:
    table = at_table()
    table.day({1: 5, 2: 6})
    table.do(table.ballot(3))
    table.tick()
    table.undo()
    assert "Does not count: votes for 5: 3" in text(texts, table)
    table.vote({5: [1, 2], 6: [4, 5, 6, 7, 8, 9, 10]})
    table.talk()
    table.night()
    table.undo()
    assert "Does not count: end of the speech of player 6; nobody killed" in text(texts, table)


def test_free_seating_cut_short_is_told(texts: Texts) -> None:
    table = Table(10, ruleset=TOURNAMENT, roles=ROLES, judge=True).to_night_0()
    table.to_step(NightStep.FREE_SEATING)
    table.do(cmd.ChangeTime(by=JUDGE, seconds=-10))
    table.do(cmd.EndPhase(by=JUDGE))
    told = text(texts, table)
    assert "Judge: −10 s of free seating (night)\n  Judge: phase ended early (night)" in told


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda table: table.do(cmd.TakeFoulBack(by=JUDGE, seat=7)), "foul 1 taken back from player 7"),
        (lambda table: table.do(cmd.ChangeTime(by=JUDGE, seconds=15)), "+15 s for player 1"),
        (lambda table: table.give_floor(4), "floor to player 4, 20 s"),
        (lambda table: table.remove(4), "departure of player 4 (the judge's decision)"),
    ],
    ids=["taken back", "time", "floor", "removal"],
)
def test_each_undone_act_is_told(texts: Texts, act: Callable[[Table], object], said: str) -> None:
    table = at_table()
    table.foul(7)
    act(table)
    table.undo()
    assert f"Does not count: {said}" in text(texts, table)


def test_a_removal_after_the_own_last_word_began_is_told_beside_the_status(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night(kill=5)
    table.finish()
    table.remove(5)
    assert "5 · P5 – civilian, killed, then removed" in text(texts, table)


def test_an_empty_number_is_told_as_such(texts: Texts) -> None:
    sizes = replace(CLASSIC, table_sizes=(9, 10))
    table = Table(9, ruleset=sizes, roles="DMMSC-CCCC", judge=True).to_day_0()
    assert "6 – empty number" in text(texts, table)
    assert "\n 6  –\n" in sheet_text(texts, "en", paper(table))


def test_a_game_without_a_judge_says_so(texts: Texts) -> None:
    assert "No judge" in text(texts, at_table(CLUB))


def test_a_judge_whose_name_nobody_knows_is_told_by_his_id(texts: Texts) -> None:
    game = published(protocol(tuple(at_table().log)))
    assert "Judge: 1\n" in protocol_text(texts, "en", Paper(game=game))
