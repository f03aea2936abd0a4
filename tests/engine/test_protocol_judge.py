"""What a judge did stands in the protocol: fouls, departures, clocks, pauses, each with its place."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.protocol_types import FactKind, When
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT
from mafiabot.engine.state import (
    NightStep,
    Outcome,
    Status,
)
from tests.support.protocols import ROLES, at_table, told
from tests.support.table import Table


def test_a_foul_stands_with_its_reason_and_its_place() -> None:
    table = at_table().to_day_0()
    table.finish()
    table.do(cmd.GiveFoul(by=1, seat=7, reason=FoulReason.KNOCKING, text="twice"))
    foul = told(table).fouls[0]
    assert (foul.seat, foul.number, foul.reason, foul.text, foul.by) == (
        7,
        1,
        FoulReason.KNOCKING,
        "twice",
        1,
    )
    assert (foul.moment.day, foul.moment.when, foul.moment.speaker) == (0, When.SPEECH, 2)


def test_a_foul_taken_back_is_kept_and_marked() -> None:
    table = at_table().to_day_0()
    table.foul(7, 2)
    table.do(cmd.TakeFoulBack(by=1, seat=7))
    game = told(table)
    assert [(foul.number, foul.taken_back) for foul in game.fouls] == [(1, False), (2, True)]
    assert game.seat(7).fouls == 1


def test_the_fourth_foul_is_followed_by_the_removal_and_cancels_the_vote() -> None:
    table = at_table().to_day_0()
    table.nominate(5)
    table.foul(7, 4)
    table.day()
    game = told(table)
    departure = game.departures[0]
    assert (departure.seat, departure.cause, departure.removed) == (7, GoneCause.FOURTH_FOUL, True)
    assert (game.days[0].cancelled, game.days[0].skipped) == (True, "removal")
    assert (game.seat(7).status, game.seat(7).disqualified) == (Status.REMOVED, True)


def test_a_lost_speech_stands_beside_the_speakers() -> None:
    table = at_table(CLASSIC).to_day_0()
    table.foul(3, 3)
    table.talk()
    day = told(table).days[0]
    assert day.lost == (3,)
    assert 3 not in day.speakers


@pytest.mark.parametrize(
    ("step", "when", "night"), [(NightStep.SHOTS, When.NIGHT, 1), (NightStep.DON, When.NIGHT, 1)]
)
def test_a_foul_at_night_is_placed_in_the_night(step: NightStep, when: When, night: int) -> None:
    table = at_table().to_day_0()
    table.day()
    table.to_step(step)
    table.foul(7)
    moment = told(table).fouls[0].moment
    assert (moment.day, moment.night, moment.when, moment.speaker) == (0, night, when, None)


def test_a_foul_is_placed_by_what_was_going_on() -> None:
    table = at_table().to_day_0()
    table.day({1: 5, 2: 6})
    table.foul(1)
    table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9, 10]})
    table.foul(2)
    table.talk()
    table.vote({5: [1, 2, 3, 4, 5, 6], 6: [7, 8, 9, 10]})
    table.foul(3)
    table.talk()
    table.night(kill=7)
    table.foul(4)
    table.run_until(lambda state: state.today is not None and state.today.number == 1)
    table.foul(8)
    moments = [foul.moment for foul in told(table).fouls]
    assert [(at.when, at.rounds, at.speaker, at.night) for at in moments] == [
        (When.VOTE, 0, None, None),
        (When.DEFENCE, 1, 5, None),
        (When.FAREWELL, 2, 5, None),
        (When.BEST_MOVE, 0, 7, 1),
        (When.NIGHT_FAREWELL, 0, 7, None),
    ]


def test_a_removal_of_ones_own_will_names_no_judge() -> None:
    table = at_table().to_day_0()
    table.gone(7)
    departure = told(table).departures[0]
    assert (departure.cause, departure.by, departure.removed) == (GoneCause.GAVE_UP, None, True)


def test_a_game_given_to_the_other_team_names_the_culprit() -> None:
    table = at_table().to_day_0()
    table.do(cmd.CallTeamLoss(by=1, seat=4, text="an oath"))
    game = told(table)
    assert game.team_loss is not None
    assert (game.team_loss.seat, game.team_loss.text) == (4, "an oath")
    assert game.outcome is Outcome.BLACK


def test_what_the_judge_did_to_clocks_and_floors_is_listed() -> None:
    table = at_table().to_day_0()
    table.do(cmd.ChangeTime(by=1, seconds=30))
    table.give_floor(5)
    table.do(cmd.SkipSpeech(by=1))
    facts = told(table).interventions
    assert [(fact.kind, fact.seat) for fact in facts] == [
        (FactKind.TIME_CHANGED, 1),
        (FactKind.FLOOR_GIVEN, 5),
        (FactKind.SPEECH_ENDED, 5),
    ]
    assert facts[0].change_ms == 30_000


def test_a_phase_cut_short_is_listed() -> None:
    table = at_table().to_night_0()
    table.to_step(NightStep.FREE_SEATING)
    table.do(cmd.ChangeTime(by=1, seconds=-10))
    table.do(cmd.EndPhase(by=1))
    facts = told(table).interventions
    assert [(fact.kind, fact.seat, fact.moment.night) for fact in facts] == [
        (FactKind.TIME_CHANGED, None, 0),
        (FactKind.PHASE_CUT, None, 0),
    ]


def test_pauses_and_judges_are_listed() -> None:
    table = at_table().to_day_0()
    table.pause()
    paused_ms = table.now
    table.wait(42)
    table.resume()
    table.do(cmd.NameCoJudge(by=1, user_id=900))
    game = told(table)
    assert [(one.from_ms, one.until_ms) for one in game.pauses] == [(paused_ms, paused_ms + 42_000)]
    assert game.judge_ids == (1, 900)
    assert [(one.judge, one.co_judge) for one in game.judges] == [(1, None), (1, 900)]


def test_a_substitution_names_both() -> None:
    table = Table(10, ruleset=TOURNAMENT, roles=ROLES, judge=True, waiting=1).to_day_0()
    coming, former = table.state.waiting[0].user_id, table.user(5)
    table.voice(5, present=False)
    table.do(cmd.Substitute(by=1, seat=5, user_id=coming))
    game = told(table)
    assert [(one.seat, one.former, one.user_id) for one in game.substitutions] == [(5, former, coming)]
    assert game.seat(5).user_id == coming
