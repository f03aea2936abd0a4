"""What somebody wants: whom to nominate, vote for, shoot, check and name, knowing only his own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from .phrases import Phrase
from .plot import Plot
from .temperament import Temperament
from .things import Hand

BLACK = (Phrase.MAFIA, Phrase.DON)


@dataclass(frozen=True, slots=True)
class Ballot:
    """A round of the vote as one voter sees it; somebody has called `accused` black, `cleared` red."""

    hand: Hand | None
    day: int
    round: int
    living: Sequence[int]
    candidates: Sequence[int]
    accused: frozenset[int] = frozenset()
    cleared: frozenset[int] = frozenset()


class Mind:
    """One person's judgement over one game."""

    def __init__(self, rng: Random, plot: Plot, temperament: Temperament) -> None:
        self._rng = rng
        self._plot = plot
        self._temper = temperament

    def _chance(self, probability: float) -> bool:
        return self._rng.random() < probability

    def nominates(self, day: int) -> bool:
        """Whether he names anybody in his speech of that day."""
        return not self._plot.sleeps(day) and self._chance(self._temper.nominates)

    def nominee(self, hand: Hand, options: Sequence[int], accused: frozenset[int]) -> int:
        """Whom he nominates out of the seats offered (at least one)."""
        if hand.seat in options and self._chance(self._temper.nominates_self):
            return hand.seat
        named = [seat for seat in options if self._suspects(hand, seat, accused)]
        if named:
            return self._rng.choice(named)
        return self._rng.choice(self._others(hand, options))

    def _others(self, hand: Hand, options: Sequence[int]) -> list[int]:
        """The options without himself and, for a black most of the time, without his team."""
        spared = {hand.seat}
        if self._chance(0.85):
            spared |= set(hand.partners)
        return [seat for seat in options if seat not in spared] or list(options)

    def vote(self, ballot: Ballot) -> int | None:
        """Whom he votes for in this round; None: he lets his vote fall on the last candidate."""
        hand, candidates = ballot.hand, ballot.candidates
        if not candidates or not self._chance(self._temper.votes):
            return None
        seat = hand.seat if hand else 0
        suspects = [one for one in candidates if self._suspects(hand, one, ballot.accused)]
        if suspects:
            return suspects[0]
        if self._plot.blocks(ballot.day) and len(candidates) > 1:
            return self._plot.block_vote(ballot.day, ballot.round, seat, ballot.living, candidates)
        unsure = [one for one in candidates if one not in ballot.cleared] or list(candidates)
        if self._chance(0.55):
            return self._plot.favourite(ballot.day, ballot.round, unsure)
        return self._rng.choice(self._others(hand, unsure) if hand else unsure)

    def _suspects(self, hand: Hand | None, seat: int, accused: frozenset[int]) -> bool:
        """Whether he has reason to be rid of a seat: his own check, or somebody's word."""
        if hand is not None and seat in (*hand.blacks, *hand.sheriffs):
            return True
        if seat not in accused or (hand is not None and hand.seat == seat):
            return False
        mate = hand is not None and seat in hand.partners
        return self._chance(0.25 if mate else 0.85)

    def claims(self, hand: Hand, living: Sequence[int], named: set[int]) -> tuple[int, bool] | None:
        """Whom he calls black (True) or red as the sheriff he is, or pretends to be; None: nobody."""
        if hand.role is Phrase.SHERIFF:
            found = [seat for seat in hand.checked if seat in living and seat not in named]
            black = next((seat for seat in found if seat in hand.blacks), None)
            if not found or not self._chance(0.9 if black is not None else 0.5):
                return None
            return (found[0], False) if black is None else (black, True)
        if hand.role in BLACK and not named and self._chance(0.04):
            red = [seat for seat in living if seat != hand.seat and seat not in hand.partners]
            return (self._rng.choice(red), True) if red else None
        return None

    def raises(self, hand: Hand | None, day: int) -> bool | None:
        """Yes or no to removing all the tied; None: no answer."""
        if not self._chance(self._temper.votes):
            return None
        return self._plot.raises(day, hand.seat if hand else 0)

    def plan(self, hand: Hand, options: Sequence[int]) -> list[int]:
        """The order of shots a black writes: three to five seats, hardly ever his own team."""
        wanted = [seat for seat in options if seat != hand.seat and seat not in hand.partners]
        if not wanted or self._chance(0.05):
            wanted = list(options)
        return self._rng.sample(wanted, min(len(wanted), self._rng.randint(3, 5)))

    def writes_plan(self, hand: Hand) -> bool:
        """Whether he sets or goes on with the plan: the don; another black only where nobody has yet."""
        return hand.role is Phrase.DON or (hand.role is Phrase.MAFIA and not hand.plan and self._chance(0.4))

    def signs(self, hand: Hand) -> bool:
        """Whether he writes the others a sign; some red try, and nobody will ever read it."""
        return self._chance(0.7 if hand.role in BLACK else self._temper.wrong_press)

    def shot(
        self, hand: Hand, combat_night: int, options: Sequence[int], living: Sequence[int]
    ) -> int | None:
        """At whom he shoots (combat nights count from 1); None: he lets the night pass."""
        if not options or not self._chance(self._temper.picks_at_night):
            return None
        if hand.role not in BLACK:
            return self._rng.choice(list(options)) if self._chance(0.5) else None
        gone = [seat for seat in options if seat not in living]
        if gone and self._chance(self._temper.dead_shot):
            return self._rng.choice(gone)
        targets = [seat for seat in options if seat in living] or list(options)
        red = [seat for seat in targets if seat != hand.seat and seat not in hand.partners] or targets
        if self._plot.quarrel(combat_night) or self._chance(self._temper.stray_shot):
            return self._rng.choice(red)
        if combat_night <= len(hand.plan) and hand.plan[combat_night - 1] in targets:
            return hand.plan[combat_night - 1]
        planned = [seat for seat in hand.plan if seat in targets]
        return planned[0] if planned else self._plot.favourite(-combat_night, 0, sorted(red))

    def check(self, hand: Hand, mine: bool, living: Sequence[int], options: Sequence[int]) -> int | None:
        """Whom he checks in a step that is his or not, somebody new and living if he can; None: nobody."""
        if not options or not self._chance(self._temper.picks_at_night if mine else 0.4):
            return None
        known = {hand.seat, *hand.partners, *hand.checked}
        new = [seat for seat in options if seat not in known]
        return self._rng.choice([seat for seat in new if seat in living] or new or list(options))

    def best_move(self, hand: Hand, options: Sequence[int]) -> list[int]:
        """Up to three seats he thinks black."""
        if self._chance(0.1):
            return []
        others = [seat for seat in options if seat != hand.seat]
        return self._rng.sample(others, min(len(others), self._rng.choice((3, 3, 3, 2))))
