"""How somebody behaves, as probabilities and seconds; what he wants to do is decided elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random


class Habit(StrEnum):
    """Something a seat always does, whatever its temperament."""

    SELF_MUTED = "self_muted"
    LATE = "late"
    LEAVES_EARLY = "leaves_early"
    NEVER_VOTES = "never_votes"
    DOUBLE_CLICKS = "double_clicks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Temperament:
    """Probabilities are per occasion: a speech, a window, a night step, a press.

    `reaction_s` and `talk_s` are uniform ranges of seconds; `late` stretches a reaction beyond a window.
    `drops_out`: for some seconds; `vanishes`: for so many minutes that the judge is asked. `dead_shot`: a
    shot at a number that has left, where the rules let one. `cries_out`: for a foul, into another's speech.
    """

    reaction_s: tuple[float, float] = (0.3, 1.5)
    talk_s: tuple[float, float] = (20.0, 45.0)
    finishes: float = 0.95
    nominates: float = 0.65
    nominates_self: float = 0.02
    votes: float = 0.97
    picks_at_night: float = 0.99
    stray_shot: float = 0.05
    dead_shot: float = 0.02
    chats: float = 0.02
    drops_out: float = 0.0
    drops_in_speech: float = 0.0
    vanishes: float = 0.0
    wrong_press: float = 0.0
    double_press: float = 0.01
    late: float = 0.01
    hesitates: float = 0.02
    looks_around: float = 0.03
    gives_up: float = 0.0
    cries_out: float = 0.0


OBEDIENT = Temperament()
CLUMSY = Temperament(
    reaction_s=(0.6, 3.0),
    talk_s=(20.0, 60.0),
    finishes=0.7,
    nominates=0.6,
    nominates_self=0.05,
    votes=0.9,
    picks_at_night=0.93,
    stray_shot=0.1,
    chats=0.05,
    drops_out=0.02,
    drops_in_speech=0.03,
    vanishes=0.002,
    wrong_press=0.25,
    double_press=0.25,
    late=0.12,
    hesitates=0.3,
    looks_around=0.15,
    gives_up=0.0008,
    cries_out=0.01,
)
SILENT = Temperament(
    reaction_s=(0.5, 2.5),
    finishes=0.0,
    nominates=0.1,
    nominates_self=0.0,
    votes=0.25,
    picks_at_night=0.6,
    stray_shot=0.1,
    chats=0.0,
    vanishes=0.0005,
    double_press=0.0,
    looks_around=0.0,
)
CHATTY = Temperament(
    reaction_s=(0.3, 2.0),
    talk_s=(50.0, 75.0),
    finishes=0.35,
    nominates=0.7,
    nominates_self=0.04,
    votes=0.93,
    chats=0.4,
    drops_out=0.06,
    drops_in_speech=0.08,
    vanishes=0.002,
    double_press=0.06,
    late=0.03,
    hesitates=0.1,
    looks_around=0.15,
    gives_up=0.0004,
    cries_out=0.06,
)
PLAIN = {"obedient": OBEDIENT, "clumsy": CLUMSY, "silent": SILENT, "chatty": CHATTY}
MIXED = "mixed"
NAMES = (*PLAIN, MIXED)
_SHARES = {"obedient": 5, "clumsy": 2, "silent": 1, "chatty": 2}


def temperament(name: str, rng: Random) -> Temperament:
    """The temperament called so; `mixed` draws one. KeyError for a name that is none of `NAMES`."""
    if name == MIXED:
        name = rng.choices(list(_SHARES), list(_SHARES.values()))[0]
    return PLAIN[name]


def with_habits(base: Temperament, habits: Iterable[Habit]) -> Temperament:
    """The temperament as the habits bend it."""
    bent = base
    for habit in habits:
        match habit:
            case Habit.LATE:
                bent = replace(bent, reaction_s=(1.5, 3.0), late=max(0.35, bent.late), hesitates=0.5)
            case Habit.NEVER_VOTES:
                bent = replace(bent, votes=0.0)
            case Habit.DOUBLE_CLICKS:
                bent = replace(bent, double_press=1.0)
            case Habit.LEAVES_EARLY | Habit.SELF_MUTED:
                pass
    return bent
