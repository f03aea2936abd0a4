"""Since when which microphone has been wished how: what the engine says after every commit."""

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field

from mafiabot.engine.reading import MicWish


@dataclass(slots=True)
class Wishes:
    """Since when which microphone was wished how, by user."""

    _changes: dict[int, list[tuple[float, MicWish]]] = field(default_factory=lambda: defaultdict(list))

    def take(self, at_ms: float, wishes: dict[int, MicWish]) -> None:
        """What a commit left the table wishing."""
        for user_id, wish in wishes.items():
            known = self._changes[user_id]
            if not known or known[-1][1] is not wish:
                known.append((at_ms, wish))

    def since_ms(self, user_id: int, at_ms: float) -> float:
        """When the wish that held at a moment arose; the moment itself where there was none."""
        known = self._changes.get(user_id, [])
        place = bisect_right([since_ms for since_ms, _ in known], at_ms)
        return known[place - 1][0] if place else at_ms
