"""Secrets that say whose they are: every shot, check, plan, sign and role is marked where it arises.

A mark is part of how the value is written, whatever writes it, JSON and sums included: `5⟦shot:2⟧` is what
seat 2 chose, `don⟦role:4⟧` what is on the hand of seat 4. Whatever leaves the bot is then searched for marks
that its reader may not see.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass, replace
from typing import Any, Self

from mafiabot.bot.planted import Planted
from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState
from mafiabot.engine.views import HandView
from mafiabot.lab.trust.pairs_line import json_of
from mafiabot.ui.texts import Texts

MARK = re.compile(r"⟦(?P<what>[a-z]+):(?P<seats>[\d.]*)⟧")
SECRET_TEXTS = {"role-": "role", "check-": "answer", "hand-partners": "partners", "hand-called-": "called"}
"""Beginnings of keys whose texts say a secret."""

_owner: ContextVar[int | None] = ContextVar("owner", default=None)


def mark(what: str, seats: Iterable[int]) -> str:
    """`seats` may see it; nobody may where there are none."""
    return f"⟦{what}:{'.'.join(str(int(seat)) for seat in sorted(seats))}⟧"


class Marked(int):
    """A secret number."""

    marked: str

    @classmethod
    def of(cls, value: int, marked: str) -> Self:
        """The number, written with its mark from now on."""
        made = cls(value)
        made.marked = marked
        return made

    def __str__(self) -> str:
        return f"{int(self)}{self.marked}"

    def __repr__(self) -> str:
        return str(self)

    def __format__(self, _spec: str) -> str:
        return str(self)

    def __add__(self, other: int) -> Self:
        return self.of(int(self) + other, self.marked)

    __radd__ = __add__

    def __sub__(self, other: int) -> Self:
        return self + -other

    def __mul__(self, other: int) -> Self:
        return self.of(int(self) * other, self.marked)

    __rmul__ = __mul__


@contextmanager
def marks_in_json() -> Iterator[None]:
    """Inside, what the library sends has marks, too: JSON knows numbers only, and would write them bare."""
    with json_of(_as_texts):
        yield


def _as_texts(value: Any) -> Any:
    match value:
        case Marked():
            return str(value)
        case dict():
            return {_as_texts(key): _as_texts(part) for key, part in value.items()}
        case list() | tuple():
            return [_as_texts(part) for part in value]
        case _:
            return value


class MarkingTexts(Texts):
    """Texts that say a secret are marked with whose hand they stand on."""

    def __init__(self, texts: Texts) -> None:
        super().__init__(strict=True)
        self._texts = texts

    def get(self, locale: str, key: str, /, **values: str | int) -> str:
        """As it should be, and the mark; a text is remembered by its values, so marked ones go as texts."""
        written = {name: str(value) if isinstance(value, Marked) else value for name, value in values.items()}
        said = self._texts.get(locale, key, **written)
        what = next((what for start, what in SECRET_TEXTS.items() if key.startswith(start)), None)
        owner = _owner.get()
        return said if what is None else said + mark(what, () if owner is None else (owner,))


@contextmanager
def _hand_of(seat: int) -> Iterator[None]:
    token = _owner.set(seat)
    try:
        yield
    finally:
        _owner.reset(token)


def marked(planted: Planted) -> Planted:
    """The same bot, or the same leak, with every secret marked."""
    rules, layout = planted.decide, planted.hand_layout

    def decide(state: GameState | None, command: cmd.Command, now: int) -> tuple[ev.Event, ...] | Refusal:
        decided = rules(state, _marked(state, command), now)
        return decided if isinstance(decided, Refusal) else _told(decided)

    def hand_layout(texts: Texts, locale: str, hand: HandView, line: str) -> Any:
        with _hand_of(hand.seat):
            return layout(texts, locale, hand, line)

    return replace(
        planted,
        decide=decide,
        hand_layout=hand_layout,
        texts=lambda texts: planted.texts(MarkingTexts(texts)),
    )


def _marked(state: GameState | None, command: cmd.Command) -> cmd.Command:
    """What is pressed at night, marked with whose it is."""
    seat = None if state is None else state.seat_of(getattr(command, "user_id", 0))
    if state is None or seat is None:
        return command
    role = state.seat(seat).role
    black = (n for n, one in enumerate(state.seats, 1) if one.role is not None and one.role.black)
    team = tuple(black) if role is not None and role.black else (seat,)
    match command:
        case cmd.Shoot(seat=target) if target is not None:
            return replace(command, seat=Marked.of(target, mark("shot", (seat,))))
        case cmd.Check(seat=target):
            return replace(command, seat=Marked.of(target, mark("check", (seat,))))
        case cmd.WritePlan(seats=seats):
            return replace(command, seats=tuple(Marked.of(one, mark("plan", team)) for one in seats))
        case cmd.WriteSign(text=text) if text:
            return replace(command, text=text + mark("sign", team))
        case _:
            return command


def _told(events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """Who was killed is public at dawn, whoever chose it, and so is the floor that he gets for it."""
    victim = next((event.victim for event in events if isinstance(event, ev.NightEnded)), None)
    return events if victim is None else tuple(_without_mark(event, victim) for event in events)


def _without_mark(value: Any, number: int) -> Any:
    if isinstance(value, Marked):
        return int(value) if value == number else value
    if isinstance(value, tuple):
        return tuple(_without_mark(one, number) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        named = {one.name: getattr(value, one.name) for one in fields(value)}
        return replace(value, **{name: _without_mark(part, number) for name, part in named.items()})
    return value


def unseemly(text: str, reader: int | None = None) -> list[str]:
    """Marks in it that its reader may not see. `reader`: a seat; None: anybody."""
    found = (match for match in MARK.finditer(text))
    return [match.group() for match in found if str(reader) not in match["seats"].split(".")]


def marks(text: str) -> list[str]:
    """What kinds of secrets are in it."""
    return [match["what"] for match in MARK.finditer(text)]
