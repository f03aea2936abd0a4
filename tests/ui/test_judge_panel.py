"""The judge's panel: his tools and nothing he may not know, inside Discord's limits, in every language."""

from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from mafiabot.engine.discipline_types import JUDGE_CAUSES, JUDGE_FOULS, GoneCause
from mafiabot.engine.ruleset import TOURNAMENT
from mafiabot.engine.state import ActKind, Role, Status
from mafiabot.engine.views import JudgeView, PhaseName
from mafiabot.ui import judge, judge_lines
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.texts import Texts
from tests.support import views
from tests.support.judge_views import act, judge_view, many_acts
from tests.support.layouts import assert_within_limits, controls, labels, text_of

LONG = "Щ" * 32


def crowded() -> JudgeView:
    """As full as a panel gets: twelve long names, four absences, all acts, roles shown."""
    view = judge_view(12, acts=many_acts(25), asked=(1, 2, 3, 4, 5), substitutes=(1,))
    waiting = tuple(views.person(n) for n in range(20, 32))
    seats = tuple(
        replace(seat, fouls=3, owes_speech=True, disqualified=True, away=True) for seat in view.public.seats
    )
    public = replace(
        view.public, seats=seats, waiting=waiting, nominees=tuple(range(1, 13)), co_judge_id=7, paused=True
    )
    return replace(
        view,
        public=views.renamed(public, LONG),
        roles=tuple((n, Role.CIVILIAN) for n in range(1, 13)),
    )


def faces(texts: Texts, locale: str, view: JudgeView) -> list[ui.LayoutView]:
    return [
        judge.judge_panel(texts, locale, view, "line"),
        judge.judge_panel(texts, locale, view, "line", 1),
        judge.foul_question(texts, locale, view, 1),
        judge.removal_question(texts, locale, view, 1, None),
        judge.removal_question(texts, locale, view, 1, GoneCause.BEST_MOVE_COMMENT),
        judge.team_loss_question(texts, locale, view, 1),
        judge.void_question(texts, locale, view),
    ]


def usable(layout: ui.LayoutView) -> set[Action]:
    """Actions whose control is enabled."""
    found = {ControlId.parse(part["custom_id"]) for part in controls(layout) if not part.get("disabled")}
    return {control.action for control in found if control is not None}


def panel(texts: Texts, view: JudgeView, chosen: int | None = None) -> ui.LayoutView:
    return judge.judge_panel(texts, "en", view, "line", chosen)


def test_every_face_is_within_discords_limits(texts: Texts, locale: str) -> None:
    for view in (judge_view(), crowded(), judge_view(0, at_table=())):
        seats = len(view.public.seats)
        for layout in faces(texts, locale, view) if seats else [judge.judge_panel(texts, locale, view, "x")]:
            assert_within_limits(layout)


def test_every_control_lives_in_its_custom_id_alone(texts: Texts) -> None:
    for layout in faces(texts, "en", crowded()):
        assert not layout.is_dispatchable()
        assert all(ControlId.parse(part["custom_id"]) for part in controls(layout))


def test_roles_stand_behind_a_spoiler_where_the_guild_shows_them_and_nowhere_else(texts: Texts) -> None:
    known = judge_view(roles=((1, Role.DON), (2, Role.SHERIFF)))
    assert "Roles: ||1 don, 2 sheriff||" in text_of(panel(texts, known))
    for layout in faces(texts, "en", judge_view()):
        assert "don" not in text_of(layout).split()
        assert "Roles" not in text_of(layout)


def test_no_custom_id_depends_on_a_role(texts: Texts) -> None:
    def ids(view: JudgeView) -> list[str]:
        return [part["custom_id"] for part in controls(panel(texts, view, 1))]

    assert ids(judge_view(roles=((1, Role.DON),))) == ids(judge_view(roles=((1, Role.CIVILIAN),)))


def test_a_seat_is_chosen_before_its_tools_can_be_used(texts: Texts) -> None:
    of_a_seat = {Action.J_FOUL, Action.J_FLOOR, Action.J_REMOVE, Action.J_TEAM_LOSS}
    assert not usable(panel(texts, judge_view())) & of_a_seat
    assert usable(panel(texts, judge_view(), 3)) >= of_a_seat
    assert "Choose a player first" in labels(panel(texts, judge_view()))


