"""Recorded games, replayed: the engine plays each to the same end, or the first difference is named."""

from functools import cache
from typing import Any

import pytest

from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.protocol import protocol
from mafiabot.engine.protocol_types import Protocol, When
from mafiabot.engine.state import Outcome
from mafiabot.lab.replay import replayed
from mafiabot.lab.replay_feed import Feeder
from mafiabot.lab.replay_protocols import differences, transcript_of
from mafiabot.lab.transcripts import Game, read_lines
from tests.lab.replay_kit import (
    ALL,
    RandomGame,
    alone,
    day,
    fouls,
    game,
    night,
    removal,
    story,
    vote,
)
from tests.support.rules import ROOT

RECORDED = ROOT.parent / "shared" / "games" / "recorded.jsonl"

DAYS: list[dict[str, Any]] = story()["days"]
NIGHTS: list[dict[str, Any]] = story()["nights"]
NINE = [2, 3, 4, 6, 7, 8, 9, 10, 1]  # day 1, seat 5 was shot


def said(read: Game) -> str:
    return str(replayed(read))


def rules(preset: str = "tournament", **overrides: Any) -> dict[str, Any]:
    return {"preset": preset, "overrides": overrides}


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

TWICE = [vote([6, 7], _6=[1, 2, 3, 4], _7=[6, 7, 8, 9])] * 2


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


# --- removals ------------------------------------------------------------------------------------------

BROKEN: dict[str, Any] = {"rounds": [], "vote_cancelled": True, "left": []}


def after_a_removal_of_9(first: dict[str, Any], *, at: dict[str, Any], **changed: Any) -> Game:
    """Seat 9 is removed on or before day 1, on which nobody is voted out; three against three on day 2."""
    last = day(2, [3, 4, 6, 8, 10, 1, 2], {3: 8}, rounds=[alone(8, [1, 2, 3, 4, 6, 8, 10])], left=[8])
    given = {"removals": [removal(9, **at)], "days": [DAYS[0], first, last]}
    return game(**(given | changed))


PLACES: dict[str, tuple[dict[str, Any], list[int]]] = {
    "in the night": ({"night": 1, "when": "night"}, [2, 3, 4, 6, 7, 8, 10, 1]),
    "in the last word of the night's victim": (
        {"day": 1, "when": "night_farewell", "speaker": 5},
        [2, 3, 4, 6, 7, 8, 10, 1],
    ),
    "in the morning, recorded by the night": (
        {"night": 1, "when": "night_farewell"},
        [2, 3, 4, 6, 7, 8, 10, 1],
    ),
    "in a speech before his own": (
        {"day": 1, "when": "speech", "speaker": 3},
        [2, 3, 4, 6, 7, 8, 10, 1],
    ),
    "in his own speech": ({"day": 1, "when": "speech", "speaker": 9}, NINE),
    "in a speech after his own": ({"day": 1, "when": "speech", "speaker": 10}, NINE),
    "some time after his speech": ({"day": 1, "when": "unknown"}, NINE),
    "some time before his speech": ({"day": 1, "when": "unknown"}, [2, 3, 4, 6, 7, 8, 10, 1]),
}


@pytest.mark.parametrize("preset", ["classic", "tournament"])
@pytest.mark.parametrize(("at", "speakers"), PLACES.values(), ids=PLACES)
def test_a_removal_before_the_vote_cancels_it(preset: str, at: dict[str, Any], speakers: list[int]) -> None:
    first = day(1, speakers, {2: 6, 3: 7}, **BROKEN)
    assert said(after_a_removal_of_9(first, at=at, rules=rules(preset))) == "story exact"


@pytest.mark.parametrize("candidates", [[6, 9], [6]], ids=["with him", "without him"])
def test_a_vote_that_was_cancelled_before_it_began_may_be_recorded_with_its_candidates(
    candidates: list[int],
) -> None:
    first = day(1, NINE, {2: 6, 3: 9}, **BROKEN | {"rounds": [vote(candidates)]})
    at = {"day": 1, "when": "speech", "speaker": 10}
    assert said(after_a_removal_of_9(first, at=at)) == "story exact"
    reversed_ = first | {"rounds": [vote([9, 6])]}
    assert said(after_a_removal_of_9(reversed_, at=at)).startswith("story MISMATCH day 1 candidates:")


