"""The hand: every role's looks alike at one moment, and asks exactly what the moment asks."""

from dataclasses import replace
from typing import Any

import pytest

from mafiabot.engine.person import NOBODY
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, PlanMode, Ruleset
from mafiabot.engine.state import NightStep, Role, SpeechKind, Status
from mafiabot.engine.views import HandControl, HandView, PhaseName
from mafiabot.ui.covered import BLANK
from mafiabot.ui.hand import (
    MOST_SIGN,
    NO_SHOT,
    cry_out_confirm_layout,
    give_up_confirm_layout,
    hand_view_layout,
    may_be_removed_by_crying,
    sign_form,
)
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.texts import Texts
from tests.support import layouts, views

MOMENTS = {name: view for name, view in views.moments().items() if view.seats}


def shape(part: dict[str, Any]) -> dict[str, Any]:
    """A component without its words: text displays keep their number of lines only."""
    kept = {key: value for key, value in part.items() if key not in ("content", "components")}
    if "content" in part:
        kept["lines"] = part["content"].count("\n")
        kept["spoilers"] = part["content"].count("||")
    return kept


def shapes(texts: Texts, role: Role, moment: str, control: HandControl) -> list[dict[str, Any]]:
    options = (2, 3, 4) if control is not HandControl.NONE else ()
    hand = views.hand_of(role, MOMENTS[moment], control, options=options)
    return [shape(part) for part in layouts.components(hand_view_layout(texts, "ru", hand, "line"))]


def told(texts: Texts, hand: HandView) -> str:
    """What is written on it, without what fills up the bars."""
    return layouts.text_of(hand_view_layout(texts, "en", hand, "line")).replace(BLANK, "")


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_role_has_the_same_hand_at_the_same_moment(texts: Texts, moment: str) -> None:
    for control in HandControl:
        civilian = shapes(texts, Role.CIVILIAN, moment, control)
        for role in Role:
            assert shapes(texts, role, moment, control) == civilian, control


@pytest.mark.parametrize("control", HandControl)
def test_what_is_asked_is_worded_alike_for_every_role(texts: Texts, control: HandControl) -> None:
    view = MOMENTS["night shots"]
    asked = {
        layouts.components(hand_view_layout(texts, "en", views.hand_of(role, view, control), "line"))[3][
            "content"
        ]
        for role in Role
    }
    assert len(asked) == 1


@pytest.mark.parametrize("moment", MOMENTS)
def test_hands_of_all_moments_have_the_same_number_of_components(texts: Texts, moment: str) -> None:
    """Under rules that know signs there is one button more."""
    counts = {len(shapes(texts, Role.DON, moment, control)) for control in HandControl}
    signs = MOMENTS[moment].ruleset.plan_mode is PlanMode.STATIC_OR_DYNAMIC
    assert counts == {11 if signs else 10}


def test_secrets_stand_behind_spoilers(texts: Texts) -> None:
    hand = views.hand_of(Role.DON, views.public_view(ruleset=CLASSIC), HandControl.NONE)
    outside = layouts.text_of(hand_view_layout(texts, "en", hand, "line")).split("||")[::2]
    for secret in ("don", "mafia", "Player 2", "4, 5, 6", "sheriff", "left ear", "nose"):
        assert not any(secret in part for part in outside)


def test_the_line_about_what_happened_comes_first(texts: Texts) -> None:
    hand = views.hand_view()
    assert layouts.components(hand_view_layout(texts, "en", hand, "Taken."))[0]["content"] == "Taken."


@pytest.mark.parametrize(
    ("control", "custom_id"),
    [
        (HandControl.NOMINATE, "nominate:4"),
        (HandControl.BEST_MOVE, "best_move:4"),
        (HandControl.PLAN, "plan_add:1"),
        (HandControl.PLAN_AND_SIGN, "plan_add:1"),
        (HandControl.SHOOT, "shoot:1"),
        (HandControl.CHECK, "check:1.don"),
        (HandControl.NONE, "idle:0"),
    ],
)
def test_the_select_carries_the_step_of_its_use(texts: Texts, control: HandControl, custom_id: str) -> None:
    view = views.public_view(night=1, night_step=NightStep.DON)
    hand = views.hand_view(view, control=control, options=(2, 3), floor_ordinal=4)
    chosen = layouts.controls(hand_view_layout(texts, "en", hand, "line"))[0]
    assert chosen["custom_id"] == f"mb:1:{views.GAME_ID}:{custom_id}"


