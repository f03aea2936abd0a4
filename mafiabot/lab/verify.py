"""`mafiabot verify`: whoever has the seed can draw the deal again, and compare it with the commitment."""

import re
from dataclasses import dataclass

from mafiabot.engine.randomness import commitment, deal_key, draw_roles
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


def verified(deal: Deal) -> tuple[bool, list[str]]:
    """Whether the seed is the one committed to, and what to print: the roles by seat, or the difference."""
    made = commitment(deal.seed.lower())
    if made != deal.commitment.lower():
        return False, [f"commitment MISMATCH: this seed's is {made}"]
    roles = draw_roles(deal_key(deal.seed.lower(), deal.words), deal.seats)
    return True, ["commitment ok", *(f"{seat} {role.value}" for seat, role in enumerate(roles, 1))]