TIED = vote([6, 7, 8], _6=[1, 2, 3], _7=[4, 6, 7], _8=[8, 9, 10])
IN_THE_VOTE: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "in the first round": ({"when": "vote", "round": 1}, [vote([6, 7, 8], _6=[1, 2])]),
    "before any hand": ({"when": "vote"}, []),
    "after the tie, in the vote": ({"when": "vote", "round": 1}, [TIED]),
    "in a defence": ({"when": "defence", "speaker": 7, "round": 1}, [TIED]),
    "in the first defence": ({"when": "defence"}, [TIED]),
    "in the second round": ({"when": "vote", "round": 2}, [TIED, vote([6, 7, 8], _6=[1, 2, 3, 4], _7=[9])]),
}


@pytest.mark.parametrize("preset", ["classic", "tournament"])
@pytest.mark.parametrize(("at", "rounds"), IN_THE_VOTE.values(), ids=IN_THE_VOTE)
def test_a_removal_in_the_vote_cancels_it(
    preset: str, at: dict[str, Any], rounds: list[dict[str, Any]]
) -> None:
    first = day(1, NINE, {2: 6, 3: 7, 4: 8}, **BROKEN | {"rounds": rounds})
    assert said(after_a_removal_of_9(first, at={"day": 1} | at, rules=rules(preset))) == "story exact"


def test_a_removal_in_the_raise_vote_cancels_it() -> None:
    roles = [*story()["roles"][:8], "civilian", None]
    first = day(1, [2, 3, 4, 6, 7, 8, 9, 1], {2: 6, 3: 7}, **BROKEN | {"rounds": TWICE})
    read = game(
        roles=roles,
        absent=[10],
        removals=[removal(9, day=1, when="vote", round=2)],
        days=[day(0, range(1, 10)), first],
        nights=[night(1, 5, [1, 2, 3]), night(2, 7, [1, 2, 3])],
    )
    assert said(read) == "story exact"


@pytest.mark.parametrize(
    "at",
    [{"when": "farewell", "speaker": 6, "round": 1}, {"when": "farewell"}, {"when": "vote", "round": 1}],
    ids=["in the last word", "in some last word", "when the result stood"],
)
def test_a_removal_after_the_result_cancels_the_next_vote(at: dict[str, Any]) -> None:
    days = [
        DAYS[0],
        DAYS[1],
        day(2, [3, 4, 8, 10, 1, 2], {3: 8}, **BROKEN),
    ]
    read = game(
        roles=["don", "mafia", "civilian", "sheriff", *["civilian"] * 6],
        removals=[removal(9, day=1, **at)],
        nights=[night(1, 5, [1, 2]), night(2, 7, [1, 2]), night(3, 8, [1, 2])],
        days=[*days, day(3, [4, 10, 1, 2, 3], {4: 10}, rounds=[alone(10, [1, 2, 3, 4, 10])], left=[10])],
    )
    assert said(read) == "story exact"


@pytest.mark.parametrize(("preset", "cancelled"), [("classic", True), ("tournament", False)])
def test_the_night_victim_removed_in_his_last_word_cancels_the_vote_by_one_rule_only(
    preset: str, cancelled: bool
) -> None:
    at: dict[str, Any] = {"day": 1, "when": "night_farewell", "speaker": 5}
    first = day(1, NINE, {2: 6}, **BROKEN) if cancelled else DAYS[1]
    days = [DAYS[0], first, DAYS[2]]
    if cancelled:
        eight = [3, 4, 6, 8, 9, 10, 1, 2]
        days = [*days[:2], day(2, eight, {3: 8}, rounds=[alone(8, eight)], left=[8])]
    nights = NIGHTS if not cancelled else [*NIGHTS, night(3, 6, [1, 2, 3])]
    read = game(rules=rules(preset), removals=[removal(5, **at)], days=days, nights=nights)
    assert said(read) == "story exact"


def test_a_removal_that_decides_the_game_ends_it_at_once() -> None:
    days = [DAYS[0], DAYS[1], day(2, [3, 4], {3: 8}) | {"vote_cancelled": True}]
    read = game(days=days, removals=[removal(9, day=2, when="speech", speaker=4)])
    assert said(read) == "story exact"
    days[2] = days[2] | {"vote_cancelled": False}
    assert said(game(days=days, removals=[removal(9, day=2, when="speech", speaker=4)])) == "story exact"


