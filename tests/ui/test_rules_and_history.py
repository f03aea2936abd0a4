"""The rules name every option, the log every hand, and both fit one answer."""

import ast
from dataclasses import fields, replace
from itertools import product
from pathlib import Path

import pytest

from mafiabot.engine import ruleset as rs
from mafiabot.engine.state import Gone, GoneCause
from mafiabot.ui import rules
from mafiabot.ui.answers import text_layout
from mafiabot.ui.history import history_text
from mafiabot.ui.rules import rules_text
from mafiabot.ui.texts import Texts
from tests.support import layouts, views

STRICT = replace(
    rs.CLUB,
    preset=rs.Preset.TOURNAMENT,
    table_sizes=(6, 12),
    nine_seats=rs.NineSeats.EMPTY_NUMBER,
    seating=rs.Seating.RANDOM,
    plan_mode=rs.PlanMode.STATIC_OR_DYNAMIC,
    night0_reveal=rs.Night0Reveal.WAKE_AND_LOOK,
    opener_rotation=rs.OpenerRotation.POINTER,
    day0_vote=rs.Day0Vote.SPEECH_ONLY,
    night_victim_nominates=True,
    vote_window_ms=1500,
    tie_repeat=rs.TieRepeat.IDENTICAL_DIVISION,
    fouls=True,
    third_foul=rs.ThirdFoul.LOSE_SPEECH,
    third_foul_at_3_or_4=rs.ThirdFoul.SHORT_30,
    lost_speech_s=10,
    removal_cancels_vote=rs.RemovalCancelsVote.FIIM,
    ppk=True,
    outcry_s=5,
    no_shot=rs.NoShot.MISS_AND_NOTE,
    best_move_condition=rs.BestMoveCondition.AT_MOST_ONE_DAY0_VOTE_OUT,
    scoring=rs.Scoring.TOURNAMENT,
    ci_formula=rs.CiFormula.B40_CAP04,
    ci_win_factor_hundredths=50,
    ci_needs_black=rs.CiNeedsBlack.ON_WIN,
    protocol=rs.ProtocolKind.SHEET,
    award_s=1200,
    protest_s=600,
)


def test_every_option_of_a_ruleset_is_put_into_words() -> None:
    tree = ast.parse(Path(rules.__file__).read_text(encoding="utf-8"))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert {field.name for field in fields(rs.Ruleset)} - read == set()


@pytest.mark.parametrize("ruleset", [rs.CLUB, STRICT], ids=["club", "strictest"])
def test_the_rules_fit_one_answer(texts: Texts, locale: str, ruleset: rs.Ruleset) -> None:
    layouts.assert_within_limits(text_layout(rules_text(texts, locale, ruleset)))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"day0_nominee_cap": 1}, "at most 1 nominee."),
        ({"day0_nominee_cap": None}, "Any number of nominees"),
        ({"table_sizes": (10, 10)}, "Exactly 10 players."),
        ({"vote_window_ms": 1500}, "1.5 s for each candidate"),
        ({"first_day_label": 0}, "number 0"),
        ({"pause_max_s": 90}, "up to 2 min"),
        ({"draw_rule": rs.DrawRule.OFF, "draw_resets_on": None}, "No draws."),
    ],
)
def test_an_option_changes_what_is_said(texts: Texts, change: dict[str, object], expected: str) -> None:
    assert expected in rules_text(texts, "en", replace(rs.CLUB, **change))  # type: ignore[arg-type]


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


def test_a_day_that_still_runs_is_not_said_to_be_over(texts: Texts) -> None:
    today = replace(views.day_record(0, 7), left=(), rounds=(), raise_vote=None)
    assert "left the table" not in history_text(texts, "en", views.public_view(today=today))


def test_an_empty_log_says_so(texts: Texts) -> None:
    assert "Nothing has happened yet." in history_text(texts, "en", views.public_view())
