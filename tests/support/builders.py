"""Small values that engine tests are made of: people, presses, rulesets, roles."""

from dataclasses import replace
from typing import Any

from mafiabot.engine.commands import OpenTable, Person, Press
from mafiabot.engine.ruleset import CLUB, NineSeats, Ruleset
from mafiabot.engine.state import Role

START_MS = 1_750_000_000_000
DISCORD_AHEAD_MS = 70  # Discord's clock minus ours, so that no test confuses the two
SEED = "5eed" * 16
HOST = Person(user_id=1, name="Host")

_ROLES = {"D": Role.DON, "M": Role.MAFIA, "S": Role.SHERIFF, "C": Role.CIVILIAN, "-": None}


def person(number: int) -> Person:
    """The person who takes seat `number` in tests: user 100 + number."""
    return Person(user_id=100 + number, name=f"P{number}")


def roles(letters: str) -> tuple[Role | None, ...]:
    """`"DMSCCC"`: don, mafia, sheriff and civilians on seats 1, 2, 3 and 4–6; `-`: the number is nobody's."""
    return tuple(_ROLES[letter] for letter in letters)


def usual_roles(seats: int) -> str:
    """Black on the lowest seats, then the sheriff, then civilians."""
    black = "DMM" if seats >= 10 else "DM"
    return (black + "S").ljust(seats, "C")


def press(host_ms: int) -> Press:
    return Press(discord_ms=host_ms + DISCORD_AHEAD_MS, host_ms=host_ms)


def club(**options: Any) -> Ruleset:
    return replace(CLUB, **options)


def sized(rules: Ruleset, seats: int, **options: Any) -> Ruleset:
    """A preset with options of its own, at which so many may sit (as a guild may override it)."""
    fewest, most = rules.table_sizes
    if not fewest <= seats <= most:
        rules = replace(rules, table_sizes=(min(seats, fewest), max(seats, most)))
        rules = replace(rules, nine_seats=NineSeats.FEWER_BLACK)
    return replace(rules, **options)


def open_table(
    ruleset: Ruleset = CLUB,
    seats: int = 0,
    waiting: int = 0,
    *,
    judge_sees_roles: bool = False,
    deal_words: bool = False,
) -> OpenTable:
    return OpenTable(
        game_id="g1",
        guild_id=7,
        channel_id=8,
        host=HOST,
        ruleset=ruleset,
        locale="en",
        seated=tuple(person(n) for n in range(1, seats + 1)),
        waiting=tuple(person(n) for n in range(seats + 1, seats + waiting + 1)),
        judge_sees_roles=judge_sees_roles,
        deal_words=deal_words,
    )