def test_the_fourth_foul_removes_by_itself_and_the_record_must_agree() -> None:
    first = day(1, [2, 3, 4, 6, 7, 8, 10, 1], {2: 6, 3: 7}, **BROKEN)
    at: dict[str, Any] = {"day": 1, "when": "speech", "speaker": 3}
    four = fouls(9, 4, **at)
    assert said(after_a_removal_of_9(first, at=at | {"reason": "fouls"}, fouls=four)) == "story exact"
    assert said(after_a_removal_of_9(first, at=at, fouls=four, removals=[])) == (
        "story MISMATCH day 1 removals: engine [9], record []"
    )


def test_a_removal_for_fouls_that_are_not_all_recorded_is_made_at_its_place() -> None:
    first = day(1, [2, 3, 4, 6, 7, 8, 10, 1], {2: 6, 3: 7}, **BROKEN)
    at: dict[str, Any] = {"day": 1, "when": "speech", "speaker": 3}
    known = [*fouls(9, 1, **at), *fouls(9, 3, day=0, when="unknown")]
    assert said(after_a_removal_of_9(first, at=at | {"reason": "fouls"}, fouls=known)) == "story exact"


def test_in_the_club_who_gives_up_or_is_put_out_walks_out() -> None:
    first = day(1, [2, 3, 4, 6, 7, 8, 10, 1], {2: 6}, rounds=[alone(6, [1, 2, 3, 4, 6, 7, 8, 10])], left=[6])
    for reason in ("gave_up", "kicked_out"):
        read = game(
            rules=rules("club"),
            removals=[removal(9, reason, night=1, when="night")],
            days=[DAYS[0], first],
            nights=[night(1, 5, [1, 2, 3]), night(2, 7, [1, 2, 3])],
        )
        assert said(read) == "story exact"


def test_who_shot_before_he_was_removed_has_shot() -> None:
    roles = ["don", "mafia", "mafia", "sheriff", *["civilian"] * 6]
    first = day(1, [3, 4, 6, 7, 8, 9, 10, 1], {3: 6}, **BROKEN)
    second = day(2, [4, 6, 8, 9, 10, 1, 3], {4: 6}, rounds=[alone(6, [1, 3, 4, 6, 8, 9, 10])], left=[6])
    third = day(3, [8, 9, 10, 1, 3], {8: 9}, rounds=[alone(9, [1, 3, 8, 9, 10])], left=[9])
    read = game(
        roles=roles,
        removals=[removal(2, night=1, when="night")],
        days=[DAYS[0], first, second, third],
        nights=[night(1, 5, [1, 2, 3]), night(2, 7, [1, 3]), night(3, 4, [1, 3])],
    )
    assert said(read) == "story exact"


# --- known oddities ------------------------------------------------------------------------------------


def test_an_odd_opener_is_told_and_not_compared() -> None:
    days = [DAYS[0], DAYS[1] | {"opener": 3, "speakers": [3, 4, 6, 7, 8, 9, 10, 1, 2]}, DAYS[2]]
    assert said(game(days=days, notes=["opener"])) == "story exact (opener)"
    assert said(game(days=days)).startswith("story MISMATCH day 1 opener: engine 2, record 3")


def test_a_nominee_who_is_dead_is_told_and_left_out() -> None:
    first = day(1, NINE, {2: 6, 3: 5}, rounds=[vote([6, 5], _6=NINE)], left=[6])
    read = game(days=[DAYS[0], first, DAYS[2]], notes=["nom_of_dead"])
    assert said(read) == "story exact (nom_of_dead, day 1 nomination 3 5 seat_not_alive)"
    assert said(game(days=[DAYS[0], first, DAYS[2]])).startswith("story MISMATCH day 1 candidates:")


def test_where_a_shot_is_missing_from_the_record_the_victim_is_taken_as_given() -> None:
    nights = [night(1, 5, [1, 3]), NIGHTS[1]]
    assert said(game(nights=nights, notes=["shots_incomplete"])) == "story exact (shots_incomplete)"
    assert said(game(nights=nights)).startswith("story MISMATCH night 1 victim: engine none, record 5")


