"""From the deal to the first floor under each preset: seats, roles, the steps of night 0, plan and signs."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.evolve import fold
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, PlanAuthor, Ruleset
from mafiabot.engine.state import GameState, Night, NightStep, SpeechKind
from mafiabot.engine.viewing import hand_view, judge_view
from mafiabot.engine.views import HandControl
from tests.support.rules import cell, every_preset, rule
from tests.support.table import Table

# Seat 1 is the don, 2 and 3 are mafia, 4 is the sheriff, the others are civilians.


def really_dealt(rules: Ruleset) -> GameState:
    """The deal as the seed draws it, seats included."""
    table = Table(10, ruleset=rules)
    table.do(table.start_command())
    for seat in range(1, 10):
        table.do(cmd.ConfirmReady(user_id=100 + seat))
    drawn = table.drawn(cmd.ConfirmReady(user_id=110))
    assert isinstance(drawn, tuple)
    return fold((*table.log, *drawn))


def plan(table: Table, seat: int, *seats: int) -> cmd.WritePlan:
    return cmd.WritePlan(user_id=table.user(seat), seats=seats, press=table.press())


def sign(table: Table, seat: int, text: str = "a hand on the cheek") -> cmd.WriteSign:
    return cmd.WriteSign(user_id=table.user(seat), text=text, press=table.press())


# --- seats and roles -----------------------------------------------------------------------------


@every_preset("option: seating", "row: seating")
def test_seats_are_those_of_joining_in_the_club_and_drawn_elsewhere(rules: Ruleset) -> None:
    users = [seat.person.user_id for seat in really_dealt(rules).seats]
    assert sorted(users) == list(range(101, 111))
    joined = users == list(range(101, 111))
    assert joined is cell(rules, club=True, classic=False, tournament=False)


@every_preset("row: roles", "row: role deal")
def test_six_civilians_a_sheriff_two_mafia_and_a_don_are_drawn_by_the_seed(rules: Ruleset) -> None:
    state = really_dealt(rules)
    dealt = sorted(seat.role.value for seat in state.seats if seat.role is not None)
    assert dealt == ["civilian"] * 6 + ["don", "mafia", "mafia", "sheriff"]
    assert really_dealt(rules) == state


@every_preset("option: deal_s")
def test_hands_are_open_for_a_minute_and_no_less_though_everybody_has_looked(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).deal()
    dealt_at = table.now
    for seat in range(1, 11):
        table.do(cmd.OpenHand(user_id=table.user(seat)))
    table.tick()
    assert table.now - dealt_at == 60_000
    assert table.at(Night)


# --- steps ---------------------------------------------------------------------------------------


@every_preset(
    "option: night0_reveal",
    "option: night0_reveal_s",
    "option: free_seating_s",
    "option: mafia_minute_s",
    "row: dogovorka (mafia minute)",
    "row: free seating",
    "row: don shows himself to the judge",
    "row: sheriff's moment",
)
def test_night_0_has_the_steps_of_the_preset_at_full_length(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    steps = [(e.step, (e.until_ms - e.at_ms) // 1000) for e in table.events(ev.NightStepBegan)]
    minute = (NightStep.MAFIA_MINUTE, 60)
    both = [(NightStep.REVEAL_DON, 10), (NightStep.REVEAL_SHERIFF, 10)]
    assert steps == cell(
        rules,
        club=[minute, (NightStep.REVEAL, 10), (NightStep.FREE_SEATING, 15)],
        classic=[minute, *both],
        tournament=[minute, *both, (NightStep.FREE_SEATING, 40)],
    )


@every_preset("row: don/sheriff may look at the table", "row: no kill, no check on night 0")
def test_in_every_step_of_night_0_all_are_muted_and_nobody_kills_or_checks(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_night_0()
    while table.at(Night):
        assert set(mics(table.state).values()) == {MicWish.MUTED}
        assert table.refused(table.shot(1, 5)) is Reason.TOO_LATE
        assert table.refused(table.checking(4, 5)) is Reason.TOO_LATE
        controls = {hand_view(table.state, seat).control for seat in range(1, 11)}
        assert len(controls) == 1
        table.tick()


@every_preset("row: opener on the first day")
def test_seat_1_opens_day_0(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    assert table.has_floor(1, SpeechKind.SPEECH)


# --- the plan ------------------------------------------------------------------------------------


@every_preset("option: plan_author", "row: shooting plan")
def test_the_plan_is_the_dons_or_the_teams(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_night_0()
    table.do(plan(table, 1, 5))
    table.do(plan(table, 3, 6, 7))
    table.do(plan(table, 4, 8))
    assert table.state.plan == cell(rules, club=(5,), classic=(6, 7), tournament=(5,))
    for seat in (1, 2, 3):
        assert hand_view(table.state, seat).plan == table.state.plan
    assert hand_view(table.state, 4).plan == ()


def test_a_team_plan_is_picked_in_every_black_hand_and_a_civilians_only_in_his_own() -> None:
    table = Table(10, ruleset=CLASSIC).to_night_0()
    table.do(plan(table, 2, 5, 6))
    table.do(plan(table, 9, 7))
    assert [hand_view(table.state, seat).picked for seat in (1, 2, 3, 9)] == [(5, 6), (5, 6), (5, 6), (7,)]


@every_preset("option: plan_mode")
def test_an_agreed_sign_is_written_where_the_order_may_be_dynamic(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_night_0()
    control = cell(
        rules, club=HandControl.PLAN, classic=HandControl.PLAN_AND_SIGN, tournament=HandControl.PLAN
    )
    assert hand_view(table.state, 4).control is control
    if rules.preset.value == "classic":
        table.do(sign(table, 2))
        assert table.state.signs == ((2, "a hand on the cheek"),)
    else:
        assert {table.refused(sign(table, seat)) for seat in (1, 4, 9)} == {Reason.NOT_ALLOWED_BY_RULES}


# --- signs ---------------------------------------------------------------------------------------


def classic_minute() -> Table:
    return Table(10, ruleset=CLASSIC, judge=True, judge_sees_roles=True).to_night_0()


def test_a_sign_is_read_by_the_black_and_nobody_else() -> None:
    table = classic_minute()
    table.do(sign(table, 3, "right eye"))
    table.do(sign(table, 1, "left eye"))
    for seat in (1, 2, 3):
        assert hand_view(table.state, seat).signs == ((1, "left eye"), (3, "right eye"))
    assert hand_view(table.state, 4).signs == ()
    assert "eye" not in repr(hand_view(table.state, 4))
    assert "eye" not in repr(judge_view(table.state))


@pytest.mark.parametrize("seat", [4, 10])
def test_a_sign_of_a_red_is_answered_alike_and_kept_nowhere(seat: int) -> None:
    table = classic_minute()
    table.do(plan(table, seat, 5, 6))
    (event,) = table.do(sign(table, seat, "left eye"))
    assert not ev.is_public(event)
    assert "eye" not in repr(table.state)
    assert "eye" not in repr(event)
    assert hand_view(table.state, seat).picked == (5, 6)


def test_a_sign_is_changed_and_taken_back_until_the_minute_ends() -> None:
    table = classic_minute()
    for text, read in (("left eye", ("left eye",)), ("right eye", ("right eye",)), ("", ())):
        table.do(sign(table, 1, text))
        assert tuple(text for _, text in hand_view(table.state, 2).signs) == read
    table.to_step(NightStep.REVEAL_DON)
    assert table.refused(sign(table, 1)) is Reason.TOO_LATE


@pytest.mark.parametrize("seat", [1, 4])
def test_a_sign_has_two_hundred_characters_at_most_whoever_writes_it(seat: int) -> None:
    table = classic_minute()
    table.do(sign(table, seat, "x" * 200))
    too_long = Refusal(reason=Reason.SIGN_TOO_LONG, params=(("most", 200),))
    assert table.decided(sign(table, seat, "x" * 201)) == too_long


def test_a_sign_is_refused_to_the_dead_to_strangers_and_out_of_the_night() -> None:
    table = classic_minute()
    table.remove(3)
    assert table.refused(sign(table, 3)) is Reason.NOT_ALIVE
    stranger = cmd.WriteSign(user_id=999, text="x", press=table.press())
    assert table.refused(stranger) is Reason.NOT_SEATED
    table.to_step(NightStep.REVEAL_SHERIFF)
    table.tick()
    assert table.refused(sign(table, 1)) is Reason.STALE_HAND


# --- overridden ----------------------------------------------------------------------------------


@rule("option: plan_author", "option: night0_reveal_s")
@pytest.mark.parametrize("rules", [CLUB, TOURNAMENT], ids=["club", "tournament"])
def test_a_guild_lets_the_team_plan_and_leaves_out_the_reveal(rules: Ruleset) -> None:
    own = replace(rules, plan_author=PlanAuthor.TEAM, night0_reveal_s=0)
    table = Table(10, ruleset=own).to_night_0()
    table.do(plan(table, 3, 5))
    assert table.state.plan == (5,)
    table.tick()
    assert isinstance(table.state.phase, Night)
    assert table.state.phase.step is NightStep.FREE_SEATING
