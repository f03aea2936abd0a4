"""`mafiabot verify`: whoever has the seed can draw the deal again, and compare it with the commitment."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mafiabot.engine.randomness import commitment, deal_key, draw_roles, draw_seating
from mafiabot.lab.options import LEAST_SEATS, MOST_SEATS, PRESETS, BadOptions

_DIGEST = re.compile(r"[0-9a-f]{64}")
_TEN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What a table was told about a deal; hex in any case. Raises `BadOptions`."""

    seed: str
    commitment: str
    preset: str = "club"
    seats: int = 10
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, value in (("seed", self.seed), ("commitment", self.commitment)):
            if _DIGEST.fullmatch(value.lower()) is None:
                raise BadOptions(f"--{name}: give the 64 hexadecimal digits shown at the table")
        if self.preset not in PRESETS:
            raise BadOptions(f"--preset {self.preset}: choose one of {', '.join(PRESETS)}")
        if not LEAST_SEATS <= self.seats <= MOST_SEATS:
            raise BadOptions(f"--seats {self.seats}: a table has {LEAST_SEATS} to {MOST_SEATS} seats")
        if self.preset != "club" and self.seats != _TEN:
            raise BadOptions(f"--seats {self.seats}: a {self.preset} table has {_TEN} seats")
        if self.words and len(self.words) != self.seats:
            raise BadOptions(f"--word: give one for each of the {self.seats} seats, in order, or none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What a protocol says of its deal. `roles` by seat, None where the number is nobody's.

    `seating`: seat n went to who had sat on `seating[n - 1]`; empty where seats were not drawn.
    """

    game_id: str
    seed: str
    commitment: str
    words: tuple[str, ...]
    seating: tuple[int, ...]
    roles: tuple[str | None, ...]


Verdict = tuple[bool, list[str]]
"""Whether everything agrees, and the lines to print."""


def verified(deal: Deal) -> Verdict:
    """Is the seed the one committed to? The roles by seat, or the difference."""
    if (mismatch := _mismatch(deal.seed, deal.commitment)) is not None:
        return False, [mismatch]
    roles = draw_roles(deal_key(deal.seed.lower(), deal.words), deal.seats)
    return True, ["commitment ok", *_lines([role.value for role in roles])]


def verified_record(record: Recorded) -> Verdict:
    """The same of a recorded game, compared with its record seat by seat."""
    if (mismatch := _mismatch(record.seed, record.commitment)) is not None:
        return False, [mismatch]
    key = deal_key(record.seed.lower(), record.words)
    seats, people = len(record.roles), sum(role is not None for role in record.roles)
    drawn = draw_seating(key, seats) if record.seating else tuple(range(1, seats + 1))
    if record.seating and drawn != record.seating:
        return False, ["commitment ok", f"seating MISMATCH: the seed gives {' '.join(map(str, drawn))}"]
    dealt = iter(draw_roles(key, people, empty_number=people < seats))
    roles = [next(dealt).value if former <= people else None for former in drawn]
    wrong = [n for n, (here, there) in enumerate(zip(roles, record.roles, strict=True), 1) if here != there]
    lines = ["commitment ok", *_lines(roles)]
    if not wrong:
        return True, lines
    return False, [*lines, f"roles MISMATCH: the record differs at {', '.join(map(str, wrong))}"]


def _mismatch(seed: str, committed: str) -> str | None:
    made = commitment(seed.lower())
    return None if made == committed.lower() else f"commitment MISMATCH: this seed's is {made}"


def _lines(roles: Sequence[str | None]) -> list[str]:
    return [f"{seat} {role if role is not None else '-'}" for seat, role in enumerate(roles, 1)]
