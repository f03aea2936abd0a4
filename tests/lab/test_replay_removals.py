"""Removals in every part of a game: what the engine makes of the votes after them is what happened."""

from typing import Any

import pytest

from mafiabot.lab.transcripts import Game
from tests.lab.replay_kit import (
    DAYS,
    NIGHTS,
    NINE,
    TWICE,
    alone,
    day,
    fouls,
    game,
    night,
    removal,
    rules,
    said,
    story,
    vote,
)

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
