"""Pause and resume, and what is given back after a time in which nobody judged the table."""

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason
from mafiabot.engine.state import (
    Floor,
    Night,
    NightStep,
    Outcome,
    RaiseVote,
    Settling,
    Talk,
)
from mafiabot.engine.timing import phase_end_ms
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table


def left_ms(table: Table) -> int:
    due = deadline(table.state)
    assert due is not None
    return due.at_ms - table.now


def floor(table: Table) -> Floor:
    assert isinstance(table.state.phase, Talk)
    return table.state.phase.floor


def voting(**options: object) -> Table:
    table = Table(8, ruleset=builders.club(**options)).skip_to_day(1)
    table.day({2: 7, 3: 3})
    return table


# --- pause and resume ----------------------------------------------------------------------------


def test_pausing_twice_and_resuming_what_runs_are_refused() -> None:
    table = Table(8).to_day_0()
    assert table.refused(cmd.Resume(by=1)) is Reason.NOT_PAUSED
    table.pause()
    assert table.refused(cmd.Pause(by=1)) is Reason.ALREADY_PAUSED
    table.resume()
    assert table.refused(cmd.Resume(by=1)) is Reason.NOT_PAUSED


def test_there_is_nothing_to_pause_in_the_lobby() -> None:
    table = Table(8)
    assert table.refused(cmd.Pause(by=1)) is Reason.WRONG_PHASE
    assert table.refused(cmd.Resume(by=1)) is Reason.NOT_PAUSED


def test_in_a_pause_everybody_is_muted_and_no_press_counts() -> None:
    table = Table(8).to_day_0()
    table.wait(10)
    table.pause()
    assert set(mics(table.state).values()) == {MicWish.MUTED}
    assert table.refused(table.nomination(5)) is Reason.PAUSED
    assert table.refused(table.finishing()) is Reason.PAUSED
    assert table.refused(cmd.OpenHand(user_id=101)) is Reason.NOTHING_TO_DO
    table.do(cmd.Join(person=builders.person(9)))


@rule("option: pause_max_s")
def test_a_pause_that_lasts_too_long_is_said_once() -> None:
    table = Table(8).to_day_0()
    table.pause()
    table.wait(899.9)
    assert table.events(ev.PauseOverdue) == []
    table.wait(5000)
    assert len(table.events(ev.PauseOverdue)) == 1
    assert deadline(table.state) is None


def test_a_paused_speech_keeps_its_rest_and_waits_for_the_microphone_again() -> None:
    table = Table(8).to_day_0()
    table.wait(20)
    table.pause()
    assert phase_end_ms(table.state) is None
    table.keeper = False
    table.wait(100)
    table.resume()
    assert left_ms(table) == 8_000
    table.wait(3)
    table.voice(1, open=True)
    assert left_ms(table) == 40_000
    assert table.state.seat(1).reconnect_used_ms == 0


def test_a_speaker_still_open_on_resume_goes_on_at_once() -> None:
    table = Table(8, keeper=False).to_day_0()
    table.voice(1, open=True)
    table.wait(20)
    table.pause()
    table.wait(100)
    table.resume()
    assert left_ms(table) == 40_000


def test_what_a_speaker_was_waited_for_before_the_pause_is_charged() -> None:
    table = Table(8, keeper=False).to_day_0()
    table.voice(1, open=True)
    table.voice(1, present=False)
    table.wait(25)
    table.pause()
    assert table.state.seat(1).reconnect_used_ms == 25_000


def test_microphones_seen_in_a_pause_are_remembered_and_move_no_clock() -> None:
    table = Table(8, keeper=False).to_day_0()
    table.pause()
    table.voice(1, open=True)
    assert floor(table).running_since_ms is None
    table.voice(1, present=False)
    table.voice(1, open=True)
    table.resume()
    assert left_ms(table) == 60_000


def test_the_deal_goes_on_with_the_time_it_had_left() -> None:
    table = Table(8).deal()
    table.wait(20)
    table.pause()
    table.wait(100)
    table.resume()
    assert left_ms(table) == 40_000


