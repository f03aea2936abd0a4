"""The paid outcry: a muted player is heard for `outcry_s` beside the speaker, and takes a foul for it."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import JUDGE_FOULS, FoulReason, GoneCause
from mafiabot.engine.protocol import protocol
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT, Ruleset
from mafiabot.engine.state import (
    Outcome,
    Outcry,
    SpeechKind,
    Status,
    Talk,
)
from mafiabot.engine.timing import runs_out_ms
from mafiabot.engine.viewing import public_view
from tests.support.outcry import PAID, SECONDS, crying, day_0, heard
from tests.support.rules import rule
from tests.support.table import JUDGE, Table


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
