"""Oracles of what betrays a role without saying it: edits, reasons, hands, ids, the length of a night."""

from dataclasses import replace
from typing import Any

import pytest

from mafiabot.playground.oracles import Click, Evidence, MicEdit, NightSpan, Standing
from mafiabot.playground.oracles_secret import (
    HandsLookAlike,
    NightsNeedNoEdits,
    PublicIdsAreTheSame,
    ReasonsNameNoRole,
    shape,
)
from mafiabot.playground.oracles_world import NightsSeemOfOneLength
from mafiabot.playground.views import Seen
from tests.lab.evidence_kit import ALICE, BORIS, evidence, found, message

# --- microphones ---------------------------------------------------------------------------------

NIGHT = NightSpan(number=1, fell_ms=100_000, over_ms=164_000, expected_ms=64_000)


def edit(at_ms: float = 120_000, user_id: int = ALICE, **changes: Any) -> MicEdit:
    """A needless mute."""
    known: dict[str, Any] = {"mute": True, "was_muted": True, "reason": "mafiabot: table b07-x"}
    return MicEdit(at_ms=at_ms, user_id=user_id, **{**known, **changes})


@pytest.mark.parametrize(
    ("made", "caught"),
    [
        (edit(), True),
        (edit(mute=False, was_muted=False), True),
        (edit(was_muted=False), False),
        (edit(was_muted=None), False),
        (edit(at_ms=99_000), False),
        (edit(at_ms=164_000), False),
        (edit(user_id=999), False),
    ],
    ids=["again", "unmuted again", "needed", "unknown", "before", "after", "not seated"],
)
def test_a_needless_edit_at_night_is_caught(made: MicEdit, caught: bool) -> None:
    assert bool(found(NightsNeedNoEdits(), evidence(nights=(NIGHT,), edits=(made,)))) is caught


@pytest.mark.parametrize(("after_ms", "caught"), [(2_000, False), (40_000, True)])
def test_an_edit_may_be_sent_again_for_a_while(after_ms: float, caught: bool) -> None:
    needed, again = edit(110_000, was_muted=False), edit(110_000 + after_ms)
    assert bool(found(NightsNeedNoEdits(), evidence(nights=(NIGHT,), edits=(needed, again)))) is caught


@pytest.mark.parametrize(
    ("reason", "caught"),
    [
        ("mafiabot: table b07-x", False),
        (None, False),
        ("mafiabot: the sheriff speaks", True),
        ("стол 1, шериф", True),
        ("стіл 1, Мафія", True),
        ("don", True),
    ],
)
def test_a_role_in_a_reason_of_the_audit_log_is_caught(reason: str | None, caught: bool) -> None:
    seen = evidence(edits=(edit(reason=reason),))
    assert bool(found(ReasonsNameNoRole(), seen)) is caught


# --- nights as a spectator sees them -------------------------------------------------------------


def night(language: str, falls: str, morning: str, lasted_ms: float) -> Evidence:
    """One night, told of in two messages."""
    told = (
        message(falls, 100_200),
        message("Player **1** has left.", 130_000),
        message(morning, 100_200 + lasted_ms),
    )
    return evidence(language=language, messages=told, nights=(NIGHT,))


LANGUAGES = pytest.mark.parametrize(
    ("language", "falls", "morning"),
    [
        ("en", "## 🌙 Night 2. Night falls, the city goes to sleep.", "## ☀️ Day 2. The city wakes up."),
        ("ru", "## 🌙 Ночь 2. Наступает ночь, город засыпает.", "## ☀️ День 2. Город просыпается."),
        ("uk", "## 🌙 Ніч 2. Настає ніч, місто засинає.", "## ☀️ День 2. Місто прокидається."),
    ],
)


@LANGUAGES
def test_a_night_that_seems_shorter_or_longer_is_caught(language: str, falls: str, morning: str) -> None:
    assert found(NightsSeemOfOneLength(), night(language, falls, morning, 64_500)) == []
    assert found(NightsSeemOfOneLength(), night(language, falls, morning, 50_000)) == [
        "night 1 lasted 50000 instead of 64000 ms"
    ]
    assert len(found(NightsSeemOfOneLength(), night(language, falls, morning, 71_000))) == 1


def test_a_disturbed_night_may_last_longer() -> None:
    seen = night("en", "Night 2. Night falls", "Day 2. The city wakes up.", 90_000)
    assert found(NightsSeemOfOneLength(), replace(seen, nights=(replace(NIGHT, disturbed=True),))) == []


# --- hands ---------------------------------------------------------------------------------------

MARKS = ((100_000.0, "night 1 shots"), (120_000.0, "night 1 don"))
PANEL = message("🟢 **1** · Alice\n🟢 **2** · Борис", 90_000, buttons=("My hand", "Game log"))


def hand(
    seat: int,
    at_ms: float,
    *,
    more: int = 0,
    options: int = 3,
    disabled: bool = False,
    partners: str = "**3** · A\\_b",
) -> Seen:
    """A hand as its owner's client shows it."""
    lines = [f"Your number: **{seat}**", f"Partners: ||{partners}||", *["||secret||"] * more]
    seen = message("\n".join(lines), at_ms, step=seat)
    select = {
        "type": 3,
        "id": 60,
        "custom_id": f"s{seat}",
        "placeholder": "Shoot",
        "disabled": disabled,
        "options": [{"label": f"{n}", "value": f"{n}"} for n in range(options)],
    }
    row = {"type": 1, "id": 61, "components": [select]}
    payload = {**seen.payload, "flags": 64, "author": {"id": "9", "bot": True}}
    payload["components"] = [*payload["components"], row]
    return replace(seen, id=seen.id + seat, payload=payload, versions=[(at_ms, payload)])


