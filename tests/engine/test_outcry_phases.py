"""An outcry is heard into speeches and into nothing else, one at a time, and where the rules know it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Day0Vote, Ruleset
from mafiabot.engine.state import (
    NightStep,
    RaiseVote,
    Settling,
    SpeechKind,
    Talk,
    TalkStage,
    Vote,
)
from mafiabot.engine.viewing import public_view
from tests.support.outcry import PAID, SECONDS, crying, day_0, heard
from tests.support.rules import rule
from tests.support.table import JUDGE, Table


def stage(table: Table) -> TalkStage | None:
    return table.state.phase.stage if isinstance(table.state.phase, Talk) else None


def lobby() -> Table:
    return Table(10, ruleset=PAID, judge=True)


def deal() -> Table:
    return lobby().deal()


def night_0() -> Table:
    return lobby().to_night_0()


def speech() -> Table:
    return day_0()


def extra_floor() -> Table:
    table = day_0()
    table.give_floor(2)
    return table


def settling() -> Table:
    table = day_0()
    table.talk()
    return table


def vote() -> Table:
    table = day_0()
    table.day({1: 3, 2: 7})
    return table


def defence() -> Table:
    table = vote()
    table.vote({3: [1, 2, 3, 4, 5]})
    return table


def extra_floor_within_the_vote() -> Table:
    table = defence()
    table.give_floor(2)
    return table


def raise_vote() -> Table:
    table = defence()
    table.talk()
    table.vote({3: [1, 2, 3, 4, 5]})
    return table


def farewell() -> Table:
    table = vote()
    table.vote({3: [1, 2, 4, 5, 6, 8]})
    return table


def extra_floor_at_the_farewell() -> Table:
    table = farewell()
    table.give_floor(2)
    return table


def more_words() -> Table:
    table = day_0(replace(PAID, day0_vote=Day0Vote.SPEECH_ONLY))
    table.day({1: 3, 2: 7})
    table.vote({3: [1, 2, 4, 5, 6, 8]})
    return table


def shots() -> Table:
    table = day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    return table


def best_move() -> Table:
    table = day_0()
    table.day()
    table.night(kill=9)
    return table


def last_word() -> Table:
    table = best_move()
    table.finish()
    return table


def pause() -> Table:
    table = day_0()
    table.pause()
    return table


def ended() -> Table:
    table = day_0()
    table.do(cmd.StopGame(by=JUDGE))
    return table


PHASES: dict[Callable[[], Table], Reason | None] = {
    lobby: Reason.NO_OUTCRY,
    deal: Reason.NO_OUTCRY,
    night_0: Reason.NO_OUTCRY,
    speech: None,
    extra_floor: None,
    settling: Reason.NO_OUTCRY,
    vote: Reason.NO_OUTCRY,
    defence: Reason.NO_OUTCRY,
    extra_floor_within_the_vote: Reason.NO_OUTCRY,
    raise_vote: Reason.NO_OUTCRY,
    farewell: Reason.NO_OUTCRY,
    extra_floor_at_the_farewell: None,
    more_words: None,
    shots: Reason.NO_OUTCRY,
    best_move: Reason.NO_OUTCRY,
    last_word: Reason.NO_OUTCRY,
    pause: Reason.PAUSED,
    ended: Reason.GAME_OVER,
}
STANDS: dict[Callable[[], Table], Callable[[Table], bool]] = {
    settling: lambda table: table.at(Settling),
    vote: lambda table: table.at(Vote),
    defence: lambda table: stage(table) is TalkStage.DEFENCE,
    extra_floor_within_the_vote: lambda table: table.has_floor(2, SpeechKind.EXTRA),
    raise_vote: lambda table: table.at(RaiseVote),
    farewell: lambda table: table.has_floor(3, SpeechKind.LAST_WORD),
    more_words: lambda table: stage(table) is TalkStage.MORE_WORDS,
    best_move: lambda table: table.has_floor(9, SpeechKind.BEST_MOVE),
    last_word: lambda table: table.has_floor(9, SpeechKind.LAST_WORD),
}


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)
def test_it_is_heard_into_speeches_and_into_nothing_else(phase: Callable[[], Table]) -> None:
    table, why = phase(), PHASES[phase]
    assert phase not in STANDS or STANDS[phase](table)
    assert public_view(table.state).can_cry_out is (why is None)
    if why is None:
        table.do(crying(table, 5))
        assert 5 in heard(table)
    else:
        assert table.refused(crying(table, 5)) is why


def test_the_owner_of_the_floor_does_not_cry_out_nor_who_has_left_nor_a_stranger() -> None:
    table = day_0()
    table.remove(5)
    assert table.refused(crying(table, 1)) is Reason.HAS_FLOOR
    assert table.refused(crying(table, 5)) is Reason.NOT_ALIVE
    assert table.refused(cmd.CryOut(user_id=JUDGE)) is Reason.NOT_SEATED


def test_who_is_not_in_the_channel_pays_for_nothing() -> None:
    table = day_0()
    table.voice(5, present=False)
    assert table.refused(crying(table, 5)) is Reason.OUT_OF_CHANNEL
    assert table.state.fouls == ()


def test_one_cries_out_at_a_time_and_a_double_click_costs_nothing() -> None:
    table = day_0()
    table.do(crying(table, 5))
    for seat in (5, 6):
        runs = Refusal(reason=Reason.OUTCRY_RUNS, params=(("seat", 5),))
        assert table.decided(crying(table, seat)) == runs
    assert public_view(table.state).can_cry_out is False
    table.wait(SECONDS)
    table.do(crying(table, 6))
    assert heard(table) == {1, 6}


@rule("option: outcry_s", preset=("club", "classic", "tournament"))
@pytest.mark.parametrize("rules", [CLUB, CLASSIC, TOURNAMENT])
def test_no_preset_knows_it(rules: Ruleset) -> None:
    table = day_0(rules)
    assert table.refused(crying(table, 5)) is Reason.NOT_ALLOWED_BY_RULES
    assert public_view(table.state).can_cry_out is False