def test_settling_goes_on_with_the_time_it_had_left() -> None:
    table = Table(8).to_day_0()
    table.talk()
    table.wait(0.4)
    table.pause()
    table.wait(100)
    table.resume()
    assert left_ms(table) == 600


def test_a_night_step_begins_anew_at_full_length_and_keeps_what_was_pressed() -> None:
    table = Table(10).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    for shooter in (1, 2, 3):
        table.do(table.shot(shooter, 10))
    table.wait(19)
    table.pause()
    assert table.refused(table.shot(1, 9)) is Reason.PAUSED
    table.wait(100)
    table.resume()
    assert left_ms(table) == 21_000
    table.to_step(NightStep.SHERIFF)
    table.do(table.checking(4, 1))
    table.pause()
    table.resume()
    assert table.refused(table.checking(4, 2)) is Reason.ALREADY_CHECKED
    table.tick()
    assert table.state.nights[0].victim == 10


def test_a_running_window_is_void_and_asked_for_anew_for_those_who_had_not_voted() -> None:
    table = voting()
    table.do(table.ballot(1))
    stale = table.ballot(2)
    table.wait(2)
    table.pause()
    table.wait(100)
    assert table.refused(table.window_shown()) is Reason.PAUSED
    table.resume()
    assert table.window_no == 2
    assert table.refused(stale) is Reason.OTHER_WINDOW
    assert table.refused(table.ballot(1)) is Reason.ALREADY_VOTED
    table.do(table.ballot(2))
    assert left_ms(table) == 6_000
    table.tick()
    assert table.events(ev.WindowClosed)[0].voters == (1, 2)


def test_a_running_raise_vote_is_asked_for_anew_and_keeps_its_answers() -> None:
    table = voting()
    for _ in range(2):
        table.vote({7: [1, 2, 3, 4]})
        while table.at(Talk):
            table.finish()
    assert table.at(RaiseVote)
    table.do(table.answer(1, yes=True))
    table.do(table.answer(2, yes=False))
    former = table.window_no
    table.pause()
    table.resume()
    assert table.window_no == former + 1
    assert table.refused(table.answer(1, yes=False)) is Reason.ALREADY_VOTED
    table.raise_vote(yes=[3, 4, 5, 6])
    assert table.events(ev.RaiseDecided)[0].yes == (1, 3, 4, 5, 6)


# --- leaving during a pause ----------------------------------------------------------------------


def test_a_speaker_who_is_unseated_in_a_pause_passes_the_floor_on_when_it_ends() -> None:
    table = Table(8).to_day_0()
    table.wait(10)
    table.pause()
    table.do(cmd.Unseat(by=1, seat=1))
    assert table.speaker == 2
    assert floor(table).waiting_since_ms is None
    table.wait(50)
    table.resume()
    assert left_ms(table) == 60_000


def test_the_last_speaker_unseated_in_a_pause_leads_to_the_vote_when_it_ends() -> None:
    table = Table(8).to_day_0()
    table.to_speech_of(8)
    table.pause()
    table.do(cmd.Unseat(by=1, seat=8))
    assert table.at(Settling)
    table.wait(50)
    table.resume()
    assert left_ms(table) == 1_000


def test_a_candidate_who_gives_up_in_a_pause_ends_the_vote_and_the_night_begins_when_it_ends() -> None:
    table = voting()
    table.pause()
    table.gone(3)
    assert table.at(Night)
    table.wait(50)
    table.resume()
    assert left_ms(table) == 11_000


def test_a_departure_in_a_pause_may_end_the_game() -> None:
    table = Table(8).to_day_0()
    table.pause()
    table.gone(1)
    table.gone(2)
    assert table.outcome is Outcome.RED
    assert table.state.paused is None


def test_a_game_is_stopped_in_a_pause() -> None:
    table = Table(8).to_day_0()
    table.pause()
    table.do(cmd.StopGame(by=1))
    assert table.outcome is Outcome.STOPPED
