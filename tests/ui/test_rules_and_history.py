"""The log names every hand, and fits one answer."""

from dataclasses import replace
from itertools import product

import pytest

from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.state import DayRecord, Gone
from mafiabot.ui.answers import text_layout
from mafiabot.ui.history import history_text
from mafiabot.ui.texts import Texts
from tests.support import layouts, views


@pytest.mark.parametrize(("days", "seats"), list(product((0, 1, 12), (6, 12))))
def test_the_log_fits_one_answer(texts: Texts, locale: str, days: int, seats: int) -> None:
    view = views.ended_view(seats, days=days)
    layouts.assert_within_limits(text_layout(history_text(texts, locale, view)))


def test_the_latest_days_are_kept_where_the_log_is_cut(texts: Texts) -> None:
    shown = history_text(texts, "en", views.ended_view(12, days=12))
    assert "see the protocol" in shown
    assert "**Day 12**" in shown
    assert "**Day 1**" not in shown


def test_the_log_tells_every_hand(texts: Texts) -> None:
    shown = history_text(texts, "en", views.ended_view(7, days=1))
    for line in (
        "**Day 1** · 1 opens the round",
        "Nominated: 7 (by 1), 6 (by 2)",
        "– for 2: 1, 7 (3 in all), without a vote: 4",
        "– for 5: nobody",
        "Revote 1:",
        "Raise 1, 2, 3: yes – 1, 2, 3, 4, no – 5, 6, 7. Raised.",
        "left the table: 1, 2, 3",
        "Night 2: 1 killed",
    ):
        assert line in shown


def test_who_left_is_told_at_his_day_or_night(texts: Texts) -> None:
    gone = (
        Gone(seat=5, cause=GoneCause.GAVE_UP, day=0),
        Gone(seat=6, cause=GoneCause.UNSEATED, day=0, night=1),
        Gone(seat=7, cause=GoneCause.ABSENT, day=1, night=2),
    )
    lines = history_text(texts, "en", views.ended_view(7, days=2, gone=gone)).splitlines()
    order = [
        lines.index(line)
        for line in (
            "5 left the game",
            "6 taken out by the judge",
            "Night 2: 1 killed",
            "**Day 2** · 1 opens the round",
            "7 did not come back to the channel",
            "Night 3: nobody killed",
        )
    ]
    assert order == sorted(order)


def test_fouls_and_removals_are_told_at_their_day_or_night(texts: Texts) -> None:
    fouls = (*views.fouls_of(5, 1), *views.fouls_of(6, 1, reason=FoulReason.OTHER, night=1, text="woke"))
    gone = (
        Gone(seat=5, cause=GoneCause.NIGHT_BREACH, day=0, night=1, removed=True, text="spoke"),
        Gone(seat=6, cause=GoneCause.GAVE_UP, day=1, removed=True),
    )
    lines = history_text(texts, "en", views.ended_view(7, days=2, gone=gone, fouls=fouls)).splitlines()
    order = [
        lines.index(line)
        for line in (
            "5 – foul No. 1: speech out of turn",
            "6 – foul No. 1: woke",
            "5 removed: speech or gesture at night – spoke",
            "Night 2: 1 killed",
            "6 removed: left the game",
        )
    ]
    assert order == sorted(order)


def test_a_best_move_stands_with_the_night_that_gave_it(texts: Texts) -> None:
    lines = history_text(texts, "en", views.ended_view(7, days=2)).splitlines()
    assert lines[lines.index("Night 2: 1 killed") + 1] == "best move of 1: 2, 3, 4"


def test_lost_speeches_and_a_cancelled_vote_are_told(texts: Texts) -> None:
    day = DayRecord(number=0, opener=1, lost=(3,), cancelled=True)
    shown = history_text(texts, "en", replace(views.ended_view(7, days=1), days=(day,)))
    assert "without a speech: 3" in shown
    assert "the vote was cancelled by a removal" in shown
    assert "nobody left the table" not in shown


def test_a_foul_in_a_night_that_no_day_followed_is_told(texts: Texts) -> None:
    view = views.public_view(fouls=views.fouls_of(5, 1, night=1))
    assert "5 – foul No. 1: speech out of turn" in history_text(texts, "en", view)


def test_a_day_that_still_runs_is_not_said_to_be_over(texts: Texts) -> None:
    today = replace(views.day_record(0, 7), left=(), rounds=(), raise_vote=None)
    assert "left the table" not in history_text(texts, "en", views.public_view(today=today))


def test_an_empty_log_says_so(texts: Texts) -> None:
    assert "Nothing has happened yet." in history_text(texts, "en", views.public_view())


def test_a_day_that_the_night_before_had_decided_is_not_told(texts: Texts) -> None:
    view = replace(views.ended_view(days=1), victims=((1, 2),), gone=())
    ended = replace(view, today=DayRecord(number=1, opener=3))
    last = history_text(texts, "en", ended).splitlines()[-1]
    assert "killed" in last
    assert "opens the circle" not in last
    spoken = replace(view, today=DayRecord(number=1, opener=3, speakers=(3,)))
    assert history_text(texts, "en", spoken).splitlines()[-1] == "nobody left the table"
