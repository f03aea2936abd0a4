"""How seats, moments and days are put into a line, the same everywhere.

Internal days and nights start at 0; people see them plus the ruleset's label.
"""

from collections.abc import Iterable

from mafiabot.engine.person import NOBODY as NO_PERSON
from mafiabot.engine.state import Role
from mafiabot.engine.views import PublicView
from mafiabot.ui.names import label_name, safe_name
from mafiabot.ui.texts import Say

NOBODY = "–"
EMPTY = "—"  # in place of a name, where a number is nobody's


def seat_name(view: PublicView, seat: int) -> str:
    """`**3** · Name`, for text displays."""
    person = view.seats[seat - 1].person
    return f"**{seat}** · {EMPTY if person == NO_PERSON else safe_name(person.name)}"


def seat_names(view: PublicView, seats: Iterable[int]) -> str:
    return ", ".join(seat_name(view, seat) for seat in seats) or NOBODY


def seat_label(view: PublicView, seat: int) -> str:
    """`3 · Name`, for options and buttons."""
    person = view.seats[seat - 1].person
    return f"{seat} · {EMPTY if person == NO_PERSON else label_name(person.name)}"


def numbers(seats: Iterable[int]) -> str:
    """`1, 4, 6`, in the given order."""
    return ", ".join(str(seat) for seat in seats) or NOBODY


def mention(user_id: int) -> str:
    return f"<@{user_id}>"


def countdown(at_ms: int) -> str:
    """A live countdown that the client draws; the second is rounded up."""
    return f"<t:{-(-at_ms // 1000)}:R>"


def clock(at_ms: int) -> str:
    """The time of day to the second, in the reader's own zone."""
    return f"<t:{at_ms // 1000}:T>"


def day(say: Say, view: PublicView, number: int) -> str:
    return say("day", n=number + view.label)


def night(say: Say, view: PublicView, number: int) -> str:
    return say("night", n=number + view.label)


def role(say: Say, which: Role) -> str:
    return say(f"role-{which.value}")


def fitted(lines: Iterable[str], room: int, cut: str) -> str:
    """The lines as one text of at most `room` characters; the earliest give way to the line `cut`."""
    kept = list(lines)
    text = "\n".join(kept)
    while len(text) > room and kept:
        kept.pop(0)
        text = "\n".join([cut, *kept])
    return text
