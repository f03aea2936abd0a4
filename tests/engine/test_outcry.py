"""The paid outcry: a muted player is heard for `outcry_s` beside the speaker, and takes a foul for it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.discipline_types import JUDGE_FOULS, FoulReason, GoneCause
from mafiabot.engine.mics import mics
from mafiabot.engine.protocol import protocol
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Day0Vote, Ruleset
from mafiabot.engine.state import (
    NightStep,
    Outcome,
    Outcry,
    RaiseVote,
    Settling,
    SpeechKind,
    Status,
    Talk,
    TalkStage,
    Vote,
)
from mafiabot.engine.timing import runs_out_ms
from mafiabot.engine.viewing import public_view
from tests.support.rules import rule
from tests.support.table import JUDGE, Table

SECONDS = 3
PAID = replace(CLASSIC, outcry_s=SECONDS)


def day_0(rules: Ruleset = PAID, *, keeper: bool = True) -> Table:
    """Seat 1 speaks on day 0."""
    return Table(10, ruleset=rules, judge=True, keeper=keeper).to_day_0()


def crying(table: Table, seat: int) -> cmd.CryOut:
    return cmd.CryOut(user_id=table.user(seat))


def heard(table: Table) -> set[int]:
    """Seats that may be heard."""
    return {table.seat_of(user) for user, wish in mics(table.state).items() if wish is MicWish.OPEN}


def stage(table: Table) -> TalkStage | None:
    return table.state.phase.stage if isinstance(table.state.phase, Talk) else None


def left_ms(table: Table) -> int:
    assert isinstance(table.state.phase, Talk)
    end = runs_out_ms(table.state.phase.floor)
    assert end is not None
    return end - table.now


# --- what it is ----------------------------------------------------------------------------------


@rule("option: outcry_s", preset=("classic", "tournament"))
@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT])
def test_who_cries_out_is_heard_for_its_seconds_and_takes_a_foul_of_the_bot(rules: Ruleset) -> None:
    table = day_0(replace(rules, outcry_s=SECONDS))
    table.do(crying(table, 5))
    assert heard(table) == {1, 5}
    (foul,) = table.state.fouls
    assert (foul.seat, foul.number, foul.reason) == (5, 1, FoulReason.OUTCRY)
    assert [event.by for event in table.events(ev.FoulGiven)] == [None]
    table.wait(SECONDS, ms=-1)
    assert heard(table) == {1, 5}
    table.wait(ms=1)
    assert heard(table) == {1}
    assert table.state.seat(5).fouls == 1


def test_the_speaker_keeps_the_floor_his_microphone_and_his_clock() -> None:
    table = day_0()
    table.wait(20)
    table.do(crying(table, 5))
    table.wait(SECONDS + 1)
    assert table.has_floor(1, SpeechKind.SPEECH)
    assert left_ms(table) == 36_000
    assert table.events(ev.ClockStopped) == []


def test_his_seconds_begin_when_he_is_seen_open() -> None:
    table = day_0(keeper=False)
    table.do(crying(table, 5))
    table.wait(1)
    table.voice(5, open=True)
    table.wait(SECONDS, ms=-1)
    assert 5 in heard(table)
    table.wait(ms=1)
    assert 5 not in heard(table)


def test_his_seconds_begin_once_however_often_his_microphone_is_seen_to_open() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.keeper = False
    table.wait(1)
    table.voice(5, open=False)
    table.voice(5, open=True)
    table.voice(6, open=True)
    table.wait(2)
    assert table.state.outcry is None


def test_whose_microphone_nobody_ever_saw_open_may_be_heard_no_longer_than_that() -> None:
    table = day_0(keeper=False)
    table.do(crying(table, 5))
    table.wait(SECONDS)
    assert 5 not in heard(table)


def test_an_observation_older_than_the_outcry_shortens_nothing() -> None:
    table = day_0(keeper=False)
    before = table.now
    table.wait(2)
    table.do(crying(table, 5))
    table.do(cmd.VoiceObserved(user_id=table.user(5), present=True, open=True, at_ms=before))
    assert table.state.outcry == Outcry(seat=5, until_ms=table.now + SECONDS * 1000, heard=True)


def test_a_lost_speech_may_be_cried_into_and_its_owner_stays_muted() -> None:
    table = day_0()
    table.foul(2, 3)
    table.finish()
    assert table.has_floor(2, SpeechKind.LOST)
    table.do(crying(table, 5))
    assert heard(table) == {5}


# --- what it costs -------------------------------------------------------------------------------


def test_the_third_foul_costs_the_next_speech_also_for_an_outcry() -> None:
    table = day_0()
    table.foul(5, 2)
    table.do(crying(table, 5))
    assert heard(table) == {1, 5}
    table.to_speech_of(4)
    table.finish()
    assert table.has_floor(5, SpeechKind.LOST)


def test_the_fourth_foul_removes_him_unheard() -> None:
    table = day_0()
    table.foul(5, 3)
    table.do(crying(table, 5))
    assert table.state.seat(5).status is Status.REMOVED
    assert table.state.gone[-1].cause is GoneCause.FOURTH_FOUL
    assert heard(table) == {1}
    assert table.events(ev.OutcryBegan) == []


def test_a_fourth_foul_that_decides_the_game_ends_it() -> None:
    table = Table(6, ruleset=replace(PAID, table_sizes=(6, 10)), roles="DMSCCC", judge=True).to_day_0()
    table.remove(2)
    table.foul(1, 3)
    table.finish()
    table.do(crying(table, 1))
    assert table.outcome is Outcome.RED


def test_a_foul_taken_back_for_an_outcry_that_is_over_ends_no_other_ones() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.wait(SECONDS)
    table.do(crying(table, 6))
    table.do(cmd.TakeFoulBack(by=JUDGE, seat=5))
    assert heard(table) == {1, 6}


def test_it_works_without_a_judge() -> None:
    table = Table(10, ruleset=PAID).to_day_0()
    table.do(crying(table, 5))
    assert table.state.seat(5).fouls == 1


def test_a_judge_gives_no_foul_for_an_outcry() -> None:
    table = day_0()
    assert table.refused(table.fouling(5, FoulReason.OUTCRY)) is Reason.NOT_ALLOWED_BY_RULES
    assert FoulReason.OUTCRY not in JUDGE_FOULS


def test_the_protocol_says_that_nobody_but_the_bot_gave_the_foul() -> None:
    table = day_0()
    table.do(crying(table, 5))
    (foul,) = protocol(tuple(table.log)).fouls
    assert (foul.seat, foul.reason, foul.by, foul.text) == (5, FoulReason.OUTCRY, None, "")


# --- when ----------------------------------------------------------------------------------------


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


# --- how it ends ---------------------------------------------------------------------------------


def test_it_goes_on_when_the_floor_passes_to_the_next_speech() -> None:
    table = day_0()
    table.wait(5)
    table.do(crying(table, 5))
    table.do(table.finishing())
    assert heard(table) == {2, 5}
    table.wait(SECONDS)
    assert heard(table) == {2}


def test_it_is_over_when_he_gets_the_floor_himself() -> None:
    table = day_0()
    table.wait(5)
    table.do(crying(table, 2))
    table.do(table.finishing())
    assert (heard(table), table.state.outcry) == ({2}, None)
    table.wait(SECONDS + 1)
    assert heard(table) == {2}


def test_it_is_over_when_the_round_is() -> None:
    table = day_0()
    table.to_speech_of(10)
    table.wait(5)
    table.do(crying(table, 5))
    table.do(table.finishing())
    assert (heard(table), table.state.outcry) == (set(), None)


def test_it_is_over_with_the_game_of_who_cries_out() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.remove(5)
    assert (heard(table), table.state.outcry) == ({1}, None)


def test_it_ends_with_the_speech_that_ends_at_the_same_moment() -> None:
    table = day_0()
    table.wait(57)
    table.do(crying(table, 5))
    table.wait(SECONDS)
    assert heard(table) == {2}
    assert len(table.events(ev.OutcryEnded)) == 1


def test_a_pause_mutes_him_and_gives_him_the_rest_afterwards() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.wait(1)
    table.pause()
    assert heard(table) == set()
    table.wait(100)
    table.resume()
    assert heard(table) == {1, 5}
    table.wait(2, ms=-1)
    assert heard(table) == {1, 5}
    table.wait(ms=1)
    assert heard(table) == {1}


def test_whom_a_person_unmutes_in_a_pause_does_not_use_his_seconds_up_nor_win_any() -> None:
    table = day_0(keeper=False)
    table.do(crying(table, 5))
    table.pause()
    table.voice(5, open=True)
    table.wait(10)
    table.resume()
    table.wait(SECONDS)
    assert table.state.outcry is None


def test_time_in_which_nobody_judged_the_table_is_given_back() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.now += 10_000
    table.do(cmd.Recovered(down_ms=10_000))
    assert heard(table) == {1, 5}
    table.wait(SECONDS, ms=-1)
    assert heard(table) == {1, 5}
    table.wait(ms=1)
    assert heard(table) == {1}


def test_the_end_is_a_deadline_and_one_that_was_reached_is_not_reached_twice() -> None:
    table = day_0()
    table.do(crying(table, 5))
    due = deadline(table.state)
    assert due is not None
    assert due.at_ms == table.now + SECONDS * 1000
    reached = cmd.DeadlineReached(generation=due.generation)
    assert table.refused(reached) is Reason.NOT_DUE
    table.wait(SECONDS)
    assert table.refused(reached) is Reason.NOT_DUE


# --- undone --------------------------------------------------------------------------------------


def test_whose_foul_is_undone_is_heard_no_more() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.undo()
    assert (heard(table), table.state.fouls) == ({1}, ())
    assert table.state.seat(5).fouls == 0


def test_whose_foul_is_taken_back_is_heard_no_more() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.do(cmd.TakeFoulBack(by=JUDGE, seat=5))
    assert (heard(table), table.state.fouls) == ({1}, ())


def test_another_foul_taken_back_ends_no_outcry() -> None:
    table = day_0()
    table.foul(6)
    table.do(crying(table, 5))
    table.foul(5)
    for seat in (6, 5):
        table.do(cmd.TakeFoulBack(by=JUDGE, seat=seat))
        assert heard(table) == {1, 5}


def test_nobody_is_heard_twice_because_something_later_is_undone() -> None:
    table = day_0()
    table.do(crying(table, 5))
    table.nominate(7)
    table.wait(30)
    table.undo()
    assert (heard(table), table.state.outcry) == ({1}, None)
    assert table.state.seat(5).fouls == 1


# --- what is seen --------------------------------------------------------------------------------


def test_everybody_sees_who_cries_out() -> None:
    table = day_0()
    assert (public_view(table.state).outcry, public_view(table.state).can_cry_out) == (None, True)
    table.do(crying(table, 5))
    assert public_view(table.state).outcry == 5


def test_the_public_step_moves_with_the_foul_and_not_with_the_microphone() -> None:
    table = day_0()
    before = table.state.step
    table.do(crying(table, 5))
    table.wait(SECONDS)
    assert table.state.step == before + 1
