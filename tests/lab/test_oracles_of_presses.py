"""Oracles of votes and finishes: what is counted must have been pressed in time, by the right button."""

from dataclasses import replace

import pytest

from mafiabot.playground.oracles import Click, Evidence, Span
from mafiabot.playground.oracles_press import FinishesBelongToTheirFloor, LateVotesDoNotCount
from mafiabot.playground.views import Seen
from tests.lab.evidence_kit import ALICE, BORIS, evidence, floor, found, message

WINDOW_MS, ASKED_MS = 5_000.0, 1_000.0


def click(user_id: int, at_ms: float, seen: Seen, custom_id: str = "c0") -> Click:
    """A press of a message's button, its id stamped by the moment."""
    stamp = (int(at_ms) + 10_000_000_000) << 22
    return Click(id=stamp, at_ms=at_ms, user_id=user_id, message_id=seen.id, custom_id=custom_id)


# --- votes ---------------------------------------------------------------------------------------

ASKED = message("Who votes for 1?", ASKED_MS, buttons=("Vote for 1 · Alice",))


def vote(*clicks: Click, told: str = "For **1** · Alice: 1 vote – 2.", windows: int = 1) -> Evidence:
    """A window or two for Alice, the presses, and the result."""
    again = message("Who votes for 1?", 9_000, buttons=("Vote for 1 · Alice",))
    asked = (ASKED, again)[:windows]
    return evidence(messages=(*asked, message(told, 20_000)), clicks=clicks, window_ms=WINDOW_MS)


@pytest.mark.parametrize(
    ("at_ms", "late"), [(999, True), (1_000, False), (5_999, False), (6_000, True), (6_400, True)]
)
def test_a_vote_told_in_a_result_was_pressed_inside_its_window(at_ms: float, late: bool) -> None:
    blamed = found(LateVotesDoNotCount(), vote(click(BORIS, at_ms, ASKED)))
    assert blamed == (["seat 2 for 1"] if late else [])


def test_a_vote_that_nobody_pressed_is_caught() -> None:
    assert found(LateVotesDoNotCount(), vote()) == ["seat 2 for 1"]
    assert found(LateVotesDoNotCount(), vote(click(ALICE, 2_000, ASKED))) == ["seat 2 for 1"]


def test_a_vote_in_a_window_that_was_asked_for_again_still_counts() -> None:
    assert found(LateVotesDoNotCount(), vote(click(BORIS, 2_000, ASKED), windows=2)) == []


def test_a_revote_begins_with_new_windows() -> None:
    asked, listed, again = ASKED, message("We vote for: **1** · Alice.", 8_000), 9_000
    seen = evidence(
        messages=(
            asked,
            message("For **1** · Alice: 1 vote – 2.", 7_000),
            listed,
            message("?", again, buttons=("Vote for 1",)),
            message("For **1** · Alice: 1 vote – 2.", 20_000),
        ),
        clicks=(click(BORIS, 2_000, asked),),
        window_ms=WINDOW_MS,
    )
    assert found(LateVotesDoNotCount(), seen) == ["seat 2 for 1"]


def test_after_an_undoing_the_votes_of_a_window_are_told_again() -> None:
    told = message("For **1** · Alice: 1 vote – 2.", 7_000)
    again = message("?", 9_000, buttons=("Vote for 1",))
    later = message("For **1** · Alice: 1 vote – 2.", 20_000)
    seen = evidence(
        messages=(ASKED, told, again, later), clicks=(click(BORIS, 2_000, ASKED),), window_ms=WINDOW_MS
    )
    assert found(LateVotesDoNotCount(), seen) == []


@pytest.mark.parametrize(("at_ms", "late"), [(7_400, False), (8_000, True)])
def test_a_window_whose_message_was_not_seen_in_time_is_open_by_the_judges_clock(
    at_ms: float, late: bool
) -> None:
    seen = replace(vote(click(BORIS, at_ms, ASKED)), estimated=(Span(from_ms=5_000, until_ms=8_000),))
    assert bool(found(LateVotesDoNotCount(), seen)) is late


def test_of_a_window_that_was_never_shown_nothing_is_known() -> None:
    assert found(LateVotesDoNotCount(), vote(windows=0)) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [("ru", "За **1** · Alice – 2 голоса: 1, 2."), ("uk", "За **1** · Alice – 2 голоси: 1, 2.")],
)
def test_results_are_read_in_every_language(language: str, told: str) -> None:
    label = {"ru": "Голосую за 1 · Alice", "uk": "Голосую за 1 · Alice"}[language]
    asked = message("?", ASKED_MS, buttons=(label,))
    seen = evidence(
        language=language,
        messages=(asked, message(told, 20_000)),
        clicks=(click(ALICE, 2_000, asked),),
        window_ms=WINDOW_MS,
    )
    assert found(LateVotesDoNotCount(), seen) == ["seat 2 for 1"]


# --- finishes ------------------------------------------------------------------------------------


def finished(*clicks: Click, shown: Seen) -> Evidence:
    """Alice's speech from 1 s to 8 s, which she ended herself."""
    ended = floor(ALICE, 1_000, 8_000, granted_ms=10_000, cause="finished")
    return evidence(floors=(ended,), private=(shown,), clicks=clicks)


NEW = message("Your hand", 1_050, buttons=("Finish my speech",))
OLD = message("Your hand", 400, buttons=("Finish my speech",))


def test_a_speech_ended_by_a_button_that_came_with_it_is_fine() -> None:
    assert found(FinishesBelongToTheirFloor(), finished(click(ALICE, 7_900, NEW), shown=NEW)) == []


@pytest.mark.parametrize(
    "press",
    [
        click(ALICE, 7_900, OLD),
        click(BORIS, 7_900, OLD),
        click(ALICE, 900, OLD),
        click(ALICE, 7_900, OLD, custom_id="another"),
    ],
    ids=["older than the floor", "somebody else's", "pressed before", "never shown"],
)
def test_a_speech_ended_by_any_other_button_is_caught(press: Click) -> None:
    assert found(FinishesBelongToTheirFloor(), finished(press, shown=OLD)) == ["seat 1 (speech)"]


def test_a_floor_that_an_undoing_gave_back_may_be_ended_by_a_button_of_its_first_time() -> None:
    seen = finished(click(ALICE, 7_900, OLD), shown=OLD)
    back = replace(seen, floors=(replace(seen.floors[0], first_ms=300),))
    assert found(FinishesBelongToTheirFloor(), back) == []


def test_a_button_that_says_something_else_does_not_end_a_speech() -> None:
    other = message("Your hand", 1_050, buttons=("Rules",))
    assert found(FinishesBelongToTheirFloor(), finished(click(ALICE, 7_900, other), shown=other)) != []


def test_speeches_that_ended_by_time_need_no_press() -> None:
    seen = finished(shown=NEW)
    by_time = replace(seen, floors=(replace(seen.floors[0], cause="time"),))
    assert found(FinishesBelongToTheirFloor(), by_time) == []
