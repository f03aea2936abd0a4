"""A scenario's evening with every secret marked: where marks came that may not be there."""

import io
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import orjson
import structlog

from mafiabot.bot.logs import set_up_logs
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.engine.state import Role
from mafiabot.lab.trust import pairs_loop
from mafiabot.lab.trust.pairs_play import Evening, played
from mafiabot.lab.trust.scenario import Scenario
from mafiabot.lab.trust.taint import marked, marks, marks_in_json, unseemly
from mafiabot.lab.trust.trace import Trace

_ROLE = re.compile(rf"\b({'|'.join(Role)})\b", re.IGNORECASE)
"""Roles are no numbers and stand in the log as they are called in the program, if they do."""


@dataclass(slots=True)
class Searched:
    """`leaks`: where, and the mark. `seen`: all marks, by kind. `read`: how many characters were searched."""

    leaks: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    read: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Searched") -> None:
        """Sums up."""
        self.leaks += other.leaks
        self.seen += other.seen
        self.read += other.read
        self.wrong += other.wrong

    def search(self, where: str, text: str, reader: int | None = None) -> None:
        """Looks at what somebody could read; `reader` as in `unseemly`."""
        self.read += len(text)
        bad = unseemly(text, reader)
        self.leaks += [f"{where}: {one}" for one in dict.fromkeys(bad)]
        self.seen += Counter(marks(text))


def searched(scenario: Scenario, plant: Callable[[], Planted] = lambda: NOTHING_PLANTED) -> Searched:
    """The evening with the first deal, its log written as with `MAFIABOT_LOG=DEBUG`."""
    with everything_logged() as logged, marks_in_json():
        evening = pairs_loop.run(played(scenario, 0, marked(plant())))
    found = Searched(wrong=evening.wrong)
    _search(evening, scenario, found)
    found.search("the log", logged.getvalue())
    found.leaks += [f"the log: {line}" for line in logged.getvalue().splitlines() if _ROLE.search(line)]
    if not logged.getvalue():
        found.wrong.append("nothing was logged")
    return found


def _search(evening: Evening, scenario: Scenario, found: Searched) -> None:
    for where, text in _written(evening.public):
        found.search(f"in public, {where}", text)
    for seat, trace in evening.seats.items():
        for where, text in _written(trace):
            found.search(f"seat {seat}, {where}", text, seat)
    for where, text in _written(evening.late):
        found.search(f"who came late, {where}", text)
    if not scenario.shows_roles:
        for where, text in _written(evening.judge):
            found.search(f"the judge, {where}", text)


def _written(trace: Trace) -> Iterator[tuple[str, str]]:
    for part, entries in trace.parts.items():
        yield part, "\n".join(orjson.dumps([entry.kind, entry.payload]).decode() for entry in entries)


@contextmanager
def everything_logged() -> Iterator[io.StringIO]:
    """What is logged inside is kept, down to the last detail; afterwards all is as it was."""
    root, library = logging.getLogger(), logging.getLogger("discord")
    before = root.handlers[:], root.level, library.level
    stream = io.StringIO()
    set_up_logs("DEBUG", "text", stream)
    try:
        yield stream
    finally:
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        library.setLevel(before[2])
        structlog.reset_defaults()
