"""Undo: every kind of act leads back to where the game stood before it."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.discipline_types import JUDGE_CAUSES, GoneCause
from mafiabot.engine.evolve import fold
from mafiabot.engine.protocol import protocol
from mafiabot.engine.protocol_fact_types import FactKind
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset
from mafiabot.engine.state import (
    Act,
    ActKind,
    Floor,
    Night,
    NightStep,
    RaiseVote,
    SpeechKind,
    Status,
    Talk,
    Vote,
)
from mafiabot.engine.viewing import public_view
from tests.support.table import JUDGE, Table
from tests.support.votes import defend, left, voting


def day_0(rules: Ruleset = CLASSIC, *, waiting: int = 0, **options: object) -> Table:
    """Seat 1 speaks."""
    own = replace(rules, **options)  # type: ignore[arg-type]
    return Table(10, ruleset=own, judge=True, waiting=waiting).to_day_0()


def ballot() -> Table:
    return voting(10, 7, 3, rules=CLASSIC, judge=True)


def newest(table: Table) -> Act:
    return table.state.acts[-1]


def floor(table: Table) -> Floor:
    assert isinstance(table.state.phase, Talk)
    return table.state.phase.floor


def left_ms(table: Table) -> int:
    due = deadline(table.state)
    assert due is not None
    return due.at_ms - table.now


def undone(table: Table, kind: ActKind, seat: int | None = None) -> ev.Undone:
    """Undoes the newest act, which must be of this kind, half a second later."""
    assert (newest(table).kind, newest(table).seat) == (kind, seat)
    table.wait(0.5)
    return table.undo()


# --- every kind of act ---------------------------------------------------------------------------


def test_a_foul_is_undone() -> None:
    table = day_0()
    table.foul(5, 2)
    event = undone(table, ActKind.FOUL, 5)
    assert (event.steps, event.reason, event.by) == (1, "a mistake", JUDGE)
    assert (table.state.seat(5).fouls, len(table.state.fouls)) == (1, 1)


def test_a_foul_taken_back_is_undone() -> None:
    table = day_0()
    table.foul(5, 3)
    table.do(cmd.TakeFoulBack(by=JUDGE, seat=5))
    undone(table, ActKind.FOUL_TAKEN_BACK, 5)
    assert (table.state.seat(5).fouls, table.state.seat(5).owes_speech) == (3, True)
    (noted,) = protocol(tuple(table.log)).undos
    assert [(fact.kind, fact.seat, fact.number) for fact in noted.undone] == [
        (FactKind.FOUL_TAKEN_BACK, 5, 3)
    ]


@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT], ids=["classic", "tournament"])
def test_a_removal_is_undone_with_the_vote_it_cancelled(rules: Ruleset) -> None:
    table = voting(10, 7, 3, rules=rules, judge=True)
    table.do(table.ballot(1))
    table.remove(3)
    assert table.at(Night)
    undone(table, ActKind.REMOVAL, 3)
    assert table.at(Vote)
    assert (table.state.owed_cancels, table.state.gone) == ((), ())
    assert table.refused(table.ballot(1)) is Reason.ALREADY_VOTED
    table.vote({7: [2, 4, 5, 6], 3: [7, 8, 9, 10]})
    assert table.state.today is not None
    assert table.state.today.rounds[0].leaders == (7, 3)


def test_a_fourth_foul_and_its_removal_are_one_act() -> None:
    table = day_0()
    table.foul(1, 4)
    assert table.speaker == 2
    undone(table, ActKind.FOUL, 1)
    assert table.speaker == 1
    assert (table.state.seat(1).status, table.state.seat(1).fouls) == (Status.ALIVE, 3)


@pytest.mark.parametrize("cause", JUDGE_CAUSES)
def test_a_removal_is_undone_whatever_it_was_for(cause: GoneCause) -> None:
    table = day_0()
    table.remove(5, cause)
    undone(table, ActKind.REMOVAL, 5)
    assert table.state.seat(5).alive


def test_a_walk_out_is_undone() -> None:
    table = day_0(CLUB)
    table.gone(1)
    undone(table, ActKind.GONE, 1)
    assert table.has_floor(1, SpeechKind.SPEECH)
    assert table.state.seat(1).alive


def test_a_forfeited_speech_is_undone() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, keeper=False).to_day_0()
    table.voice(1, present=False)
    table.run_until(lambda _: table.speaker == 2)
    assert table.events(ev.SpeechEnded)[-1].cause == "forfeit"
    undone(table, ActKind.SPEECH_ENDED, 1)
    assert table.has_floor(1, SpeechKind.SPEECH)


def test_a_nomination_is_undone_and_the_right_given_back() -> None:
    table = day_0()
    table.nominate(5)
    undone(table, ActKind.NOMINATION, 5)
    table.nominate(6)
    assert public_view(table.state).nominees == (6,)


def test_a_best_move_is_undone_and_named_anew() -> None:
    table = day_0()
    table.day()
    table.night(kill=10)
    table.do(cmd.NameBestMove(user_id=110, seats=(1, 2, 4), press=table.press()))
    undone(table, ActKind.BEST_MOVE, 10)
    assert table.has_floor(10, SpeechKind.BEST_MOVE)
    table.do(cmd.NameBestMove(user_id=110, seats=(1, 2, 3), press=table.press()))
    assert table.state.best_move is not None
    assert table.state.best_move.seats == (1, 2, 3)


@pytest.mark.parametrize("how", ["finished", "skipped"])
def test_an_ended_speech_is_undone_and_goes_on_with_the_rest_it_had(how: str) -> None:
    table = day_0()
    table.wait(20)
    table.do(table.finishing() if how == "finished" else cmd.SkipSpeech(by=JUDGE))
    undone(table, ActKind.SPEECH_ENDED, 1)
    assert table.speaker == 1
    assert left_ms(table) == 40_000


def test_a_speech_whose_time_was_over_is_undone_and_may_be_lengthened() -> None:
    table = day_0()
    table.wait(60)
    undone(table, ActKind.SPEECH_ENDED, 1)
    table.do(cmd.ChangeTime(by=JUDGE, seconds=10))
    assert table.speaker == 1
    assert left_ms(table) == 10_000


def test_an_ended_phase_is_undone() -> None:
    table = ballot()
    table.vote({7: [1, 2, 3, 4, 5]})
    table.wait(10)
    table.do(cmd.EndPhase(by=JUDGE))
    assert table.at(Vote)
    undone(table, ActKind.PHASE_ENDED)
    assert table.has_floor(7, SpeechKind.DEFENCE)
    assert left_ms(table) == 20_000
    table.finish()
    assert table.has_floor(3, SpeechKind.DEFENCE)


def test_ended_free_seating_is_undone_and_begins_anew() -> None:
    table = Table(10, ruleset=TOURNAMENT, judge=True).to_night_0()
    table.to_step(NightStep.FREE_SEATING)
    table.wait(30)
    table.do(cmd.EndPhase(by=JUDGE))
    undone(table, ActKind.PHASE_ENDED)
    assert table.at(Night)
    assert left_ms(table) == 41_000


def test_a_closed_window_is_undone_and_opened_anew_for_who_had_not_voted() -> None:
    table = ballot()
    table.do(table.ballot(1))
    table.tick()
    former = table.window_no
    undone(table, ActKind.WINDOW_CLOSED, 7)
    assert isinstance(table.state.phase, Vote)
    assert table.state.phase.index == 0
    assert table.window_no == former + 1
    assert table.refused(table.ballot(1)) is Reason.ALREADY_VOTED
    table.do(table.ballot(2))
    table.tick()
    assert table.events(ev.WindowClosed)[-1].voters == (1, 2)


def test_the_last_window_is_undone_with_the_result_it_led_to() -> None:
    table = ballot()
    table.vote({7: [1, 2, 3, 4, 5, 6]})
    assert left(table) == [7]
    undone(table, ActKind.WINDOW_CLOSED, 3)
    assert left(table) == []
    assert table.state.today is not None
    assert table.state.today.rounds == ()
    assert isinstance(table.state.phase, Vote)
    assert table.state.phase.index == 1


def test_a_raise_vote_is_undone_and_asked_anew() -> None:
    table = ballot()
    for _ in range(2):
        table.vote({7: [1, 2, 3, 4, 5]})
        defend(table)
    table.raise_vote(yes=[1, 2, 3, 4, 5])
    assert table.at(Night)
    undone(table, ActKind.RAISE_DECIDED)
    assert table.at(RaiseVote)
    table.raise_vote(yes=[6])
    assert left(table) == [3, 7]


def test_a_changed_time_is_undone() -> None:
    table = day_0()
    table.do(cmd.ChangeTime(by=JUDGE, seconds=20))
    undone(table, ActKind.TIME_CHANGED)
    assert floor(table).granted_ms == 60_000


def test_a_given_floor_is_undone_and_the_interrupted_speech_goes_on() -> None:
    table = day_0()
    table.wait(25)
    table.give_floor(5)
    undone(table, ActKind.FLOOR_GIVEN, 5)
    assert table.has_floor(1, SpeechKind.SPEECH)
    assert left_ms(table) == 35_000
    assert not floor(table).turn.rest


def test_a_substitution_is_undone_and_he_waits_again() -> None:
    table = day_0(waiting=1)
    table.voice(5, present=False)
    table.do(cmd.Substitute(by=JUDGE, seat=5, user_id=111))
    assert (table.user(5), table.state.waiting) == (111, ())
    done = undone(table, ActKind.SUBSTITUTION, 5)
    assert not done.restored.seat(5).mic_open  # until somebody has looked
    assert table.user(5) == 105
    assert [person.user_id for person in table.state.waiting] == [111]
    assert (table.state.seat(5).away, table.state.seat(5).mic_open) == (None, False)
    for seat in (5, 6):
        table.voice(seat, present=False)
    assert table.refused(cmd.Substitute(by=JUDGE, seat=6, user_id=111)) is Reason.KNOWS_ROLES
    table.do(cmd.Substitute(by=JUDGE, seat=5, user_id=111))


# --- several, and which --------------------------------------------------------------------------


def test_several_acts_are_undone_in_one_step_back_to_before_the_first() -> None:
    table = day_0()
    table.foul(5)
    table.nominate(7)
    table.remove(9)
    event = table.undo(3)
    assert (event.act.kind, event.act.seat, event.steps) == (ActKind.FOUL, 5, 3)
    assert (table.state.fouls, table.state.gone, public_view(table.state).nominees) == ((), (), ())
    assert table.state.acts == ()


def test_acts_are_undone_again_and_again() -> None:
    table = day_0()
    for seat in (5, 6, 7):
        table.foul(seat)
    table.undo()
    table.undo()
    assert [foul.seat for foul in table.state.fouls] == [5]
    table.foul(8)
    table.undo(2)
    assert table.state.fouls == ()
    assert fold(table.log) == table.state


def test_what_is_secret_or_of_the_bot_is_no_act() -> None:
    table = day_0()
    before = table.state.acts
    table.pause()
    table.resume()
    table.talk()
    assert {act.kind for act in table.state.acts[len(before) :]} == {ActKind.SPEECH_ENDED}
    talked = table.state.acts
    table.tick()
    table.night(kill=10, checks={1: 4, 4: 1})
    assert table.state.acts == talked


def test_nothing_is_undone_that_is_no_act_or_of_another_game() -> None:
    table = day_0()
    assert table.refused(cmd.Undo(by=JUDGE, reason="", former=table.state)) is Reason.NOTHING_TO_UNDO
    table.foul(5)
    right = table.undoing()
    beside = fold(table.log[: right.former.seq - 1])
    assert table.refused(replace(right, former=beside)) is Reason.NOTHING_TO_UNDO
    elsewhere = replace(right.former, game_id="g2")
    assert table.refused(replace(right, former=elsewhere)) is Reason.NOTHING_TO_UNDO
    table.do(right)
    assert table.refused(right) is Reason.NOTHING_TO_UNDO
