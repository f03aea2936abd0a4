"""The judge: who is one, what only he is obeyed in, and what he does to the course of the game."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, BestMoveWhen, Ruleset
from mafiabot.engine.state import (
    Floor,
    Night,
    NightStep,
    Role,
    Settling,
    SpeechKind,
    Talk,
    TalkStage,
    Turn,
)
from mafiabot.engine.viewing import judge_view, public_view, view_for
from mafiabot.engine.views import JudgeView, JudgeViewer
from tests.support.builders import sized
from tests.support.rules import every_preset
from tests.support.table import JUDGE, Table
from tests.support.votes import voting

OTHER = 2  # another moderator


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


# --- who judges ----------------------------------------------------------------------------------


@every_preset()
def test_who_starts_the_game_from_the_channel_without_a_seat_judges_it(rules: Ruleset) -> None:
    for table, judge in ((Table(10, ruleset=rules, judge=True), JUDGE), (Table(10, ruleset=rules), None)):
        table.do(table.start_command())
        assert table.state.judge_id == judge
        assert public_view(table.state).judge_id == judge


def test_who_plays_does_not_judge_though_he_starts_the_game() -> None:
    table = Table(10, ruleset=CLASSIC)
    table.do(replace(table.start_command(), by=101))
    assert table.state.judge_id is None


def test_the_judge_stays_when_the_ready_check_fails_and_another_one_leads_the_next_try() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True)
    table.do(table.start_command())
    table.tick()
    assert table.state.judge_id == JUDGE
    start = table.start_command()
    table.do(replace(start, by=OTHER, in_voice=(*start.in_voice, OTHER)))
    assert table.state.judge_id == OTHER


def every_command(by: int, table: Table) -> list[cmd.JudgeCommand]:
    return [
        cmd.GiveFoul(by=by, seat=5, reason=FoulReason.OTHER),
        cmd.TakeFoulBack(by=by, seat=5),
        cmd.RemovePlayer(by=by, seat=5, cause=GoneCause.OTHER),
        cmd.CallTeamLoss(by=by, seat=5),
        cmd.SkipSpeech(by=by),
        cmd.EndPhase(by=by),
        cmd.ChangeTime(by=by, seconds=10),
        cmd.GiveFloor(by=by, seat=5, seconds=10),
        cmd.WaitFor(by=by, seat=5),
        cmd.NominateFor(by=by, seats=(5,)),
        cmd.NameBestMoveFor(by=by, seats=(5,)),
        cmd.Substitute(by=by, seat=5, user_id=111),
        cmd.NameCoJudge(by=by, user_id=3),
        cmd.Undo(by=by, reason="", former=table.state),
    ]


@every_preset()
@pytest.mark.parametrize("by", [OTHER, 101, 999])
def test_nobody_but_the_judge_is_obeyed(rules: Ruleset, by: int) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    assert {table.refused(command) for command in every_command(by, table)} == {Reason.NOT_JUDGE}


def test_without_a_judge_nobody_is_obeyed_until_a_moderator_takes_over() -> None:
    table = Table(10, ruleset=CLASSIC).to_day_0()
    assert {table.refused(command) for command in every_command(JUDGE, table)} == {Reason.NOT_JUDGE}
    table.do(cmd.HandOver(by=JUDGE, to=JUDGE))
    table.foul(5)
    assert table.state.seat(5).fouls == 1


def test_who_handed_over_has_no_say_from_that_moment_on() -> None:
    table = classic()
    table.do(cmd.HandOver(by=JUDGE, to=OTHER))
    assert table.refused(table.fouling(5)) is Reason.NOT_JUDGE
    table.do(cmd.GiveFoul(by=OTHER, seat=5, reason=FoulReason.OTHER))
    assert (public_view(table.state).judge_id, public_view(table.state).co_judge_id) == (OTHER, None)
    assert table.refused(cmd.HandOver(by=JUDGE, to=OTHER)) is Reason.ALREADY_JUDGE


def test_a_co_judge_is_obeyed_until_he_is_revoked() -> None:
    table = classic()
    fouling = cmd.GiveFoul(by=OTHER, seat=5, reason=FoulReason.OTHER)
    assert table.refused(fouling) is Reason.NOT_JUDGE
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=OTHER))
    table.do(fouling)
    assert table.refused(cmd.NameCoJudge(by=OTHER, user_id=3)) is Reason.NOT_JUDGE
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=None))
    assert table.refused(fouling) is Reason.NOT_JUDGE
    assert table.refused(cmd.NameCoJudge(by=JUDGE, user_id=None)) is Reason.ALREADY_JUDGE


def test_a_co_judge_who_takes_over_is_both_no_more() -> None:
    table = classic()
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=OTHER))
    table.do(cmd.HandOver(by=JUDGE, to=3))
    assert (table.state.judge_id, table.state.co_judge_id) == (3, OTHER)
    table.do(cmd.HandOver(by=JUDGE, to=OTHER))
    assert (table.state.judge_id, table.state.co_judge_id) == (OTHER, None)
    assert table.refused(cmd.NameCoJudge(by=OTHER, user_id=OTHER)) is Reason.ALREADY_JUDGE


def test_who_sits_at_the_table_neither_judges_nor_hands_it_over() -> None:
    table = classic()
    for command in (
        cmd.HandOver(by=JUDGE, to=105),
        cmd.HandOver(by=105, to=OTHER),
        cmd.NameCoJudge(by=JUDGE, user_id=105),
    ):
        assert table.refused(command) is Reason.JUDGE_IS_SEATED


@pytest.mark.parametrize("judge", [JUDGE, OTHER])
def test_a_judge_who_takes_a_seat_in_the_lobby_judges_no_more(judge: int) -> None:
    table = Table(9, ruleset=replace(CLASSIC, table_sizes=(9, 10)), judge=True)
    table.do(table.start_command())
    table.tick()
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=OTHER))
    table.do(cmd.Join(person=cmd.Person(user_id=judge, name="Judge")))
    assert table.state.seat_of(judge) == 10
    left = {JUDGE, OTHER} - {judge}
    assert {table.state.judge_id, table.state.co_judge_id} == {*left, None}
    assert table.refused(cmd.NameCoJudge(by=judge, user_id=3)) is Reason.NOT_JUDGE


def test_who_judges_a_game_does_not_wait_for_a_seat_in_it() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, waiting=1)
    joining = cmd.Join(person=cmd.Person(user_id=JUDGE, name="Judge"))
    table.do(table.start_command())
    assert table.refused(joining) is Reason.JUDGE_IS_SEATED
    table.tick()
    table.do(joining)
    assert table.state.waiting[-1].user_id == JUDGE
    assert table.state.judge_id is None


def test_who_waits_for_a_seat_neither_judges_nor_co_judges() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, waiting=1).to_day_0()
    assert table.refused(cmd.HandOver(by=JUDGE, to=111)) is Reason.JUDGE_IS_SEATED
    assert table.refused(cmd.NameCoJudge(by=JUDGE, user_id=111)) is Reason.JUDGE_IS_SEATED


# --- skipping and ending -------------------------------------------------------------------------


@every_preset()
def test_a_skipped_floor_passes_on(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.do(cmd.SkipSpeech(by=JUDGE))
    assert table.speaker == 2
    assert causes(table) == [(1, "skipped")]


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

    assert table.refused(giving(1)) is Reason.NOTHING_TO_DO
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


# --- said aloud ----------------------------------------------------------------------------------


def test_there_is_nothing_to_say_for_anybody_without_a_floor_or_out_of_its_kind() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, judge=True)
    nominating = cmd.NominateFor(by=JUDGE, seats=(5,))
    naming = cmd.NameBestMoveFor(by=JUDGE, seats=(5,))
    assert table.refused(nominating) is Reason.NO_FLOOR
    assert table.refused(naming) is Reason.NO_FLOOR
    day = classic()
    assert day.refused(naming) is Reason.NO_FLOOR
    assert day.refused(cmd.NominateFor(by=JUDGE, seats=())) is Reason.NOTHING_TO_DO


def test_the_judge_notes_a_nomination_in_a_lost_speech() -> None:
    table = classic()
    table.foul(2, 3)
    table.finish()
    table.do(cmd.NominateFor(by=JUDGE, seats=(7,)))
    assert public_view(table.state).nominees == (7,)


# --- what he sees --------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [True, False])
def test_the_judge_sees_roles_if_the_guilds_setting_says_so(shown: bool) -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, judge_sees_roles=shown)
    assert seen(table).roles == ()
    table.deal()
    roles = dict(seen(table).roles)
    assert roles == ({n: table.state.seat(n).role for n in range(1, 11)} if shown else {})
    assert view_for(table.state, JudgeViewer()) == seen(table)
    if not shown:
        assert Role.DON.value not in repr(seen(table))


def test_an_empty_number_has_no_role_to_be_seen() -> None:
    rules = replace(CLASSIC, table_sizes=(9, 10))
    table = Table(9, roles="DMMSCCCCC-", ruleset=rules, judge=True, judge_sees_roles=True).deal()
    assert [seat for seat, _ in seen(table).roles] == list(range(1, 10))


@every_preset()
def test_the_judges_tools_are_those_that_have_a_meaning_now(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True)

    def tools() -> tuple[bool, ...]:
        view = seen(table)
        return (
            view.can_foul,
            view.can_team_loss,
            view.can_skip,
            view.can_end_phase,
            view.can_change_time,
            view.can_give_floor,
        )

    assert tools() == (False,) * 6
    assert (seen(table).at_table, seen(table).acts, seen(table).substitutes) == ((), (), ())
    table.to_day_0()
    assert tools() == (rules.fouls, rules.ppk, True, False, True, True)
    assert seen(table).at_table == tuple(range(1, 11))
    table.pause()
    assert tools() == (rules.fouls, rules.ppk, False, False, True, False)
    table.resume()
    table.day()
    assert tools() == (rules.fouls, rules.ppk, False, False, False, False)
    table.do(cmd.StopGame(by=1))
    assert tools() == (False,) * 6
    assert seen(table).acts == ()


def test_who_still_has_a_word_is_at_the_table_for_the_judge() -> None:
    table = Table(6, roles="DMSCCC", ruleset=sized(CLUB, 6), judge=True).to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({6: range(1, 7)})
    assert seen(table).at_table == (1, 2, 3, 4, 5, 6)
    table.finish()
    assert seen(table).at_table == (1, 2, 3, 4, 5)
