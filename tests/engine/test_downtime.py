"""What is given back after a time in which nobody judged the table; deadlines fired late or twice."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.evolve import evolve
from mafiabot.engine.refusals import Reason
from mafiabot.engine.state import (
    Dealing,
    Floor,
    Lobby,
    SpeechKind,
    Talk,
    Vote,
)
from tests.support import builders
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


def recover(table: Table, seconds: float, *, told: bool = False) -> None:
    """Nobody judged the table for so long; then it is taken over."""
    table.now += round(seconds * 1000)
    table.do(cmd.Recovered(down_ms=round(seconds * 1000), told=told))


def test_a_running_speech_is_credited_with_the_downtime() -> None:
    table = Table(8).to_day_0()
    table.wait(20)
    recover(table, 7)
    assert left_ms(table) == 40_000
    assert floor(table).granted_ms == 67_000


def test_no_speech_is_credited_with_more_than_a_minute() -> None:
    table = Table(8).to_day_0()
    table.wait(20)
    recover(table, 45)
    recover(table, 45)
    assert floor(table).granted_ms == 120_000
    table.now += 1000
    assert table.refused(cmd.Recovered(down_ms=1000)) is Reason.NOTHING_TO_DO


def test_a_wait_for_a_speaker_lasts_as_much_longer() -> None:
    table = Table(8, keeper=False).to_day_0()
    table.wait(5)
    recover(table, 7)
    assert left_ms(table) == 3_000
    assert floor(table).granted_ms == 60_000


def test_a_wait_is_never_moved_into_the_future() -> None:
    table = Table(8, keeper=False).to_day_0()
    table.now += 100
    table.do(cmd.Recovered(down_ms=400))
    assert left_ms(table) == 8_000


def test_an_open_window_is_asked_for_anew() -> None:
    table = voting()
    table.do(table.ballot(1))
    recover(table, 2)
    assert table.window_no == 2
    table.tick()
    assert table.events(ev.WindowClosed)[0].voters == (1,)


def test_a_window_whose_message_is_deleted_is_asked_for_anew_and_keeps_who_has_pressed() -> None:
    table = voting()
    table.do(table.ballot(1))
    table.do(cmd.WindowLost(window_no=table.window_no))
    assert table.window_no == 2
    table.do(table.ballot(4))
    table.tick()
    assert table.events(ev.WindowClosed)[0].voters == (1, 4)


def test_deleting_a_former_window_or_one_that_is_over_changes_nothing() -> None:
    table = voting()
    assert table.refused(cmd.WindowLost(window_no=table.window_no - 1)) is Reason.NOTHING_TO_DO
    table.now += table.state.ruleset.vote_window_ms
    assert table.refused(cmd.WindowLost(window_no=table.window_no)) is Reason.NOTHING_TO_DO


def test_a_window_deleted_before_it_is_known_to_be_shown_is_asked_for_anew_too() -> None:
    table = Table(8, shower=False).skip_to_day(1)
    table.day({2: 7, 3: 3})
    table.do(cmd.WindowLost(window_no=1))
    assert table.window_no == 2


@pytest.mark.parametrize(("down", "window_no"), [(2.0, 1), (4.0, 2)])
def test_a_window_not_shown_yet_is_asked_for_anew_only_when_its_time_has_passed(
    down: float, window_no: int
) -> None:
    table = Table(8, shower=False).skip_to_day(1)
    table.day({2: 7, 3: 3})
    table.now += round(down * 1000)
    events = table.decided(cmd.Recovered(down_ms=round(down * 1000)))
    assert isinstance(events, tuple) is (window_no == 2)
    if isinstance(events, tuple):
        table.do(cmd.Recovered(down_ms=round(down * 1000)))
    assert table.window_no == window_no


@pytest.mark.parametrize("kind", ["ready check", "deal", "night", "settling"])
def test_an_end_that_passed_meanwhile_is_moved_by_the_downtime(kind: str) -> None:
    table = Table(8)
    if kind == "ready check":
        table.do(table.start_command())
    elif kind == "deal":
        table.deal()
    elif kind == "night":
        table.to_night_0()
    else:
        table.to_day_0()
        table.talk()
    left = left_ms(table)
    recover(table, 100)
    assert left_ms(table) == left


def test_an_end_that_comes_this_very_moment_is_moved() -> None:
    table = Table(8).deal()
    recover(table, 60)
    assert left_ms(table) == 60_000


def test_an_end_that_is_still_ahead_is_moved_too_so_that_nobody_has_less_time_to_act() -> None:
    table = Table(8).deal()
    left = left_ms(table)
    recover(table, 5)
    assert left_ms(table) == left
    assert table.at(Dealing)


def test_in_a_log_of_an_older_version_an_end_ahead_stays_where_it_was() -> None:
    table = Table(8).deal()
    before = deadline(table.state)
    excused = ev.DowntimeExcused(at_ms=table.now + 400, down_ms=400)
    assert deadline(evolve(table.state, excused)) == before


def test_absence_is_not_counted_while_nobody_judges() -> None:
    table = Table(8, keeper=False).to_day_0()
    table.voice(8, present=False)
    table.voice(7, present=False)
    table.voice(1, open=True)
    table.wait(50)
    table.now += 30_000
    table.do(cmd.Recovered(down_ms=30_000))
    away = table.state.seat(8).away
    assert away is not None
    assert away.since_ms == table.now - 50_000


def test_where_nothing_runs_nothing_is_given_back() -> None:
    table = Table(8)
    assert table.refused(cmd.Recovered(down_ms=5_000)) is Reason.NOTHING_TO_DO
    assert table.at(Lobby)
    table.to_day_0()
    assert table.refused(cmd.Recovered(down_ms=0)) is Reason.NOTHING_TO_DO
    table.pause()
    assert table.refused(cmd.Recovered(down_ms=5_000)) is Reason.NOTHING_TO_DO


# --- deadlines -----------------------------------------------------------------------------------


def test_a_deadline_of_another_generation_and_one_before_its_time_are_ignored() -> None:
    table = Table(8).to_day_0()
    due = deadline(table.state)
    assert due is not None
    fired = cmd.DeadlineReached(generation=due.generation)
    assert table.refused(fired) is Reason.NOT_DUE
    table.now = due.at_ms
    assert table.refused(cmd.DeadlineReached(generation=due.generation - 1)) is Reason.NOT_DUE
    table.do(fired)
    assert table.refused(fired) is Reason.NOT_DUE
    assert table.has_floor(2, SpeechKind.SPEECH)


def test_a_lobby_waits_for_no_moment() -> None:
    table = Table(8)
    assert deadline(table.state) is None
    assert table.refused(cmd.DeadlineReached(generation=0)) is Reason.NOT_DUE


def test_votes_are_no_deadline_of_their_own() -> None:
    table = voting()
    before = deadline(table.state)
    assert table.at(Vote)
    table.do(table.ballot(1))
    assert deadline(table.state) == before


# --- the table was told that it stands still -----------------------------------------------------


def test_who_was_told_to_wait_gets_all_of_it_back() -> None:
    table = Table(8).to_day_0()
    table.wait(20)
    recover(table, 300, told=True)
    assert left_ms(table) == 40_000
    assert floor(table).granted_ms == 360_000


@pytest.mark.parametrize("kind", ["ready check", "deal", "night", "settling"])
def test_an_end_that_has_not_passed_moves_as_well_where_all_were_told(kind: str) -> None:
    table = Table(8)
    if kind == "ready check":
        table.do(table.start_command())
    elif kind == "deal":
        table.deal()
    elif kind == "night":
        table.to_night_0()
    else:
        table.to_day_0()
        table.talk()
    left = left_ms(table)
    recover(table, 0.4, told=True)
    assert left_ms(table) == left


def test_nothing_is_given_back_to_a_table_that_was_paused_by_its_judge() -> None:
    table = Table(8).to_day_0()
    table.do(cmd.Pause(by=builders.HOST.user_id))
    table.now += 5_000
    assert table.refused(cmd.Recovered(down_ms=5_000, told=True)) is Reason.NOTHING_TO_DO