def hands(*shown: Seen, clicks: tuple[Click, ...] = (), panel: Seen = PANEL) -> Evidence:
    payload = {**panel.payload, "author": {"id": "9", "bot": True}}
    seen = replace(panel, payload=payload, versions=[(90_000, payload)])
    return evidence(messages=(seen,), private=shown, marks=MARKS, clicks=clicks)


@pytest.mark.parametrize(
    "other",
    [
        hand(2, 100_300, more=1),
        hand(2, 100_300, options=4),
        hand(2, 100_300, disabled=True),
        hand(2, 100_300, partners="–"),
    ],
    ids=["a line more", "an option more", "dead controls", "a narrower bar"],
)
def test_a_hand_of_another_shape_is_caught(other: Seen) -> None:
    assert len(found(HandsLookAlike(), hands(hand(1, 100_200), other))) == 1
    assert found(HandsLookAlike(), hands(hand(1, 100_200), hand(2, 100_300))) == []
    assert found(HandsLookAlike(), hands(hand(1, 100_200), hand(2, 100_300, partners="–" * 7))) == []


def test_hands_are_compared_only_where_they_are_up_to_date_and_untouched_and_their_owners_alive() -> None:
    other = hand(2, 100_300, more=1)
    touched = Click(id=1, at_ms=100_900, user_id=BORIS, message_id=other.id, custom_id="s2")
    dead = message("🟢 **1** · Alice\n💀 **2** · Борис", 90_000, buttons=("My hand", "Game log"))
    assert found(HandsLookAlike(), hands(hand(1, 100_200), hand(2, 99_000, more=1))) == []
    assert found(HandsLookAlike(), hands(hand(1, 100_200), other, clicks=(touched,))) == []
    assert found(HandsLookAlike(), hands(hand(1, 100_200), other, panel=dead)) == []


def test_what_was_picked_before_a_pause_may_show_when_the_step_begins_anew() -> None:
    shown = hand(1, 140_200), hand(2, 140_300, disabled=True)
    touched = Click(id=1, at_ms=100_900, user_id=BORIS, message_id=shown[1].id, custom_id="s2")
    anew = (MARKS[0], (120_000.0, "pause"), (140_000.0, "night 1 shots"), (160_000.0, "night 1 don"))
    assert found(HandsLookAlike(), replace(hands(*shown, clicks=(touched,)), marks=anew)) == []
    assert len(found(HandsLookAlike(), replace(hands(*shown), marks=anew))) == 1


def test_whoever_has_left_by_the_book_may_see_another_hand_before_the_panel_says_so() -> None:
    seen = hands(hand(1, 100_200), hand(2, 100_300, more=1))
    left = Standing(from_ms=100_100, living=frozenset({1}), fouls=frozenset())
    assert found(HandsLookAlike(), replace(seen, standings=(left,))) == []
    assert len(found(HandsLookAlike(), replace(seen, standings=(replace(left, from_ms=150_000),)))) == 1


def test_whoever_names_the_best_move_may_see_another_hand() -> None:
    seen = hands(hand(1, 100_200), hand(2, 100_300, more=1))
    marks = ((100_000.0, "night 1 best_move"), (120_000.0, "day 1 speech 1"))
    assert found(HandsLookAlike(), replace(seen, marks=marks)) == []


def test_the_shape_of_a_hand_is_not_its_words() -> None:
    one, other = message("a\nb", 1, buttons=("x",)), message("c\nd", 2, buttons=("y",))
    assert shape(one.payload) == shape(other.payload)
    assert shape(one.payload) != shape(message("a", 1, buttons=("x",)).payload)


# --- public ids ----------------------------------------------------------------------------------


def told(nonce: str, at_ms: float = 1_000, text: str = "Morning <t:5:R>", step: int = 1) -> Seen:
    """An announcement with a nonce."""
    seen = message(text, at_ms, step=step, buttons=("Vote for 1",))
    payload = {**seen.payload, "nonce": nonce}
    return replace(seen, payload=payload, versions=[(at_ms, payload)])


def compared(one: Seen, other: Seen) -> list[str]:
    twin = evidence(messages=(told("same"), other))
    return found(PublicIdsAreTheSame(twin), evidence(messages=(told("same"), one)))


def test_ids_that_differ_where_nothing_else_does_are_caught() -> None:
    assert compared(told("a", 2_000), told("a", 2_000)) == []
    assert compared(told("a", 2_000), told("b", 2_000)) == ["a and b"]
    assert compared(told("a", 2_000, step=2), told("a", 2_000, step=3)) == ["2 and 3"]


def test_evenings_that_went_another_way_are_not_compared() -> None:
    assert compared(told("a", 2_000), told("b", 2_001)) == []
    assert compared(told("a", 2_000, "Nobody"), told("b", 2_000, "Somebody")) == []