def test_options_are_seats_with_their_names(texts: Texts) -> None:
    hand = views.hand_view(control=HandControl.NOMINATE, options=(2, 3))
    options = layouts.controls(hand_view_layout(texts, "en", hand, "line"))[0]["options"]
    assert [(o["value"], o["label"]) for o in options] == [("2", "2 · Player 2"), ("3", "3 · Player 3")]


def test_a_shot_can_be_taken_back(texts: Texts) -> None:
    hand = views.hand_view(control=HandControl.SHOOT, options=(2,))
    options = layouts.controls(hand_view_layout(texts, "en", hand, "line"))[0]["options"]
    assert [o["value"] for o in options] == ["2", NO_SHOT]


def test_a_best_move_names_none_to_three(texts: Texts) -> None:
    hand = views.hand_view(control=HandControl.BEST_MOVE, options=(2, 3, 4, 5))
    chosen = layouts.controls(hand_view_layout(texts, "en", hand, "line"))[0]
    assert (chosen["min_values"], chosen["max_values"]) == (0, 3)


def test_nothing_to_choose_is_a_disabled_select(texts: Texts) -> None:
    chosen = layouts.controls(hand_view_layout(texts, "en", views.hand_view(), "line"))[0]
    assert chosen["disabled"]
    assert chosen["placeholder"] == "Nothing to choose now"


@pytest.mark.parametrize(
    ("parts", "enabled"),
    [
        ({}, ["Leave the game"]),
        ({"can_finish": True}, ["Finish speech", "Leave the game"]),
        ({"control": HandControl.PLAN, "options": (1,)}, ["Clear the plan", "Leave the game"]),
        (
            {
                "control": HandControl.PLAN_AND_SIGN,
                "options": (1,),
                "public": views.public_view(ruleset=CLASSIC),
            },
            ["Clear the plan", "Sign", "Leave the game"],
        ),
        ({"public": views.public_view(ruleset=CLASSIC)}, ["Leave the game"]),
        ({"alive": False}, []),
        ({"public": views.ended_view()}, []),
    ],
)
def test_only_the_buttons_of_the_moment_can_be_pressed(
    texts: Texts, parts: dict[str, Any], enabled: list[str]
) -> None:
    shown = layouts.controls(hand_view_layout(texts, "en", views.hand_view(**parts), "line"))[1:]
    assert [part["label"] for part in shown if not part["disabled"]] == enabled


def test_his_own_clock_is_shown_to_the_speaker_alone(texts: Texts) -> None:
    view = views.public_view(floor=views.floor_view(seat=1, kind=SpeechKind.SPEECH))
    mine = layouts.text_of(hand_view_layout(texts, "en", views.hand_view(view, seat=1), "line"))
    other = layouts.text_of(hand_view_layout(texts, "en", views.hand_view(view, seat=2), "line"))
    assert "<t:" in mine
    assert "<t:" not in other


def test_leaving_the_game_is_asked_once_more(texts: Texts) -> None:
    layout = give_up_confirm_layout(texts, "en", views.hand_view())
    assert layouts.labels(layout) == ["Yes, I leave the game", "Back to my hand"]


def test_an_outcry_that_removes_is_asked_once_more(texts: Texts) -> None:
    layout = cry_out_confirm_layout(texts, "en", views.hand_view())
    assert layouts.labels(layout) == ["Yes, I cry out", "Back to my hand"]
    assert "removes you from the game" in layouts.text_of(layout)


@pytest.mark.parametrize(
    ("fouls", "parts", "asked"),
    [
        (3, {}, True),
        (2, {}, False),
        (3, {"alive": False}, False),
        (3, {"seat": 1}, False),
    ],
    ids=["three fouls", "two fouls", "has left", "has the floor"],
)
def test_only_who_would_be_removed_for_it_is_asked(fouls: int, parts: dict[str, Any], asked: bool) -> None:
    seats = tuple(views.seat_view(number, fouls=fouls) for number in range(1, 8))
    public = replace(views.moments()["cried into"], seats=seats)
    hand = views.hand_view(public, **{"seat": 2, **parts})
    assert may_be_removed_by_crying(hand) is asked
    silent = replace(hand, public=replace(public, can_cry_out=False))
    assert not may_be_removed_by_crying(silent)


def test_the_picks_of_a_plan_are_shown(texts: Texts) -> None:
    view = views.public_view(phase=PhaseName.NIGHT, night=0, night_step=NightStep.MAFIA_MINUTE)
    hand = views.hand_view(view, control=HandControl.PLAN, options=(2, 3, 4), picked=(3, 2))
    assert "Chosen now: ||3, 2||" in told(texts, hand)


