"""Edge cases of the third and the fourth foul: which speech is lost, what is kept, what stands.

The club knows no fouls: there each is refused.
"""

import pytest

from mafiabot.engine import events as ev
from mafiabot.engine.ci import ci_rule
from mafiabot.engine.points import performances
from mafiabot.engine.protocol import protocol
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.scoring import score
from mafiabot.engine.state import DayRecord, Night, Outcome, SpeechKind, Status, Vote
from tests.support.builders import sized
from tests.support.rules import cell, edge_case
from tests.support.table import Table
from tests.support.votes import defend, voting

THIRD = 3


def no_fouls(table: Table, seat: int) -> bool:
    """Whether the preset knows no fouls; then it says so."""
    if table.state.ruleset.fouls:
        return False
    assert table.refused(table.fouling(seat)) is Reason.NOT_ALLOWED_BY_RULES
    return True


def floors(table: Table, seat: int) -> list[tuple[SpeechKind, int]]:
    """All his floors so far: kind and seconds."""
    turns = [given.turn for given in table.events(ev.FloorGiven)]
    return [(turn.kind, turn.length_ms // 1000) for turn in turns if turn.seat == seat]


def days(table: Table) -> tuple[DayRecord, ...]:
    return table.state.all_days


@edge_case("E39", "option: third_foul", "row: 3 fouls", unknown_to=("club",))
def test_a_third_foul_before_his_own_speech_costs_todays(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    if no_fouls(table, 4):
        return
    table.foul(4, THIRD)
    assert table.state.seat(4).owes_speech
    table.day()
    table.night()
    table.day()
    assert floors(table, 4) == [(SpeechKind.LOST, 10), (SpeechKind.SPEECH, 60)]
    assert [day.lost for day in days(table)] == [(4,), ()]
    assert 4 not in days(table)[0].speakers


@pytest.mark.parametrize("moment", ["in it", "after it"])
@edge_case("E40", unknown_to=("club",))
def test_a_third_foul_in_or_after_his_own_speech_costs_tomorrows_once(rules: Ruleset, moment: str) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    if no_fouls(table, 1):
        return
    if moment == "after it":
        table.finish()
    table.foul(1, THIRD)
    if moment == "in it":
        table.wait(50)
        assert table.speaker == 1
    for _ in range(2):
        table.day()
        table.night()
    table.to_speech_of(1)
    assert floors(table, 1) == [(SpeechKind.SPEECH, 60), (SpeechKind.LOST, 10), (SpeechKind.SPEECH, 60)]


@edge_case("E41", unknown_to=("club",))
def test_who_owes_a_speech_and_is_tied_has_his_defence_and_loses_his_next_ordinary_speech(
    rules: Ruleset,
) -> None:
    table = voting(10, 7, 3, rules=rules, judge=True)
    if no_fouls(table, 7):
        return
    table.foul(7, THIRD)
    table.vote({7: [1, 2, 3, 4, 5]})
    defend(table)
    assert floors(table, 7)[-1] == (SpeechKind.DEFENCE, 30)
    assert table.state.seat(7).owes_speech
    table.vote({7: [1], 3: [2, 4, 5, 6, 7, 8, 9, 10]})
    table.talk()
    table.night()
    table.day()
    assert floors(table, 7)[-1] == (SpeechKind.LOST, 10)


@pytest.mark.parametrize("how", ["killed", "voted out"])
@edge_case("E42", "row: 3 fouls: last word, tie defence, nomination", unknown_to=("club",))
def test_who_owes_a_speech_still_has_his_last_word(rules: Ruleset, how: str) -> None:
    table = Table(10, ruleset=rules, judge=True).skip_to_day(1)
    if no_fouls(table, 7):
        return
    table.to_speech_of(8)
    table.foul(7, THIRD)
    table.day({8: 7} if how == "voted out" else {})
    if how == "killed":
        table.night(kill=7)
    assert table.has_floor(7, SpeechKind.LAST_WORD)
    assert floors(table, 7)[-1] == (SpeechKind.LAST_WORD, 60)


@pytest.mark.parametrize("alive", [3, 4, 5])
@edge_case(
    "E43",
    "row: 3 fouls with 3–4 alive",
    "option: third_foul_at_3_or_4",
    "option: lost_speech_s",
    unknown_to=("club",),
)
def test_the_speech_of_a_third_foul_depends_on_who_is_alive_at_that_moment(
    rules: Ruleset, alive: int
) -> None:
    table = Table(7, roles="DSCCCMC", ruleset=sized(rules, 7), judge=True).to_day_0()
    if no_fouls(table, 3):
        return
    table.out(6)
    table.day()
    table.night()
    table.foul(4, THIRD)
    table.finish()
    for seat in (7, 5, 3)[: 6 - alive]:
        table.remove(seat)
    while table.speaker != 4:
        table.finish()
    few = cell(rules, club=(), classic=(SpeechKind.LOST, 10), tournament=(SpeechKind.SPEECH, 30))
    assert floors(table, 4)[-1] == ((SpeechKind.LOST, 10) if alive == 5 else few)
    assert table.state.seat(4).owes_speech is False
    assert len(table.state.living) == alive


@pytest.mark.parametrize("how", ["killed", "voted out"])
@edge_case("E44", "row: 4 fouls", unknown_to=("club",))
def test_a_fourth_foul_in_his_own_last_word_cuts_it_and_the_result_stays(rules: Ruleset, how: str) -> None:
    table = Table(10, ruleset=rules, judge=True).skip_to_day(1)
    if how == "killed":
        table.day()
        table.night(kill=7)
    else:
        table.day({2: 7})
    assert table.has_floor(7, SpeechKind.LAST_WORD)
    if no_fouls(table, 7):
        return
    table.foul(7, THIRD)
    table.wait(5)
    table.foul(7)
    assert not table.has_floor(7, SpeechKind.LAST_WORD)
    assert table.state.seat(7).status is (Status.KILLED if how == "killed" else Status.VOTED_OUT)
    played = performances(protocol(tuple(table.log)), Outcome.RED, (), ())[7]
    assert score(played, ci_rule(rules), 0).removal == -50
    if how == "voted out":
        assert table.at(Night)
        table.night()
    table.day({3: 5, 4: 6})
    assert table.at(Vote) is cell(rules, club=True, classic=False, tournament=True)


@edge_case("E45", unknown_to=("club",))
def test_a_fourth_foul_of_the_last_black_in_the_final_last_word_changes_nothing(rules: Ruleset) -> None:
    table = Table(6, roles="DMSCCC", ruleset=sized(rules, 6), judge=True).to_day_0()
    if no_fouls(table, 2):
        return
    table.remove(2)
    table.day()
    table.night(kill=6)
    table.day({3: 5})
    table.talk()
    table.night(kill=4)
    assert table.state.decided is Outcome.BLACK
    assert table.has_floor(4, SpeechKind.LAST_WORD)
    table.foul(1, 4)
    assert table.state.seat(1).status is Status.REMOVED
    assert not table.state.over
    table.finish()
    assert table.outcome is Outcome.BLACK
