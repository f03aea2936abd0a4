"""Moments known within bounds, and windows whose message is late: what the rules make of them."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.refusals import Reason
from mafiabot.engine.state import NightStep
from tests.support.table import Table
from tests.support.votes import voting

DOUBT_MS = 900


def doubtful(table: Table, *, ago_ms: int) -> cmd.Press:
    """Made between `ago_ms` and `ago_ms - DOUBT_MS` ago."""
    earliest = table.press(ago_ms=ago_ms)
    return cmd.Press(discord_ms=earliest.discord_ms, host_ms=earliest.host_ms, doubt_ms=DOUBT_MS)


def test_a_shot_that_may_have_been_made_in_its_step_was() -> None:
    table = Table(10).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    user = table.user(1)
    table.do(cmd.Shoot(user_id=user, night=1, seat=5, press=doubtful(table, ago_ms=DOUBT_MS + 250)))
    before = cmd.Shoot(user_id=user, night=1, seat=6, press=doubtful(table, ago_ms=DOUBT_MS + 251))
    assert table.refused(before) is Reason.TOO_EARLY


def test_a_shot_that_may_have_been_made_before_the_step_ended_was() -> None:
    table = Table(10).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    table.wait(20.5)
    user = table.user(1)
    table.do(cmd.Shoot(user_id=user, night=1, seat=5, press=doubtful(table, ago_ms=500)))
    late = cmd.Shoot(user_id=user, night=1, seat=6, press=doubtful(table, ago_ms=499))
    assert table.refused(late) is Reason.TOO_LATE


def test_a_vote_that_overtook_the_news_of_its_window_counts_however_doubtful_its_moment() -> None:
    table = voting(8, 7, 3)
    table.shower = False
    table.tick()
    press = doubtful(table, ago_ms=DOUBT_MS)
    table.do(cmd.CastVote(user_id=101, window_no=2, candidate=3, press=press))


def test_on_a_window_that_is_shown_our_clock_says_nothing() -> None:
    """The message's own moment and the press's are both Discord's."""
    table = voting(8, 7, 3)
    far_off = cmd.Press(discord_ms=table.press().discord_ms, host_ms=1, doubt_ms=1)
    table.do(cmd.CastVote(user_id=101, window_no=1, candidate=7, press=far_off))


def test_a_speech_may_be_finished_by_a_press_that_may_have_been_made_late_enough() -> None:
    table = Table(8).to_day_0()
    table.wait(table.state.ruleset.finish_lock_s)
    user, floor = table.user(table.speaker), table.floor_no
    locked = cmd.FinishSpeech(user_id=user, floor=floor, press=doubtful(table, ago_ms=DOUBT_MS + 1))
    assert table.refused(locked) is Reason.FINISH_LOCKED
    table.do(cmd.FinishSpeech(user_id=user, floor=floor, press=doubtful(table, ago_ms=DOUBT_MS)))


# --- a window whose message is late ------------------------------------------------------------------


def by_our_clock() -> Table:
    """The second window, of 5 seconds, has just opened by our own clock: 3 s after it was asked for."""
    table = voting(8, 7, 3)
    table.shower = False
    table.tick()
    table.tick()
    assert table.events(ev.WindowOpened)[-1].estimated
    return table


def shown(table: Table, *, ago_ms: int) -> cmd.WindowShown:
    moment = table.press(ago_ms=ago_ms)
    return cmd.WindowShown(window_no=2, message_ms=moment.discord_ms, host_ms=moment.host_ms)


def test_as_soon_as_a_late_message_is_known_its_moment_counts() -> None:
    table = by_our_clock()
    table.do(table.ballot(1))
    table.wait(2)
    table.do(shown(table, ago_ms=900))
    due = deadline(table.state)
    assert due is not None
    assert due.at_ms == table.now - 900 + 6_000
    table.wait(ms=4_100)
    table.do(table.ballot(2, ago_ms=1))
    assert table.refused(table.ballot(4)) is Reason.TOO_LATE
    table.tick()
    assert table.events(ev.WindowClosed)[-1].voters == (1, 2)


def test_a_message_is_known_once() -> None:
    table = by_our_clock()
    table.do(shown(table, ago_ms=100))
    assert table.refused(shown(table, ago_ms=50)) is Reason.NOTHING_TO_DO


@pytest.mark.parametrize("ago_ms", [6_000, 9_000])
def test_a_window_whose_message_was_long_known_to_others_is_decided_at_once(ago_ms: int) -> None:
    """Its answer took so long: whoever pressed has been waited for."""
    table = by_our_clock()
    table.wait(3)
    table.do(shown(table, ago_ms=ago_ms))
    due = deadline(table.state)
    assert due is not None
    assert due.at_ms <= table.now
