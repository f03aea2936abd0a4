"""Recorded games, replayed: given the same votes and fouls, the engine plays each to the same end."""

from typing import Any

import pytest

from mafiabot.lab.replay import replayed
from mafiabot.lab.replay_files import read_lines
from tests.lab.replay_kit import (
    ALL,
    DAYS,
    NIGHTS,
    NINE,
    TWICE,
    alone,
    day,
    fouls,
    game,
    night,
    rules,
    said,
    story,
    vote,
)
from tests.support.rules import ROOT

RECORDED = ROOT.parent / "shared" / "games" / "recorded.jsonl"


# --- real games --------------------------------------------------------------------------------------


@pytest.mark.skipif(not RECORDED.exists(), reason=f"the recorded games are not at {RECORDED}")
def test_every_recorded_game_is_exact() -> None:
    games, malformed = read_lines(RECORDED)
    results = [replayed(one) for one in games]
    assert malformed == []
    assert [str(one) for one in results if not one.exact] == []
    assert len(results) == 23
    assert {note for one in results for note in one.notes} == {"check_of_dead"}


# --- whole games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["club", "classic", "tournament"])
def test_a_game_is_exact_under_every_preset(preset: str) -> None:
    assert said(game(rules=rules(preset))) == "story exact"


def test_what_was_not_recorded_is_not_compared() -> None:
    days = [one | {"opener": None, "speakers": None} for one in DAYS]
    assert said(game(days=days)) == "story exact"


def test_a_day_that_broke_only_for_the_last_word_may_be_recorded() -> None:
    stub = day(3, [4]) | {"opener": None, "speakers": None}
    seven = [
        "don",
        "mafia",
        "civilian",
        "sheriff",
        "civilian",
        "civilian",
        "civilian",
        "civilian",
        None,
        None,
    ]
    days = [
        day(0, range(1, 9)),
        day(1, [2, 3, 4, 6, 7, 8, 1], {2: 6}, rounds=[alone(6, [1, 2, 3, 4, 6, 7, 8])], left=[6]),
        day(2, [3, 4, 8, 1, 2]),
        stub,
    ]
    nights = [night(1, 5, [1, 2]), night(2, 7, [1, 2]), night(3, 8, [1, 2])]
    assert said(game(roles=seven, absent=[9, 10], days=days, nights=nights)) == "story exact"


def test_an_absent_seat_is_passed_and_a_shot_at_it_kills_nobody() -> None:
    roles = [*story()["roles"][:4], None, *["civilian"] * 5]
    days = [
        day(0, [1, 2, 3, 4, 6, 7, 8, 9, 10]),
        day(1, NINE, {2: 6}, rounds=[alone(6, NINE)], left=[6]),
        DAYS[2],
    ]
    nights = [night(1, 5, [1, 2, 3]) | {"victim": None}, NIGHTS[1]]
    assert said(game(roles=roles, absent=[5], days=days, nights=nights)) == "story exact"


def test_a_draw_of_ours_is_exact() -> None:
    nobody = [
        day(0, ALL),
        day(1, [*range(2, 11), 1]),
        day(2, [*range(3, 11), 1, 2]),
    ]
    nights = [night(number, None) for number in (1, 2, 3)]
    assert said(game(days=nobody, nights=nights, winner="draw")) == "story exact"


# --- the vote ------------------------------------------------------------------------------------------


def raised(yes: list[int] | None, *, passed: bool, left: list[int]) -> dict[str, Any]:
    """Eight are alive, 6 and 7 tied twice over."""
    roles = [*story()["roles"][:9], None]
    first = day(
        1,
        [2, 3, 4, 6, 7, 8, 9, 1],
        {2: 6, 3: 7},
        rounds=TWICE,
        left=left,
        **{"raise": {"yes": yes, "passed": passed}},
    )
    return {"roles": roles, "absent": [10], "first": first}


@pytest.mark.parametrize("yes", [None, [1, 2, 3, 4, 6]])
def test_a_raise_that_passes_takes_all_and_ends_the_game_on_the_batch(yes: list[int] | None) -> None:
    held = raised(yes, passed=True, left=[7, 6])
    days = [day(0, range(1, 10)), held["first"]]
    read = game(roles=held["roles"], absent=[10], days=days, nights=[night(1, 5, [1, 2, 3])])
    assert said(read) == "story exact"


