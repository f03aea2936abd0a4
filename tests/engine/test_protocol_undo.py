"""After an undo the protocol shows what counts, and keeps what counts no more beside it."""

from mafiabot.engine import commands as cmd
from mafiabot.engine.protocol_types import FactKind
from mafiabot.engine.ruleset import TOURNAMENT
from mafiabot.engine.state import (
    ActKind,
    NightStep,
    Nomination,
    RaiseRecord,
)
from tests.support.protocols import ROLES, at_table, told
from tests.support.table import Table


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
