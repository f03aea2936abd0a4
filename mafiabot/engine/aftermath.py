"""What may be added to a game after its end, and until when: awards, penalties, protests.

Nothing here changes what happened; whoever keeps these asks here in the same step in which he writes.
"""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine import scoring
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.replacing import replace
from mafiabot.engine.ruleset import Scoring
from mafiabot.engine.scoring import Award, AwardRefused, Result

TEXT_MOST = 1000
"""Characters of a reason, a protest or a verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenAward(Award):
    """`by`: user id of who gave it, at `at_ms`."""

    by: int
    at_ms: int


class PenaltyKind(StrEnum):
    ERROR = "error"  # a game error, rulebook 5.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """`text`: the judge's own words. `by`: user id of who charged it."""

    seat: int
    kind: PenaltyKind = PenaltyKind.ERROR
    text: str = ""
    by: int
    at_ms: int


class ProtestState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Protest:
    """`id` counts the game's protests from 1. `verdict`, `by` (user id), `settled_at_ms`: once settled."""

    id: int
    user_id: int
    seat: int
    text: str
    at_ms: int
    state: ProtestState = ProtestState.OPEN
    verdict: str = ""
    by: int | None = None
    settled_at_ms: int | None = None


class AfterReason(StrEnum):
    """Why nothing is added. The comment says what `limit` is."""

    NO_SUCH_GAME = "no_such_game"
    NOT_SCORED = "not_scored"  # the rules give no points, or the game was stopped or void
    AWARDS_CLOSED = "awards_closed"  # seconds after the end
    NOT_A_SEAT = "not_a_seat"
    NO_PROTESTS = "no_protests"  # the rules know none
    PROTESTS_CLOSED = "protests_closed"  # seconds after the end
    NOT_A_PLAYER = "not_a_player"
    PROTESTED_ALREADY = "protested_already"
    NO_TEXT = "no_text"
    TEXT_TOO_LONG = "text_too_long"  # characters
    NO_SUCH_PROTEST = "no_such_protest"
    SETTLED_ALREADY = "settled_already"


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterRefused:
    reason: AfterReason
    limit: int = 0


def award(
    game: Protocol, given: tuple[GivenAward, ...], *, seat: int, hundredths: int, by: int, now_ms: int
) -> tuple[GivenAward, ...] | AwardRefused | AfterRefused:
    """The game's awards by seat, with this one in place of the seat's former one; 0 takes it back."""
    result = _result(game, seat, now_ms)
    if isinstance(result, AfterRefused):
        return result
    awarded = scoring.award(given, seat, hundredths, result)
    if isinstance(awarded, AwardRefused):
        return awarded
    others = tuple(one for one in given if one.seat != seat)
    mine = GivenAward(seat=seat, hundredths=hundredths, by=by, at_ms=now_ms)
    return tuple(sorted((*others, mine) if hundredths else others, key=lambda one: one.seat))


def penalty(game: Protocol, *, seat: int, text: str, by: int, now_ms: int) -> Penalty | AfterRefused:
    """One game error more; it repeats, and stands in a draw, too."""
    result = _result(game, seat, now_ms)
    if isinstance(result, AfterRefused):
        return result
    said = _said(text)
    return said if isinstance(said, AfterRefused) else Penalty(seat=seat, text=said, by=by, at_ms=now_ms)


def protest(
    game: Protocol, made: tuple[Protest, ...], *, user_id: int, text: str, now_ms: int
) -> Protest | AfterRefused:
    """A new protest, open until it is settled."""
    seat = may_protest(game, made, user_id=user_id, now_ms=now_ms)
    if isinstance(seat, AfterRefused):
        return seat
    said = _said(text)
    if isinstance(said, AfterRefused):
        return said
    if not said:
        return AfterRefused(reason=AfterReason.NO_TEXT)
    return Protest(id=len(made) + 1, user_id=user_id, seat=seat, text=said, at_ms=now_ms)


def may_protest(
    game: Protocol, made: tuple[Protest, ...], *, user_id: int, now_ms: int
) -> int | AfterRefused:
    """His seat, if he may: any player of the game, once, within `protest_s` after the end (E91)."""
    window_s = game.ruleset.protest_s
    seat = next((one.number for one in game.seats if one.user_id == user_id and one.role is not None), None)
    if window_s == 0:
        return AfterRefused(reason=AfterReason.NO_PROTESTS)
    if seat is None:
        return AfterRefused(reason=AfterReason.NOT_A_PLAYER)
    if any(one.user_id == user_id for one in made):
        return AfterRefused(reason=AfterReason.PROTESTED_ALREADY)
    if not _within(game, window_s, now_ms):
        return AfterRefused(reason=AfterReason.PROTESTS_CLOSED, limit=window_s)
    return seat


def settled(
    made: tuple[Protest, ...], *, protest_id: int, accepted: bool, text: str, by: int, now_ms: int
) -> Protest | AfterRefused:
    """The protest as the chief judge or the board decided it, which is final."""
    found = next((one for one in made if one.id == protest_id), None)
    if found is None:
        return AfterRefused(reason=AfterReason.NO_SUCH_PROTEST)
    if found.state is not ProtestState.OPEN:
        return AfterRefused(reason=AfterReason.SETTLED_ALREADY)
    said = _said(text)
    if isinstance(said, AfterRefused):
        return said
    state = ProtestState.ACCEPTED if accepted else ProtestState.REJECTED
    return replace(found, state=state, verdict=said, by=by, settled_at_ms=now_ms)


def _result(game: Protocol, seat: int, now_ms: int) -> Result | AfterRefused:
    """The game's result for a seat that may still be awarded or charged."""
    rules, outcome = game.ruleset, game.outcome
    if rules.scoring is Scoring.OFF or rules.award_s == 0 or outcome is None:
        return AfterRefused(reason=AfterReason.NOT_SCORED)
    role = game.seat(seat).role if 1 <= seat <= len(game.seats) else None
    if role is None:
        return AfterRefused(reason=AfterReason.NOT_A_SEAT)
    result = scoring.result_of(outcome, black=role.black)
    if result is None:
        return AfterRefused(reason=AfterReason.NOT_SCORED)
    if not _within(game, rules.award_s, now_ms):
        return AfterRefused(reason=AfterReason.AWARDS_CLOSED, limit=rules.award_s)
    return result


def _within(game: Protocol, window_s: int, now_ms: int) -> bool:
    return game.ended_ms is not None and now_ms < game.ended_ms + window_s * 1000


def _said(text: str) -> str | AfterRefused:
    """Somebody's words as they are kept: without what no database takes, and not without end."""
    said = text.replace("\x00", "").encode("utf-8", "ignore").decode().strip()
    return AfterRefused(reason=AfterReason.TEXT_TOO_LONG, limit=TEXT_MOST) if len(said) > TEXT_MOST else said
