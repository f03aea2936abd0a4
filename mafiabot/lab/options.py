"""What a game of the demo is made of; the same options give the same game to the microsecond."""

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

Language = Literal["ru", "uk", "en"]
StoreKind = Literal["sqlite", "fake", "redis"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
SIZES = {"club": (6, 12), "classic": (10, 10), "tournament": (10, 10)}
PRESETS = tuple(SIZES)
LEAST_SEATS, MOST_SEATS = SIZES["club"]
DEFAULT_PACE = 40.0
STORES: tuple[StoreKind, ...] = get_args(StoreKind)
LOCAL_REDIS = "redis://127.0.0.1:6379/15"


class BadOptions(ValueError):
    """Options that cannot be played; the text is one line that says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoOptions:
    """`pace`: game seconds a real second, 0 = as fast as the machine can. `people`: a temperament's name.

    `latency_ms`: range of one way to Discord or back. `spec_path`: the published specification, if bodies
    are to be checked against it. `give_up_s`: game seconds after which a game without verdict is stopped.
    `store`: `fake` is a Redis in this process, `redis` the one at `redis_url`. Raises `BadOptions`.
    """

    preset: str = "club"
    seats: int = 10
    seed: int = 1
    language: Language = "en"
    people: str = "mixed"
    pace: float = 0.0
    latency_ms: tuple[float, float] = (20.0, 80.0)
    spec_path: str | None = None
    give_up_s: int = 14_400
    store: StoreKind = "sqlite"
    redis_url: str = field(default=LOCAL_REDIS, repr=False)

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise BadOptions(f"--preset {self.preset}: choose one of {', '.join(PRESETS)}")
        least, most = SIZES[self.preset]
        if not least <= self.seats <= most:
            size = f"{most} seats" if least == most else f"{least} to {most} seats"
            raise BadOptions(f"--seats {self.seats}: a {self.preset} table has {size}")
        if self.spec_path is not None and not Path(self.spec_path).is_file():
            raise BadOptions(f"MAFIABOT_DISCORD_SPEC: there is no file {self.spec_path}; correct or unset it")
        if not 0 <= self.pace < math.inf:
            raise BadOptions(f"--pace {self.pace:g}: give a number above 0; 0 is as fast as the machine can")

    @property
    def round_trip_ms(self) -> float:
        """The longest way to Discord and back."""
        return 2 * self.latency_ms[1]


def store_kind(name: str) -> StoreKind:
    """The kind of store called so. Raises `BadOptions`."""
    for kind in STORES:
        if name == kind:
            return kind
    raise BadOptions(f"--store {name}: choose one of {', '.join(STORES)}")


def language(name: str) -> Language:
    """The language called so. Raises `BadOptions`."""
    if name in LANGUAGES:
        return name
    raise BadOptions(f"--language {name}: choose one of {', '.join(LANGUAGES)}")
