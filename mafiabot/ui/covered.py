"""What stands behind a spoiler is as long whatever it says: Discord's bar over it is as wide as its words.

How long follows from public facts alone. Otherwise a neighbour would tell a black by the bar over his
partners, and the sheriff by the one over his checks, without a spoiler being opened.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from mafiabot.engine.nights import PLAN_MOST
from mafiabot.engine.person import NOBODY as NO_PERSON
from mafiabot.engine.randomness import role_list
from mafiabot.engine.state import Role
from mafiabot.engine.views import PublicView
from mafiabot.ui import words
from mafiabot.ui.texts import Say

BLANK = "\u2002"
"""About as wide as a letter; other blanks a client may swallow, or not break a line at."""

SIGN_ROOM = 40
"""Longer signs stick out: room for three of the longest would be half a screen of nothing."""

CHECKED = ("check-don-hit", "check-don-miss", "check-sheriff-hit", "check-sheriff-miss")

_UNSEEN = re.compile(r"\\(.)|\*\*|[\u200b\u2068\u2069]")


def covered(text: str, room: int) -> str:
    """`text`, filled up to so many characters as one sees."""
    return text + BLANK * (room - _seen(text))


@lru_cache(1024)
def _seen(text: str) -> int:
    """Without what formatting, escaping, broken links and isolation add."""
    return len(_UNSEEN.sub(r"\1", text))


# --- room for everybody's ------------------------------------------------------------------------


def role_room(say: Say) -> int:
    return max(len(words.role(say, role)) for role in Role)


def partners_room(say: Say, view: PublicView) -> int:
    """The longest names there are, as many as a black has partners."""
    names = sorted((_seen(words.seat_name(view, seat.number)) for seat in view.seats), reverse=True)
    role = role_room(say) + len(" ()")
    return _listed(name + role for name in names[: _black(view) - 1])


def plan_room(view: PublicView) -> int:
    return _numbers_room(len(view.seats))


@lru_cache
def _numbers_room(seats: int) -> int:
    return len(words.numbers(range(1, seats + 1)[-PLAN_MOST:]))


def signs_room(view: PublicView) -> int:
    return _listed([len(f"{len(view.seats)} – ") + SIGN_ROOM] * _black(view))


def checks_room(say: Say, view: PublicView) -> int:
    """One a night, the present one included."""
    nights = {number for number, _ in view.victims} | ({view.night} if view.night else set())
    result = max((say(key) for key in CHECKED), key=len)
    seat = len(view.seats)
    told = (
        say("hand-check", night=words.night(say, view, night), seat=seat, result=result) for night in nights
    )
    return _listed(map(len, told))


def _black(view: PublicView) -> int:
    return _black_of(sum(seat.person != NO_PERSON for seat in view.seats), len(view.seats))


@lru_cache
def _black_of(people: int, numbers: int) -> int:
    return sum(role.black for role in role_list(people, empty_number=people < numbers))


def _listed(lengths: Iterable[int]) -> int:
    """Of a list of parts so long."""
    return sum(length + len(", ") for length in lengths) - len(", ")
