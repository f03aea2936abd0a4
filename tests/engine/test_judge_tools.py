"""What the judge does to the course of the game: skips, ends, gives time and floor, notes what is said."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.judging import JUST_GIVEN_MS
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT, BestMoveWhen, Ruleset
from mafiabot.engine.state import (
    Floor,
    Night,
    NightStep,
    Settling,
    SpeechKind,
    Talk,
    TalkStage,
    Turn,
)
from mafiabot.engine.viewing import judge_view
from mafiabot.engine.views import JudgeView
from tests.support.rules import every_preset
from tests.support.table import JUDGE, Table
from tests.support.votes import voting


def classic(**options: object) -> Table:
    """Seat 1 speaks on day 0."""
    return Table(10, ruleset=replace(CLASSIC, **options), judge=True).to_day_0()  # type: ignore[arg-type]


def floor(table: Table) -> Floor:
    assert isinstance(table.state.phase, Talk)
    return table.state.phase.floor


def causes(table: Table) -> list[tuple[int, str]]:
    return [(ended.seat, ended.cause) for ended in table.events(ev.SpeechEnded)]


def speeches(table: Table) -> list[tuple[int, SpeechKind]]:
    return [(given.turn.seat, given.turn.kind) for given in table.events(ev.FloorGiven)]


def seen(table: Table) -> JudgeView:
    return judge_view(table.state)


# --- skipping and ending -------------------------------------------------------------------------


@every_preset()
def test_a_skipped_floor_passes_on(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.do(cmd.SkipSpeech(by=JUDGE))
    assert table.speaker == 2
    assert causes(table) == [(1, "skipped")]


def test_a_skip_typed_before_the_next_floor_could_be_seen_does_not_end_it() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True).to_day_0()
    skip = cmd.SkipSpeech(by=JUDGE, pressed_ms=table.now)
    table.wait(ms=JUST_GIVEN_MS - 100)
    assert table.refused(skip) is Reason.FLOOR_JUST_GIVEN
    assert table.speaker == 1
    table.wait(ms=100)
    table.do(cmd.SkipSpeech(by=JUDGE, pressed_ms=table.now))
    assert table.speaker == 2


def test_without_a_floor_there_is_nothing_to_skip() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, judge=True)
    assert table.refused(cmd.SkipSpeech(by=JUDGE)) is Reason.NO_FLOOR


def ending() -> cmd.EndPhase:
    return cmd.EndPhase(by=JUDGE)


def test_free_seating_may_be_ended_and_no_other_step_of_a_night() -> None:
    table = Table(10, ruleset=TOURNAMENT, judge=True).to_night_0()
    for step in (NightStep.MAFIA_MINUTE, NightStep.REVEAL_DON, NightStep.REVEAL_SHERIFF):
        table.to_step(step)
        assert not seen(table).can_end_phase
        assert table.refused(ending()) is Reason.NOT_TO_BE_CUT
    table.to_step(NightStep.FREE_SEATING)
    assert seen(table).can_end_phase
    table.do(ending())
    assert table.has_floor(1, SpeechKind.SPEECH)
    table.day()
    for step in (NightStep.OPEN, NightStep.SHOTS, NightStep.DON, NightStep.SHERIFF):
        table.to_step(step)
        assert table.refused(ending()) is Reason.NOT_TO_BE_CUT


def test_the_round_the_vote_the_deal_and_the_settling_run_to_their_end() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True).deal()
    assert table.refused(ending()) is Reason.NOT_TO_BE_CUT
    table.run_until(lambda state: isinstance(state.phase, Talk))
    assert table.refused(ending()) is Reason.NOT_TO_BE_CUT
    table.talk({1: 5, 2: 6})
    assert table.at(Settling)
    assert table.refused(ending()) is Reason.NOT_TO_BE_CUT
    table.tick()
    assert table.refused(ending()) is Reason.NOT_TO_BE_CUT


def test_defences_may_be_ended_and_the_revote_follows() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, judge=True)
    table.vote({7: [1, 2, 3, 4, 5]})
    table.do(ending())
    assert table.events(ev.VoteOpened)[-1].round == 1
    assert causes(table)[-1] == (7, "cancelled")


def test_last_words_may_be_ended_and_the_night_follows() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, judge=True)
    table.vote({7: range(1, 11)})
    table.do(ending())
    assert table.at(Night)


@pytest.mark.parametrize("when", list(BestMoveWhen))
def test_a_best_move_may_be_ended(when: BestMoveWhen) -> None:
    table = classic(best_move_when=when)
    table.day()
    table.night(kill=10)
    table.do(ending())
    last_word_too = when is BestMoveWhen.MORNING
    assert table.has_floor(2, SpeechKind.SPEECH) is last_word_too
    assert table.has_floor(10, SpeechKind.LAST_WORD) is not last_word_too


# --- time ----------------------------------------------------------------------------------------


def changing(seconds: int) -> cmd.ChangeTime:
    return cmd.ChangeTime(by=JUDGE, seconds=seconds)


@every_preset()
def test_seconds_are_added_to_a_speech_and_cut_from_it(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.do(changing(20))
    table.wait(79.9)
    assert table.speaker == 1
    table.wait(0.1)
    table.do(changing(-20))
    table.wait(40)
    assert table.speaker == 3


def test_no_more_is_cut_than_is_left_and_then_the_speech_is_over() -> None:
    table = classic()
    table.wait(50)
    (changed,) = table.do(changing(-30))
    assert isinstance(changed, ev.TimeChanged)
    assert changed.change_ms == -10_000
    assert table.refused(changing(-1)) is Reason.TIME_STANDS
    table.tick()
    assert table.speaker == 2
    assert causes(table) == [(1, "time")]


def test_time_is_changed_in_a_pause_and_for_who_is_waited_for() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, keeper=False).to_day_0()
    table.do(changing(5))
    table.voice(1, open=True)
    table.wait(10)
    table.pause()
    table.do(changing(-15))
    table.wait(100)
    table.resume()
    table.wait(39.9)
    assert table.speaker == 1
    table.wait(0.1)
    assert table.speaker == 2


def test_free_seating_is_lengthened_and_cut() -> None:
    table = Table(10, ruleset=TOURNAMENT, judge=True).to_night_0()
    table.to_step(NightStep.FREE_SEATING)
    began = table.now
    assert seen(table).can_change_time
    table.do(changing(20))
    table.wait(50)
    table.do(changing(-5))
    table.tick()
    assert table.now - began == 56_000
    assert table.has_floor(1, SpeechKind.SPEECH)


def test_free_seating_is_cut_to_nothing_at_most() -> None:
    table = Table(10, ruleset=TOURNAMENT, judge=True).to_night_0()
    table.to_step(NightStep.FREE_SEATING)
    table.wait(30)
    (changed,) = table.do(changing(-600))
    assert isinstance(changed, ev.TimeChanged)
    assert changed.change_ms == -10_000
    assert table.refused(changing(-1)) is Reason.TIME_STANDS


def test_free_seating_begins_anew_after_a_pause_so_its_time_stands_in_one() -> None:
    table = Table(10, ruleset=TOURNAMENT, judge=True).to_night_0()
    table.to_step(NightStep.FREE_SEATING)
    table.pause()
    assert not seen(table).can_change_time
    assert table.refused(changing(20)) is Reason.TIME_STANDS


def test_the_time_of_windows_and_of_the_nights_steps_stands() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, judge=True)
    assert not seen(table).can_change_time
    assert table.refused(changing(10)) is Reason.TIME_STANDS
    table.vote({7: range(1, 11)})
    table.talk()
    assert table.refused(changing(10)) is Reason.TIME_STANDS


# --- the floor given -----------------------------------------------------------------------------


def test_who_is_given_the_floor_speaks_at_once_and_the_interrupted_goes_on_afterwards() -> None:
    table = classic()
    table.wait(25)
    table.give_floor(5, 20)
    assert table.has_floor(5, SpeechKind.EXTRA)
    assert floor(table).granted_ms == 20_000
    assert table.refused(table.nomination(7)) is Reason.NOMINATE_ONLY_IN_SPEECH
    table.wait(20)
    assert floor(table).turn == Turn(kind=SpeechKind.SPEECH, seat=1, length_ms=35_000, rest=True)
    table.nominate(7)
    table.finish()
    assert table.speaker == 2
    assert causes(table) == [(1, "interrupted"), (5, "time"), (1, "finished")]
    assert table.state.today is not None
    assert table.state.today.speakers == (1, 2)


def test_the_rest_of_a_speech_is_not_lost_by_a_third_foul_in_it() -> None:
    table = classic()
    table.wait(25)
    table.foul(1, 3)
    table.give_floor(5)
    table.finish()
    assert table.has_floor(1, SpeechKind.SPEECH)
    assert table.state.seat(1).owes_speech


def test_less_than_a_second_is_not_given_back() -> None:
    table = classic()
    table.wait(59.1)
    table.give_floor(5)
    table.finish()
    assert table.has_floor(2, SpeechKind.SPEECH)
    assert speeches(table) == [(1, SpeechKind.SPEECH), (5, SpeechKind.EXTRA), (2, SpeechKind.SPEECH)]


def test_the_floor_is_given_in_the_settling_too_and_the_vote_follows() -> None:
    table = classic()
    table.talk({1: 7, 2: 3})
    assert table.at(Settling)
    table.give_floor(5)
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.stage is TalkStage.ROUND
    table.finish()
    assert table.at(Settling)


def test_the_floor_is_given_among_defences_and_last_words_and_they_go_on() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, judge=True)
    table.vote({7: [1, 2, 3, 4, 5]})
    table.give_floor(5)
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.stage is TalkStage.DEFENCE
    table.finish()
    assert table.has_floor(7, SpeechKind.DEFENCE)
    table.finish()
    assert table.has_floor(3, SpeechKind.DEFENCE)


def test_the_floor_is_not_given_to_its_owner_to_the_dead_at_night_or_in_a_vote() -> None:
    table = classic()
    table.remove(9)

    def giving(seat: int) -> cmd.GiveFloor:
        return cmd.GiveFloor(by=JUDGE, seat=seat, seconds=20)

    assert table.refused(giving(1)) is Reason.FLOOR_IS_HIS
    assert table.decided(giving(9)) == Refusal(reason=Reason.SEAT_NOT_ALIVE, params=(("seat", 9),))
    assert table.refused(giving(11)) is Reason.NOT_A_SEAT
    table.day()
    assert table.refused(giving(5)) is Reason.NO_FLOOR
    table.night(kill=10)
    assert table.has_floor(10, SpeechKind.BEST_MOVE)
    assert table.refused(giving(5)) is Reason.NO_FLOOR
    assert not seen(table).can_give_floor


def test_the_floor_is_given_again_and_again_without_anybody_having_two_turns_of_a_kind() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, keeper=False).to_day_0()
    for seat in (5, 6, 5, 7, 5):
        table.give_floor(seat)
    assert table.has_floor(5, SpeechKind.EXTRA)
    assert isinstance(table.state.phase, Talk)
    assert [turn.seat for turn in table.state.phase.queue] == [7, 6, *range(1, 11)]


@pytest.mark.parametrize("seconds", [0, -20])
def test_the_floor_is_given_for_a_second_at_least(seconds: int) -> None:
    table = classic()
    assert table.refused(cmd.GiveFloor(by=JUDGE, seat=5, seconds=seconds)) is Reason.TIME_STANDS
