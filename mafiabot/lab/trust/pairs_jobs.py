"""What a process of `make trust` does for the nights: one pair, one leak, one search."""

from dataclasses import replace

from mafiabot.bot.logs import set_up_logs
from mafiabot.lab.options import Language
from mafiabot.lab.trust.pairs import Compared, compared
from mafiabot.lab.trust.pairs_faults import LEAKS, caught
from mafiabot.lab.trust.pairs_line import room
from mafiabot.lab.trust.pairs_real import connected_room
from mafiabot.lab.trust.scenario import scenario
from mafiabot.lab.trust.taint_evening import Searched, searched
from mafiabot.lab.trust.taint_faults import SIGNED_EVENING, TOLD, found

A_SEED = 10_000
"""So many scenarios a seed has."""
MARKED = (SIGNED_EVENING, *range(60, 69))
"""Scenarios whose secrets are marked: one in which black write signs, and three of every preset."""


def numbers(count: int, seed: int) -> range:
    """Of so many scenarios; presets take turns."""
    return range(A_SEED * seed, A_SEED * seed + count)


def pair(number: int, real: bool) -> Compared:
    """Played and compared; `real`: through the real client."""
    set_up_logs("CRITICAL", "text")
    return compared(number, where=connected_room if real else room)


def leak_noticed(number: int) -> int:
    """How many traces differ where that one of `LEAKS` is planted."""
    set_up_logs("CRITICAL", "text")
    return len(caught(LEAKS[number]))


def secrets_of(number: int, language: Language) -> Searched:
    """An evening whose secrets are marked, at a table of that language."""
    return searched(replace(scenario(number), language=language))


def secret_found(number: int) -> int:
    """In how many places that one of `TOLD` is found."""
    return len(found(TOLD[number]))
