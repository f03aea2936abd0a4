"""The floor's clock follows the speaker's microphone; waiting, interruptions, forfeits, finishing."""

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.refusals import Reason
from mafiabot.engine.state import Floor, Settling, SpeechKind, Talk
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table


def first_speech(**options: object) -> Table:
    """Seat 1 has the floor, nobody's microphone moves by itself; he is in the channel, not heard yet."""
    return Table(8, ruleset=builders.club(**options), keeper=False).to_day_0()


def floor(table: Table) -> Floor:
    assert isinstance(table.state.phase, Talk)
    return table.state.phase.floor


def ended(table: Table) -> list[tuple[int, str]]:
    return [(event.seat, event.cause) for event in table.events(ev.SpeechEnded)]


def left_ms(table: Table) -> int:
    due = deadline(table.state)
    assert due is not None
    return due.at_ms - table.now


# --- the start -----------------------------------------------------------------------------------


def test_the_clock_starts_when_the_microphone_is_seen_open() -> None:
    table = first_speech()
    table.wait(3)
    table.voice(1, open=True)
    (started,) = table.events(ev.ClockStarted)
    assert (started.from_ms, started.seen_open) == (table.now, True)
    assert left_ms(table) == 60_000


def test_the_clock_of_who_is_open_already_starts_with_his_floor() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.voice(2, open=True)
    table.finish()
    started = table.events(ev.ClockStarted)[-1]
    assert (table.speaker, started.from_ms, started.seen_open) == (2, table.now, True)


def test_in_a_pause_the_clock_of_a_new_floor_does_not_run_though_its_owner_is_open() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.voice(2, open=True)
    table.pause()
    table.gone(1)
    assert table.speaker == 2
    assert [started.at_ms for started in table.events(ev.ClockStarted)] == [table.now]
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.floor.running_since_ms is None


def test_the_clock_starts_from_the_moment_the_microphone_was_observed() -> None:
    table = first_speech()
    table.wait(3)
    table.do(cmd.VoiceObserved(user_id=101, present=True, open=True, at_ms=table.now - 400))
    assert left_ms(table) == 59_600


def test_an_observation_older_than_the_floor_starts_it_no_earlier() -> None:
    table = first_speech()
    table.do(cmd.VoiceObserved(user_id=101, present=True, open=True, at_ms=table.now - 400))
    assert left_ms(table) == 60_000


def test_an_observation_from_the_future_counts_as_now() -> None:
    table = first_speech()
    table.do(cmd.VoiceObserved(user_id=101, present=True, open=True, at_ms=table.now + 400))
    assert left_ms(table) == 60_000


def test_the_clock_starts_at_once_if_the_microphone_is_open_already() -> None:
    table = first_speech()
    table.voice(2, open=True)
    table.voice(1, open=True)
    table.wait(60)
    assert floor(table).turn.seat == 2
    assert floor(table).running_since_ms == table.now


def test_an_open_microphone_without_presence_is_not_heard() -> None:
    table = first_speech()
    table.do(cmd.VoiceObserved(user_id=101, present=False, open=True, at_ms=table.now))
    assert not table.state.seat(1).mic_open
    assert not floor(table).started


@rule("option: mic_wait_s")
def test_a_present_speaker_never_seen_open_is_timed_after_the_wait() -> None:
    table = first_speech()
    table.wait(7.9)
    assert not floor(table).started
    table.wait(0.1)
    (started,) = table.events(ev.ClockStarted)
    assert started.seen_open is False
    assert left_ms(table) == 60_000
    assert table.state.seat(1).reconnect_used_ms == 0


def test_a_microphone_that_opens_after_the_wait_changes_nothing() -> None:
    table = first_speech()
    table.wait(10)
    table.voice(1, open=True)
    assert left_ms(table) == 58_000


@rule("option: reconnect_s", "E85")
def test_an_absent_speaker_is_waited_for_and_then_the_floor_passes_on() -> None:
    table = first_speech()
    table.voice(1, present=False)
    table.wait(8 + 59.9)
    assert floor(table).turn.seat == 1
    table.wait(0.1)
    assert ended(table) == [(1, "forfeit")]
    assert floor(table).turn.seat == 2
    assert table.state.seat(1).alive
    assert table.state.seat(1).reconnect_used_ms == 60_000


