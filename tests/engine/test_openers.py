"""Who opens a day, by each rotation."""

from dataclasses import replace

import pytest

from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.events import DayBroke
from mafiabot.engine.openers import from_seat, speaking_order
from mafiabot.engine.ruleset import CLASSIC, OpenerRotation
from mafiabot.engine.state import DayRecord, GameState, Gone, NightRecord, Status
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table


def after(
    rotation: OpenerRotation,
    openers: tuple[int, ...],
    *,
    voted: dict[int, tuple[int, ...]] | None = None,
    killed: dict[int, int] | None = None,
    gone: tuple[Gone, ...] = (),
) -> GameState:
    """A table of ten before day `len(openers)`: `voted` by day, `killed` by night."""
    voted, killed = voted or {}, killed or {}
    days = tuple(DayRecord(number=n, opener=o, left=voted.get(n, ())) for n, o in enumerate(openers))
    nights = tuple(NightRecord(number=n, victim=killed.get(n)) for n in range(1, len(openers) + 1))
    left = {*killed.values(), *(g.seat for g in gone), *(s for seats in voted.values() for s in seats)}
    state = Table(10, ruleset=builders.club(opener_rotation=rotation)).deal().state
    seats = tuple(
        replace(seat, status=Status.GONE if n in left else Status.ALIVE)
        for n, seat in enumerate(state.seats, 1)
    )
    return replace(state, days=days, nights=nights, gone=gone, seats=seats)


def opener(state: GameState) -> int:
    return speaking_order(state, len(state.days))[0]


RELATIVE = OpenerRotation.NEXT_LIVING_AFTER_LAST_OPENER
POINTER = OpenerRotation.POINTER
ABSOLUTE = OpenerRotation.ABSOLUTE_DAY_INDEX


def test_the_round_goes_from_the_last_seat_to_the_first() -> None:
    assert from_seat((1, 3, 8), 4) == (8, 1, 3)
    assert from_seat((1, 3, 8), 9) == (1, 3, 8)


@pytest.mark.parametrize("rotation", list(OpenerRotation))
def test_seat_1_opens_the_first_day(rotation: OpenerRotation) -> None:
    assert opener(after(rotation, ())) == 1


@rule("E80", "row: opener later", "option: opener_rotation")
@pytest.mark.parametrize(("rotation", "wanted"), [(RELATIVE, 4), (POINTER, 3), (ABSOLUTE, 3)])
def test_e80_the_opener_counts_on_from_who_really_opened(rotation: OpenerRotation, wanted: int) -> None:
    assert opener(after(rotation, (1, 3), killed={1: 2})) == wanted


@rule("E82", "option: opener_rotation")
@pytest.mark.parametrize(("killed", "wanted"), [(9, 1), (1, 2)])
def test_e82_after_the_last_seat_comes_the_first_living_one(killed: int, wanted: int) -> None:
    assert opener(after(RELATIVE, (10,), killed={1: killed})) == wanted


def test_the_day_says_who_opens_it_before_the_victim_has_spoken() -> None:
    table = Table(8).to_day_0()
    table.day()
    table.night(kill=2)
    assert [broke.opener for broke in table.events(DayBroke)] == [1, 3]


def test_a_table_moves_the_opener_one_place_a_day() -> None:
    table = Table(8).skip_to_day(2)
    assert [day.opener for day in table.state.all_days] == [1, 2, 3]


@rule("option: opener_rotation")
def test_the_pointer_stays_on_a_seat_lost_in_the_night_so_one_seat_may_open_twice() -> None:
    day_2 = after(POINTER, (1, 2), killed={2: 3})
    assert opener(day_2) == 4
    day_3 = after(POINTER, (1, 2, 4), killed={2: 3, 3: 10})
    assert opener(day_3) == 4


def test_the_pointer_moves_before_the_shot_and_past_who_was_voted_out() -> None:
    assert opener(after(POINTER, (1,), voted={0: (2,)})) == 3
    assert opener(after(POINTER, (1, 3), voted={0: (2,)}, killed={1: 3})) == 4


def test_the_pointer_looks_at_each_evening_as_it_was() -> None:
    assert opener(after(POINTER, (1, 2), voted={1: (2,)})) == 3


def test_the_pointer_goes_round_the_table() -> None:
    assert opener(after(POINTER, (1, *range(2, 11)))) == 1


@pytest.mark.parametrize(
    ("day", "night", "wanted"), [(0, None, 4), (0, 0, 4), (0, 1, 4), (1, None, 4), (1, 2, 4)]
)
def test_the_pointer_passes_who_walked_out(day: int, night: int | None, wanted: int) -> None:
    left = Gone(seat=3, cause=GoneCause.GAVE_UP, day=day, night=night)
    assert opener(after(POINTER, (1, 2), gone=(left,))) == wanted


@pytest.mark.parametrize(("night", "wanted"), [(None, 5), (2, 4)])
def test_the_pointer_stands_beyond_who_walked_out_by_day_but_not_who_did_at_night(
    night: int | None, wanted: int
) -> None:
    left = Gone(seat=3, cause=GoneCause.GAVE_UP, day=1, night=night)
    assert opener(after(POINTER, (1, 2, 4), gone=(left,))) == wanted


def test_the_absolute_index_goes_round_the_table() -> None:
    assert opener(after(ABSOLUTE, (1,) * 10)) == 1
    assert opener(after(ABSOLUTE, (1, 2), killed={1: 3})) == 4


def test_the_pointer_does_not_pass_a_victim_who_is_removed_in_his_best_move() -> None:
    rules = replace(CLASSIC, opener_rotation=POINTER)
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.day()
    table.night(kill=2)
    table.remove(2)
    table.day()
    table.night()
    assert [day.opener for day in table.state.all_days] == [1, 3, 3]
