"""The protocol is read off the event log alone and tells the whole game."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.protocol import protocol, unsealed
from mafiabot.engine.protocol_types import Shot, Sign
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Day0Vote
from mafiabot.engine.state import (
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
from tests.support.protocols import at_table, told
from tests.support.table import Table

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
