"""Nights that betray nothing: with two deals one course of an evening looks the same, moments included.

A sample of what `make trust` compares; docs/trust.md says what is claimed.
"""

from functools import cache

import pytest
from structlog.testing import capture_logs

from mafiabot.bot.planted import Planted
from mafiabot.engine.ruleset import Preset
from mafiabot.engine.state import Role
from mafiabot.lab.faults import ports
from mafiabot.lab.trust.pairs import Compared, compared
from mafiabot.lab.trust.pairs_faults import LEAKS, OTHER_BLACK, Leak, caught
from mafiabot.lab.trust.pairs_real import connected_room
from mafiabot.lab.trust.scenario import Scenario, scenario
from mafiabot.lab.trust.trace import Entry, Trace, difference

PAIRS = (2, 52, 12, 693)
"""Of every preset; one in which all press alike at night, one whose sheriff is dead with one deal only."""


@cache
def pair(number: int) -> Compared:
    with capture_logs():
        return compared(number)


@pytest.mark.parametrize("number", PAIRS)
def test_a_pair_differs_in_nothing(number: int) -> None:
    found = pair(number)
    assert found.leaks == []
    assert found.wrong == []
    assert found.traces > 2
    assert found.entries > 300


def test_much_is_pressed_in_them_that_nobody_may_notice() -> None:
    sample = Compared()
    for number in PAIRS:
        sample.add(pair(number))
    assert all(sample.met[f"{preset} pairs"] for preset in Preset)
    assert sample.met["sheriff dead in one"] >= 1
    assert sample.met["ShotFired"] > 15
    assert sample.met["SeatChecked"] > 5
    assert sample.met["IdlePicked"] > 100
    assert min(sample.met["PlanWritten"], sample.met["SignWritten"]) > 2


@pytest.mark.parametrize("leak", LEAKS[:4], ids=lambda leak: leak.name)
def test_a_leak_is_noticed(leak: Leak) -> None:
    with capture_logs():
        said = caught(leak)
    assert said
    assert "in public" in said[0]


# --- scenarios -------------------------------------------------------------------------------------

MANY = range(300)


def test_two_deals_of_one_scenario_differ_and_neither_is_decided_before_its_end() -> None:
    for number in MANY:
        made = scenario(number)
        one, other = made.deals
        assert one != other
        assert sorted(one) == sorted(other)
        for deal in made.deals:
            for night in range(1, len(made.victims) + 1):
                for living in (made.living(night), made.left(night)):
                    black = sum(deal[seat - 1].black for seat in living)
                    assert 0 < 2 * black < len(living)


def test_a_third_has_one_role_and_for_black_one_team_in_both_deals() -> None:
    for number in MANY:
        made = scenario(number)
        one, other = made.deals
        for seat in made.thirds:
            assert one[seat - 1] is other[seat - 1]
            if one[seat - 1].black:
                assert team(made, 0) == team(made, 1)


def team(made: Scenario, which: int) -> list[Role | None]:
    return [role if role.black else None for role in made.deals[which]]


def test_scenarios_have_dead_and_living_dons_and_sheriffs_nights_without_a_victim_and_every_preset() -> None:
    made = [scenario(number) for number in MANY]
    assert {one.rules.preset for one in made} == set(Preset)
    assert {None} < {victim for one in made for victim in one.victims}
    for role in (Role.DON, Role.SHERIFF):
        lives = [
            tuple(deal.index(role) + 1 in one.left(len(one.victims)) for deal in one.deals) for one in made
        ]
        assert set(lives) == {(True, True), (True, False), (False, True), (False, False)}


# --- traces ----------------------------------------------------------------------------------------


def trace(*entries: tuple[float, str, object]) -> Trace:
    return Trace({"client": [Entry(*entry) for entry in entries]})


ONE, OTHER, THIRD = 1_456_074_448_175_104_010, 1_456_074_448_175_104_999, 1_456_074_448_175_105_555


def test_ids_are_told_apart_by_their_order_only() -> None:
    assert difference(trace((1, "m", {"id": str(ONE)})), trace((1, "m", {"id": str(OTHER)}))) is None
    twice = trace((1, "m", {"id": str(ONE)}), (2, "m", {"id": str(ONE)}))
    others = trace((1, "m", {"id": str(OTHER)}), (2, "m", {"id": str(THIRD)}))
    assert difference(twice, others) is not None


@pytest.mark.parametrize(
    "other",
    [
        trace((1.001, "message", {"text": "night"})),
        trace((1, "voice", {"text": "night"})),
        trace((1, "message", {"text": "might"})),
        trace((1, "message", {"text": "night"}), (2, "message", {})),
        trace(),
    ],
    ids=["a microsecond", "a kind", "a letter", "one more", "nothing"],
)
def test_any_other_difference_is_one(other: Trace) -> None:
    one = trace((1, "message", {"text": "night"}))
    assert difference(one, one) is None
    assert difference(one, other) is not None
    assert difference(other, one) is not None


def test_whatever_came_by_one_way_only_is_a_difference() -> None:
    silent, told = Trace(), Trace({"requests": [Entry(1, "PATCH", {})]})
    assert difference(silent, told) is not None
    assert difference(told, silent) is not None


# --- through the real client -----------------------------------------------------------------------


def test_a_pair_through_the_real_client_differs_in_nothing_and_a_leak_is_noticed_there() -> None:
    with capture_logs():
        found = compared(OTHER_BLACK, where=connected_room)
        leaking = compared(OTHER_BLACK, lambda: Planted(messenger=ports.CountingIds), where=connected_room)
    assert found.leaks == []
    assert found.wrong == []
    assert found.traces > 4
    assert found.entries > 400
    assert "in public" in leaking.leaks[0]


def test_within_a_moment_any_order_will_do_there_and_nothing_else() -> None:
    one = trace((1, "m", {"a": str(ONE)}), (1, "m", {"b": str(OTHER)}), (2, "m", {"b": str(OTHER)}))
    turned = trace((1, "m", {"b": str(OTHER)}), (1, "m", {"a": str(ONE)}), (2, "m", {"b": str(OTHER)}))
    other = trace((1, "m", {"b": str(OTHER)}), (1, "m", {"a": str(ONE)}), (2, "m", {"b": str(ONE)}))
    assert difference(one, turned) is not None
    assert difference(one, turned, ordered=False) is None
    assert difference(one, other, ordered=False) is not None
