"""Moments as a drill file writes them: a name from the game, and seconds before or after its zero.

Zeros are what the bot commits: `day 0 speech 3` is the moment at which that floor is given.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mafiabot.engine import events as ev
from mafiabot.engine.state import NightStep
from mafiabot.lab.chronicle import Moments

LOBBY, END = "lobby", "end"
FORMS = (
    "lobby, deal, night N, night N mafia_minute|reveal|open|shots|don|sheriff|best_move, day N, "
    "day N speech K, day N vote R, day N vote R window K, day N defence K, day N raise, day N last_word K, "
    "end; before it game N for a rematch; after it +Ns or -Ns if wanted"
)

_NAME = re.compile(
    r"(game ([2-9]|[1-9]\d+) )?"
    r"(lobby|deal|end"
    r"|night \d+( (mafia_minute|reveal|open|shots|don|sheriff|best_move))?"
    r"|day \d+( (raise|(speech|defence|last_word) [1-9]\d*|vote [1-9]\d*( window [1-9]\d*)?))?)"
)
_OFFSET = re.compile(r"(?P<name>.*?)\s+(?P<sign>[+-])\s*(?P<seconds>\d+(\.\d+)?)\s*s")
_REVEALS = (NightStep.REVEAL_DON, NightStep.REVEAL_SHERIFF)


class NoMoment(ValueError):
    """What was written is no moment; the text says what is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """`offset_ms` is negative before the zero of `name`."""

    name: str
    offset_ms: int

    def __str__(self) -> str:
        return f"{self.name} {self.offset_ms / 1000:+g}s" if self.offset_ms else self.name


def moment_of(text: str) -> Moment:
    """`day 1 speech 3 +20s` as a `Moment`. Raises `NoMoment`."""
    written = " ".join(text.split())
    found = _OFFSET.fullmatch(written)
    name = written if found is None else found["name"]
    if _NAME.fullmatch(name) is None:
        raise NoMoment(f"{text!r} is no moment; allowed: {FORMS}")
    if found is None:
        return Moment(name=name, offset_ms=0)
    offset_ms = round(float(found["seconds"]) * 1000)
    return Moment(name=name, offset_ms=-offset_ms if found["sign"] == "-" else offset_ms)


class Zeros:
    """Names the moments a table's events begin; also those that only drill files ask for."""

    def __init__(self) -> None:
        self._names = Moments()

    def of(self, event: ev.Event) -> Iterator[str]:
        """Every name of the moment that an event begins; most begin none."""
        if isinstance(event, ev.TableOpened):
            yield LOBBY
        name = self._names.of(event)
        if name is None:
            return
        yield name
        if isinstance(event, ev.NightStepBegan) and event.step in _REVEALS:
            yield name.removesuffix(event.step.value) + NightStep.REVEAL.value
