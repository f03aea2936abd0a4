"""Figures of the benchmark: what is compared with what, how it is told; tables out of a captured game."""

import json
from collections import Counter
from functools import cache

import pytest

from mafiabot.adapters.codec import encode_state
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.evolve import fold
from mafiabot.engine.invariants import check
from mafiabot.engine.state import Talk
from mafiabot.lab.bench.capture import Captured, capture
from mafiabot.lab.bench.figures import Aim, BenchReport, Figure, head, row, spread
from mafiabot.lab.bench.simulation import ANSWER, MEMBER, POST, least_requests
from mafiabot.lab.bench.tables import Place, in_speeches, in_the_middle

KEYS = ["name", "value", "unit", "p50", "p99", "max", "limit", "ratio", "aim", "met"]


@cache
def captured() -> Captured:
    return capture(1, seats=6)


def places(count: int) -> list[Place]:
    return [
        Place(guild_id=n << 40, channel_id=n << 41, host_id=n, users=tuple(range(100 * n, 100 * n + 6)))
        for n in range(1, count + 1)
    ]


# --- figures -----------------------------------------------------------------------------------------


def test_a_rate_is_compared_with_the_bare_things_and_misses_its_aim_below_it() -> None:
    figure = Figure(name="x", value=79.0, unit="1/s", limit=100.0, kind=Aim.RATIO_AT_LEAST, goal=0.8)
    assert figure.ratio == pytest.approx(0.79)
    assert figure.met is False
    assert figure.aim == "ratio ≥ 0.8"


def test_a_time_is_the_better_the_nearer_it_comes_to_the_bare_things_from_above() -> None:
    figure = Figure(name="x", value=2.0, unit="ms", limit=1.8, less=True, kind=Aim.RATIO_AT_LEAST, goal=0.8)
    assert figure.ratio == pytest.approx(0.9)
    assert figure.met is True


@pytest.mark.parametrize(("p99", "met"), [(9.9, True), (10.1, False)])
def test_the_slowest_of_a_hundred_is_held_to_the_aim(p99: float, met: bool) -> None:
    figure = Figure(name="x", value=1.0, unit="ms", p99=p99, kind=Aim.P99_AT_MOST, goal=10.0)
    assert figure.met is met
    assert figure.aim == "p99 ≤ 10 ms"


def test_a_figure_without_an_aim_or_a_limit_meets_none() -> None:
    assert Figure(name="x", value=1.0, unit="s").met is None
    assert Figure(name="x", value=1.0, unit="s", kind=Aim.RATIO_AT_LEAST, goal=0.5).met is None


def test_a_report_has_the_keys_that_are_fixed() -> None:
    missed = Figure(name="slow", value=3.14159, unit="s", kind=Aim.VALUE_AT_MOST, goal=3.0)
    report = BenchReport(host="here", store="there", figures=(missed, Figure(name="x", value=1, unit="s")))
    told = json.loads(report.as_json())
    assert list(told) == ["host", "store", "figures"]
    assert [sorted(figure) for figure in told["figures"]] == [sorted(KEYS)] * 2
    assert told["figures"][0]["value"] == 3.142
    assert told["figures"][0]["met"] is False
    assert report.unmet == (missed,)


def test_a_row_stands_under_its_head() -> None:
    shown = row(
        Figure(name="slow", value=3.2, unit="s", limit=1.6, less=True, kind=Aim.VALUE_AT_MOST, goal=3)
    )
    for title, cell in (("figure", "slow"), ("unit", "s"), ("aim", "≤ 3 s"), ("met", "NO")):
        assert shown[head().index(title) :].startswith(cell)
    assert "0.50" in shown


def test_percentiles_are_values_that_were_measured() -> None:
    measured = spread([float(n) for n in range(1, 201)])
    assert (measured.p50, measured.p99, measured.max) == (100.0, 198.0, 200.0)
    assert measured.mean == 100.5


# --- tables ------------------------------------------------------------------------------------------


def test_tables_lie_over_the_whole_game_and_wait_for_a_moment_to_come() -> None:
    tables = list(in_the_middle(captured(), places(40), 1_800_000_000_000))
    assert len({type(table.state.phase) for table in tables}) >= 3
    for table in tables:
        check(table.state)
        assert fold(table.events) == table.state
        due = deadline(table.state)
        assert due is not None
        assert 0 < due.at_ms - 1_800_000_000_000 <= 61_000


def test_a_table_has_nothing_of_the_captured_game_but_its_course() -> None:
    [table] = in_the_middle(captured(), places(1), 1_800_000_000_000)
    known, document = captured().steps[-1].state, encode_state(table.state).decode()
    for number in (known.guild_id, known.channel_id, known.game_id, *(s.person.user_id for s in known.seats)):
        assert str(number) not in document
    assert table.state.seats[2].person.user_id == table.place.users[2]


def test_short_speeches_begin_one_after_another() -> None:
    tables = list(in_speeches(captured(), places(4), 1_800_000_000_000, 2_000))
    dues = [due.at_ms for table in tables if (due := deadline(table.state)) is not None]
    assert sorted(due - 1_800_000_000_000 for due in dues) == [250, 750, 1250, 1750]
    assert all(isinstance(table.state.phase, Talk) for table in tables)


# --- requests ----------------------------------------------------------------------------------------


def test_the_bot_makes_no_fewer_requests_than_arithmetic_says_it_must() -> None:
    least, made = least_requests(captured()), captured().requests
    assert all(made[route] >= count for route, count in least.items())
    assert least[ANSWER] == made[ANSWER]


def test_the_least_counts_two_edits_a_change_of_speakers_and_each_announcement() -> None:
    least, log = least_requests(captured()), captured().report.log
    kinds = Counter(type(event) for event in log)
    assert least[MEMBER] > kinds[ev.FloorGiven]
    assert least[POST] > kinds[ev.FloorGiven] + kinds[ev.WindowOpened] + kinds[ev.NightFell]
