"""After the end: what the judge may still give or charge, and how a protest comes to its verdict."""

from dataclasses import replace
from typing import Any

import pytest

from mafiabot.engine import aftermath
from mafiabot.engine.aftermath import (
    TEXT_MOST,
    AfterReason,
    AfterRefused,
    GivenAward,
    Penalty,
    PenaltyKind,
    Protest,
    ProtestState,
)
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Scoring
from mafiabot.engine.scoring import AwardReason, AwardRefused
from mafiabot.engine.state import Outcome
from tests.support.games import JUDGE, finished, user_of, with_empty_number

RED_WINS = finished(outcome=Outcome.RED)
GAME = RED_WINS.protocol  # seats 1 to 3 are black, so they lost
END_MS = RED_WINS.ended_at_ms
STRANGER = 999


def later(seconds: float) -> int:
    return END_MS + round(seconds * 1000)


def awarded(
    game: Protocol = GAME, given: tuple[GivenAward, ...] = (), **how: Any
) -> tuple[GivenAward, ...] | AwardRefused | AfterRefused:
    settings = {"seat": 5, "hundredths": 30, "by": JUDGE, "now_ms": later(60)}
    return aftermath.award(game, given, **{**settings, **how})


def charged(game: Protocol = GAME, **how: Any) -> Penalty | AfterRefused:
    settings = {"seat": 5, "text": "", "by": JUDGE, "now_ms": later(60)}
    return aftermath.penalty(game, **{**settings, **how})


def protested(game: Protocol = GAME, made: tuple[Protest, ...] = (), **how: Any) -> Protest | AfterRefused:
    settings = {"user_id": user_of(RED_WINS, 5), "text": "no window", "now_ms": later(60)}
    return aftermath.protest(game, made, **{**settings, **how})


def settled(made: tuple[Protest, ...], **how: Any) -> Protest | AfterRefused:
    settings = {"protest_id": 1, "accepted": True, "text": "so it was", "by": 2, "now_ms": later(7200)}
    return aftermath.settled(made, **{**settings, **how})


def one_protest() -> Protest:
    made = protested()
    assert isinstance(made, Protest)
    return made


def reason(answer: object) -> AfterReason:
    assert isinstance(answer, AfterRefused), answer
    return answer.reason


# --- awards ----------------------------------------------------------------------------------------


def test_an_award_is_kept_with_who_gave_it_and_when() -> None:
    assert awarded() == (GivenAward(seat=5, hundredths=30, by=JUDGE, at_ms=later(60)),)


def test_awards_stand_in_order_of_seats() -> None:
    first = awarded(seat=9)
    assert isinstance(first, tuple)
    both = awarded(given=first, seat=4)
    assert isinstance(both, tuple)
    assert [one.seat for one in both] == [4, 9]


def test_a_second_award_replaces_the_first_and_zero_takes_it_back() -> None:
    first = awarded()
    assert isinstance(first, tuple)
    second = awarded(given=first, hundredths=70, by=2)
    assert second == (GivenAward(seat=5, hundredths=70, by=2, at_ms=later(60)),)
    assert awarded(given=second, hundredths=0) == ()


def test_a_loser_gets_no_half_a_point() -> None:
    """E88."""
    refused = awarded(seat=1, hundredths=50)
    assert isinstance(refused, AwardRefused)
    assert (refused.reason, refused.most_hundredths) == (AwardReason.OVER_MOST, 40)
    assert isinstance(awarded(seat=1, hundredths=40), tuple)


def test_six_players_or_more_than_the_budget_are_refused_and_the_rest_is_named() -> None:
    """E89."""
    given: tuple[GivenAward, ...] = ()
    for seat in range(4, 9):
        after = awarded(given=given, seat=seat, hundredths=20)
        assert isinstance(after, tuple)
        given = after
    sixth = awarded(given=given, seat=9, hundredths=10)
    assert isinstance(sixth, AwardRefused)
    assert (sixth.reason, sixth.rest_players, sixth.rest_hundredths) == (AwardReason.TOO_MANY_PLAYERS, 0, 20)
    over = awarded(given=given, seat=4, hundredths=50)
    assert isinstance(over, AwardRefused)
    assert (over.reason, over.most_hundredths) == (AwardReason.OVER_BUDGET, 40)


def test_nobody_is_awarded_in_a_draw() -> None:
    refused = awarded(finished(outcome=Outcome.DRAW).protocol)
    assert isinstance(refused, AwardRefused)
    assert refused.reason is AwardReason.DRAW


def test_awards_are_open_for_award_s_after_the_end_and_not_a_moment_longer() -> None:
    assert isinstance(awarded(now_ms=later(1200) - 1), tuple)
    closed = awarded(now_ms=later(1200))
    assert closed == AfterRefused(reason=AfterReason.AWARDS_CLOSED, limit=1200)


@pytest.mark.parametrize("outcome", [Outcome.STOPPED, Outcome.VOID])
def test_a_game_that_came_to_no_result_is_not_scored(outcome: Outcome) -> None:
    game = finished(outcome=outcome).protocol
    assert reason(awarded(game)) is reason(charged(game)) is AfterReason.NOT_SCORED