def test_what_an_absent_speaker_was_waited_for_is_charged_beyond_the_free_wait() -> None:
    table = first_speech()
    table.voice(1, present=False)
    table.wait(20)
    table.voice(1, open=True)
    assert table.state.seat(1).reconnect_used_ms == 12_000
    assert left_ms(table) == 60_000


def test_who_comes_back_without_being_heard_is_given_the_wait_for_his_microphone_again() -> None:
    table = first_speech()
    table.voice(1, present=False)
    table.wait(20)
    table.voice(1)
    table.wait(7.9)
    assert not floor(table).started
    table.wait(0.1)
    assert floor(table).started
    assert table.state.seat(1).reconnect_used_ms == 20_000


def test_coming_and_going_does_not_stretch_the_wait_beyond_what_is_left() -> None:
    table = first_speech()
    for _ in range(30):
        table.voice(1, present=False)
        table.wait(2)
        table.voice(1)
        table.wait(2)
        if floor(table).started:
            break
    assert table.now - floor(table).given_at_ms <= 68_000


def test_an_undisturbed_speech_costs_nothing_of_the_reconnecting_time() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.wait(60)
    assert table.state.seat(1).reconnect_used_ms == 0


def test_a_drop_that_heals_in_the_same_moment_costs_nothing() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.wait(10)
    table.voice(1, open=False)
    table.voice(1, open=True)
    assert table.state.seat(1).reconnect_used_ms == 0
    assert left_ms(table) == 50_000


# --- interruptions -------------------------------------------------------------------------------


def test_a_speech_lasts_exactly_its_length() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.wait(59.999)
    assert ended(table) == []
    table.wait(ms=1)
    assert ended(table) == [(1, "time")]


def test_a_dropped_speaker_keeps_the_rest_of_his_time() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.wait(20)
    table.voice(1, present=False)
    table.wait(15)
    table.voice(1)
    table.voice(1, open=True)
    assert left_ms(table) == 40_000
    assert table.state.seat(1).reconnect_used_ms == 15_000


def test_a_speaker_shut_by_somebody_is_waited_for_and_then_timed_unheard() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.wait(20)
    table.voice(1, open=False)
    table.wait(59.9)
    assert floor(table).running_since_ms is None
    table.wait(0.1)
    assert left_ms(table) == 40_000
    table.wait(40)
    assert ended(table) == [(1, "time")]


@rule("option: reconnect_s", "row: speech")
def test_reconnecting_is_counted_in_all_per_player_and_game() -> None:
    table = first_speech()
    table.voice(1, open=True)
    for _ in range(2):
        table.voice(1, present=False)
        table.wait(25)
        table.voice(1)
        table.voice(1, open=True)
    table.voice(1, present=False)
    table.wait(9.9)
    assert ended(table) == []
    table.wait(0.1)
    assert ended(table) == [(1, "forfeit")]


def test_a_speaker_timed_unheard_who_drops_out_is_waited_for() -> None:
    table = first_speech()
    table.wait(8)
    table.voice(1, present=False)
    assert floor(table).running_since_ms is None
    table.wait(30)
    table.voice(1, open=True)
    assert left_ms(table) == 60_000


def test_a_drop_seen_after_the_time_was_over_stops_nothing() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.now += 60_000
    table.voice(1, present=False)
    assert table.events(ev.ClockStopped) == []
    table.tick()
    assert ended(table) == [(1, "time")]


def test_a_drop_is_counted_from_the_moment_it_was_observed_but_not_before_the_start() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.wait(10)
    table.do(cmd.VoiceObserved(user_id=101, present=False, open=False, at_ms=table.now - 500))
    assert floor(table).spent_ms == 9_500
    table.voice(1, open=True)
    table.do(cmd.VoiceObserved(user_id=101, present=False, open=False, at_ms=table.now - 500))
    assert floor(table).spent_ms == 9_500


def test_somebody_else_coming_and_going_leaves_the_clock_alone() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.voice(5, present=False)
    table.voice(5)
    assert left_ms(table) == 60_000


