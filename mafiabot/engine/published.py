"""A protocol as it is handed out: with what the judge and the players added after the end, and the points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mafiabot.engine.aftermath import GivenAward, Penalty, Protest
from mafiabot.engine.points import NO_RATES, points
from mafiabot.engine.protocol_types import PROTOCOL_SCHEMA, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPoints:
    """Signed hundredths, as in `Score`; `total` is their sum."""

    seat: int
    win: int
    best_move: int
    bonus: int
    errors: int
    removal: int
    ci: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """`points` None: the game is not scored."""

    schema: int = PROTOCOL_SCHEMA
    protocol: Protocol
    awards: tuple[GivenAward, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    protests: tuple[Protest, ...] = ()
    points: tuple[SeatPoints, ...] | None = None


def published(
    protocol: Protocol,
    awards: Iterable[GivenAward] = (),
    penalties: Iterable[Penalty] = (),
    protests: Iterable[Protest] = (),
    rates: Mapping[int, int] = NO_RATES,
) -> Published:
    """Everything of one game. `rates` as in `points`."""
    given, charged = tuple(awards), tuple(penalties)
    scores = points(protocol, given, charged, rates)
    return Published(
        protocol=protocol,
        awards=given,
        penalties=charged,
        protests=tuple(protests),
        points=None
        if scores is None
        else tuple(
            SeatPoints(
                seat=seat,
                win=one.win,
                best_move=one.best_move,
                bonus=one.bonus,
                errors=one.errors,
                removal=one.removal,
                ci=one.ci,
                total=one.total,
            )
            for seat, one in scores.items()
        ),
    )
