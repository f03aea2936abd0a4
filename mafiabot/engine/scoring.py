"""The tournament's points of one player in one game, in whole hundredths: W + max(L, J) − E − D + C.

Pure arithmetic on what the game and the judge have established; nobody here knows how it came about.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine.ci import CiRule, paid
from mafiabot.engine.state import Outcome

WIN = 100
THREE_BLACK, TWO_BLACK = 50, 25
ERROR, REMOVAL = -40, -50
BONUS_STEP = 10
BONUS_PLAYERS = 5
BONUS_BUDGET = 120


class Result(StrEnum):
    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


BONUS_MOST = {Result.WIN: 70, Result.LOSS: 40, Result.DRAW: 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """What one player did in one game.

    `first_killed`: shot on the first combat night, and the kill stands. `black_named`: distinct true
    black in his best move. `bonus_hundredths`: what the judge awarded. `errors`: game errors recorded.
    `removed`: put out by the judge, by a fourth foul, or the culprit of a game awarded to the others.
    """

    result: Result
    black: bool
    first_killed: bool = False
    black_named: int = 0
    bonus_hundredths: int = 0
    errors: int = 0
    removed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Signed hundredths; the total is their plain sum. Of best move and bonus the smaller is 0."""

    win: int
    best_move: int
    bonus: int
    errors: int
    removal: int
    ci: int

    @property
    def total(self) -> int:
        return self.win + self.best_move + self.bonus + self.errors + self.removal + self.ci


def result_of(outcome: Outcome, *, black: bool) -> Result | None:
    """The game's result for one side; None where nothing is scored (stopped, void)."""
    if outcome in (Outcome.STOPPED, Outcome.VOID):
        return None
    if outcome is Outcome.DRAW:
        return Result.DRAW
    return Result.WIN if black == (outcome is Outcome.BLACK) else Result.LOSS


def black_named(named: Iterable[int], black_seats: Collection[int]) -> int:
    """How many distinct true black stand in a best move; repeats and fewer than three are no fault."""
    return len({seat for seat in named if seat in black_seats})


def best_move(played: Performance) -> int:
    """L: hundredths for the best move of a red or the sheriff killed on the first combat night."""
    if not _scores_as_first_killed(played):
        return 0
    if played.black_named >= 3:
        return THREE_BLACK
    return TWO_BLACK if played.black_named == 2 else 0


def score(played: Performance, ci: CiRule, rate_hundredths: int) -> Score:
    """His points. `rate_hundredths`: his Ci a game over the distance (`ci.rate`)."""
    decided = played.result is not Result.DRAW
    move, bonus = (best_move(played), played.bonus_hundredths) if decided else (0, 0)
    return Score(
        win=WIN if played.result is Result.WIN else 0,
        best_move=move if move >= bonus else 0,
        bonus=bonus if bonus > move else 0,
        errors=ERROR * played.errors,
        removal=REMOVAL if played.removed else 0,
        ci=_compensation(played, ci, rate_hundredths),
    )


def _compensation(played: Performance, ci: CiRule, rate_hundredths: int) -> int:
    if not _scores_as_first_killed(played):
        return 0
    won = played.result is Result.WIN
    return paid(ci, rate_hundredths, won=won, black_named=played.black_named)


def _scores_as_first_killed(played: Performance) -> bool:
    return played.first_killed and not played.black and played.result is not Result.DRAW


# --- the judge's bonus ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    seat: int
    hundredths: int


class AwardReason(StrEnum):
    DRAW = "draw"
    NOT_A_STEP = "not_a_step"  # not 0.1, 0.2, …
    OVER_MOST = "over_most"  # more than the player's result allows
    TOO_MANY_PLAYERS = "too_many_players"
    OVER_BUDGET = "over_budget"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRefused:
    """`rest_hundredths`, `rest_players`: what the other seats' awards leave of the game's budget.

    `most_hundredths`: what this seat could be awarded now.
    """

    reason: AwardReason
    most_hundredths: int
    rest_hundredths: int
    rest_players: int


def award(
    awards: tuple[Award, ...], seat: int, hundredths: int, result: Result
) -> tuple[Award, ...] | AwardRefused:
    """The game's awards with this seat's put in place of his former one; 0 takes it back.

    An award that a best move outweighs uses up its part of the budget all the same.
    """
    others = tuple(given for given in awards if given.seat != seat)
    if hundredths == 0:
        return others
    rest = BONUS_BUDGET - sum(given.hundredths for given in others)
    players = BONUS_PLAYERS - len(others)
    if reason := _refused(hundredths, result, rest, players):
        most = min(BONUS_MOST[result], rest) if players else 0
        return AwardRefused(reason=reason, most_hundredths=most, rest_hundredths=rest, rest_players=players)
    return (*others, Award(seat=seat, hundredths=hundredths))


def _refused(hundredths: int, result: Result, rest: int, players: int) -> AwardReason | None:
    wrong = {
        AwardReason.DRAW: result is Result.DRAW,
        AwardReason.NOT_A_STEP: hundredths < 0 or hundredths % BONUS_STEP != 0,
        AwardReason.OVER_MOST: hundredths > BONUS_MOST[result],
        AwardReason.TOO_MANY_PLAYERS: players == 0,
        AwardReason.OVER_BUDGET: hundredths > rest,
    }
    return next((reason for reason, holds in wrong.items() if holds), None)
