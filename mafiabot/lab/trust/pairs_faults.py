"""Leaks that are planted on purpose: pairs that have never differed prove nothing."""

from collections.abc import Callable
from dataclasses import dataclass

from mafiabot.bot.planted import Planted
from mafiabot.lab.faults import ports, rules
from mafiabot.lab.trust.pairs import compared


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """`plant` makes it anew for every evening; the pairs of these numbers have an occasion for it."""

    name: str
    plant: Callable[[], Planted]
    pairs: tuple[int, ...]


SHERIFF_OUT, OTHER_BLACK = 693, 408
"""Short scenarios: of one sheriff voted out before the night, and of others who are black."""

LEAKS = (
    Leak(
        name="a night is shorter when the sheriff is dead",
        plant=lambda: Planted(decide=rules.no_step_for_a_dead_sheriff),
        pairs=(SHERIFF_OUT,),
    ),
    Leak(
        name="only black are muted again at night", plant=ports.blacks_are_muted_again, pairs=(OTHER_BLACK,)
    ),
    Leak(name="the audit log names roles", plant=ports.reasons_tell_roles, pairs=(OTHER_BLACK,)),
    Leak(
        name="public ids count secret events",
        plant=lambda: Planted(messenger=ports.CountingIds),
        pairs=(OTHER_BLACK,),
    ),
    Leak(name="the morning tells the shots", plant=ports.shots_are_told, pairs=(OTHER_BLACK,)),
    Leak(name="the role of the killed is announced", plant=ports.the_dead_are_told, pairs=(OTHER_BLACK,)),
)


def caught(leak: Leak) -> tuple[str, ...]:
    """What the pairs say of it; empty: it has slipped through."""
    return tuple(said for number in leak.pairs for said in compared(number, leak.plant).leaks)
