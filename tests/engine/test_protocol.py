"""The protocol is read off the event log alone and tells the whole game."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.protocol import protocol, unsealed
from mafiabot.engine.protocol_types import FactKind, Protocol, Shot, Sign, When
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Day0Vote, Ruleset
from mafiabot.engine.state import (
    ActKind,
    Ballot,
    BestMove,
    CheckRecord,
    NightStep,
    Nomination,
    Outcome,
    RaiseRecord,
    Role,
    SpeechKind,
    Status,
)
from tests.support.table import Table

ROLES = "DMMSCCCCCC"


def at_table(ruleset: Ruleset = TOURNAMENT) -> Table:
    return Table(10, ruleset=ruleset, roles=ROLES, judge=ruleset.fouls)


def told(table: Table) -> Protocol:
    return protocol(tuple(table.log))


# --- what was played -----------------------------------------------------------------------------


def test_a_protocol_names_the_game_its_rules_its_deal_and_its_times() -> None:
    table = at_table()
    table.to_day_0()
    table.do(cmd.StopGame(by=1))
    game = told(table)
    assert (game.game_id, game.guild_id, game.number) == ("g1", 7, 1)
    assert (game.ruleset, game.seed, game.commitment) == (
        TOURNAMENT,
        table.state.seed,
        table.state.commitment,
    )
    assert game.dealt_ms is not None
    assert game.opened_ms <= game.dealt_ms < (game.ended_ms or 0) == table.now
    assert [seat.role for seat in game.seats][:4] == [Role.DON, Role.MAFIA, Role.MAFIA, Role.SHERIFF]
    assert game.outcome is Outcome.STOPPED


def test_days_and_nights_stand_in_it_with_every_ballot_shot_and_check() -> None:
    table = at_table().to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3], 6: [4, 5, 6, 7]})
    table.talk()
    table.night(kill=4, checks={1: 4, 4: 1})
    game = told(table)
    first = game.days[0]
    assert (first.opener, first.speakers) == (1, tuple(range(1, 11)))
    assert first.nominations == (Nomination(by=1, seat=5), Nomination(by=2, seat=6))
    unused = [ballot for ballot in first.rounds[0].ballots if not ballot.cast]
    assert unused == [Ballot(voter=voter, candidate=6, cast=False) for voter in (8, 9, 10)]
    assert first.left == (6,)
    night = game.nights[0]
    assert night.shots == (Shot(by=1, target=4), Shot(by=2, target=4), Shot(by=3, target=4))
    assert (night.victim, night.ended) == (4, True)
    assert night.don_check == CheckRecord(seat=4, hit=True)
    assert night.sheriff_check == CheckRecord(seat=1, hit=True)


def test_ties_and_the_raise_vote_stand_in_it() -> None:
    table = at_table().to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9, 10]})
    table.talk()
    table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9, 10]})
    table.raise_vote(yes=[1, 2, 3], no=[4, 5])
    day = told(table).days[0]
    assert day.ties == ((5, 6), (5, 6))
    assert day.raise_vote == RaiseRecord(tied=(5, 6), yes=(1, 2, 3), no=(4, 5), passed=False)
    assert day.left == ()


def test_a_day_without_a_vote_says_why() -> None:
    table = at_table().to_day_0()
    table.day({1: 5})
    table.night()
    table.day()
    days = told(table).days
    assert [day.skipped for day in days] == ["single_on_first_day", "nobody_nominated"]


def test_leaders_of_a_first_day_that_removes_nobody_are_named() -> None:
    table = at_table(replace(TOURNAMENT, day0_vote=Day0Vote.SPEECH_ONLY)).to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3], 6: [4, 5, 6, 7]})
    day = told(table).days[0]
    assert (day.stayed, day.left) == ((6,), ())


def test_a_vote_that_a_departure_breaks_off_keeps_its_ballots() -> None:
    table = at_table(CLUB).to_day_0()
    table.day({1: 5, 2: 6})
    table.do(table.ballot(3))
    table.gone(6)
    day = told(table).days[0]
    assert (day.skipped, day.rounds) == ("cancelled", ())
    assert day.unfinished is not None
    assert day.unfinished.ballots == (Ballot(voter=3, candidate=5),)


def test_the_best_move_stands_in_it() -> None:
    table = at_table().to_day_0()
    table.day()
    table.night(kill=5)
    best_move = cmd.NameBestMove(user_id=table.user(5), seats=(1, 2, 3), press=table.press())
    table.do(best_move)
    assert told(table).best_move == BestMove(by=5, seats=(1, 2, 3))


def test_plan_and_agreed_signs_stand_in_it() -> None:
    table = at_table(CLASSIC).to_night_0()
    table.to_step(NightStep.MAFIA_MINUTE)
    table.do(cmd.WritePlan(user_id=table.user(2), seats=(5, 6), press=table.press()))
    table.do(cmd.WriteSign(user_id=table.user(3), text="left ear", press=table.press()))
    game = told(table)
    assert game.plan == (5, 6)
    assert game.signs == (Sign(seat=3, text="left ear"),)


def test_a_night_that_the_game_did_not_outlast_is_marked() -> None:
    table = at_table().to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    table.do(table.shot(1, 5))
    table.do(cmd.StopGame(by=1))
    night = told(table).nights[0]
    assert (night.shots, night.victim, night.ended) == ((Shot(by=1, target=5),), None, False)


def test_floors_are_listed_with_what_ended_them() -> None:
    table = at_table().to_day_0()
    table.finish()
    table.wait(60)
    table.do(cmd.SkipSpeech(by=1))
    floors = told(table).floors
    assert [(one.seat, one.cause) for one in floors] == [(1, "finished"), (2, "time"), (3, "skipped")]
    assert [one.granted_ms for one in floors] == [60_000] * 3
    assert floors[1].ended_ms == floors[1].given_ms + 60_000


def test_a_floor_that_the_game_ends_in_is_listed_once_and_without_an_end() -> None:
    table = at_table().to_day_0()
    table.do(cmd.StopGame(by=1))
    assert [(one.seat, one.ended_ms, one.cause) for one in told(table).floors] == [(1, None, None)]


def test_a_last_word_of_a_decided_game_is_marked() -> None:
    table = at_table().to_day_0()
    table.day()
    table.night(kill=5)
    table.day()
    table.night(kill=6)
    table.day()
    table.night(kill=7)
    table.day()
    table.night(kill=8)
    table.talk()
    game = told(table)
    assert game.outcome is Outcome.BLACK
    last_words = [one for one in game.floors if one.kind is SpeechKind.LAST_WORD]
    assert [(one.seat, one.decided) for one in last_words] == [
        (5, False),
        (6, False),
        (7, False),
        (8, True),
    ]


def test_an_empty_number_is_nobodys() -> None:
    sizes = replace(CLASSIC, table_sizes=(9, 10))
    table = Table(9, ruleset=sizes, roles="DMMSC-CCCC", judge=True).to_day_0()
    empty = [seat for seat in told(table).seats if seat.status is Status.ABSENT]
    assert [(seat.user_id, seat.role) for seat in empty] == [(0, None)]


# --- the judge -------------------------------------------------------------------------------------


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


# --- undo -------------------------------------------------------------------------------------------


def test_an_undo_shows_both_what_counts_and_what_counts_no_more() -> None:
    table = at_table().to_day_0()
    table.nominate(5)
    table.undo()
    table.nominate(6)
    game = told(table)
    assert game.days[0].nominations == (Nomination(by=1, seat=6),)
    undo = game.undos[0]
    assert (undo.act, undo.seat, undo.steps, undo.by) == (ActKind.NOMINATION, 5, 1, 1)
    assert [(fact.kind, fact.by, fact.seat) for fact in undo.undone] == [(FactKind.NOMINATION, 1, 5)]


def test_an_undone_removal_is_no_removal_and_its_fouls_do_not_stand() -> None:
    table = at_table().to_day_0()
    table.foul(7, 4)
    table.undo()
    game = told(table)
    assert game.departures == ()
    assert [foul.number for foul in game.fouls] == [1, 2, 3]
    assert [fact.kind for fact in game.undos[0].undone] == [FactKind.FOUL, FactKind.DEPARTURE]


def test_an_undone_round_of_the_vote_is_kept_with_its_ballots() -> None:
    table = at_table().to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3], 6: [4, 5, 6, 7]})
    table.undo(2)
    undo = told(table).undos[0]
    rounds = [fact for fact in undo.undone if fact.kind is FactKind.ROUND]
    assert [fact.seats for fact in rounds] == [(6,)]
    assert FactKind.WINDOW not in {fact.kind for fact in undo.undone}
    assert told(table).days[0].rounds == ()


def test_a_window_of_a_round_that_was_not_decided_is_kept_too() -> None:
    table = at_table().to_day_0()
    table.day({1: 5, 2: 6})
    table.do(table.ballot(3))
    table.tick()
    table.undo()
    assert [(fact.kind, fact.seat, fact.seats) for fact in told(table).undos[0].undone] == [
        (FactKind.WINDOW, 5, (3,))
    ]


def test_an_undone_night_keeps_the_last_shot_of_each() -> None:
    table = at_table().to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    table.do(table.shot(1, 5))
    table.do(table.shot(1, 6))
    table.night(kill=8, checks={4: 1})
    steps = len(table.state.acts)
    while table.state.acts[-steps].kind is not ActKind.SPEECH_ENDED or table.state.acts[-steps].seat != 10:
        steps -= 1
    table.undo(steps)
    facts = told(table).undos[0].undone
    shots = [(fact.by, fact.seat) for fact in facts if fact.kind is FactKind.SHOT]
    assert shots == [(1, 8), (2, 8), (3, 8)]
    assert [fact.seat for fact in facts if fact.kind is FactKind.NIGHT_ENDED] == [8]
    assert told(table).nights == ()


def test_an_undone_raise_vote_best_move_and_substitution_are_kept() -> None:
    table = Table(10, ruleset=TOURNAMENT, roles=ROLES, judge=True, waiting=1).to_day_0()
    coming = table.state.waiting[0].user_id
    table.voice(5, present=False)
    table.do(cmd.Substitute(by=1, seat=5, user_id=coming))
    table.undo()
    table.day({1: 5, 2: 6})
    for _ in range(2):
        table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9, 10]})
        table.talk()
    table.raise_vote(yes=[1], no=[2])
    table.undo()
    table.tick()
    table.night(kill=7)
    table.do(cmd.NameBestMove(user_id=table.user(7), seats=(1, 2), press=table.press()))
    table.undo()
    game = told(table)
    substitution, raised, best_move = (undo.undone[0] for undo in game.undos)
    assert (substitution.kind, substitution.seat) == (FactKind.SUBSTITUTION, 5)
    assert raised.kind is FactKind.RAISE
    assert raised.raise_vote == RaiseRecord(tied=(5, 6), yes=(1,), no=(2,), passed=False)
    assert (best_move.kind, best_move.by, best_move.seats) == (FactKind.BEST_MOVE, 7, (1, 2))
    assert (game.substitutions, game.best_move) == ((), None)


def test_undoing_twice_lists_both_and_counts_neither() -> None:
    table = at_table().to_day_0()
    table.nominate(5)
    table.undo()
    table.nominate(6)
    table.undo()
    game = told(table)
    assert game.days[0].nominations == ()
    assert [fact.seat for undo in game.undos for fact in undo.undone] == [5, 6]


def test_a_pause_stands_though_what_followed_it_was_undone() -> None:
    table = at_table().to_day_0()
    table.nominate(5)
    table.pause()
    table.wait(10)
    table.resume()
    table.undo()
    assert len(told(table).pauses) == 1


# --- what is sealed ----------------------------------------------------------------------------------


def test_who_did_not_shoot_is_noted_in_the_sealed_part_where_it_is_forbidden() -> None:
    table = at_table().to_day_0()
    table.day()
    table.night(shots={1: 5, 2: 5})
    game = told(table)
    assert game.sealed is not None
    assert [(one.night, one.seats) for one in game.sealed.no_shots] == [(1, (3,))]
    assert unsealed(game).sealed is None


def test_where_not_shooting_is_allowed_nothing_is_noted() -> None:
    table = at_table(CLASSIC).to_day_0()
    table.day()
    table.night(shots={1: 5, 2: 5})
    game = told(table)
    assert game.sealed is not None
    assert game.sealed.no_shots == ()


def test_what_is_no_log_has_no_protocol() -> None:
    with pytest.raises(InvariantBroken):
        protocol(())


def test_a_seat_that_is_not_there_is_an_index_error() -> None:
    game = told(at_table().to_day_0())
    with pytest.raises(IndexError):
        game.seat(0)
