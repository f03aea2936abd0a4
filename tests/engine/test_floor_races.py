"""Early end, pause, added seconds, skip and time-out race: in any order one of them ends a floor."""

from collections.abc import Callable
from itertools import permutations

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.ruleset import CLASSIC
from mafiabot.engine.state import Talk
from tests.support.table import JUDGE, Table

Racer = Callable[[Table], cmd.Command]


def _racers(table: Table) -> dict[str, Racer]:
    """Each made in the same moment, at the end of the first speech: by the state as it was then."""
    finishing, due = table.finishing(), deadline(table.state)
    assert due is not None
    return {
        "finish": lambda _: finishing,
        "skip": lambda _: cmd.SkipSpeech(by=JUDGE),
        "time-out": lambda _: cmd.DeadlineReached(generation=due.generation),
        "pause": lambda _: cmd.Pause(by=JUDGE),
        "more": lambda _: cmd.ChangeTime(by=JUDGE, seconds=30),
    }


NAMES = ("finish", "skip", "time-out", "pause", "more")


def _at_the_end() -> Table:
    """The first speech, in its last millisecond."""
    table = Table(ruleset=CLASSIC, judge=True).to_day_0()
    table.wait(ms=table.state.ruleset.speech_s * 1000 - 1)
    table.now += 1
    assert isinstance(table.state.phase, Talk)
    return table


def _ended(table: Table) -> list[int]:
    return [event.seat for event in table.events(ev.SpeechEnded)]


@pytest.mark.parametrize("order", list(permutations(NAMES)), ids="-".join)
def test_whatever_comes_first_no_floor_is_ended_twice_and_no_other_ones(order: tuple[str, ...]) -> None:
    """The judge's skip means the floor he sees, which the cogs compare; here it names the present one."""
    table = _at_the_end()
    racers, first = _racers(table), table.speaker
    for name in order:
        if name == "skip" and (table.state.paused is not None or _ended(table)):
            continue  # `command_of` of the judge's panel: meant for a floor that is past
        answer = table.decided(racers[name](table))
        if not isinstance(answer, Refusal):
            table.do(racers[name](table))
    assert _ended(table) in ([], [first])
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.floor.ordinal in (1, 2)


@pytest.mark.parametrize("order", list(permutations(("finish", "time-out", "time-out", "finish"))))
def test_early_end_and_time_out_twice_each_end_it_once(order: tuple[str, ...]) -> None:
    table = _at_the_end()
    racers, first = _racers(table), table.speaker
    for name in order:
        command = racers[name](table)
        if not isinstance(table.decided(command), Refusal):
            table.do(command)
    assert _ended(table) == [first]
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.floor.ordinal == 2


@pytest.mark.parametrize("first", ["pause", "more"])
def test_a_time_out_that_was_due_before_is_not_one_after(first: str) -> None:
    """Added seconds and a pause are a new generation of the deadline."""
    table = _at_the_end()
    racers = _racers(table)
    table.do(racers[first](table))
    late = racers["time-out"](table)
    answer = table.decided(late)
    assert isinstance(answer, Refusal) or not answer
    assert _ended(table) == []
