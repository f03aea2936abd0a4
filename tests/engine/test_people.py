"""Who leaves a running game: gives up, is unseated, stays away; what that does to floor, vote and night."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import BestMoveWhen
from mafiabot.engine.state import (
    Night,
    NightStep,
    Outcome,
    RaiseVote,
    Settling,
    SpeechKind,
    Status,
    Talk,
    Vote,
)
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import JUDGE, Table


def voting(seats: int = 8, nominees: tuple[int, ...] = (7, 3)) -> Table:
    table = Table(seats).skip_to_day(1)
    table.day(dict(zip([*range(2, seats + 1), 1], nominees, strict=False)))
    return table


def skipped(table: Table) -> list[str]:
    return [event.cause for event in table.events(ev.VoteSkipped)]


def speeches(table: Table) -> list[int]:
    return [event.turn.seat for event in table.events(ev.FloorGiven)]


# --- leaving -------------------------------------------------------------------------------------


@rule("option: removal_cancels_vote", "row: last word")
def test_who_gives_up_is_gone_at_once_without_a_last_word() -> None:
    table = Table(8).to_day_0()
    table.gone(5)
    assert table.state.seat(5).status is Status.GONE
    assert table.speaker == 1
    (left,) = table.state.gone
    assert (left.seat, left.cause, left.day, left.night) == (5, GoneCause.GAVE_UP, 0, None)


def test_a_moderator_unseats_a_player_who_is_still_in_the_game() -> None:
    table = Table(8).to_day_0()
    table.do(cmd.Unseat(by=1, seat=5))
    assert table.state.gone[0].cause is GoneCause.UNSEATED
    assert table.refused(cmd.Unseat(by=1, seat=5)) is Reason.SEAT_NOT_ALIVE
    assert table.refused(cmd.Unseat(by=1, seat=9)) is Reason.NOT_A_SEAT


def test_nobody_gives_up_twice_or_before_the_game() -> None:
    table = Table(8)
    assert table.refused(cmd.GiveUp(user_id=101)) is Reason.WRONG_PHASE
    table.to_day_0()
    table.gone(5)
    assert table.refused(cmd.GiveUp(user_id=105)) is Reason.NOT_ALIVE
    assert table.refused(cmd.GiveUp(user_id=999)) is Reason.NOT_SEATED


def test_a_speaker_who_gives_up_passes_the_floor_on() -> None:
    table = Table(8).to_day_0()
    table.gone(1)
    assert table.speaker == 2
    assert [(e.seat, e.cause) for e in table.events(ev.SpeechEnded)] == [(1, "gone")]


def test_who_gives_up_before_his_turn_is_passed_over() -> None:
    table = Table(8).to_day_0()
    table.gone(2)
    table.finish()
    assert table.speaker == 3


def test_a_nomination_just_made_by_a_speaker_who_finished_survives_the_next_ones_leaving() -> None:
    table = Table(8).to_day_0()
    table.wait(60)
    table.gone(2)
    table.wait(0.5)
    table.do(cmd.Nominate(user_id=101, floor=1, seat=5, press=table.press(ago_ms=600)))


@rule("E38", "row: when checked")
def test_e38_leaving_that_brings_parity_ends_the_game_at_once() -> None:
    table = Table(6, roles="DMSCCC").to_day_0()
    table.gone(6)
    assert not table.state.over
    table.gone(5)
    assert table.outcome is Outcome.BLACK


@rule("E38", "row: red win")
def test_e38_leaving_of_the_last_black_ends_the_game_at_once() -> None:
    table = Table(8, roles="DMSCCCCC").deal()
    table.gone(1)
    table.gone(2)
    assert table.outcome is Outcome.RED


@rule("E81")
def test_e81_when_the_opener_leaves_in_his_speech_tomorrow_counts_on_from_his_seat() -> None:
    table = Table(8).skip_to_day(1)
    assert table.speaker == 2
    table.gone(2)
    assert table.speaker == 3
    table.day()
    table.night()
    assert table.speaker == 3


def test_when_the_opener_leaves_before_he_spoke_the_next_one_really_opens() -> None:
    table = Table(8, roles="DMSCCCCC").to_day_0()
    table.day()
    table.night(kill=8)
    table.gone(2)
    table.finish()
    table.finish()
    assert table.speaker == 3
    table.day()
    assert table.state.days[1].opener == 3


# --- and the vote --------------------------------------------------------------------------------


@rule("E29", "row: after a removal")
def test_e29_a_voters_cast_vote_stays_and_his_unused_one_is_dropped() -> None:
    table = voting()
    table.do(table.ballot(5))
    table.gone(5)
    table.gone(6)
    table.tick()
    table.tick()
    (decided,) = table.events(ev.RoundDecided)
    assert [(b.voter, b.candidate) for b in decided.record.ballots] == [
        (1, 3),
        (2, 3),
        (3, 3),
        (4, 3),
        (5, 7),
        (7, 3),
        (8, 3),
    ]


@rule("E29")
def test_e29_the_raise_needs_more_than_half_of_those_still_alive() -> None:
    table = voting()
    for _ in range(2):
        table.vote({7: [1, 2, 3, 4]})
        while table.at(Talk):
            table.finish()
    assert table.at(RaiseVote)
    table.gone(8)
    table.raise_vote(yes=[1, 2, 3, 4])
    assert table.events(ev.RaiseDecided)[0].passed


@rule("E29", "option: raise_cap")
def test_e29_the_cap_is_tested_with_those_alive_when_the_raise_is_counted() -> None:
    table = voting(10, (1, 4, 5, 6, 7))
    pairs = {1: [1, 2], 4: [3, 4], 5: [5, 6], 6: [7, 8]}
    for _ in range(2):
        table.vote(pairs)
        while table.at(Talk):
            table.finish()
    table.gone(10)
    table.raise_vote(yes=range(1, 10))
    assert not table.events(ev.RaiseDecided)[0].passed
    assert table.at(Night)


@rule("E30")
def test_e30_a_nominee_who_left_is_taken_off_and_the_order_kept() -> None:
    table = Table(8).skip_to_day(1)
    table.to_speech_of(2)
    table.talk({2: 7, 3: 5, 4: 3})
    table.gone(5)
    table.tick()
    assert isinstance(table.state.phase, Vote)
    assert table.state.phase.candidates == (7, 3)


@rule("E30")
def test_e30_one_nominee_left_on_the_first_day_is_not_voted_on() -> None:
    table = Table(8).to_day_0()
    table.talk({1: 7, 2: 5})
    assert table.at(Settling)
    table.gone(7)
    table.tick()
    assert skipped(table) == ["single_on_first_day"]


@rule("E33")
def test_e33_a_candidate_who_leaves_during_the_vote_ends_it() -> None:
    table = voting()
    table.gone(3)
    assert table.at(Night)
    assert skipped(table)[-1] == "cancelled"


@rule("E33")
def test_e33_a_tied_player_who_leaves_in_his_own_defence_ends_the_vote() -> None:
    table = voting()
    table.vote({7: [1, 2, 3, 4]})
    table.gone(7)
    assert table.at(Night)
    assert table.events(ev.SpeechEnded)[-1].cause == "gone"


@rule("E33")
def test_e33_a_tied_player_who_leaves_in_anothers_defence_ends_the_vote() -> None:
    table = voting()
    table.vote({7: [1, 2, 3, 4]})
    table.gone(3)
    assert table.at(Night)
    assert table.events(ev.SpeechEnded)[-1].cause == "cancelled"
    assert skipped(table)[-1] == "cancelled"


@rule("E33")
def test_e33_anybody_else_who_leaves_during_the_defences_changes_nothing() -> None:
    table = voting()
    table.vote({7: [1, 2, 3, 4]})
    table.gone(5)
    assert table.has_floor(7, SpeechKind.DEFENCE)


@rule("E33")
def test_e33_who_was_tied_before_but_is_no_more_leaves_without_ending_the_vote() -> None:
    table = voting(9, (7, 3, 5))
    table.vote({7: [1, 2, 3], 3: [4, 5, 6]})
    while table.at(Talk):
        table.finish()
    table.vote({7: [1, 2, 3, 4], 3: [5, 6, 7, 8]})
    table.gone(5)
    assert table.has_floor(7, SpeechKind.DEFENCE)


@rule("E33")
def test_e33_a_tied_player_who_leaves_during_the_raise_ends_it() -> None:
    table = voting()
    for _ in range(2):
        table.vote({7: [1, 2, 3, 4]})
        while table.at(Talk):
            table.finish()
    table.gone(7)
    assert table.at(Night)
    assert table.events(ev.RaiseDecided) == []


@rule("E94")
def test_e94_nothing_of_a_cancelled_list_carries_over_to_the_next_day() -> None:
    table = voting()
    table.gone(3)
    table.night()
    table.day()
    assert skipped(table)[-1] == "nobody_nominated"


def test_during_the_farewells_the_floor_stays_with_the_condemned() -> None:
    table = voting()
    table.vote({7: range(1, 9)})
    table.gone(5)
    assert table.has_floor(7, SpeechKind.LAST_WORD)
    assert table.refused(cmd.GiveUp(user_id=107)) is Reason.NOT_ALIVE


# --- and the night -------------------------------------------------------------------------------


@rule("E34")
def test_e34_after_a_departure_at_night_the_days_vote_is_held() -> None:
    table = Table(10).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    table.gone(9)
    assert table.state.gone[0].night == 1
    table.night()
    table.day({2: 5, 3: 6})
    assert table.at(Vote)


@rule("E35")
@pytest.mark.parametrize("when", list(BestMoveWhen))
def test_e35_a_victim_who_left_in_the_night_is_killed_but_has_neither_word_nor_best_move(
    when: BestMoveWhen,
) -> None:
    table = Table(10, ruleset=builders.club(best_move_when=when)).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    for shooter in (1, 2, 3):
        table.do(table.shot(shooter, 10))
    table.gone(10)
    table.to_step(NightStep.SHERIFF)
    table.tick()
    assert table.state.nights[0].victim == 10
    assert table.state.seat(10).status is Status.GONE
    assert table.state.quiet_nights == 0
    assert table.has_floor(2, SpeechKind.SPEECH)


@rule("E31", "E32", "E36", "E37", "E39", "E40", "E41", "E42", "E43", "E44", "E45", "E66")
@rule("row: fouls exist", "row: 1–2 fouls", "row: 3 fouls", "row: 3 fouls with 3–4 alive")
@rule("row: 3 fouls: last word, tie defence, nomination", "row: 4 fouls", "row: grave breach")
@rule("row: technical fouls", "row: after a removal", "row: PPK (team loses)", "E86", "E87")
@rule("row: arguing with the judge", "row: claiming a role")
@rule("row: posture, masks, headgear, eating, touching at night")
@rule("option: fouls", "option: third_foul", "option: third_foul_at_3_or_4", "option: lost_speech_s")
@rule("option: ppk", "option: outcry_s")
def test_the_club_knows_no_discipline_so_nobody_is_fouled_or_removed() -> None:
    rules = builders.club()
    off = (rules.fouls, rules.third_foul, rules.third_foul_at_3_or_4, rules.lost_speech_s, rules.ppk)
    assert off == (False, None, None, None, False)
    assert rules.outcry_s == 0
    table = Table(8, judge=True).to_day_0()
    refused = {table.refused(table.fouling(5, reason)) for reason in FoulReason}
    refused |= {table.refused(table.removing(5, cause)) for cause in GoneCause}
    refused.add(table.refused(cmd.TakeFoulBack(by=JUDGE, seat=5)))
    refused.add(table.refused(cmd.CallTeamLoss(by=JUDGE, seat=5)))
    assert refused == {Reason.NOT_ALLOWED_BY_RULES}
    table.talk()
    assert {seat.status for seat in table.state.seats} == {Status.ALIVE}