def test_an_observation_that_shows_nothing_new_is_no_event() -> None:
    table = first_speech()
    again = cmd.VoiceObserved(user_id=102, present=True, open=False, at_ms=table.now)
    assert table.refused(again) is Reason.NOTHING_TO_DO
    stranger = cmd.VoiceObserved(user_id=999, present=True, open=False, at_ms=table.now)
    assert table.refused(stranger) is Reason.NOT_SEATED


# --- finishing -----------------------------------------------------------------------------------


@rule("row: early end", "option: finish_lock_s")
def test_a_speech_may_be_finished_but_not_within_the_first_two_seconds() -> None:
    table = first_speech()
    assert table.refused(table.finishing()) is Reason.FINISH_LOCKED
    table.voice(1, open=True)
    table.wait(1.9)
    assert table.refused(table.finishing()) is Reason.FINISH_LOCKED
    table.wait(0.1)
    table.do(table.finishing())
    assert ended(table) == [(1, "finished")]


def test_the_lock_counts_the_time_the_clock_has_run() -> None:
    table = first_speech()
    table.voice(1, open=True)
    table.wait(1.5)
    table.voice(1, open=False)
    table.wait(1)
    assert table.refused(table.finishing()) is Reason.FINISH_LOCKED
    table.voice(1, open=True)
    table.wait(0.5)
    table.voice(1, open=False)
    table.do(table.finishing())


def test_a_second_click_on_finish_never_ends_the_next_speech() -> None:
    table = Table(8).to_day_0()
    table.wait(5)
    finishing = table.finishing()
    table.do(finishing)
    assert table.refused(finishing) is Reason.NOT_YOUR_FLOOR
    assert table.speaker == 2


def test_a_second_click_does_not_end_the_next_floor_of_the_same_player_either() -> None:
    table = Table(8).to_day_0()
    table.day()
    table.night(kill=8)
    assert table.has_floor(8, SpeechKind.BEST_MOVE)
    table.wait(5)
    finishing = table.finishing()
    table.do(finishing)
    assert table.has_floor(8, SpeechKind.LAST_WORD)
    table.wait(5)
    assert table.refused(finishing) is Reason.NOT_YOUR_FLOOR


def test_nobody_but_the_speaker_finishes() -> None:
    table = Table(8).to_day_0()
    table.wait(5)
    others = cmd.FinishSpeech(user_id=102, floor=table.floor_no, press=table.press())
    strangers = cmd.FinishSpeech(user_id=999, floor=table.floor_no, press=table.press())
    assert table.refused(others) is Reason.NOT_YOUR_FLOOR
    assert table.refused(strangers) is Reason.NOT_SEATED


def test_after_the_last_speech_late_presses_are_waited_for() -> None:
    table = Table(8).to_day_0()
    table.talk()
    assert table.at(Settling)
    assert left_ms(table) == 1_000


# --- who speaks ----------------------------------------------------------------------------------


@rule("row: opener on the first day", "row: speech", "option: speech_s")
def test_on_the_first_day_all_speak_for_a_minute_from_seat_1() -> None:
    table = Table(8).to_day_0()
    table.talk()
    given = [
        (event.turn.seat, event.turn.kind, event.turn.length_ms) for event in table.events(ev.FloorGiven)
    ]
    assert given == [(seat, SpeechKind.SPEECH, 60_000) for seat in range(1, 9)]


@rule("row: speaking out of turn", "row: gestures while others speak")
def test_nobody_is_heard_out_of_turn() -> None:
    from mafiabot.engine.mics import mics
    from mafiabot.engine.reading import MicWish

    table = Table(8).to_day_0()
    heard = [user_id for user_id, wish in mics(table.state).items() if wish is MicWish.OPEN]
    assert heard == [101]


@rule("row: dead seats", "E79")
def test_only_the_living_speak_and_a_dead_opener_is_passed_over() -> None:
    table = Table(8).to_day_0()
    table.day()
    table.night(kill=2)
    table.finish()
    table.finish()
    assert table.speaker == 3
    table.talk()
    assert [event.turn.seat for event in table.events(ev.FloorGiven)[-7:]] == [3, 4, 5, 6, 7, 8, 1]


def test_without_a_wait_for_microphones_a_present_speaker_is_timed_at_once() -> None:
    table = first_speech(mic_wait_s=0)
    assert left_ms(table) == 0
    table.tick()
    assert floor(table).started
