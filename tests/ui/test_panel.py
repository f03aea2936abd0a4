"""The panel: what every spectator may know, in every phase, and the buttons of the moment."""

from dataclasses import replace

import pytest

from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset, ThirdFoul
from mafiabot.engine.state import DayRecord, Gone, NightStep, Outcome, RaiseRecord, Status
from mafiabot.engine.views import PhaseName
from mafiabot.ui.panel import PANEL_ID, dead_panel_view, panel_view
from mafiabot.ui.texts import Texts
from tests.support import layouts, views

MOMENTS = views.moments()
HAND = ["My hand", "Game log"]
SPEECH = ["My hand", "Finish speech", "Game log"]
LABELS = {
    "lobby": ["Take a seat", "Leave the table", "Rules"],
    "empty lobby": ["Take a seat", "Leave the table", "Rules"],
    "ready check": ["Ready", "Rules"],
    "dealing": HAND,
    "settling": HAND,
    "vote": HAND,
    "raise": HAND,
    "ended": ["Game log"],
    "closed": [],
    "judged": [*SPEECH, "Judge"],
    "cried into": ["My hand", "Finish speech", "Cry out (foul)", "Game log", "Judge"],
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_buttons_of_a_moment(texts: Texts, moment: str) -> None:
    floor = MOMENTS[moment].floor is not None
    expected = LABELS.get(moment, SPEECH if floor else HAND)
    assert layouts.labels(panel_view(texts, "en", MOMENTS[moment])) == expected


def test_who_cries_out_is_named_beside_the_speaker(texts: Texts) -> None:
    assert "📢 Outcry: **2** · Player 2" in layouts.text_of(panel_view(texts, "en", MOMENTS["outcry"]))
    assert "Outcry" not in layouts.text_of(panel_view(texts, "en", MOMENTS["cried into"]))


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_retired_panel_says_the_same_without_controls(texts: Texts, moment: str) -> None:
    view = MOMENTS[moment]
    retired = dead_panel_view(texts, "en", view)
    assert layouts.text_of(retired) == layouts.text_of(panel_view(texts, "en", view))
    assert layouts.controls(retired) == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_nobody_but_the_speaker_and_the_judges_is_mentioned(texts: Texts, moment: str) -> None:
    view = MOMENTS[moment]
    shown = layouts.text_of(panel_view(texts, "en", view))
    judges = sum(judge is not None for judge in (view.judge_id, view.co_judge_id))
    assert shown.count("<@") == judges + (1 if view.floor is not None else 0)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_panel_is_not_taken_for_an_announcement(texts: Texts, moment: str) -> None:
    parts = layouts.components(panel_view(texts, "en", MOMENTS[moment]))
    assert [part["id"] for part in parts if part["type"] == 17] == [PANEL_ID]


def test_public_ids_say_nothing_of_seq_or_step(texts: Texts) -> None:
    for view in MOMENTS.values():
        other = replace(view, step=view.step + 100)
        ids = [part["custom_id"] for part in layouts.controls(panel_view(texts, "en", view))]
        assert ids == [part["custom_id"] for part in layouts.controls(panel_view(texts, "en", other))]


def test_the_ring_tells_how_each_seat_stands(texts: Texts) -> None:
    seats = (
        views.seat_view(1),
        views.seat_view(2, status=Status.KILLED),
        views.seat_view(3, status=Status.VOTED_OUT),
        views.seat_view(4, status=Status.GONE),
        views.seat_view(5, nominated=True, away=True),
        views.seat_view(6, status=Status.REMOVED),
    )
    shown = layouts.text_of(panel_view(texts, "en", replace(views.public_view(day=1), seats=seats)))
    for line in (
        "🟢 **1** · Player 1 — in the game",
        "🌙 **2** · Player 2 — killed",
        "🗳️ **3** · Player 3 — voted out",
        "🚪 **4** · Player 4 — left the game",
        "🟢 **5** · Player 5 — in the game, nominated, not in the channel",
        "⛔ **6** · Player 6 — removed",
    ):
        assert line in shown


def test_the_ring_tells_fouls_and_what_they_cost(texts: Texts) -> None:
    shown = layouts.text_of(panel_view(texts, "en", MOMENTS["judged"]))
    for line in (
        "⛔ **2** · Player 2 — removed, ⚠️×4",
        "🟢 **3** · Player 3 — in the game, ⚠️×3, loses a speech",
        "🌙 **4** · Player 4 — killed, ⚠️×4, removed",
        "▫️ **5** · — (empty number)",
    ):
        assert line in shown.splitlines()


def test_with_three_or_four_alive_a_third_foul_may_cost_less(texts: Texts) -> None:
    few = tuple(views.seat_view(n, status=Status.KILLED) for n in (1, 2, 3))
    fouled = views.seat_view(4, fouls=3, owes_speech=True)
    view = views.public_view(ruleset=TOURNAMENT, seats=7)
    shown = layouts.text_of(panel_view(texts, "en", replace(view, seats=(*few, fouled, *view.seats[4:]))))
    assert "⚠️×3, speech of 30 seconds" in shown


def test_a_foul_that_costs_no_speech_only_counts(texts: Texts) -> None:
    rules = replace(TOURNAMENT, third_foul=ThirdFoul.NOTHING)
    view = replace(MOMENTS["judged"], ruleset=rules)
    assert "in the game, ⚠️×3" in layouts.text_of(panel_view(texts, "en", view)).splitlines()[4]
    assert "loses a speech" not in layouts.text_of(panel_view(texts, "en", view))


def test_who_judges_is_named_while_a_game_runs(texts: Texts) -> None:
    view = views.public_view(judge_id=8)
    assert "⚖️ Judge: <@8>." in layouts.text_of(panel_view(texts, "en", view))
    assert "<@8>" not in layouts.text_of(panel_view(texts, "en", views.ended_view(judge_id=8)))
    assert "⚖️ Judges: <@8>, <@9>." in layouts.text_of(panel_view(texts, "en", MOMENTS["judged"]))


@pytest.mark.parametrize("phase", [PhaseName.LOBBY, PhaseName.READY_CHECK, PhaseName.ENDED])
def test_the_judge_has_no_button_without_a_running_game(texts: Texts, phase: PhaseName) -> None:
    view = views.public_view(phase=phase, judge_id=8)
    assert "Judge" not in layouts.labels(panel_view(texts, "en", view))


def test_a_cancelled_vote_is_told(texts: Texts) -> None:
    assert "A removal has cancelled" in layouts.text_of(panel_view(texts, "en", MOMENTS["judged"]))


@pytest.mark.parametrize(("ruleset", "told"), [(CLASSIC, True), (TOURNAMENT, False)], ids=["next", "fiim"])
def test_what_a_removal_at_night_cancels_is_told_only_where_it_is_certain(
    texts: Texts, ruleset: Ruleset, told: bool
) -> None:
    night = views.public_view(
        ruleset=ruleset, phase=PhaseName.NIGHT, night=1, night_step=NightStep.SHOTS, vote_cancelled=True
    )
    assert ("A removal has cancelled" in layouts.text_of(panel_view(texts, "en", night))) is told


def test_a_best_move_at_night_stands_under_that_night(texts: Texts) -> None:
    assert "Night 1 · best move" in layouts.text_of(panel_view(texts, "en", MOMENTS["best move at night"]))
    morning = replace(MOMENTS["best move at night"], ruleset=CLUB)
    assert "Day 0 · speeches" in layouts.text_of(panel_view(texts, "en", morning))


def test_no_role_shows_before_the_end(texts: Texts) -> None:
    for moment, view in MOMENTS.items():
        shown = layouts.text_of(panel_view(texts, "en", view))
        assert ("civilian" in shown) is (moment == "ended")


def test_the_end_shows_roles_seed_commitment_and_days(texts: Texts) -> None:
    shown = layouts.text_of(panel_view(texts, "en", views.ended_view()))
    for part in (
        "The red team wins!",
        "**don**",
        "Deal seed",
        "Deal commitment",
        "**Day 2**",
        "Night 2: 1 killed",
    ):
        assert part in shown


def test_days_and_nights_are_shown_with_the_rulesets_label(texts: Texts) -> None:
    night = views.public_view(phase=PhaseName.NIGHT, night=1, label=0)
    assert "Night 1" in layouts.text_of(panel_view(texts, "en", night))
    assert "Night 2" in layouts.text_of(panel_view(texts, "en", replace(night, label=1)))


@pytest.mark.parametrize(("seated", "expected"), [(5, "1 more player is needed"), (6, "/mafia start")])
def test_the_lobby_says_what_comes_next(texts: Texts, seated: int, expected: str) -> None:
    view = views.public_view(seated, phase=PhaseName.LOBBY)
    assert expected in layouts.text_of(panel_view(texts, "en", view))


def test_a_table_of_one_size_only_says_so_and_an_empty_one_counts_nobody(texts: Texts) -> None:
    lobby = views.public_view(0, phase=PhaseName.LOBBY, ruleset=CLASSIC)
    shown = layouts.text_of(panel_view(texts, "en", lobby))
    assert "Seats: 10." in shown
    assert "0 players" not in shown


def test_the_lobby_shows_who_waits(texts: Texts) -> None:
    crowd = tuple(views.person(n, f"W{n}") for n in range(8))
    shown = layouts.text_of(panel_view(texts, "en", views.public_view(phase=PhaseName.LOBBY, waiting=crowd)))
    assert "Waiting: W0, W1, W2, W3, W4, W5 and 2 more" in shown


def test_a_waiting_clock_says_why_it_stands(texts: Texts) -> None:
    assert "until the microphone opens" in layouts.text_of(panel_view(texts, "en", MOMENTS["waiting"]))
    assert "not in the voice channel" in layouts.text_of(panel_view(texts, "en", MOMENTS["absent"]))
    assert "Paused" in layouts.text_of(panel_view(texts, "en", MOMENTS["absent"]))
    paused = replace(MOMENTS["waiting"], paused=True)
    assert "until the microphone opens" not in layouts.text_of(panel_view(texts, "en", paused))


def test_a_team_loss_is_told_at_the_end(texts: Texts) -> None:
    gone = (Gone(seat=4, cause=GoneCause.TEAM_LOSS, day=1, removed=True),)
    shown = layouts.text_of(panel_view(texts, "en", views.ended_view(gone=gone)))
    assert "Team loss (PPK): the team of player **4** · Player 4 has lost." in shown


def test_a_draw_says_how_it_came(texts: Texts) -> None:
    quiet = views.ended_view(outcome=Outcome.DRAW, days=1)
    quiet = replace(quiet, days=(DayRecord(number=0, opener=1),))
    assert "Three combat nights in a row" in layouts.text_of(panel_view(texts, "en", quiet))
    raised = RaiseRecord(tied=(1, 2, 3), yes=(1, 2), no=(), passed=True)
    whole = replace(quiet, days=(DayRecord(number=0, opener=1, raise_vote=raised),))
    assert "The whole table was raised." in layouts.text_of(panel_view(texts, "en", whole))
