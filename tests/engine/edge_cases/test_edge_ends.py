"""Edge cases of the end: departures of several at once, the draw, a team's loss, points and protests."""

import pytest

from mafiabot.engine import aftermath, scoring
from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.aftermath import AfterReason, AfterRefused, Protest
from mafiabot.engine.ci import ci_rule
from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.points import performances
from mafiabot.engine.protocol import protocol
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import DrawRule, Ruleset
from mafiabot.engine.scoring import AwardReason
from mafiabot.engine.state import Night, Outcome, SpeechKind, Status, Talk
from tests.support.builders import sized
from tests.support.rules import cell, edge_case
from tests.support.table import JUDGE, Table
from tests.support.votes import defend, voting

# --- several leave at once -----------------------------------------------------------------------


def raised(rules: Ruleset, seats: int, roles: str, *tied: int, gone: int = 0) -> Table:
    """Day 1: these are tied twice and raised."""
    table = voting(seats, *tied, roles=roles, rules=rules, judge=True, gone=gone)
    share = len(table.state.living) // len(tied)
    votes = {seat: range(1 + at * share, 1 + (at + 1) * share) for at, seat in enumerate(tied)}
    for _ in range(2):
        table.vote(votes)
        defend(table)
    table.raise_vote(yes=table.state.living)
    return table


@pytest.mark.parametrize(
    ("seats", "gone", "tied"), [(6, 0, (5, 6, 2)), (10, 2, (7, 8, 2, 3)), (10, 0, (5, 6, 7, 8, 2))]
)
@edge_case("E61")
def test_a_raise_that_would_end_the_game_seat_by_seat_is_checked_as_one_batch(
    rules: Ruleset, seats: int, gone: int, tied: tuple[int, ...]
) -> None:
    table = raised(rules, seats, "DMSCCC" if seats == 6 else "DMMSCCCCCC", *tied, gone=gone)
    assert {table.state.seat(seat).status for seat in tied} == {Status.VOTED_OUT}
    assert table.state.decided is None
    table.talk()
    assert table.at(Night)


@edge_case("E62")
def test_a_raise_that_takes_the_last_black_wins_for_the_reds(rules: Ruleset) -> None:
    table = raised(rules, 6, "DMSCCC", 6, 2, 1)
    defend(table)
    assert table.outcome is Outcome.RED


@edge_case(
    "E93",
    "row: several leave: last words",
    "row: final last word when the game is decided",
    "option: final_speech",
)
def test_several_raised_decide_the_game(rules: Ruleset) -> None:
    table = raised(rules, 6, "DMSCCC", 4, 6, 5)
    words = []
    while not table.state.over:
        assert table.state.decided is Outcome.BLACK
        words.append(table.speaker)
        assert table.has_floor(table.speaker, SpeechKind.LAST_WORD)
        table.finish()
    assert table.outcome is Outcome.BLACK
    assert words == cell(rules, club=[], classic=[4, 6, 5], tournament=[4, 6, 5])


# --- the draw ------------------------------------------------------------------------------------


def quiet_until_night(table: Table, number: int) -> None:
    """Days without a vote and missed nights, up to the end of that night or of the game."""
    while not table.state.over and len(table.state.nights) < number:
        table.day()
        table.night()