def test_a_blacks_hand_shows_every_sign_and_nobody_elses_any(texts: Texts) -> None:
    view = views.public_view(ruleset=CLASSIC)
    shown = {role: told(texts, views.hand_of(role, view, HandControl.NONE)) for role in Role}
    assert "Signs: ||2 – left ear; 3 – \\|\\|nose\\|\\|||" in shown[Role.MAFIA]
    assert "Signs: ||–||" in shown[Role.CIVILIAN]
    assert "Signs: ||–||" in shown[Role.SHERIFF]


def test_rules_without_signs_do_not_mention_them(texts: Texts) -> None:
    hand = views.hand_of(Role.DON, views.public_view(ruleset=CLUB), HandControl.NONE)
    layout = hand_view_layout(texts, "en", hand, "line")
    assert "Signs" not in layouts.text_of(layout)
    assert "Sign" not in layouts.labels(layout)


def test_the_form_of_a_sign_is_the_same_for_everybody_and_holds_nothing(texts: Texts) -> None:
    shown = sign_form(texts, "en", ControlId(views.GAME_ID, Action.SIGN, "0")).to_dict()
    field = shown["components"][0]["component"]
    assert shown["custom_id"] == f"mb:1:{views.GAME_ID}:sign:0"
    assert (field["max_length"], field["required"], field.get("value")) == (MOST_SIGN, False, None)


@pytest.mark.parametrize(
    ("ruleset", "step", "role", "call"),
    [
        (CLUB, NightStep.REVEAL, Role.SHERIFF, "you are the sheriff"),
        (CLUB, NightStep.REVEAL, Role.DON, "sleep"),
        (CLASSIC, NightStep.REVEAL_DON, Role.DON, "you may look over the table"),
        (CLASSIC, NightStep.REVEAL_DON, Role.SHERIFF, "sleep"),
        (CLASSIC, NightStep.REVEAL_SHERIFF, Role.SHERIFF, "you may look over the table"),
        (TOURNAMENT, NightStep.REVEAL_DON, Role.DON, "signal to the judge with your eyes shut"),
        (TOURNAMENT, NightStep.REVEAL_SHERIFF, Role.MAFIA, "sleep"),
    ],
)
def test_whom_night_0_wakes_reads_it_behind_a_spoiler(
    texts: Texts, ruleset: Ruleset, step: NightStep, role: Role, call: str
) -> None:
    view = views.public_view(ruleset=ruleset, phase=PhaseName.NIGHT, night=0, night_step=step)
    hand = views.hand_of(role, view, HandControl.NONE)
    (line,) = (
        line
        for line in layouts.text_of(hand_view_layout(texts, "en", hand, "line")).splitlines()
        if line.startswith("Now: ")
    )
    assert line.startswith("Now: ||")
    assert line.endswith("||")
    assert call in line


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        (SpeechKind.SPEECH, "Your minute: you may nominate"),
        (SpeechKind.LOST, "your microphone stays closed, but you may nominate"),
        (SpeechKind.LAST_WORD, "who will head the list"),
    ],
)
def test_a_nomination_is_asked_for_as_the_floor_is(texts: Texts, kind: SpeechKind, asked: str) -> None:
    view = views.public_view(floor=views.floor_view(kind=kind))
    hand = views.hand_view(view, control=HandControl.NOMINATE, options=(2,))
    assert asked in layouts.text_of(hand_view_layout(texts, "en", hand, "line"))


@pytest.mark.parametrize(
    ("control", "picked", "asked"),
    [
        (HandControl.NOMINATE, (5,), "You have nominated a player: one a speech."),
        (HandControl.NOMINATE, (), "Nobody else can be nominated: the list is full."),
        (HandControl.BEST_MOVE, (2, 3), "Your best move is taken."),
    ],
)
def test_nobody_is_asked_for_what_he_can_do_no_more(
    texts: Texts, control: HandControl, picked: tuple[int, ...], asked: str
) -> None:
    hand = views.hand_view(control=control, options=(), picked=picked)
    assert asked in layouts.text_of(hand_view_layout(texts, "en", hand, "line"))


def test_who_has_left_and_an_empty_number_are_offered_as_what_they_are(texts: Texts) -> None:
    killed = views.seat_view(2, status=Status.KILLED)
    empty = views.seat_view(3, person=NOBODY, status=Status.ABSENT)
    view = views.public_view(3, ruleset=CLASSIC)
    hand = views.hand_view(
        replace(view, seats=(view.seats[0], killed, empty)),
        control=HandControl.SHOOT,
        options=(1, 2, 3),
    )
    options = layouts.controls(hand_view_layout(texts, "en", hand, "line"))[0]["options"]
    assert [o["label"] for o in options][:3] == [
        "1 · Player 1",
        "2 · Player 2 · killed",
        "3 · — · empty number",
    ]
