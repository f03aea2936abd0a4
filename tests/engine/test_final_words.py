"""Words in a game that is already decided: who still has them, and that nobody is told before the verdict."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset
from mafiabot.engine.state import NightStep, Outcome, SpeechKind, Talk, Vote
from mafiabot.engine.viewing import hand_view, judge_view, public_view
from tests.support.builders import sized
from tests.support.rules import every_preset, rule
from tests.support.table import JUDGE, Table

ROLES = "DMSCCC"


def before_parity(rules: Ruleset = CLASSIC, *, first_night: bool = True, **options: object) -> Table:
    """Six, of whom the black need one more kill; in the shots of a night."""
    own = sized(rules, 6, **options)
    table = Table(6, roles=ROLES, ruleset=own, judge=True).to_day_0()
    if not first_night:
        table.day()
        table.night()
    table.out(6)
    table.day()
    table.to_step(NightStep.SHOTS)
    return table


def killed(rules: Ruleset = CLASSIC, *, first_night: bool = True, **options: object) -> Table:
    """The night has brought parity: black have won."""
    table = before_parity(rules, first_night=first_night, **options)
    table.night(kill=5)
    return table


def words(table: Table) -> list[SpeechKind]:
    """What the victim says, up to the verdict."""
    said = []
    while not table.state.over:
        assert table.speaker == 5
        assert table.state.decided is Outcome.BLACK
        assert isinstance(table.state.phase, Talk)
        said.append(table.state.phase.floor.turn.kind)
        table.finish()
    assert table.outcome is Outcome.BLACK
    return said


def test_a_last_word_precedes_the_verdict_where_there_is_a_final_speech() -> None:
    assert words(killed(CLASSIC, first_night=False)) == [SpeechKind.LAST_WORD]
    assert words(killed(CLUB, first_night=False)) == []


def test_the_best_move_of_the_night_precedes_the_verdict_too() -> None:
    assert words(killed(TOURNAMENT)) == [SpeechKind.BEST_MOVE, SpeechKind.LAST_WORD]


def test_where_no_words_precede_it_the_verdict_is_given_at_dawn() -> None:
    table = killed(CLUB, first_night=False)
    assert table.events(ev.GameDecided) == []
    assert [type(event) for event in table.log[-2:]] == [ev.NightEnded, ev.GameEnded]


def test_who_has_walked_out_has_no_words_to_precede_the_verdict() -> None:
    table = before_parity(CLUB, first_night=False, final_speech=True)
    for shooter in (1, 2):
        table.do(table.shot(shooter, 5))
    table.gone(5)
    assert table.outcome is Outcome.BLACK


@rule("option: final_speech", preset="tournament")
def test_without_a_final_speech_the_best_move_of_the_night_is_all_he_says() -> None:
    table = killed(TOURNAMENT, final_speech=False)
    assert words(table) == [SpeechKind.BEST_MOVE]
    assert [broke.number for broke in table.events(ev.DayBroke)] == [0]


@rule("option: final_speech")
def test_a_best_move_of_the_morning_is_not_asked_for_when_the_game_is_decided() -> None:
    assert words(killed(CLUB, final_speech=True)) == [SpeechKind.LAST_WORD]


@every_preset()
def test_the_last_black_voted_out_speaks_before_the_reds_have_won(rules: Ruleset) -> None:
    table = Table(6, roles=ROLES, ruleset=sized(rules, 6), judge=True).to_day_0()
    table.out(2)
    table.day()
    table.night()
    table.day({3: 1})
    if rules.final_speech:
        assert table.has_floor(1, SpeechKind.LAST_WORD)
        assert table.state.decided is Outcome.RED
        table.finish()
    assert table.outcome is Outcome.RED


# --- nobody is told ------------------------------------------------------------------------------


def test_that_the_game_is_decided_is_told_nobody_before_the_verdict() -> None:
    table = killed(TOURNAMENT)
    (decided,) = table.events(ev.GameDecided)
    assert not ev.is_public(decided)
    undecided = replace(table.state, decided=None)
    assert public_view(table.state) == public_view(undecided)
    assert judge_view(table.state) == judge_view(undecided)
    assert hand_view(table.state, 1) == hand_view(undecided, 1)
    assert (public_view(table.state).outcome, public_view(table.state).seed) == (None, None)
    assert {seat.role for seat in public_view(table.state).seats} == {None}


# --- the judge -----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["skipped", "ended", "removed", "cut"])
def test_the_judge_may_end_the_final_words_and_the_verdict_stands(how: str) -> None:
    table = killed(CLASSIC, first_night=False)
    command: cmd.JudgeCommand
    match how:
        case "skipped":
            command = cmd.SkipSpeech(by=JUDGE)
        case "ended":
            command = cmd.EndPhase(by=JUDGE)
        case "removed":
            command = table.removing(5)
        case _:
            command = cmd.ChangeTime(by=JUDGE, seconds=-600)
    table.do(command)
    if how == "cut":
        table.tick()
    assert table.outcome is Outcome.BLACK


def test_reds_who_are_removed_or_leave_in_the_final_words_change_nothing() -> None:
    table = Table(6, roles=ROLES, ruleset=sized(CLASSIC, 6), judge=True).to_day_0()
    table.remove(2)
    table.day()
    table.night()
    table.day({3: 1})
    assert table.state.decided is Outcome.RED
    for seat in (3, 4, 5, 6):
        table.remove(seat)
    table.finish()
    assert table.outcome is Outcome.RED


def test_the_result_that_decided_the_game_is_undone_with_the_decision() -> None:
    table = Table(6, roles=ROLES, ruleset=sized(CLASSIC, 6), judge=True).to_day_0()
    table.remove(2)
    table.day()
    table.night()
    table.day({3: 1, 4: 6})
    table.vote({1: [3, 4, 5, 6]})
    assert table.has_floor(1, SpeechKind.LAST_WORD)
    table.undo()
    assert table.state.decided is None
    assert table.at(Vote)
