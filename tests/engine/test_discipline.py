"""Fouls and removals: who may be fouled and when, what the third and fourth cost, a team's loss."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.aftermath import AfterReason, AfterRefused, penalty
from mafiabot.engine.ci import ci_rule, rate
from mafiabot.engine.discipline_types import JUDGE_CAUSES, FoulReason, GoneCause
from mafiabot.engine.mics import mics
from mafiabot.engine.points import performances, points
from mafiabot.engine.protocol import protocol
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT, ProtocolKind, Ruleset, ThirdFoul
from mafiabot.engine.scoring import Performance, Result, score
from mafiabot.engine.state import NightStep, Outcome, Settling, SpeechKind, Status, Talk
from mafiabot.engine.viewing import hand_view, public_view
from mafiabot.engine.views import HandControl
from tests.support.builders import sized
from tests.support.rules import cell, every_preset, rule
from tests.support.table import JUDGE, Table
from tests.support.votes import voting

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT], ids=["classic", "tournament"])


def classic(**options: object) -> Table:
    """Seat 1 speaks on day 0."""
    return Table(10, ruleset=replace(CLASSIC, **options), judge=True).to_day_0()  # type: ignore[arg-type]


def taking_back(seat: int) -> cmd.TakeFoulBack:
    return cmd.TakeFoulBack(by=JUDGE, seat=seat)


# --- fouls ---------------------------------------------------------------------------------------


@every_preset("option: fouls", "row: fouls exist", "row: technical fouls")
def test_fouls_removals_and_team_losses_exist_where_the_preset_knows_them(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    known = cell(rules, club=False, classic=True, tournament=True)
    for command in (table.fouling(5), table.removing(6)):
        answer = table.decided(command)
        assert isinstance(answer, tuple) is known
        if not known:
            assert answer == Refusal(reason=Reason.NOT_ALLOWED_BY_RULES)
    if not known:
        assert table.refused(taking_back(5)) is Reason.NOT_ALLOWED_BY_RULES


@rule("row: gestures while others speak", "row: claiming a role")
@rule("row: posture, masks, headgear, eating, touching at night")
@BOTH
@rule("row: gestures while others speak", "row: claiming a role", preset=("classic", "tournament"))
@rule("row: posture, masks, headgear, eating, touching at night", preset=("classic", "tournament"))
def test_the_bot_gives_no_foul_by_itself_and_a_judge_for_a_reason_and_in_his_words(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.day()
    table.night(kill=10)
    assert table.state.fouls == ()
    for number, reason in enumerate(list(FoulReason)[:3], 1):
        table.do(cmd.GiveFoul(by=JUDGE, seat=5, reason=reason, text=f"the {number}."))
    given = [(foul.seat, foul.number, foul.reason, foul.text) for foul in public_view(table.state).fouls]
    assert given == [(5, n, reason, f"the {n}.") for n, reason in enumerate(list(FoulReason)[:3], 1)]


@BOTH
@rule("row: 1–2 fouls", preset=("classic", "tournament"))
def test_one_or_two_fouls_cost_nothing(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.foul(5, 2)
    table.day()
    assert (table.state.seat(5).fouls, table.state.seat(5).owes_speech) == (2, False)
    assert table.state.days[0].speakers == tuple(range(1, 11))


def test_a_foul_says_on_which_day_or_night_it_was_given() -> None:
    table = classic()
    table.foul(5)
    table.day()
    table.to_step(NightStep.SHOTS)
    table.foul(5)
    assert [(foul.day, foul.night) for foul in table.state.fouls] == [(0, None), (0, 1)]


def test_fouls_are_given_in_the_deal_at_night_in_a_pause_and_after_the_day() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True).deal()
    table.foul(5)
    table.run_until(lambda state: isinstance(state.phase, Talk))
    table.pause()
    table.foul(6)
    table.resume()
    table.talk()
    assert table.at(Settling)
    table.foul(7)
    assert [foul.seat for foul in table.state.fouls] == [5, 6, 7]


def test_there_are_no_fouls_in_the_lobby_nor_for_who_is_no_longer_at_the_table() -> None:
    assert (
        Table(10, ruleset=CLASSIC, judge=True).refused(
            cmd.GiveFoul(by=JUDGE, seat=5, reason=FoulReason.OTHER)
        )
        is Reason.WRONG_PHASE
    )
    table = classic()
    table.remove(5)
    gone = Refusal(reason=Reason.NOT_AT_TABLE, params=(("seat", 5),))
    for command in (table.fouling(5), table.removing(5), taking_back(5)):
        assert table.decided(command) == gone
    assert table.refused(table.fouling(11)) is Reason.NOT_A_SEAT


def test_who_still_has_a_word_can_be_fouled() -> None:
    table = classic()
    table.day()
    table.night(kill=10)
    table.foul(10)
    table.finish()
    table.foul(10)
    table.finish()
    assert table.refused(table.fouling(10)) is Reason.NOT_AT_TABLE
    assert table.state.seat(10).fouls == 2


# --- taking one back -----------------------------------------------------------------------------


def test_a_foul_is_taken_back_the_newest_first() -> None:
    table = classic()
    table.do(cmd.GiveFoul(by=JUDGE, seat=5, reason=FoulReason.ARGUING))
    table.foul(6)
    table.do(cmd.GiveFoul(by=JUDGE, seat=5, reason=FoulReason.UNETHICAL))
    table.do(taking_back(5))
    assert [(foul.seat, foul.reason) for foul in table.state.fouls] == [
        (5, FoulReason.ARGUING),
        (6, FoulReason.OTHER),
    ]
    table.do(taking_back(5))
    none = Refusal(reason=Reason.NO_FOUL, params=(("seat", 5),))
    assert table.decided(taking_back(5)) == none


def test_with_the_third_foul_the_lost_speech_is_taken_back_and_with_the_second_it_is_not() -> None:
    table = classic()
    table.foul(5, 3)
    table.do(taking_back(5))
    assert not table.state.seat(5).owes_speech
    table.foul(5)
    assert table.state.seat(5).owes_speech


# --- the third -----------------------------------------------------------------------------------


def in_lost_speech(**options: object) -> Table:
    """Seat 2 has lost his speech of day 0, and it is his turn."""
    table = classic(**options)
    table.foul(2, 3)
    table.finish()
    return table


def test_in_a_lost_speech_he_is_muted_and_may_nominate_for_ten_seconds() -> None:
    table = in_lost_speech()
    assert table.has_floor(2, SpeechKind.LOST)
    assert set(mics(table.state).values()) == {MicWish.MUTED}
    assert hand_view(table.state, 2).control is HandControl.NOMINATE
    table.nominate(7)
    assert public_view(table.state).nominees == (7,)
    table.wait(9.9)
    assert table.speaker == 2
    table.wait(0.1)
    assert table.speaker == 3


def test_a_lost_speech_needs_no_microphone_and_is_not_stopped_by_one() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, keeper=False).to_day_0()
    table.foul(2, 3)
    table.voice(1, open=True)
    table.wait(60)
    assert table.has_floor(2, SpeechKind.LOST)
    table.voice(2, open=True)
    table.voice(2, present=False)
    table.wait(10)
    assert table.has_floor(3, SpeechKind.SPEECH)


def test_a_lost_speech_is_ended_early_by_its_owner() -> None:
    table = in_lost_speech()
    table.finish()
    assert table.has_floor(3, SpeechKind.SPEECH)


def test_without_time_for_a_lost_speech_the_next_one_speaks_at_once() -> None:
    table = in_lost_speech(lost_speech_s=0)
    assert table.has_floor(3, SpeechKind.SPEECH)
    assert table.state.today is not None
    assert (table.state.today.speakers, table.state.today.lost) == ((1, 3), (2,))


def test_without_time_for_lost_speeches_a_day_of_nothing_else_goes_to_the_vote() -> None:
    table = Table(10, ruleset=replace(CLASSIC, lost_speech_s=0), judge=True).to_day_0()
    for seat in range(2, 11):
        table.foul(seat, 3)
    table.finish()
    assert table.at(Settling)
    assert table.state.today is not None
    assert table.state.today.lost == tuple(range(2, 11))


@pytest.mark.parametrize(("how", "seconds"), [(ThirdFoul.SHORT_30, 30), (ThirdFoul.NOTHING, 60)])
@rule("option: third_foul", preset="classic")
def test_a_guild_makes_the_third_foul_cheaper(how: ThirdFoul, seconds: int) -> None:
    table = in_lost_speech(third_foul=how)
    assert table.has_floor(2, SpeechKind.SPEECH)
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.floor.granted_ms == seconds * 1000
    assert not table.state.seat(2).owes_speech
    assert table.state.today is not None
    assert table.state.today.lost == ()


def test_a_short_speech_is_no_longer_than_a_speech_is() -> None:
    table = in_lost_speech(third_foul=ThirdFoul.SHORT_30, speech_s=20)
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.floor.granted_ms == 20_000


def test_who_owes_a_speech_is_shown_with_his_fouls() -> None:
    table = classic()
    table.foul(5, 3)
    shown = public_view(table.state).seats[4]
    assert (shown.fouls, shown.owes_speech, shown.disqualified) == (3, True, False)


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
