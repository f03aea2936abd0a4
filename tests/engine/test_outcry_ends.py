"""An outcry is over after its seconds, with its round, its foul and its player; a pause keeps the rest."""

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.refusals import Reason
from tests.support.outcry import SECONDS, crying, day_0, heard
from tests.support.table import JUDGE

# --- how it ends ---------------------------------------------------------------------------------


def test_it_goes_on_when_the_floor_passes_to_the_next_speech() -> None:
    table = day_0()
    table.wait(5)
    table.do(crying(table, 5))
    table.do(table.finishing())
    assert heard(table) == {2, 5}
    table.wait(SECONDS)
    assert heard(table) == {2}


def test_it_is_over_when_he_gets_the_floor_himself() -> None:
    table = day_0()
    table.wait(5)
    table.do(crying(table, 2))
    table.do(table.finishing())
    assert (heard(table), table.state.outcry) == ({2}, None)
    table.wait(SECONDS + 1)
    assert heard(table) == {2}


def test_it_is_over_when_the_round_is() -> None:
    table = day_0()
    table.to_speech_of(10)
    table.wait(5)
    table.do(crying(table, 5))
    table.do(table.finishing())
    assert (heard(table), table.state.outcry) == (set(), None)


def test_it_is_over_with_the_game_of_who_cries_out() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.remove(5)
    assert (heard(table), table.state.outcry) == ({1}, None)


def test_it_ends_with_the_speech_that_ends_at_the_same_moment() -> None:
    table = day_0()
    table.wait(57)
    table.do(crying(table, 5))
    table.wait(SECONDS)
    assert heard(table) == {2}
    assert len(table.events(ev.OutcryEnded)) == 1


def test_a_pause_mutes_him_and_gives_him_the_rest_afterwards() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.wait(1)
    table.pause()
    assert heard(table) == set()
    table.wait(100)
    table.resume()
    assert heard(table) == {1, 5}
    table.wait(2, ms=-1)
    assert heard(table) == {1, 5}
    table.wait(ms=1)
    assert heard(table) == {1}


def test_whom_a_person_unmutes_in_a_pause_does_not_use_his_seconds_up_nor_win_any() -> None:
    table = day_0(keeper=False)
    table.do(crying(table, 5))
    table.pause()
    table.voice(5, open=True)
    table.wait(10)
    table.resume()
    table.wait(SECONDS)
    assert table.state.outcry is None


def test_time_in_which_nobody_judged_the_table_is_given_back() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.now += 10_000
    table.do(cmd.Recovered(down_ms=10_000))
    assert heard(table) == {1, 5}
    table.wait(SECONDS, ms=-1)
    assert heard(table) == {1, 5}
    table.wait(ms=1)
    assert heard(table) == {1}


def test_the_end_is_a_deadline_and_one_that_was_reached_is_not_reached_twice() -> None:
    table = day_0()
    table.do(crying(table, 5))
    due = deadline(table.state)
    assert due is not None
    assert due.at_ms == table.now + SECONDS * 1000
    reached = cmd.DeadlineReached(generation=due.generation)
    assert table.refused(reached) is Reason.NOT_DUE
    table.wait(SECONDS)
    assert table.refused(reached) is Reason.NOT_DUE


# --- undone --------------------------------------------------------------------------------------


def test_whose_foul_is_undone_is_heard_no_more() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.undo()
    assert (heard(table), table.state.fouls) == ({1}, ())
    assert table.state.seat(5).fouls == 0


def test_whose_foul_is_taken_back_is_heard_no_more() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.do(cmd.TakeFoulBack(by=JUDGE, seat=5))
    assert (heard(table), table.state.fouls) == ({1}, ())


def test_another_foul_taken_back_ends_no_outcry() -> None:
    table = day_0()
    table.foul(6)
    table.do(crying(table, 5))
    table.foul(5)
    for seat in (6, 5):
        table.do(cmd.TakeFoulBack(by=JUDGE, seat=seat))
        assert heard(table) == {1, 5}


def test_nobody_is_heard_twice_because_something_later_is_undone() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.nominate(7)
    table.wait(30)
    table.undo()
    assert (heard(table), table.state.outcry) == ({1}, None)
    assert table.state.seat(5).fouls == 1