def test_who_has_left_can_only_have_cost_his_team_the_game(texts: Texts) -> None:
    gone = judge_view(at_table=(1, 2))
    assert usable(panel(texts, gone, 3)) & {Action.J_FOUL, Action.J_REMOVE, Action.J_FLOOR} == set()
    assert Action.J_TEAM_LOSS in usable(panel(texts, gone, 3))


def test_a_foul_can_be_taken_back_from_whoever_has_one(texts: Texts) -> None:
    view = judge_view()
    fouled = replace(view.public.seats[2], fouls=2, owes_speech=True)
    view = replace(view, public=replace(view.public, seats=(*view.public.seats[:2], fouled)))
    assert Action.J_UNFOUL in usable(panel(texts, view, 3))
    assert Action.J_UNFOUL not in usable(panel(texts, view, 1))
    assert "2 fouls, loses a speech" in text_of(panel(texts, view, 3))


def test_who_was_removed_for_fouls_is_called_so_once_and_owes_nothing(texts: Texts) -> None:
    view = judge_view()
    out = replace(view.public.seats[2], fouls=4, owes_speech=True, disqualified=True, status=Status.REMOVED)
    view = replace(view, public=replace(view.public, seats=(*view.public.seats[:2], out)))
    chosen = next(line for line in text_of(panel(texts, view, 3)).split("\n") if "Chosen" in line)
    assert chosen.endswith("– removed, 4 fouls")


@pytest.mark.parametrize(
    ("seats", "parts", "said", "marks"),
    [
        (10, {}, "loses the next speech", "3 fouls, loses a speech"),
        (4, {}, "has a short next speech", "3 fouls, speech of 30 seconds"),
        (10, {"status": Status.KILLED}, "that makes 3", "3 fouls"),
    ],
)
def test_the_judge_is_told_what_a_third_foul_costs(
    texts: Texts, seats: int, parts: dict[str, Any], said: str, marks: str
) -> None:
    view = judge_view(seats)
    fouled = replace(view.public.seats[2], fouls=3, owes_speech=True, **parts)
    others = view.public.seats
    public = replace(view.public, ruleset=TOURNAMENT, seats=(*others[:2], fouled, *others[3:]))
    assert said in judge_lines.fouled(texts, "en", public, 3)
    shown = text_of(panel(texts, replace(view, public=public), 3))
    chosen = next(line for line in shown.splitlines() if line.startswith("Chosen"))
    assert chosen.endswith(marks)


@pytest.mark.parametrize(
    ("parts", "action"),
    [
        ({"can_foul": False}, Action.J_FOUL),
        ({"can_team_loss": False}, Action.J_TEAM_LOSS),
        ({"can_skip": False}, Action.J_SKIP),
        ({"can_end_phase": False}, Action.J_END),
        ({"can_change_time": False}, Action.J_MORE),
        ({"can_change_time": False}, Action.J_LESS),
        ({"can_give_floor": False}, Action.J_FLOOR),
    ],
)
def test_a_tool_without_meaning_now_is_locked(texts: Texts, parts: dict[str, Any], action: Action) -> None:
    assert action in usable(panel(texts, judge_view(), 1))
    assert action not in usable(panel(texts, judge_view(**parts), 1))


def test_pause_and_resume_are_one_button(texts: Texts) -> None:
    view = judge_view()
    paused = replace(view, public=replace(view.public, paused=True))
    assert {Action.J_PAUSE, Action.J_RESUME} & usable(panel(texts, view)) == {Action.J_PAUSE}
    assert {Action.J_PAUSE, Action.J_RESUME} & usable(panel(texts, paused)) == {Action.J_RESUME}


def test_after_the_end_nothing_is_left_to_do(texts: Texts) -> None:
    over = judge_view(
        public=views.ended_view(10),
        at_table=(),
        can_foul=False,
        can_team_loss=False,
        can_skip=False,
        can_end_phase=False,
        can_change_time=False,
        can_give_floor=False,
    )
    assert over.public.phase is PhaseName.ENDED
    assert usable(panel(texts, over)) == {Action.J_SEAT, Action.JUDGE}