@pytest.mark.parametrize("yes", [None, [1, 2, 3, 4]])
def test_a_raise_that_fails_leads_to_the_night(yes: list[int] | None) -> None:
    held = raised(yes, passed=False, left=[])
    last = day(2, [3, 4, 6, 8, 9, 1, 2], {3: 8}, rounds=[alone(8, [1, 2, 3, 4, 6, 8, 9])], left=[8])
    days = [day(0, range(1, 10)), held["first"], last]
    read = game(roles=held["roles"], absent=[10], days=days)
    assert said(read) == "story exact"


@pytest.mark.parametrize("value", ["skip_single", "none", "speech_only", "raise_only"])
def test_the_first_day_is_voted_as_its_option_says(value: str) -> None:
    """Two nominees on day 0, seat 6 in front, and a game that goes on from there."""
    rounds = [] if value == "none" else [vote([6, 7], _6=[1, 2, 3, 4, 5, 8], _7=[6, 7, 9, 10])]
    left = [6] if value == "skip_single" else []
    zero = day(0, ALL, {1: 6, 2: 7}, rounds=rounds, left=left)
    if left:
        days = [
            zero,
            day(1, [2, 3, 4, 7, 8, 9, 10, 1], {2: 8}, rounds=[alone(8, [1, 2, 3, 4, 7, 8, 9, 10])], left=[8]),
        ]
        nights = [night(1, 5, [1, 2, 3]), night(2, 7, [1, 2, 3])]
    else:
        days, nights = [zero, *DAYS[1:]], NIGHTS
    assert said(game(rules=rules(day0_vote=value), days=days, nights=nights)) == "story exact"


def test_the_night_victims_nominee_heads_the_list() -> None:
    first = day(
        1,
        NINE,
        {5: 6, 2: 7},
        rounds=[vote([6, 7], _6=[1, 2, 3, 4, 6, 7, 8, 9], _7=[10])],
        left=[6],
    )
    read = game(rules=rules(night_victim_nominates=True), days=[DAYS[0], first, DAYS[2]])
    assert said(read) == "story exact"
    assert said(game(days=[DAYS[0], first, DAYS[2]])).startswith("story MISMATCH day 1 candidates:")


# --- fouls ---------------------------------------------------------------------------------------------


def test_a_third_foul_before_his_own_speech_costs_it_and_he_still_nominates() -> None:
    lost = day(1, [3, 4, 6, 7, 8, 9, 10, 1], {2: 6}, rounds=[alone(6, NINE)], left=[6]) | {"opener": 2}
    read = game(fouls=fouls(2, 3, night=1, when="night"), days=[DAYS[0], lost, DAYS[2]])
    assert said(read) == "story exact"
    assert said(game(fouls=fouls(2, 3, night=1, when="night"))) == (
        "story MISMATCH day 1 speakers: engine [3, 4, 6, 7, 8, 9, 10, 1], record [2, 3, 4, 6, 7, 8, 9, 10, 1]"
    )


def test_if_the_openers_speech_is_lost_the_record_may_name_who_spoke_first() -> None:
    lost = day(1, [3, 4, 6, 7, 8, 9, 10, 1], {2: 6}, rounds=[alone(6, NINE)], left=[6])
    given = fouls(2, 3, night=1, when="night")
    assert said(game(fouls=given, days=[DAYS[0], lost, DAYS[2]])) == "story exact"
    wrong = lost | {"opener": 4}
    assert said(game(fouls=given, days=[DAYS[0], wrong, DAYS[2]])) == (
        "story MISMATCH day 1 opener: engine 2, record 4"
    )


def test_a_third_foul_in_his_own_speech_costs_the_next_one() -> None:
    lost = day(1, [2, 3, 4, 6, 7, 8, 9, 10], {2: 6}, rounds=[alone(6, NINE)], left=[6])
    given = fouls(1, 3, day=0, when="speech", speaker=1)
    assert said(game(fouls=given, days=[DAYS[0], lost, DAYS[2]])) == "story exact"


def test_technical_fouls_and_fouls_of_an_unknown_time_are_not_fed() -> None:
    given = [one | {"kind": "tech"} for one in fouls(2, 3, day=0, when="vote")]
    assert said(game(fouls=[*given, *fouls(2, 3, day=0, when="unknown")])) == "story exact"


def test_a_foul_after_the_end_is_told_and_changes_nothing() -> None:
    given = fouls(4, 1, night=3, when="night")
    assert said(game(fouls=given)) == "story exact (night 3 foul 4 not_reached)"
