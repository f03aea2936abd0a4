"""Who stays out of the channel: when it is counted, and that he is gone when it was too long."""

import pytest

from mafiabot.engine.deadlines import deadline
from mafiabot.engine.state import (
    GoneCause,
    Night,
    Outcome,
    Status,
)
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table


def voting(seats: int = 8, nominees: tuple[int, ...] = (7, 3)) -> Table:
    table = Table(seats).skip_to_day(1)
    table.day(dict(zip([*range(2, seats + 1), 1], nominees, strict=False)))
    return table


@rule("option: absence_s", "E85")
def test_who_stays_out_of_the_channel_for_three_minutes_by_day_is_gone() -> None:
    table = Table(8).to_day_0()
    table.voice(8, present=False)
    table.wait(179.9)
    assert table.state.seat(8).alive
    table.wait(0.1)
    assert table.state.gone[0].cause is GoneCause.ABSENT


@rule("E85")
def test_e85_who_comes_back_in_time_stays_a_player_and_is_counted_anew() -> None:
    table = Table(8).to_day_0()
    table.voice(8, present=False)
    table.wait(170)
    table.voice(8)
    table.voice(8, present=False)
    table.wait(170)
    assert table.state.seat(8).alive


def test_absence_is_not_counted_at_night_or_in_a_pause() -> None:
    table = Table(8).to_day_0()
    table.to_speech_of(8)
    table.voice(5, present=False)
    table.wait(30)
    table.pause()
    table.wait(600)
    table.resume()
    table.finish()
    table.tick()
    assert table.at(Night)
    away = table.state.seat(5).away
    assert away is not None
    assert (away.counted_ms, away.since_ms) == (33_000, None)
    table.night()
    table.wait(146.9)
    assert table.state.seat(5).alive
    table.wait(0.1)
    assert not table.state.seat(5).alive


def test_absence_is_not_counted_while_one_has_the_floor() -> None:
    table = Table(8, ruleset=builders.club(absence_s=20)).to_day_0()
    table.voice(2, present=False)
    table.wait(19)
    table.do(table.finishing())
    assert table.speaker == 2
    table.wait(67)
    assert table.state.seat(2).alive
    table.wait(2)
    assert table.state.seat(2).status is Status.GONE


def test_the_dead_may_be_absent() -> None:
    table = Table(8).to_day_0()
    table.gone(8)
    table.voice(8, present=False)
    table.wait(300)
    assert len(table.state.gone) == 1


def test_absence_counts_through_settling_and_the_vote() -> None:
    table = voting()
    table.voice(5, present=False)
    due = table.now + 180_000
    table.tick()
    away = table.state.seat(5).away
    assert away is not None
    assert away.since_ms == due - 180_000


@pytest.mark.parametrize("seats", [(5, 6), (6, 5)])
def test_two_who_are_due_at_the_same_moment_leave_one_after_the_other(seats: tuple[int, int]) -> None:
    table = Table(10).to_day_0()
    for seat in seats:
        table.voice(seat, present=False)
    table.wait(180)
    assert [gone.seat for gone in table.state.gone] == [5, 6]
    assert deadline(table.state) is not None


@rule("E77", "option: draw_resets_on")
def test_e77_a_walk_out_does_not_reset_the_draw() -> None:
    table = Table(8).skip_to_day(2)
    table.gone(8)
    table.day()
    table.night()
    assert table.outcome is Outcome.DRAW
