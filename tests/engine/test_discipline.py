"""Fouls: who may be fouled and when, how one is taken back, what the third costs."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT, Ruleset, ThirdFoul
from mafiabot.engine.state import NightStep, Settling, SpeechKind, Talk
from mafiabot.engine.viewing import hand_view, public_view
from mafiabot.engine.views import HandControl
from tests.support.rules import cell, every_preset, rule
from tests.support.table import JUDGE, Table

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT], ids=["classic", "tournament"])


def classic(**options: object) -> Table:
    """Seat 1 speaks on day 0."""
    return Table(10, ruleset=replace(CLASSIC, **options), judge=True).to_day_0()  # type: ignore[arg-type]


def taking_back(seat: int) -> cmd.TakeFoulBack:
    return cmd.TakeFoulBack(by=JUDGE, seat=seat)


# --- fouls ---------------------------------------------------------------------------------------


@every_preset("option: fouls", "row: fouls exist", "row: technical fouls")
def test_fouls_removals_and_team_losses_exist_where_the_preset_knows_them(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    known = cell(rules, club=False, classic=True, tournament=True)
    for command in (table.fouling(5), table.removing(6)):
        answer = table.decided(command)
        assert isinstance(answer, tuple) is known
        if not known:
            assert answer == Refusal(reason=Reason.NOT_ALLOWED_BY_RULES)
    if not known:
        assert table.refused(taking_back(5)) is Reason.NOT_ALLOWED_BY_RULES


@rule("row: gestures while others speak", "row: claiming a role")
@rule("row: posture, masks, headgear, eating, touching at night")
@BOTH
@rule("row: gestures while others speak", "row: claiming a role", preset=("classic", "tournament"))
@rule("row: posture, masks, headgear, eating, touching at night", preset=("classic", "tournament"))
def test_the_bot_gives_no_foul_by_itself_and_a_judge_for_a_reason_and_in_his_words(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.day()
    table.night(kill=10)
    assert table.state.fouls == ()
    for number, reason in enumerate(list(FoulReason)[:3], 1):
        table.do(cmd.GiveFoul(by=JUDGE, seat=5, reason=reason, text=f"the {number}."))
    given = [(foul.seat, foul.number, foul.reason, foul.text) for foul in public_view(table.state).fouls]
    assert given == [(5, n, reason, f"the {n}.") for n, reason in enumerate(list(FoulReason)[:3], 1)]


@BOTH
@rule("row: 1–2 fouls", preset=("classic", "tournament"))
def test_one_or_two_fouls_cost_nothing(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.foul(5, 2)
    table.day()
    assert (table.state.seat(5).fouls, table.state.seat(5).owes_speech) == (2, False)
    assert table.state.days[0].speakers == tuple(range(1, 11))


def test_a_foul_says_on_which_day_or_night_it_was_given() -> None:
    table = classic()
    table.foul(5)
    table.day()
    table.to_step(NightStep.SHOTS)
    table.foul(5)
    table.night(kill=10)
    table.foul(10)
    table.finish()
    table.foul(10)
    assert [(foul.day, foul.night) for foul in table.state.fouls] == [(0, None), (0, 1), (0, 1), (1, None)]


def test_fouls_are_given_in_the_deal_at_night_in_a_pause_and_after_the_day() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True).deal()
    table.foul(5)
    table.run_until(lambda state: isinstance(state.phase, Talk))
    table.pause()
    table.foul(6)
    table.resume()
    table.talk()
    assert table.at(Settling)
    table.foul(7)
    assert [foul.seat for foul in table.state.fouls] == [5, 6, 7]


def test_there_are_no_fouls_in_the_lobby_nor_for_who_is_no_longer_at_the_table() -> None:
    assert (
        Table(10, ruleset=CLASSIC, judge=True).refused(
            cmd.GiveFoul(by=JUDGE, seat=5, reason=FoulReason.OTHER)
        )
        is Reason.WRONG_PHASE
    )
    table = classic()
    table.remove(5)
    gone = Refusal(reason=Reason.NOT_AT_TABLE, params=(("seat", 5),))
    for command in (table.fouling(5), table.removing(5), taking_back(5)):
        assert table.decided(command) == gone
    assert table.refused(table.fouling(11)) is Reason.NOT_A_SEAT


def test_who_still_has_a_word_can_be_fouled() -> None:
    table = classic()
    table.day()
    table.night(kill=10)
    table.foul(10)
    table.finish()
    table.foul(10)
    table.finish()
    assert table.refused(table.fouling(10)) is Reason.NOT_AT_TABLE
    assert table.state.seat(10).fouls == 2


# --- taking one back -----------------------------------------------------------------------------


def test_a_foul_is_taken_back_the_newest_first() -> None:
    table = classic()
    table.do(cmd.GiveFoul(by=JUDGE, seat=5, reason=FoulReason.ARGUING))
    table.foul(6)
    table.do(cmd.GiveFoul(by=JUDGE, seat=5, reason=FoulReason.UNETHICAL))
    table.do(taking_back(5))
    assert [(foul.seat, foul.reason) for foul in table.state.fouls] == [
        (5, FoulReason.ARGUING),
        (6, FoulReason.OTHER),
    ]
    table.do(taking_back(5))
    assert [foul.seat for foul in table.state.fouls] == [6]
    none = Refusal(reason=Reason.NO_FOUL, params=(("seat", 5),))
    assert table.decided(taking_back(5)) == none


def test_with_the_third_foul_the_lost_speech_is_taken_back_and_with_the_second_it_is_not() -> None:
    table = classic()
    table.foul(5, 3)
    table.do(taking_back(5))
    assert not table.state.seat(5).owes_speech
    table.foul(5)
    assert table.state.seat(5).owes_speech
    table.foul(6, 2)
    table.do(taking_back(6))
    assert not table.state.seat(6).owes_speech


# --- the third -----------------------------------------------------------------------------------


def in_lost_speech(**options: object) -> Table:
    """Seat 2 has lost his speech of day 0, and it is his turn."""
    table = classic(**options)
    table.foul(2, 3)
    table.finish()
    return table


def test_in_a_lost_speech_he_is_muted_and_may_nominate_for_ten_seconds() -> None:
    table = in_lost_speech()
    assert table.has_floor(2, SpeechKind.LOST)
    assert set(mics(table.state).values()) == {MicWish.MUTED}
    assert hand_view(table.state, 2).control is HandControl.NOMINATE
    table.nominate(7)
    assert public_view(table.state).nominees == (7,)
    table.wait(9.9)
    assert table.speaker == 2
    table.wait(0.1)
    assert table.speaker == 3


def test_a_lost_speech_needs_no_microphone_and_is_not_stopped_by_one() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, keeper=False).to_day_0()
    table.foul(2, 3)
    table.voice(1, open=True)
    table.wait(60)
    assert table.has_floor(2, SpeechKind.LOST)
    table.voice(2, open=True)
    table.voice(2, present=False)
    table.wait(10)
    assert table.has_floor(3, SpeechKind.SPEECH)


def test_a_lost_speech_is_ended_early_by_its_owner() -> None:
    table = in_lost_speech()
    table.finish()
    assert table.has_floor(3, SpeechKind.SPEECH)


def test_without_time_for_a_lost_speech_the_next_one_speaks_at_once() -> None:
    table = in_lost_speech(lost_speech_s=0)
    assert table.has_floor(3, SpeechKind.SPEECH)
    assert table.state.today is not None
    assert (table.state.today.speakers, table.state.today.lost) == ((1, 3), (2,))


def test_without_time_for_lost_speeches_a_day_of_nothing_else_goes_to_the_vote() -> None:
    table = Table(10, ruleset=replace(CLASSIC, lost_speech_s=0), judge=True).to_day_0()
    for seat in range(2, 11):
        table.foul(seat, 3)
    table.finish()
    assert table.at(Settling)
    assert table.state.today is not None
    assert table.state.today.lost == tuple(range(2, 11))


@pytest.mark.parametrize(("how", "seconds"), [(ThirdFoul.SHORT_30, 30), (ThirdFoul.NOTHING, 60)])
@rule("option: third_foul", preset="classic")
def test_a_guild_makes_the_third_foul_cheaper(how: ThirdFoul, seconds: int) -> None:
    table = in_lost_speech(third_foul=how)
    assert table.has_floor(2, SpeechKind.SPEECH)
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.floor.granted_ms == seconds * 1000
    assert not table.state.seat(2).owes_speech
    assert table.state.today is not None
    assert table.state.today.lost == ()
    table.finish()
    assert table.has_floor(3, SpeechKind.SPEECH)


def test_a_short_speech_is_no_longer_than_a_speech_is() -> None:
    table = in_lost_speech(third_foul=ThirdFoul.SHORT_30, speech_s=20)
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.floor.granted_ms == 20_000


def test_who_owes_a_speech_is_shown_with_his_fouls() -> None:
    table = classic()
    table.foul(5, 3)
    shown = public_view(table.state).seats[4]
    assert (shown.fouls, shown.owes_speech, shown.disqualified) == (3, True, False)
