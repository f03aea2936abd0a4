"""The fourth foul, removals and a team's loss; what is counted for and against a player after the end."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.aftermath import AfterReason, AfterRefused, penalty
from mafiabot.engine.ci import ci_rule, rate
from mafiabot.engine.discipline_types import JUDGE_CAUSES, GoneCause
from mafiabot.engine.mics import mics
from mafiabot.engine.points import performances, points
from mafiabot.engine.protocol import protocol
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT, ProtocolKind, RemovalCancelsVote, Ruleset
from mafiabot.engine.scoring import Performance, Result, score
from mafiabot.engine.state import NightStep, Outcome, SpeechKind, Status, Vote
from mafiabot.engine.viewing import public_view
from tests.support.builders import sized
from tests.support.rules import cell, every_preset, rule
from tests.support.table import JUDGE, Table
from tests.support.votes import voting

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT], ids=["classic", "tournament"])


def classic(**options: object) -> Table:
    """Seat 1 speaks on day 0."""
    return Table(10, ruleset=replace(CLASSIC, **options), judge=True).to_day_0()  # type: ignore[arg-type]


# --- the fourth, and removals --------------------------------------------------------------------


@BOTH
@rule("row: 4 fouls", preset=("classic", "tournament"))
def test_the_fourth_foul_is_a_removal_without_a_last_word(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.foul(1, 3)
    assert table.speaker == 1
    events = table.do(table.fouling(1))
    assert [type(event) for event in events[:2]] == [ev.FoulGiven, ev.PlayerGone]
    assert table.state.gone[0].cause is GoneCause.FOURTH_FOUL
    assert (table.state.seat(1).status, table.state.seat(1).fouls) == (Status.REMOVED, 4)
    assert table.speaker == 2


def test_a_departure_says_who_ordered_it_and_why() -> None:
    table = classic()
    table.foul(3, 4)
    table.do(cmd.RemovePlayer(by=JUDGE, seat=4, cause=GoneCause.OTHER, text="he spoke"))
    table.do(cmd.Unseat(by=JUDGE, seat=5))
    table.gone(6)
    assert [(left.seat, left.by, left.text) for left in table.events(ev.PlayerGone)] == [
        (3, JUDGE, ""),
        (4, JUDGE, "he spoke"),
        (5, JUDGE, ""),
        (6, None, ""),
    ]


@BOTH
@pytest.mark.parametrize("cause", JUDGE_CAUSES)
@rule("row: grave breach", preset=("classic", "tournament"))
def test_a_grave_breach_is_a_removal_at_once(rules: Ruleset, cause: GoneCause) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    table.do(cmd.RemovePlayer(by=JUDGE, seat=9, cause=cause, text="he spoke"))
    (left,) = public_view(table.state).gone
    assert (left.seat, left.cause, left.removed, left.night, left.text) == (9, cause, True, 1, "he spoke")
    assert mics(table.state)[109] is MicWish.MUTED


@pytest.mark.parametrize("cause", sorted(set(GoneCause) - set(JUDGE_CAUSES)))
def test_a_judge_does_not_remove_for_what_is_no_act_of_his(cause: GoneCause) -> None:
    table = classic()
    assert table.refused(table.removing(5, cause)) is Reason.NOT_ALLOWED_BY_RULES


def test_a_removal_that_cancels_a_vote_to_come_is_said_at_once() -> None:
    table = classic()
    assert not public_view(table.state).vote_cancelled
    table.remove(9)
    assert public_view(table.state).vote_cancelled
    table.talk({1: 5, 2: 6})
    table.tick()
    assert not public_view(table.state).vote_cancelled
    assert public_view(table.state).days[0].cancelled


@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT], ids=["classic", "tournament"])
def test_who_gives_up_is_removed_where_there_are_removals(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.gone(5)
    assert table.state.seat(5).status is Status.REMOVED
    assert table.state.owed_cancels == (5,)


def test_where_removals_cancel_no_vote_a_victim_removed_in_the_night_is_killed() -> None:
    table = classic(removal_cancels_vote=RemovalCancelsVote.NONE)
    table.day()
    table.to_step(NightStep.SHOTS)
    for shooter in table.living_black:
        table.do(table.shot(shooter, 10))
    table.remove(10)
    table.to_step(NightStep.SHERIFF)
    table.tick()
    assert table.state.nights[0].victim == 10
    assert (table.state.seat(10).status, table.state.seat(10).disqualified) == (Status.REMOVED, True)
    assert table.has_floor(2, SpeechKind.SPEECH)
    table.day({2: 5, 3: 6})
    assert table.at(Vote)


# --- a team's loss -------------------------------------------------------------------------------


def loss(seat: int) -> cmd.CallTeamLoss:
    return cmd.CallTeamLoss(by=JUDGE, seat=seat, text="a hint from outside")


@pytest.mark.parametrize(("seat", "outcome"), [(1, Outcome.RED), (4, Outcome.BLACK), (9, Outcome.BLACK)])
@rule("row: PPK (team loses)", preset="tournament")
def test_the_other_team_wins_by_a_team_loss(seat: int, outcome: Outcome) -> None:
    table = voting(10, 7, 3, rules=TOURNAMENT, judge=True)
    table.do(loss(seat))
    assert table.outcome is outcome
    assert table.state.gone[0].cause is GoneCause.TEAM_LOSS
    assert table.state.seat(seat).disqualified


def test_the_culprit_of_a_team_loss_may_have_left_before() -> None:
    table = voting(10, 7, 3, rules=TOURNAMENT, judge=True)
    table.vote({7: range(1, 11)})
    table.talk()
    table.do(loss(7))
    assert table.outcome is Outcome.BLACK
    assert (table.state.seat(7).status, table.state.seat(7).disqualified) == (Status.VOTED_OUT, True)


def test_a_team_loss_stands_above_what_was_decided_before() -> None:
    table = Table(6, roles="DMSCCC", ruleset=sized(TOURNAMENT, 6), judge=True).to_day_0()
    table.remove(6)
    table.day()
    table.night(kill=5)
    assert table.state.decided is Outcome.BLACK
    table.do(loss(1))
    assert table.outcome is Outcome.RED


def test_nobody_loses_for_a_seat_that_is_not_there() -> None:
    table = Table(10, ruleset=TOURNAMENT, judge=True).to_day_0()
    assert table.refused(loss(11)) is Reason.NOT_A_SEAT
    nine = replace(CLASSIC, table_sizes=(9, 10), ppk=True)
    empty = Table(9, roles="DMMSCCCCC-", ruleset=nine, judge=True).to_day_0()
    assert empty.decided(loss(10)) == Refusal(reason=Reason.NOT_AT_TABLE, params=(("seat", 10),))


# --- points --------------------------------------------------------------------------------------


@every_preset("option: scoring", "row: points", "option: protocol")
def test_points_are_counted_where_the_preset_has_them(rules: Ruleset) -> None:
    table = Table(6, roles="DMSCCC", ruleset=sized(rules, 6), judge=True).to_day_0()
    table.out(5)
    table.out(6)
    found = points(protocol(tuple(table.log)))
    totals = None if found is None else {seat: one.total for seat, one in found.items()}
    assert totals == cell(
        rules,
        club=None,
        classic=None,
        tournament={
            1: 100,
            2: 100,
            3: 0,
            4: 0,
            5: -50,
            6: -50,
        },
    )
    sheet = rules.protocol is ProtocolKind.SHEET
    assert sheet is cell(rules, club=False, classic=True, tournament=True)


@every_preset("option: award_s", "row: penalties")
def test_a_game_error_is_charged_while_the_judge_may_award(rules: Ruleset) -> None:
    table = Table(6, roles="DMSCCC", ruleset=sized(rules, 6), judge=True).to_day_0()
    table.out(5)
    table.out(6)
    sheet = protocol(tuple(table.log))
    late = penalty(sheet, seat=1, text="", by=JUDGE, now_ms=table.now + 1_200_000)
    charged = penalty(sheet, seat=1, text="no shot", by=JUDGE, now_ms=table.now + 1_199_999)
    if not rules.award_s:
        assert charged == late == AfterRefused(reason=AfterReason.NOT_SCORED)
        return
    assert late == AfterRefused(reason=AfterReason.AWARDS_CLOSED, limit=1200)
    assert not isinstance(charged, AfterRefused)
    played = performances(sheet, Outcome.BLACK, (), (charged,))[1]
    assert score(played, ci_rule(rules), 0).errors == -40


@every_preset("option: ci_formula", "option: ci_win_factor", "option: ci_needs_black", "row: Ci")
def test_a_first_killed_is_compensated_where_the_preset_has_it(rules: Ruleset) -> None:
    lost = Performance(result=Result.LOSS, black=False, first_killed=True, black_named=1)
    rate_hundredths = rate(rules.ci_formula, games=8, first_kills=2)
    compensated = [
        score(played, ci_rule(rules), rate_hundredths).ci
        for played in (lost, replace(lost, result=Result.WIN), replace(lost, black_named=0))
    ]
    off = [0, 0, 0]
    assert compensated == cell(rules, club=off, classic=off, tournament=[27, 14, 0])