def test_a_check_of_who_is_dead_is_legal_and_one_by_who_is_dead_is_told() -> None:
    nights = [NIGHTS[0], NIGHTS[1] | {"sheriff_check": 5}]
    assert said(game(nights=nights, notes=["check_of_dead"])) == "story exact (check_of_dead)"
    roles = ["don", "mafia", "mafia", "civilian", "sheriff", *["civilian"] * 5]
    assert said(game(roles=roles, nights=nights)) == "story exact (night 2 sheriff_check 5 not_alive)"


# --- what is noticed -----------------------------------------------------------------------------------

SECOND = day(1, NINE, {2: 6, 3: 7}, rounds=[vote([6, 7], _6=NINE)], left=[6])
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a victim": (
        {"nights": [NIGHTS[0] | {"victim": 4}, NIGHTS[1]]},
        "night 1 victim: engine 5, record 4",
    ),
    "who left": (
        {"days": [DAYS[0], DAYS[1] | {"left": []}, DAYS[2]]},
        "day 1 left: engine [6], record []",
    ),
    "a raise": (
        {"days": [DAYS[0], DAYS[1] | {"raise": {"yes": None, "passed": True}}, DAYS[2]]},
        "day 1 raise: engine none, record yes",
    ),
    "a cancelled vote": (
        {"days": [DAYS[0] | {"vote_cancelled": True}, *DAYS[1:]]},
        "day 0 vote_cancelled: engine no, record yes",
    ),
    "the order of candidates": (
        {"days": [DAYS[0], SECOND | {"rounds": [vote([7, 6], _6=NINE)]}, DAYS[2]]},
        "day 1 candidates: engine [[6, 7]], record [[7, 6]]",
    ),
    "a tie": (
        {
            "days": [
                DAYS[0],
                SECOND | {"rounds": [vote([6, 7], _6=[1, 2, 3, 4, 5], _7=[6, 7, 8, 9, 10])]},
                DAYS[2],
            ]
        },
        "day 1 tied: engine [[7]], record [[6, 7]]",
    ),
    "the winner": ({"winner": "red"}, "day 2 winner: engine black, record red"),
    "a removal of who is gone": (
        {"removals": [removal(5, day=2, when="speech", speaker=3)]},
        "day 2 removals: engine [], record [5]",
    ),
    "an end too early": (
        {"nights": [*NIGHTS, night(3, 4, [1, 2, 3])]},
        "day 2 end: engine over, record goes on",
    ),
    "an end too late": (
        {"days": DAYS[:2], "nights": NIGHTS},
        "night 2 end: engine goes on, record over",
    ),
}


@pytest.mark.parametrize(("changed", "mismatch"), WRONG.values(), ids=WRONG)
def test_a_difference_is_named_by_its_day_or_night(changed: dict[str, Any], mismatch: str) -> None:
    found = [str(one) for one in replayed(game(**changed)).mismatches]
    assert mismatch in found


def test_a_nomination_for_which_no_floor_came_is_named() -> None:
    first = day(1, NINE, {5: 4, 2: 6}, rounds=[alone(6, NINE)], left=[6])
    silent = game(days=[DAYS[0], first, DAYS[2]], removals=[removal(5, night=1, when="night")])
    assert "nominations" in {one.field for one in replayed(silent).mismatches}


# --- games of ours -------------------------------------------------------------------------------------


@cache
def ours(seed: int) -> Protocol:
    return protocol(tuple(RandomGame(seed, discipline=0.03).play().log))


SEEDS = range(24)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_comes_out_of_its_replay_as_it_went_in(seed: int) -> None:
    transcript = transcript_of(ours(seed))
    assert [str(one) for one in differences(transcript, Feeder(transcript).play())] == []
    assert said(transcript) == "recorded exact"


def test_random_games_know_every_kind_of_removal_and_of_place() -> None:
    """Else the test above would prove little."""
    departures = [one for seed in SEEDS for one in ours(seed).departures]
    assert {one.moment.when for one in departures} >= {When.NIGHT, When.SPEECH, When.VOTE, When.FAREWELL}
    assert {one.cause for one in departures} >= {GoneCause.GAVE_UP, GoneCause.FOURTH_FOUL, GoneCause.OTHER}
    assert {ours(seed).outcome for seed in SEEDS} >= {Outcome.RED, Outcome.BLACK}