@edge_case("E75", "row: draw", "option: draw_rule")
def test_three_missed_nights_and_two_quiet_days(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    quiet_until_night(table, 2)
    assert table.at(Talk)
    quiet_until_night(table, 3)
    assert table.state.over is cell(rules, club=True, classic=False, tournament=True)
    if table.state.over:
        assert table.outcome is Outcome.DRAW
        assert table.state.all_days[-1].number == 2
        scored = performances(protocol(tuple(table.log)), Outcome.DRAW, (), ()).values()
        assert {scoring.score(played, ci_rule(rules), 40).total for played in scored} == {0}


@edge_case("E76", unknown_to=("classic",))
def test_somebody_voted_out_on_day_0_before_three_missed_nights(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.day({1: 9, 2: 10})
    table.vote({10: range(1, 11)})
    table.talk()
    table.night()
    quiet_until_night(table, 3)
    assert table.state.over is (rules.draw_rule is not DrawRule.OFF)
    if table.state.over:
        assert table.outcome is Outcome.DRAW


@edge_case("E77", "option: draw_resets_on", unknown_to=("classic",))
def test_somebody_leaves_within_the_three_nights(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    quiet_until_night(table, 2)
    table.out(10)
    quiet_until_night(table, 3)
    assert table.state.over is cell(rules, club=True, classic=False, tournament=False)
    quiet_until_night(table, 5)
    assert table.state.over is (rules.draw_rule is not DrawRule.OFF)


@edge_case("E78", unknown_to=("classic",))
def test_night_0_is_none_of_the_three(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    assert table.state.quiet_nights == 0
    quiet_until_night(table, 2)
    assert not table.state.over
    quiet_until_night(table, 4)
    assert len(table.state.nights) == (4 if rules.draw_rule is DrawRule.OFF else 3)


# --- a team's loss -------------------------------------------------------------------------------


def losing(seat: int) -> cmd.CallTeamLoss:
    return cmd.CallTeamLoss(by=JUDGE, seat=seat, text="an oath")


@edge_case("E86", "row: PPK (team loses)", "option: ppk", unknown_to=("club", "classic"))
def test_a_team_loss_ends_the_game_at_once(rules: Ruleset) -> None:
    table = voting(10, 7, 3, rules=rules, judge=True)
    if not rules.ppk:
        assert table.refused(losing(5)) is Reason.NOT_ALLOWED_BY_RULES
        return
    table.do(losing(5))
    assert table.outcome is Outcome.BLACK
    assert table.events(ev.VotedOut) == []
    assert table.state.seat(5).status is Status.REMOVED
    assert performances(protocol(tuple(table.log)), Outcome.BLACK, (), ())[5].removed


@edge_case("E87", unknown_to=("club", "classic"))
def test_a_team_loss_by_a_black_is_the_reds_victory(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    if not rules.ppk:
        assert table.refused(losing(2)) is Reason.NOT_ALLOWED_BY_RULES
        return
    table.do(losing(2))
    assert table.outcome is Outcome.RED


# --- points and protests -------------------------------------------------------------------------


def won_by_black(rules: Ruleset) -> tuple[Table, Protocol]:
    """A game that the black have won on day 0, and its protocol."""
    table = Table(6, roles="DMSCCC", ruleset=sized(rules, 6), judge=True).to_day_0()
    table.out(5)
    table.out(6)
    assert table.outcome is Outcome.BLACK
    return table, protocol(tuple(table.log))


def awarded(game: tuple[Table, Protocol], hundredths: dict[int, int]) -> object:
    """What comes of awarding these, by seat, one after the other."""
    table, sheet = game
    given: tuple[aftermath.GivenAward, ...] = ()
    for seat, amount in hundredths.items():
        answer = aftermath.award(sheet, given, seat=seat, hundredths=amount, by=JUDGE, now_ms=table.now + 1)
        if not isinstance(answer, tuple):
            return answer.reason
        given = answer
    return sum(one.hundredths for one in given)


@edge_case("E88", "row: judge's bonus", unknown_to=("club", "classic"))
def test_half_a_point_for_a_loser(rules: Ruleset) -> None:
    game = won_by_black(rules)
    off = AfterReason.NOT_SCORED
    over = cell(rules, club=off, classic=off, tournament=AwardReason.OVER_MOST)
    assert awarded(game, {3: 50}) is over
    assert awarded(game, {3: 40}) == cell(rules, club=off, classic=off, tournament=40)
    assert awarded(game, {1: 50}) == cell(rules, club=off, classic=off, tournament=50)


@edge_case("E89", unknown_to=("club", "classic"))
def test_a_bonus_for_six_or_more_than_the_games_budget(rules: Ruleset) -> None:
    game = won_by_black(rules)
    off = AfterReason.NOT_SCORED
    six = awarded(game, dict.fromkeys(range(1, 7), 10))
    assert six is cell(rules, club=off, classic=off, tournament=AwardReason.TOO_MANY_PLAYERS)
    budget = awarded(game, {1: 70, 2: 30, 3: 30})
    assert budget is cell(rules, club=off, classic=off, tournament=AwardReason.OVER_BUDGET)
    assert awarded(game, {1: 70, 2: 30, 3: 20}) == cell(rules, club=off, classic=off, tournament=120)


@edge_case("E90", unknown_to=("club", "classic"))
def test_a_best_move_of_three_black_outweighs_the_judges_bonus(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.day()
    table.night(kill=10)
    table.do(cmd.NameBestMove(user_id=110, seats=(1, 2, 3), press=table.press()))
    for seat in (5, 6, 7):
        table.out(seat)
    defend(table)
    assert table.outcome is Outcome.BLACK
    sheet = protocol(tuple(table.log))
    given = aftermath.award(sheet, (), seat=10, hundredths=30, by=JUDGE, now_ms=table.now)
    if rules.scoring.value == "off":
        assert given == AfterRefused(reason=AfterReason.NOT_SCORED)
        return
    assert isinstance(given, tuple)
    score = scoring.score(performances(sheet, Outcome.BLACK, given, ())[10], ci_rule(rules), 0)
    assert (score.best_move, score.bonus) == (50, 0)


def protesting(table: Table, after_s: float) -> Protest | AfterRefused:
    sheet = protocol(tuple(table.log))
    now_ms = table.now + round(after_s * 1000)
    return aftermath.protest(sheet, (), user_id=103, text="a vote was miscounted", now_ms=now_ms)


@edge_case("E91", "row: protest", "option: protest_s", unknown_to=("club", "classic"))
def test_a_protest_eleven_minutes_after_the_end(rules: Ruleset) -> None:
    table, _ = won_by_black(rules)
    late, in_time = protesting(table, 660), protesting(table, 599)
    if not rules.protest_s:
        assert late == in_time == AfterRefused(reason=AfterReason.NO_PROTESTS)
        return
    assert late == AfterRefused(reason=AfterReason.PROTESTS_CLOSED, limit=600)
    assert isinstance(in_time, Protest)


@edge_case("E92", "row: arguing with the judge", unknown_to=("club", "classic"))
def test_a_protest_before_the_end(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    refused = protesting(table, 0)
    assert isinstance(refused, AfterRefused)
    closed = AfterReason.PROTESTS_CLOSED
    none = AfterReason.NO_PROTESTS
    assert refused.reason is cell(rules, club=none, classic=none, tournament=closed)
    assert not table.state.fouls
    arguing = table.fouling(3, FoulReason.ARGUING)
    if not rules.fouls:
        assert table.refused(arguing) is Reason.NOT_ALLOWED_BY_RULES
        return
    table.do(arguing)
    assert [(foul.seat, foul.reason) for foul in table.state.fouls] == [(3, FoulReason.ARGUING)]