@pytest.mark.parametrize("options", [{"scoring": Scoring.OFF}, {"award_s": 0}])
def test_a_game_by_rules_without_points_is_not_scored(options: dict[str, Any]) -> None:
    game = replace(GAME, ruleset=replace(TOURNAMENT, **options))
    assert reason(awarded(game)) is reason(charged(game)) is AfterReason.NOT_SCORED


@pytest.mark.parametrize("ruleset", [CLUB, CLASSIC])
def test_club_and_classic_know_no_points(ruleset: Any) -> None:
    assert reason(awarded(replace(GAME, ruleset=ruleset))) is AfterReason.NOT_SCORED


def test_a_game_that_runs_is_not_scored_yet() -> None:
    assert reason(awarded(replace(GAME, outcome=None, ended_ms=None))) is AfterReason.NOT_SCORED


@pytest.mark.parametrize("seat", [-1, 0, 11])
def test_a_number_that_is_not_at_the_table_gets_nothing(seat: int) -> None:
    assert reason(awarded(seat=seat)) is reason(charged(seat=seat)) is AfterReason.NOT_A_SEAT


def test_nobodys_number_gets_nothing() -> None:
    game = with_empty_number(RED_WINS, 5).protocol
    assert reason(awarded(game)) is AfterReason.NOT_A_SEAT
    assert isinstance(awarded(game, seat=6), tuple)


# --- penalties -------------------------------------------------------------------------------------


def test_a_game_error_is_charged_with_the_judges_words() -> None:
    assert charged(text=" shot at night out of turn ") == Penalty(
        seat=5, kind=PenaltyKind.ERROR, text="shot at night out of turn", by=JUDGE, at_ms=later(60)
    )


def test_a_game_error_stands_in_a_draw() -> None:
    assert isinstance(charged(finished(outcome=Outcome.DRAW).protocol), Penalty)


def test_penalties_are_open_as_long_as_awards() -> None:
    assert isinstance(charged(now_ms=later(1199)), Penalty)
    assert charged(now_ms=later(1200)) == AfterRefused(reason=AfterReason.AWARDS_CLOSED, limit=1200)


def test_a_reason_has_an_end() -> None:
    assert isinstance(charged(text="x" * TEXT_MOST), Penalty)
    too_long = AfterRefused(reason=AfterReason.TEXT_TOO_LONG, limit=TEXT_MOST)
    assert charged(text="x" * (TEXT_MOST + 1)) == too_long
    assert protested(text="x" * (TEXT_MOST + 1)) == too_long
    assert settled((one_protest(),), text="x" * (TEXT_MOST + 1)) == too_long


def test_what_no_database_takes_is_left_out_of_a_text() -> None:
    penalty = charged(text="a\x00b\ud800c")
    assert isinstance(penalty, Penalty)
    assert penalty.text == "abc"


# --- protests --------------------------------------------------------------------------------------


def test_any_player_may_protest_and_the_protest_is_open() -> None:
    assert protested(user_id=user_of(RED_WINS, 1)) == Protest(
        id=1,
        user_id=user_of(RED_WINS, 1),
        seat=1,
        text="no window",
        at_ms=later(60),
        state=ProtestState.OPEN,
        verdict="",
        by=None,
        settled_at_ms=None,
    )


def test_protests_are_numbered() -> None:
    second = protested(made=(one_protest(),), user_id=user_of(RED_WINS, 6))
    assert isinstance(second, Protest)
    assert (second.id, second.seat) == (2, 6)


def test_a_player_protests_once() -> None:
    assert reason(protested(made=(one_protest(),))) is AfterReason.PROTESTED_ALREADY


@pytest.mark.parametrize("user_id", [STRANGER, JUDGE, 0])
def test_who_did_not_play_has_nothing_to_protest_against(user_id: int) -> None:
    game = with_empty_number(RED_WINS, 5).protocol
    assert reason(protested(game, user_id=user_id)) is AfterReason.NOT_A_PLAYER


def test_a_protest_eleven_minutes_after_the_end_is_too_late() -> None:
    """E91."""
    assert protested(now_ms=later(660)) == AfterRefused(reason=AfterReason.PROTESTS_CLOSED, limit=600)
    assert isinstance(protested(now_ms=later(600) - 1), Protest)
    assert reason(protested(now_ms=later(600))) is AfterReason.PROTESTS_CLOSED


def test_where_the_rules_know_no_protest_there_is_none() -> None:
    assert reason(protested(replace(GAME, ruleset=CLASSIC))) is AfterReason.NO_PROTESTS


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_protest_says_what_it_is_about(text: str) -> None:
    assert reason(protested(text=text)) is AfterReason.NO_TEXT


@pytest.mark.parametrize("accepted", [True, False])
def test_a_protest_is_accepted_or_rejected_with_words_and_name(accepted: bool) -> None:
    made = one_protest()
    state = ProtestState.ACCEPTED if accepted else ProtestState.REJECTED
    assert settled((made,), accepted=accepted) == replace(
        made, state=state, verdict="so it was", by=2, settled_at_ms=later(7200)
    )


def test_the_decision_on_a_protest_is_final() -> None:
    decided = settled((one_protest(),), accepted=False)
    assert isinstance(decided, Protest)
    assert reason(settled((decided,))) is AfterReason.SETTLED_ALREADY


def test_a_protest_that_nobody_made_is_not_decided() -> None:
    assert reason(settled((one_protest(),), protest_id=2)) is AfterReason.NO_SUCH_PROTEST
