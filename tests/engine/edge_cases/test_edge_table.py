"""Edge cases of the table: its size, seats that are swapped or left, and who opens a day."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.openers import speaking_order
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT, NineSeats, Ruleset
from mafiabot.engine.state import DayRecord, SpeechKind, Status
from tests.support.rules import cell, edge_case, rule
from tests.support.table import Table


def letters(rules: Ruleset, seats: int) -> str | Reason:
    """The roles that the seed draws for so many, sorted; or why the game does not start."""
    table = Table(seats, ruleset=rules)
    answer = table.decided(table.start_command())
    if isinstance(answer, Refusal):
        return answer.reason
    table.do(table.start_command())
    for seat in range(1, seats):
        table.do(cmd.ConfirmReady(user_id=table.user(seat)))
    drawn = table.drawn(cmd.ConfirmReady(user_id=table.user(seats)))
    assert isinstance(drawn, tuple)
    (dealt,) = [event for event in drawn if isinstance(event, ev.Dealt)]
    return "".join(sorted(role.value[0].upper() if role else "-" for role in dealt.roles))


@edge_case("E70", "row: players", "option: table_sizes", "option: nine_seats")
def test_nine_at_the_table(rules: Ruleset) -> None:
    dealt = letters(rules, 9)
    assert dealt == cell(rules, club="CCCCCCDMS", classic=Reason.TOO_FEW, tournament=Reason.TOO_FEW)
    nine = replace(rules, table_sizes=(9, 10))
    if nine.nine_seats is None:
        nine = replace(nine, nine_seats=NineSeats.FEWER_BLACK)
    overridden = letters(nine, 9)
    assert overridden == cell(rules, club="CCCCCCDMS", classic="-CCCCCDMMS", tournament="CCCCCCDMS")


@pytest.mark.parametrize(("seats", "dealt"), [(8, "CCCCCDMS"), (7, "CCCCDMS"), (6, "CCCDMS")])
@edge_case("E71")
def test_eight_seven_and_six_at_the_table(rules: Ruleset, seats: int, dealt: str) -> None:
    refused = Reason.TOO_FEW
    assert letters(rules, seats) == cell(rules, club=dealt, classic=refused, tournament=refused)


@pytest.mark.parametrize("seats", range(1, 6))
@edge_case("E72")
def test_five_or_fewer_at_the_table(rules: Ruleset, seats: int) -> None:
    assert letters(rules, seats) is Reason.TOO_FEW


# --- who opens -----------------------------------------------------------------------------------


def opener(table: Table) -> int:
    assert table.state.today is not None
    return table.state.today.opener


@edge_case("E79", "row: dead seats")
def test_an_opener_who_died_in_the_night_is_followed_by_the_next_living(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.day()
    table.night(kill=2)
    table.finish()
    table.finish()
    assert table.has_floor(3, SpeechKind.SPEECH)
    assert opener(table) == 3


@edge_case("E80", "row: opener later", "option: opener_rotation")
def test_the_opening_counts_on_from_who_really_opened(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.day()
    table.night(kill=2)
    table.day()
    assert table.state.days[1].opener == 3
    table.night()
    assert opener(table) == 4


@edge_case("E81")
def test_when_the_opener_leaves_in_his_speech_tomorrow_counts_on_from_his_seat(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).skip_to_day(1)
    assert table.speaker == 2
    table.out(2)
    assert table.speaker == 3
    table.day()
    table.night()
    assert opener(table) == 3


@rule("E81", preset=("classic", "tournament"))
@pytest.mark.parametrize("lost_speech_s", [0, 10])
@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT], ids=["classic", "tournament"])
def test_e81_a_lost_speech_does_not_pass_the_opening_on(rules: Ruleset, lost_speech_s: int) -> None:
    table = Table(10, ruleset=replace(rules, lost_speech_s=lost_speech_s), judge=True).to_day_0()
    table.foul(2, 2)
    table.finish()
    table.finish()
    table.foul(2)
    table.day()
    table.night()
    assert opener(table) == 2
    table.day()
    assert table.state.days[1].lost == (2,)
    table.night()
    assert opener(table) == 3


@pytest.mark.parametrize(("dead", "wanted"), [(9, 1), (1, 2)])
@edge_case("E82")
def test_after_the_last_seat_the_first_living_one_opens(rules: Ruleset, dead: int, wanted: int) -> None:
    state = Table(10, ruleset=rules).deal().state
    seats = tuple(
        replace(seat, status=Status.KILLED) if number == dead else seat
        for number, seat in enumerate(state.seats, 1)
    )
    state = replace(state, seats=seats, days=(DayRecord(number=0, opener=10),))
    assert speaking_order(state, 1)[0] == wanted


# --- seats ---------------------------------------------------------------------------------------


@edge_case("E83", "row: swap before the deal", "option: host_swap", unknown_to=("classic", "tournament"))
def test_a_swap_after_the_deal(rules: Ruleset) -> None:
    swap = cmd.SwapSeats(by=1, first=1, second=2)
    lobby = Table(10, ruleset=rules)
    if rules.host_swap:
        lobby.do(swap)
        assert lobby.user(1) == 102
    else:
        assert lobby.refused(swap) is Reason.NOT_ALLOWED_BY_RULES
    assert Table(10, ruleset=rules).deal().refused(swap) is Reason.SWAP_AFTER_DEAL


@edge_case("E84", unknown_to=("classic", "tournament"))
def test_a_move_to_a_free_number(rules: Ruleset) -> None:
    lobby = Table(8, ruleset=rules)
    reason = Reason.SEAT_NOT_OCCUPIED if rules.host_swap else Reason.NOT_ALLOWED_BY_RULES
    assert lobby.refused(cmd.SwapSeats(by=1, first=1, second=9)) is reason


@edge_case("E85", "option: absence_s")
def test_who_leaves_the_channel_stays_a_player_until_he_is_put_out(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.voice(10, present=False)
    table.wait(rules.absence_s)
    assert table.state.seat(10).alive
    assert [asked.seat for asked in table.events(ev.AbsenceAsked)] == [10]
    if rules.fouls:
        table.remove(10, GoneCause.ABSENT)
    else:
        table.do(cmd.Unseat(by=1, seat=10))
    assert table.state.seat(10).status is (Status.REMOVED if rules.fouls else Status.GONE)
    assert table.state.seat(10).disqualified is rules.fouls
    alone = Table(10, ruleset=rules).to_day_0()
    alone.voice(10, present=False)
    alone.wait(rules.absence_s)
    assert alone.state.seat(10).status is table.state.seat(10).status