def test_an_absence_that_is_asked_about_has_its_two_answers(texts: Texts) -> None:
    layout = panel(texts, judge_view(asked=(4,)))
    assert {"Wait for 4", "Remove 4"} <= set(labels(layout))
    assert "**4** · Player 4 has been gone for long" in text_of(layout)


def test_a_substitute_needs_an_empty_chair_and_somebody_who_waits(texts: Texts) -> None:
    view = judge_view(substitutes=(4,))
    queue = replace(view, public=replace(view.public, waiting=(views.person(30),)))
    assert Action.J_SUBSTITUTE in usable(panel(texts, queue, 4))
    assert Action.J_SUBSTITUTE not in usable(panel(texts, queue, 3))
    assert Action.J_SUBSTITUTE not in usable(panel(texts, view, 4))


def test_an_empty_number_cannot_be_chosen(texts: Texts) -> None:
    view = judge_view()
    empty = replace(view.public.seats[9], status=Status.ABSENT)
    view = replace(view, public=replace(view.public, seats=(*view.public.seats[:9], empty)))
    (seats,) = [part for part in controls(panel(texts, view)) if part.get("placeholder") == "Player"]
    assert [option["value"] for option in seats["options"]] == [str(n) for n in range(1, 10)]


# --- undo ----------------------------------------------------------------------------------------


def test_acts_are_offered_newest_first_and_in_words(texts: Texts, locale: str) -> None:
    acts = (act(ActKind.NOMINATION, 2), act(ActKind.FOUL, 3, at_ms=views.NOW_MS + 5))
    options = judge.undo_options(texts.say(locale), judge_view(acts=acts))
    assert [at_ms for at_ms, _ in options] == [views.NOW_MS + 5, views.NOW_MS]
    assert options[0][1].startswith("1. ")
    assert "3 · Player 3" in options[0][1]
    assert options[1][1].startswith("2. ")


def test_two_acts_of_one_moment_are_one_choice(texts: Texts) -> None:
    acts = (act(ActKind.NOMINATION, 2), act(ActKind.FOUL, 3))
    (option,) = judge.undo_options(texts.say("en"), judge_view(acts=acts))
    assert option[1].startswith("1. foul")


def test_without_acts_there_is_nothing_to_undo(texts: Texts) -> None:
    assert Action.J_UNDO not in usable(panel(texts, judge_view()))
    assert "Nothing to undo" in labels(panel(texts, judge_view()))


# --- questions and forms -------------------------------------------------------------------------


def test_a_removal_is_confirmed_only_with_a_cause(texts: Texts) -> None:
    asked = judge.removal_question(texts, "en", judge_view(), 3, None)
    named = judge.removal_question(texts, "en", judge_view(), 3, GoneCause.CARD_SHOWN)
    assert Action.J_REMOVE_YES not in usable(asked)
    assert Action.J_REMOVE_YES in usable(named)
    yes = next(part for part in controls(named) if "j_remove_yes" in part["custom_id"])
    assert yes["custom_id"].endswith(":3.card_shown")


def test_where_the_rules_know_no_removals_only_who_is_gone_is_taken_out() -> None:
    assert judge.causes_of(judge_view()) == JUDGE_CAUSES
    assert judge.causes_of(judge_view(can_foul=False)) == (GoneCause.ABSENT, GoneCause.GAVE_UP)


def test_a_foul_offers_the_rulebooks_reasons(texts: Texts) -> None:
    layout = judge.foul_question(texts, "en", judge_view(), 3)
    (reasons,) = [part for part in controls(layout) if "options" in part]
    assert [option["value"] for option in reasons["options"]] == [reason.value for reason in JUDGE_FOULS]
    assert "A foul for **3** · Player 3" in text_of(layout)


async def test_forms_fit_discord_and_carry_what_they_are_about(texts: Texts, locale: str) -> None:
    for made, arg in (
        (judge.foul_form(texts, locale, judge_view(), 12), "12"),
        (judge.undo_form(texts, locale, judge_view(), views.NOW_MS), str(views.NOW_MS)),
    ):
        payload = made.to_dict()
        assert len(payload["title"]) <= 45
        assert payload["custom_id"].endswith(f":{arg}")
        (label,) = payload["components"]
        assert 1 <= len(label["label"]) <= 45
        assert made.is_finished()
