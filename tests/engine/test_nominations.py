"""Nominations: one a speech, the first accepted one counts, when and whom, and the list of the first day."""

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.state import Settling, SpeechKind, Talk
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table


def nominees(table: Table) -> list[int]:
    return [event.seat for event in table.events(ev.Nominated)]


@rule("row: nominations a speech", "E19")
def test_e19_the_first_accepted_nomination_counts_and_no_second_one() -> None:
    table = Table(8).to_day_0()
    table.nominate(5)
    answer = table.decided(table.nomination(6))
    assert answer == Refusal(reason=Reason.ALREADY_NOMINATED_ONE, params=(("seat", 5),))
    assert nominees(table) == [5]


@rule("E18", "row: naming a seat already nominated")
def test_e18_a_seat_already_on_the_list_is_refused_and_another_one_accepted() -> None:
    table = Table(8).to_day_0()
    table.nominate(5)
    table.finish()
    assert table.refused(table.nomination(5)) is Reason.ALREADY_ON_LIST
    table.nominate(6)
    assert nominees(table) == [5, 6]


@rule("E20", "row: self-nomination")
def test_e20_a_player_may_nominate_himself() -> None:
    table = Table(8).to_day_0()
    table.nominate(1)
    assert nominees(table) == [1]


@rule("E21")
def test_e21_a_dead_seat_is_refused_and_the_right_kept() -> None:
    table = Table(8).to_day_0()
    table.gone(8)
    assert table.refused(table.nomination(8)) is Reason.SEAT_NOT_ALIVE
    assert table.refused(table.nomination(9)) is Reason.NOT_A_SEAT
    table.nominate(7)
    assert nominees(table) == [7]


@rule("E16", "option: day0_nominee_cap", "row: cap on nominees, first day")
def test_e16_a_third_nominee_of_the_first_day_is_refused() -> None:
    table = Table(8).to_day_0()
    for nominee in (5, 6):
        table.nominate(nominee)
        table.finish()
    answer = table.decided(table.nomination(7))
    assert answer == Refusal(reason=Reason.LIST_FULL, params=(("cap", 2),))
    table.day()
    table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8]})


@rule("E16")
def test_e16_on_later_days_the_list_has_no_end() -> None:
    table = Table(8).skip_to_day(1)
    table.talk({2: 1, 3: 2, 4: 3, 5: 4})
    assert nominees(table) == [1, 2, 3, 4]


def test_without_a_cap_the_first_day_takes_more_than_two() -> None:
    table = Table(8, ruleset=builders.club(day0_nominee_cap=None)).to_day_0()
    table.talk({1: 5, 2: 6, 3: 7})
    assert nominees(table) == [5, 6, 7]


@rule("E17")
def test_e17_the_slot_of_a_nominee_who_left_stays_used() -> None:
    table = Table(8).to_day_0()
    for nominee in (5, 6):
        table.nominate(nominee)
        table.finish()
    table.gone(6)
    assert table.refused(table.nomination(7)) is Reason.LIST_FULL


@rule("E22", "option: vote_settle_ms")
def test_e22_after_time_is_up_a_nomination_is_refused() -> None:
    table = Table(8).to_day_0()
    table.wait(59.9)
    late = table.nomination(5, ago_ms=-200)
    assert table.refused(late) is Reason.TOO_LATE
    table.wait(1)
    after = cmd.Nominate(user_id=101, floor=1, seat=5, press=table.press(ago_ms=800))
    assert table.refused(after) is Reason.TOO_LATE


@rule("E22", "option: vote_settle_ms")
def test_a_nomination_made_in_time_still_counts_while_it_settles() -> None:
    table = Table(8).to_day_0()
    table.wait(60.9)
    in_time = cmd.Nominate(user_id=101, floor=1, seat=5, press=table.press(ago_ms=900))
    table.do(in_time)
    assert nominees(table) == [5]


def test_a_nomination_made_at_the_very_end_counts() -> None:
    table = Table(8).to_day_0()
    table.now += 60_000
    table.nominate(5)
    assert nominees(table) == [5]


def test_a_nomination_made_in_time_does_not_count_after_it_has_settled() -> None:
    table = Table(8).to_day_0()
    table.wait(61.1)
    late = cmd.Nominate(user_id=101, floor=1, seat=5, press=table.press(ago_ms=1100))
    assert table.refused(late) is Reason.TOO_LATE


def test_the_last_speakers_nomination_counts_until_the_vote_begins() -> None:
    table = Table(8).to_day_0()
    table.to_speech_of(8)
    table.wait(60.9)
    assert table.at(Settling)
    table.do(cmd.Nominate(user_id=108, floor=8, seat=5, press=table.press(ago_ms=950)))
    assert nominees(table) == [5]


@rule("E23", "row: nominating in a last word or a 30 s defence", "option: night_victim_nominates")
def test_e23_nobody_nominates_in_a_last_word() -> None:
    table = Table(8).to_day_0()
    table.day()
    table.night(kill=8)
    assert table.refused(table.nomination(5)) is Reason.NOMINATE_ONLY_IN_SPEECH
    table.finish()
    assert table.has_floor(8, SpeechKind.LAST_WORD)
    assert table.refused(table.nomination(5)) is Reason.NOMINATE_ONLY_IN_SPEECH


@rule("E23", "row: nominating in a last word or a 30 s defence")
def test_e23_nobody_nominates_in_a_defence() -> None:
    table = Table(8).to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3, 4], 6: [5, 6, 7, 8]})
    assert table.has_floor(5, SpeechKind.DEFENCE)
    assert table.refused(table.nomination(7)) is Reason.NOMINATE_ONLY_IN_SPEECH


def test_nobody_nominates_in_somebody_elses_speech() -> None:
    table = Table(8).to_day_0()
    assert table.refused(table.nomination(5, by=3)) is Reason.NOT_YOUR_FLOOR
    stranger = cmd.Nominate(user_id=999, floor=1, seat=5, press=table.press())
    assert table.refused(stranger) is Reason.NOT_SEATED


def test_a_press_for_a_floor_of_another_day_is_refused() -> None:
    table = Table(8).skip_to_day(1)
    table.to_speech_of(1)
    stale = cmd.Nominate(user_id=101, floor=1, seat=5, press=table.press())
    assert table.refused(stale) is Reason.NOT_YOUR_FLOOR


def test_in_the_morning_the_last_floor_of_yesterday_is_no_floor_of_his() -> None:
    table = Table(8).to_day_0()
    table.to_speech_of(8)
    yesterday = table.floor_no
    table.talk()
    table.night()
    late = cmd.Nominate(user_id=108, floor=yesterday, seat=5, press=table.press())
    assert table.refused(late) is Reason.NOT_YOUR_FLOOR


def test_outside_the_talk_there_is_nothing_to_nominate_in() -> None:
    table = Table(8).deal()
    early = cmd.Nominate(user_id=101, floor=1, seat=5, press=table.press())
    assert table.refused(early) is Reason.NOMINATE_ONLY_IN_SPEECH


@rule("row: withdrawing a nomination")
def test_there_is_no_command_to_withdraw_a_nomination() -> None:
    names = {member.__name__ for member in cmd.PlayerCommand.__args__}
    assert not [name for name in names if "ithdraw" in name]


def test_a_nominee_may_be_named_before_the_clock_of_the_speech_runs() -> None:
    table = Table(8, keeper=False).to_day_0()
    assert isinstance(table.state.phase, Talk)
    table.nominate(5)
    assert nominees(table) == [5]
