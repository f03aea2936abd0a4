"""The arithmetic of the vote, on plain values: who leads, what a tie leads to, whether a raise passes."""

from collections import Counter
from enum import StrEnum
from typing import assert_never

from mafiabot.engine.ruleset import RaiseCap, Ruleset, TieRepeat
from mafiabot.engine.state import Ballot, RoundRecord


class AfterTie(StrEnum):
    DEFENCE = "defence"
    RAISE = "raise"
    NIGHT = "night"


def leaders(candidates: tuple[int, ...], ballots: tuple[Ballot, ...]) -> tuple[int, ...]:
    """Who holds the most votes, in the order of `candidates`; several are tied."""
    votes = Counter(ballot.candidate for ballot in ballots)
    most = max(votes[candidate] for candidate in candidates)
    return tuple(candidate for candidate in candidates if votes[candidate] == most)


def after_tie(rules: Ruleset, rounds: tuple[RoundRecord, ...], living: int) -> AfterTie:
    """What a tie in the last of `rounds` leads to, with so many alive at this moment."""
    tied = len(rounds[-1].leaders)
    if not rules.raise_two_of_four and (living, tied) == (4, 2):
        return AfterTie.NIGHT
    if not _repeated(rules, rounds):
        return AfterTie.DEFENCE
    return AfterTie.RAISE if raise_allowed(rules, living, tied) else AfterTie.NIGHT


def raise_allowed(rules: Ruleset, living: int, tied: int) -> bool:
    """Whether so many may leave a table of so many at once."""
    if not rules.raise_three_of_nine and (living, tied) == (9, 3):
        return False
    match rules.raise_cap:
        case RaiseCap.HALF_OF_LIVING:
            return 2 * tied <= living
        case RaiseCap.NOT_WHOLE_TABLE:
            return tied < living
        case RaiseCap.WHOLE_TABLE_DRAW:
            return True
        case _:
            assert_never(rules.raise_cap)


def raise_passed(rules: Ruleset, living: int, tied: int, yes: int) -> bool:
    """Strictly more than half of the living, and within the cap as they are now."""
    return 2 * yes > living and raise_allowed(rules, living, tied)


def _repeated(rules: Ruleset, rounds: tuple[RoundRecord, ...]) -> bool:
    """Whether the last round's tie is the one before over again."""
    last = rounds[-1]
    if len(rounds) == 1 or set(last.leaders) != set(last.candidates):
        return False
    return rules.tie_repeat is TieRepeat.SAME_SET or _division(last) == _division(rounds[-2])


def _division(round_: RoundRecord) -> dict[int, int]:
    votes = Counter(ballot.candidate for ballot in round_.ballots)
    return {candidate: votes[candidate] for candidate in round_.candidates}
