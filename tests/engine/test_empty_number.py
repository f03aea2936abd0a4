"""Nine at a table of ten numbers (classic, as a guild may have it): one number is nobody's."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.dealing import has_empty_number
from mafiabot.engine.evolve import fold
from mafiabot.engine.mics import mics
from mafiabot.engine.openers import speaking_order
from mafiabot.engine.person import NOBODY
from mafiabot.engine.points import performances
from mafiabot.engine.protocol import protocol
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLASSIC, NineSeats, OpenerRotation, Seating
from mafiabot.engine.state import GameState, NightStep, Outcome, Role, SpeechKind, Status
from mafiabot.engine.viewing import hand_view, public_view
from tests.support import builders
from tests.support.table import JUDGE, Table

NINE = replace(CLASSIC, table_sizes=(9, 10))

# Seat 1 is the don, 2 and 3 are mafia, 4 is the sheriff; 10 (or 2) is nobody's.
LAST, SECOND = "DMMSCCCCC-", "D-MMSCCCCC"


def nine(roles: str = LAST, **options: object) -> Table:
    rules = replace(NINE, **options)  # type: ignore[arg-type]
    return Table(9, roles=roles, ruleset=rules, judge=True)


def really_dealt(seed: str, seating: Seating = Seating.RANDOM) -> GameState:
    table = Table(9, ruleset=replace(NINE, seating=seating))
    table.do(replace(table.start_command(), seed=seed))
    for seat in range(1, 9):
        table.do(cmd.ConfirmReady(user_id=100 + seat))
    drawn = table.drawn(cmd.ConfirmReady(user_id=109))
    assert isinstance(drawn, tuple)
    return fold((*table.log, *drawn))


# --- the deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [builders.SEED, "ab" * 32, "07" * 32])
def test_ten_numbers_are_dealt_to_nine_with_five_civilians(seed: str) -> None:
    state = really_dealt(seed)
    roles = sorted(seat.role.value for seat in state.seats if seat.role is not None)
    assert roles == ["civilian"] * 5 + ["don", "mafia", "mafia", "sheriff"]
    (empty,) = [seat for seat in state.seats if seat.role is None]
    assert (empty.person, empty.status) == (NOBODY, Status.ABSENT)
    assert sorted(seat.person.user_id for seat in state.seats) == [0, *range(101, 110)]


def test_which_number_is_empty_is_drawn_with_the_seats() -> None:
    seeds = [f"{n:02x}" * 32 for n in range(12)]
    empty = {[seat.role for seat in really_dealt(seed).seats].index(None) + 1 for seed in seeds}
    assert len(empty) > 3


def test_where_seats_are_not_drawn_the_tenth_number_is_empty() -> None:
    state = really_dealt(builders.SEED, Seating.JOIN_ORDER)
    assert [seat.person.user_id for seat in state.seats] == [*range(101, 110), 0]


@pytest.mark.parametrize(("people", "empty"), [(8, False), (9, True), (10, False)])
def test_only_nine_play_with_an_empty_number(people: int, empty: bool) -> None:
    assert has_empty_number(NINE, people) is empty
    assert not has_empty_number(replace(NINE, nine_seats=NineSeats.FEWER_BLACK), people)


def test_eight_are_too_few_for_it() -> None:
    table = Table(8, ruleset=NINE)
    assert table.decided(table.start_command()) == Refusal(
        reason=Reason.TOO_FEW, params=(("have", 8), ("need", 9))
    )


# --- the game ------------------------------------------------------------------------------------


def test_the_empty_number_is_passed_over_by_speeches_and_microphones() -> None:
    table = nine(SECOND).to_day_0()
    assert set(mics(table.state)) == set(range(101, 110))
    table.finish()
    assert table.speaker == 3
    table.talk()
    table.tick()
    table.night()
    assert table.speaker == 3
    assert public_view(table.state).seats[1].status is Status.ABSENT


@pytest.mark.parametrize("rotation", list(OpenerRotation))
def test_no_rotation_lets_an_empty_number_open(rotation: OpenerRotation) -> None:
    state = nine("-DMMSCCCCC", opener_rotation=rotation).to_day_0().state
    assert speaking_order(state, 0)[0] == 2


def test_nobody_nominates_the_empty_number() -> None:
    table = nine().to_day_0()
    empty = Refusal(reason=Reason.SEAT_NOT_ALIVE, params=(("seat", 10),))
    assert table.decided(table.nomination(10)) == empty
    assert 10 not in hand_view(table.state, 1).options


def test_a_shot_at_the_empty_number_misses_and_it_may_be_planned() -> None:
    table = nine().to_night_0()
    table.do(cmd.WritePlan(user_id=101, seats=(10, 5), press=table.press()))
    table.run_until(lambda state: state.today is not None)
    table.day()
    table.to_step(NightStep.SHOTS)
    assert 10 in hand_view(table.state, 1).options
    table.night(kill=10)
    assert table.state.nights[0].victim is None
    assert table.state.nights[0].no_shot == ()
    assert table.state.seat(10).status is Status.ABSENT


def test_the_empty_number_is_checked_as_the_civilians_it_would_be() -> None:
    table = nine().to_day_0()
    table.day()
    table.night(kill=9, checks={1: 10, 4: 10})
    night = table.state.nights[0]
    assert night.don_check is not None
    assert night.sheriff_check is not None
    assert (night.don_check.hit, night.sheriff_check.hit) == (False, False)


def test_the_empty_number_may_stand_in_a_best_move() -> None:
    table = nine().to_day_0()
    table.day()
    table.night(kill=9)
    table.do(cmd.NameBestMove(user_id=109, seats=(1, 10), press=table.press()))
    table.finish()
    assert table.has_floor(9, SpeechKind.LAST_WORD)


def test_the_judge_has_nothing_to_do_with_it() -> None:
    table = nine().to_day_0()
    assert table.refused(table.fouling(10)) is Reason.NOT_AT_TABLE
    assert table.refused(table.removing(10)) is Reason.NOT_AT_TABLE
    assert table.refused(cmd.GiveFloor(by=JUDGE, seat=10, seconds=20)) is Reason.SEAT_NOT_ALIVE
    assert table.refused(cmd.Unseat(by=JUDGE, seat=10)) is Reason.SEAT_NOT_ALIVE


def test_nine_count_when_it_is_decided_and_the_empty_number_plays_for_nobody() -> None:
    table = nine().to_day_0()
    for seat in (5, 6):
        table.remove(seat)
    assert not table.state.over
    table.remove(7)
    assert table.outcome is Outcome.BLACK
    played = performances(protocol(tuple(table.log)), Outcome.BLACK, (), ())
    assert sorted(played) == list(range(1, 10))
    assert {Role.CIVILIAN, None} <= {seat.role for seat in public_view(table.state).seats}
    assert table.events(ev.VotedOut) == []
