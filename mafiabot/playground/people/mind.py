"""What somebody wants: whom to nominate, vote for, shoot, check and name, knowing only his own hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .phrases import Phrase
from .plot import Plot
from .reading import Hand
from .temperament import Temperament

BLACK = (Phrase.MAFIA, Phrase.DON)


class Mind:
    """One person's judgement over one game."""

    def __init__(self, rng: Random, plot: Plot, temperament: Temperament) -> None:
        self._rng = rng
        self._plot = plot
        self._temper = temperament

    def _chance(self, probability: float) -> bool:
        return self._rng.random() < probability

    def nominates(self) -> bool:
        """Whether he names anybody in this speech."""
        return not self._plot.sleepy and self._chance(self._temper.nominates)

    def nominee(self, hand: Hand, options: Sequence[int]) -> int:
        """Whom he nominates out of the seats offered (at least one)."""
        if hand.seat in options and self._chance(self._temper.nominates_self):
            return hand.seat
        wanted = hand.blacks if hand.role is Phrase.SHERIFF else hand.sheriffs
        named = [seat for seat in wanted if seat in options]
        if named:
            return self._rng.choice(named)
        return self._rng.choice(self._others(hand, options))

    def _others(self, hand: Hand, options: Sequence[int]) -> list[int]:
        """The options without himself and, for a black most of the time, without his team."""
        spared = {hand.seat}
        if self._chance(0.85):
            spared |= set(hand.partners)
        return [seat for seat in options if seat not in spared] or list(options)

    def vote(
        self, hand: Hand | None, day: int, round_no: int, living: Sequence[int], candidates: Sequence[int]
    ) -> int | None:
        """Whom he votes for in this round; None: he lets his vote fall on the last candidate."""
        if not candidates or not self._chance(self._temper.votes):
            return None
        seat = hand.seat if hand else 0
        if self._plot.blocks(day) and len(candidates) > 1:
            return self._plot.block_vote(day, round_no, seat, living, candidates)
        known = [one for one in candidates if hand and one in (*hand.blacks, *hand.sheriffs)]
        if known:
            return known[0]
        if self._chance(0.55):
            return self._plot.favourite(day, round_no, candidates)
        return self._rng.choice(self._others(hand, candidates) if hand else list(candidates))

    def raises(self, hand: Hand | None, day: int) -> bool | None:
        """Yes or no to removing all the tied; None: no answer."""
        if not self._chance(self._temper.votes):
            return None
        return self._plot.raises(day, hand.seat if hand else 0)

    def plan(self, hand: Hand, options: Sequence[int]) -> list[int]:
        """The order of shots the don writes: three to five seats, hardly ever his own team."""
        wanted = [seat for seat in options if seat != hand.seat and seat not in hand.partners]
        if not wanted or self._chance(0.05):
            wanted = list(options)
        return self._rng.sample(wanted, min(len(wanted), self._rng.randint(3, 5)))

    def shot(self, hand: Hand, combat_night: int, options: Sequence[int]) -> int | None:
        """At whom he shoots (combat nights count from 1); None: he lets the night pass."""
        if not options or not self._chance(self._temper.picks_at_night):
            return None
        if hand.role not in BLACK:
            return self._rng.choice(list(options)) if self._chance(0.5) else None
        red = [seat for seat in options if seat != hand.seat and seat not in hand.partners] or list(options)
        if self._plot.quarrel(combat_night) or self._chance(self._temper.stray_shot):
            return self._rng.choice(red)
        if combat_night <= len(hand.plan) and hand.plan[combat_night - 1] in options:
            return hand.plan[combat_night - 1]
        planned = [seat for seat in hand.plan if seat in options]
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
