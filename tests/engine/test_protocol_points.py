"""Points follow from the protocol, the awards and the penalties (rulebook 5.1)."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.aftermath import GivenAward, Penalty, Protest
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.points import performances, points
from mafiabot.engine.protocol import protocol
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.published import published
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT, Ruleset
from mafiabot.engine.scoring import Performance, Result, Score
from mafiabot.engine.state import Outcome
from tests.support.table import Table


def first_night_kill(named: tuple[int, ...], ruleset: Ruleset = TOURNAMENT, victim: int = 5) -> Table:
    """Day 0 without nominees, a kill in the first combat night, and the victim's best move."""
    table = Table(10, ruleset=ruleset, roles="DMMSCCCCCC", judge=True).to_day_0()
    table.day()
    table.night(kill=victim)
    table.do(cmd.NameBestMove(user_id=table.user(victim), seats=named, press=table.press()))
    return table


def ended(table: Table, outcome: Outcome) -> Protocol:
    """The game as if it had ended so."""
    return replace(protocol(tuple(table.log)), outcome=outcome)


def award(seat: int, hundredths: int) -> GivenAward:
    return GivenAward(seat=seat, hundredths=hundredths, by=1, at_ms=0)


def penalty(seat: int) -> Penalty:
    return Penalty(seat=seat, by=1, at_ms=0)


def scored(
    game: Protocol,
    awards: tuple[GivenAward, ...] = (),
    penalties: tuple[Penalty, ...] = (),
    rates: dict[int, int] | None = None,
) -> dict[int, Score]:
    found = points(game, awards, penalties, rates or {})
    assert found is not None
    return found


def test_a_win_is_a_point_for_everybody_of_the_team() -> None:
    found = scored(ended(first_night_kill(()), Outcome.BLACK))
    assert {seat: one.total for seat, one in found.items()} == {
        **dict.fromkeys((1, 2, 3), 100),
        **dict.fromkeys(range(4, 11), 0),
    }


@pytest.mark.parametrize(("named", "worth"), [((1, 2, 3), 50), ((1, 2, 6), 25), ((1, 6, 7), 0), ((), 0)])
def test_a_best_move_counts_by_the_black_in_it(named: tuple[int, ...], worth: int) -> None:
    assert scored(ended(first_night_kill(named), Outcome.BLACK))[5].best_move == worth


def test_a_black_victim_has_no_points_for_his_best_move() -> None:
    game = ended(first_night_kill((1, 2), victim=3), Outcome.RED)
    assert scored(game, rates={3: 30})[3].total == 0


def test_the_larger_of_best_move_and_bonus_counts_and_errors_repeat() -> None:
    game = ended(first_night_kill((1, 2, 6)), Outcome.BLACK)
    found = scored(game, (award(5, 30), award(6, 20)), (penalty(6), penalty(6)))
    assert (found[5].best_move, found[5].bonus) == (0, 30)
    assert (found[6].bonus, found[6].errors, found[6].total) == (20, -80, -60)


def test_ci_is_paid_to_who_was_killed_first_by_his_rate() -> None:
    game = ended(first_night_kill((1, 6, 7)), Outcome.BLACK)
    assert scored(game, rates={5: 20, 6: 20})[5].ci == 20
    assert scored(game, rates={5: 20, 6: 20})[6].ci == 0


def test_who_has_no_rate_is_paid_no_ci() -> None:
    assert scored(ended(first_night_kill((1, 6, 7)), Outcome.BLACK))[5].ci == 0


def test_only_who_was_killed_first_has_named_anybody_and_what_nobody_gave_is_nothing() -> None:
    played = performances(ended(first_night_kill((1, 2, 3)), Outcome.BLACK), Outcome.BLACK, (), ())
    assert played[6] == Performance(result=Result.LOSS, black=False)
    assert played[5] == Performance(result=Result.LOSS, black=False, first_killed=True, black_named=3)


def test_who_is_killed_in_the_second_combat_night_is_not_first_killed() -> None:
    table = Table(10, ruleset=TOURNAMENT, roles="DMMSCCCCCC", judge=True).to_day_0()
    table.day()
    table.night()
    table.day()
    table.night(kill=5)
    assert scored(ended(table, Outcome.BLACK), rates={5: 20})[5].ci == 0


def test_a_removal_is_charged_in_a_draw_too_and_nothing_else_counts_there() -> None:
    table = first_night_kill((1, 2, 3))
    table.remove(7)
    found = scored(ended(table, Outcome.DRAW), (award(6, 20),))
    assert {seat: one.total for seat, one in found.items() if one.total} == {7: -50}


def test_a_removal_for_words_in_the_best_move_leaves_its_points_and_ci() -> None:
    table = first_night_kill((1, 2))
    table.remove(5, GoneCause.BEST_MOVE_COMMENT)
    found = scored(ended(table, Outcome.BLACK), rates={5: 30})
    assert (found[5].best_move, found[5].ci, found[5].removal, found[5].total) == (25, 30, -50, 5)


def test_a_removal_in_ones_last_word_is_charged() -> None:
    table = first_night_kill(())
    table.run_until(lambda state: state.today is not None and state.today.number == 1)
    table.remove(5)
    assert scored(ended(table, Outcome.BLACK))[5].removal == -50


def test_the_culprit_of_a_game_given_away_counts_as_removed() -> None:
    table = Table(10, ruleset=TOURNAMENT, roles="DMMSCCCCCC", judge=True).to_day_0()
    table.do(cmd.CallTeamLoss(by=1, seat=2))
    found = scored(protocol(tuple(table.log)))
    assert (found[2].total, found[1].total, found[4].total) == (-50, 0, 100)


@pytest.mark.parametrize("outcome", [Outcome.STOPPED, Outcome.VOID])
def test_a_game_without_a_result_is_not_scored(outcome: Outcome) -> None:
    assert points(ended(first_night_kill(()), outcome)) is None


def test_a_game_that_still_runs_is_not_scored() -> None:
    assert points(protocol(tuple(first_night_kill(()).log))) is None


def test_a_game_of_rules_without_points_is_not_scored() -> None:
    assert points(ended(first_night_kill((1, 2, 3), CLASSIC), Outcome.RED)) is None


def test_an_empty_number_has_no_points() -> None:
    game = ended(first_night_kill(()), Outcome.RED)
    seats = tuple(replace(seat, role=None) if seat.number == 9 else seat for seat in game.seats)
    assert list(scored(replace(game, seats=seats))) == [1, 2, 3, 4, 5, 6, 7, 8, 10]


def test_what_is_handed_out_holds_it_all() -> None:
    game = ended(first_night_kill((1, 2, 6)), Outcome.BLACK)
    protest = Protest(id=1, user_id=106, seat=6, text="no", at_ms=0)
    whole = published(game, (award(6, 20),), (penalty(7),), (protest,), {5: 10})
    assert (whole.protocol, whole.awards, whole.penalties, whole.protests) == (
        game,
        (award(6, 20),),
        (penalty(7),),
        (protest,),
    )
    assert whole.points is not None
    assert {one.seat: one.total for one in whole.points if one.total} == {
        **dict.fromkeys((1, 2, 3), 100),
        5: 35,
        6: 20,
        7: -40,
    }
    assert published(replace(game, outcome=Outcome.VOID)).points is None
