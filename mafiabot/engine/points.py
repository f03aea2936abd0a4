"""The points of one game: what its protocol tells of each player, and what the judge gave after the end.

How points are counted is `scoring`'s; here is only where each number comes from.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from mafiabot.engine.aftermath import GivenAward, Penalty
from mafiabot.engine.ci import ci_rule
from mafiabot.engine.protocol_types import Protocol, ProtocolSeat
from mafiabot.engine.ruleset import Scoring
from mafiabot.engine.scoring import Performance, Score, black_named, result_of, score
from mafiabot.engine.state import Outcome

NO_RATES: Mapping[int, int] = {}


def points(
    protocol: Protocol,
    awards: Iterable[GivenAward] = (),
    penalties: Iterable[Penalty] = (),
    rates: Mapping[int, int] = NO_RATES,
) -> dict[int, Score] | None:
    """Everybody's points by seat; None for a game that is not scored (stopped, void, `scoring` off).

    `rates`: each seat's Ci a game over the distance, in hundredths; who is missing has none.
    """
    if protocol.ruleset.scoring is Scoring.OFF or protocol.outcome is None:
        return None
    rule = ci_rule(protocol.ruleset)
    played = performances(protocol, protocol.outcome, awards, penalties)
    return {seat: score(one, rule, rates.get(seat, 0)) for seat, one in played.items()} or None


def performances(
    protocol: Protocol, outcome: Outcome, awards: Iterable[GivenAward], penalties: Iterable[Penalty]
) -> dict[int, Performance]:
    """What everybody did, by seat. An empty number is nobody's; a game without a result has no entries."""
    bonuses = {award.seat: award.hundredths for award in awards}
    errors = Counter(penalty.seat for penalty in penalties)
    first = first_killed(protocol)
    played = {}
    for seat in protocol.seats:
        if seat.role is None or (result := result_of(outcome, black=seat.role.black)) is None:
            continue
        played[seat.number] = Performance(
            result=result,
            black=seat.role.black,
            first_killed=seat.number == first,
            black_named=black_in_best_move(protocol, seat.number),
            bonus_hundredths=bonuses.get(seat.number, 0),
            errors=errors[seat.number],
            removed=removed(protocol, seat),
        )
    return played


def first_killed(protocol: Protocol) -> int | None:
    """Who was shot in the first combat night; None if nobody was, or the shot counts as no kill."""
    return next((night.victim for night in protocol.nights if night.number == 1), None)


def black_in_best_move(protocol: Protocol, seat: int) -> int:
    """How many true black the seat named in its best move; 0 if it had none."""
    if protocol.best_move is None or protocol.best_move.by != seat:
        return 0
    black = {one.number for one in protocol.seats if one.role is not None and one.role.black}
    return black_named(protocol.best_move.seats, black)


def removed(protocol: Protocol, seat: ProtocolSeat) -> bool:
    """Whether a removal is charged: also in one's last word, and to who cost his team the game (E86)."""
    culprit = protocol.team_loss is not None and protocol.team_loss.seat == seat.number
    return seat.disqualified or culprit
